/// Small things that everybody does with text: cutting it, escaping it, reading whole numbers and
/// spans of time from it. Knows nothing of feeds, and nothing else of ours.
@NullMarked
package freshet.text;

import org.jspecify.annotations.NullMarked;
