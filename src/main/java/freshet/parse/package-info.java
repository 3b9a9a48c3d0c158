/// Bytes in, a parsed feed or a reason out. Never an exception, whatever the bytes are.
@NullMarked
package freshet.parse;

import org.jspecify.annotations.NullMarked;
