/// The vocabularies of feeds: each namespace is one class that reads its elements into the draft of
/// a feed or of an entry. They know nothing of bytes, parsers or sanitising.
@NullMarked
package freshet.parse.ns;

import org.jspecify.annotations.NullMarked;
