/// Start pages in, visited pages out: which links to follow, in which order, how gently, and what
/// is known of every address ever met. Opens no connection itself (`fetch` does) and knows nothing
/// of feeds or databases.
@NullMarked
package freshet.crawl;

import org.jspecify.annotations.NullMarked;
