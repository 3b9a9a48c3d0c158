/// JSON over HTTP.
@NullMarked
package freshet.api;

import org.jspecify.annotations.NullMarked;
