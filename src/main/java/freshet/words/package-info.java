/// A word in, its root out: Lucene's analysers for the languages that have one. Shared by `group`
/// and `search`, so that a word has one root in the whole program. A text in, its words and their
/// kinds out (`Kinds`): the only place with OpenNLP and Morfologik, loaded when a robot wants it.
@NullMarked
package freshet.words;

import org.jspecify.annotations.NullMarked;
