/// The bytes of a web page in, what a person sees of it out: title, visible text, main text, links,
/// images, who wrote it and when, and the XML that an indexer reads. Whatever the bytes are, there
/// is a page and never an exception.
@NullMarked
package freshet.extract;

import org.jspecify.annotations.NullMarked;
