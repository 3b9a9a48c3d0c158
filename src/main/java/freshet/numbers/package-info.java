/// Very many numbers in a file, in sections with a checksum each: for what is remembered in arrays
/// and would take long to find out again.
@NullMarked
package freshet.numbers;

import org.jspecify.annotations.NullMarked;
