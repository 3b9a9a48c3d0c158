package freshet.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// The words of an entry for the index: each as it is written, and in the same place its root if
/// that is something else. Used again for entry after entry.
final class WordStream extends TokenStream {
  /// What stands in different parts is no phrase.
  private static final int GAP = 10;

  /// The same between a text and its translations, by as much as OpenSearch does. Words are found
  /// by streams alone: of an analyser Lucene asks for nothing else.
  static final Analyzer APART =
      new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
          throw new AssertionError("words of " + field + " are found by a stream");
        }

        @Override
        public int getPositionIncrementGap(String field) {
          return 100;
        }
      };

  private static final int MOST_LANGUAGES = 60;

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
  private List<String> parts = List.of();
  private final Map<Lexicon, WordTable> tables;
  private WordTable words;
  private int part;
  private WordScanner scanner = new WordScanner("");

  /// What stands in the place of the word that was read last.
  private final List<BytesRef> waiting = new ArrayList<>();

  private int handed;
  private String language = "";
  private boolean gap;

  /// @param tables of the languages that were met; for one thread
  WordStream(Map<Lexicon, WordTable> tables) {
    this.tables = tables;
    this.words = table(null);
  }

  private WordTable table(@Nullable String language) {
    if (tables.size() > MOST_LANGUAGES) tables.clear(); // feeds declare what they like
    return tables.computeIfAbsent(Lexicon.of(language), WordTable::new);
  }

  WordStream read(@Nullable String language, List<String> texts) {
    words = table(language);
    this.language = Lexicon.name(language);
    parts = texts;
    return this;
  }

  @Override
  public void reset() {
    part = 0;
    waiting.clear();
    handed = 0;
    gap = false;
    scanner = new WordScanner(parts.isEmpty() ? "" : parts.getFirst());
  }

  @Override
  public boolean incrementToken() {
    if (handed < waiting.size()) {
      term.setBytesRef(waiting.get(handed++));
      step.setPositionIncrement(0);
      return true;
    }
    waiting.clear();
    handed = 0;
    while (!scanner.next()) {
      if (++part >= parts.size()) return false;
      scanner = new WordScanner(parts.get(part));
      gap = true;
    }
    words.read(scanner.source(), scanner.from(), scanner.to(), scanner.isPair());
    term.setBytesRef(words.exact());
    step.setPositionIncrement(scanner.isLastOfRun() ? 0 : gap ? GAP : 1);
    gap = false;
    BytesRef root = words.root();
    if (root != null) waiting.add(root);
    Spelling.beside(scanner, language, words, waiting);
    return true;
  }
}
