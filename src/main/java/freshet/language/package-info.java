/// Text in, its language and how sure that is out. No I/O beyond reading its own model once, no
/// clock; knows nothing of feeds, stores or pages.
@NullMarked
package freshet.language;

import org.jspecify.annotations.NullMarked;
