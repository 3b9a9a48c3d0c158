package freshet.search;

import java.util.List;
import java.util.Map;
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

  private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
  private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
  private List<String> parts = List.of();
  private final Map<Lexicon, WordTable> tables;
  private WordTable words;
  private int part;
  private String text = "";
  private WordScanner scanner = new WordScanner("");
  private @Nullable BytesRef waiting;
  private boolean gap;

  /// @param tables of the languages that were met; for one thread
  WordStream(Map<Lexicon, WordTable> tables) {
    this.tables = tables;
    this.words = table(null);
  }

  private WordTable table(@Nullable String language) {
    return tables.computeIfAbsent(Lexicon.of(language), WordTable::new);
  }

  WordStream read(@Nullable String language, List<String> texts) {
    words = table(language);
    parts = texts;
    return this;
  }

  @Override
  public void reset() {
    part = 0;
    waiting = null;
    gap = false;
    begin(parts.isEmpty() ? "" : parts.getFirst());
  }

  private void begin(String part) {
    text = part;
    scanner = new WordScanner(part);
  }

  @Override
  public boolean incrementToken() {
    BytesRef root = waiting;
    if (root != null) {
      waiting = null;
      term.setBytesRef(root);
      step.setPositionIncrement(0);
      return true;
    }
    while (!scanner.next()) {
      if (++part >= parts.size()) return false;
      begin(parts.get(part));
      gap = true;
    }
    words.read(text, scanner.start(), scanner.end(), scanner.isPair());
    term.setBytesRef(words.exact());
    step.setPositionIncrement(scanner.isLastOfRun() ? 0 : gap ? GAP : 1);
    gap = false;
    waiting = words.root();
    return true;
  }
}
