package freshet.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// "Did you mean": for a word that stands nowhere, the one in the index that is written most like
/// it, and among those the commonest.
///
/// Where only some feeds are searched, a word counts as often as it stands in those: the words of
/// others are not given away.
final class Speller {
  /// So many of the likeliest words are looked up in the feeds that are searched.
  private static final int MOST_TRIED = 50;

  private final IndexSearcher searcher;
  private final IndexReader reader;
  private final List<String> languages;
  private final @Nullable Query of;

  /// @param of what is searched; null for all
  Speller(IndexSearcher searcher, List<String> languages, @Nullable Query of) {
    this.searcher = searcher;
    this.reader = searcher.getIndexReader();
    this.languages = languages;
    this.of = of;
  }

  private record Near(BytesRef word, double likeness, int entries) {
    double likely() {
      return likeness * entries;
    }
  }

  /// The query with likelier words, null if there are none.
  @Nullable String suggest(SearchQuery query) throws IOException {
    String better = query.understood();
    boolean changed = false;
    for (Node node : query.words()) {
      if (!(node instanceof Node.Word(_, String text))) continue;
      WordScanner scanner = new WordScanner(text);
      if (!scanner.next() || scanner.isPair() || scanner.word().length() < 4) continue;
      String word = scanner.word();
      if (scanner.next()) continue;
      if (isKnown(word)) continue;
      String nearest = nearest(Lexicon.fold(word));
      if (nearest == null) continue;
      better = replace(better, word, nearest);
      changed = true;
    }
    return changed && !better.equals(query.understood()) ? better : null;
  }

  private boolean isKnown(String word) throws IOException {
    if (entries(new BytesRef(Lexicon.fold(word))) > 0) return true;
    for (String language : languages) {
      BytesRef root = Lexicon.of(language).of(word, false).root();
      if (root != null && entries(root) > 0) return true;
      BytesRef plain = Lexicon.of(language).plainRoot(word);
      if (plain != null && entries(plain) > 0) return true;
    }
    return false;
  }

  private int entries(BytesRef word) throws IOException {
    Term term = new Term(Fields.TEXT, word);
    int everywhere = reader.docFreq(term);
    return of == null || everywhere == 0
        ? everywhere
        : searcher.count(Compiler.within(new TermQuery(term), of));
  }

  private static String replace(String query, String word, String by) {
    int at = query.indexOf(word);
    return at < 0 ? query : query.substring(0, at) + by + query.substring(at + word.length());
  }

  private @Nullable String nearest(String word) throws IOException {
    Term term = new Term(Fields.TEXT, word);
    Terms terms = MultiTerms.getTerms(reader, Fields.TEXT);
    if (terms == null) return null;
    int edits = word.length() < 6 ? 1 : 2;
    FuzzyTermsEnum near = new FuzzyTermsEnum(terms, term, edits, 1, true);
    List<Near> found = new ArrayList<>();
    for (BytesRef t = near.next(); t != null; t = near.next()) {
      if (Lexicon.isRoot(t)) continue;
      // One letter less alike must be made up for by being ten times as common.
      double likeness = Math.pow(10, 12 * near.getBoost());
      found.add(new Near(BytesRef.deepCopyOf(t), likeness, near.docFreq()));
    }
    found.sort(Comparator.comparingDouble(Near::likely).reversed());
    Near best = null;
    for (Near n : found.subList(0, Math.min(found.size(), of == null ? 1 : MOST_TRIED))) {
      Near seen = new Near(n.word, n.likeness, entries(n.word));
      if (seen.entries > 0 && (best == null || seen.likely() > best.likely())) best = seen;
    }
    return best == null ? null : best.word.utf8ToString();
  }
}
