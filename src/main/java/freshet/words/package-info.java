/// A word in, its root out: Lucene's analysers for the languages that have one. Shared by `group`
/// and `search`, so that a word has one root in the whole program.
@NullMarked
package freshet.words;

import org.jspecify.annotations.NullMarked;
