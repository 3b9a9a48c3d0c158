package freshet.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// "Did you mean": for a word that stands nowhere, the one in the index that is written most like
/// it, and among those the commonest.
final class Speller {
  private Speller() {}

  /// The query with likelier words, null if there are none.
  static @Nullable String suggest(SearchQuery query, IndexReader reader, List<String> languages)
      throws IOException {
    String better = query.understood();
    boolean changed = false;
    for (Node node : query.words()) {
      if (!(node instanceof Node.Word(_, String text))) continue;
      WordScanner scanner = new WordScanner(text);
      if (!scanner.next() || scanner.isPair() || scanner.word().length() < 4) continue;
      String word = scanner.word();
      if (scanner.next()) continue;
      if (isKnown(word, reader, languages)) continue;
      String nearest = nearest(Lexicon.fold(word), reader);
      if (nearest == null) continue;
      better = replace(better, word, nearest);
      changed = true;
    }
    return changed && !better.equals(query.understood()) ? better : null;
  }

  private static boolean isKnown(String word, IndexReader reader, List<String> languages)
      throws IOException {
    BytesRef folded = new BytesRef(Lexicon.fold(word));
    if (reader.docFreq(new Term(Fields.TEXT, folded)) > 0) return true;
    for (String language : languages) {
      BytesRef root = Lexicon.of(language).of(word, false).root();
      if (root != null && reader.docFreq(new Term(Fields.TEXT, root)) > 0) return true;
    }
    return false;
  }

  private static String replace(String query, String word, String by) {
    int at = query.indexOf(word);
    return at < 0 ? query : query.substring(0, at) + by + query.substring(at + word.length());
  }

  private static @Nullable String nearest(String word, IndexReader reader) throws IOException {
    Term term = new Term(Fields.TEXT, word);
    Terms terms = MultiTerms.getTerms(reader, Fields.TEXT);
    if (terms == null) return null;
    int edits = word.length() < 6 ? 1 : 2;
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, term, edits, 1, true);
    String best = null;
    double mostLikely = 0;
    for (BytesRef t = near.next(); t != null; t = near.next()) {
      if (Lexicon.isRoot(t)) continue;
      String candidate = t.utf8ToString();
      // One letter less alike must be made up for by being ten times as common.
      double likely = Math.pow(10, 12 * near.getBoost()) * near.docFreq();
      if (likely > mostLikely) {
        mostLikely = likely;
        best = candidate;
      }
    }
    return best;
  }
}
