/// Lists of feeds and entries as files: OPML, CSV, JSON Lines; views as feeds: RSS, Atom, JSON
/// Feed. Bytes in, values out, and back.
@NullMarked
package freshet.exchange;

import org.jspecify.annotations.NullMarked;
