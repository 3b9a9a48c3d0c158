/// Entries in, answers to queries out: the index of all entries, in files of the data folder or in
/// OpenSearch; the language that people ask in; and what is found. Knows Lucene and OpenSearch, and
/// nothing of the store: `catalog` brings the entries and fetches what is shown.
@NullMarked
package freshet.search;

import org.jspecify.annotations.NullMarked;
