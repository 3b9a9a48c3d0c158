package freshet.search;

import freshet.search.Results.Hit;
import freshet.search.Texts.Text;
import freshet.text.Cut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SynonymQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// What answers a question also has words that the question does not have. Those that the first
/// answers share, and that are rare elsewhere, say which of the others are about the same.
///
/// What it costs is bounded: a few texts are read, and their words only weigh what was found.
final class Feedback {
  private static final int TEXTS = 5;

  /// Fewer share a word by chance.
  private static final int LEAST_TEXTS = 3;

  private static final int WORDS = 10;
  private static final float WEIGHT = 0.2f;
  private static final int LONGEST = 20_000;
  private static final int SHORTEST_WORD = 3;
  private static final int MOST_LOOKED_UP = 100;

  private final Engine engine;
  private final @Nullable Query of;
  private final Texts texts;

  /// @param of what is searched; null for all
  Feedback(Engine engine, @Nullable Query of, Texts texts) {
    this.engine = engine;
    this.of = of;
    this.texts = texts;
  }

  /// Adds to how well something fits a question.
  ///
  /// @param answers the best ones first
  /// @return null if they have nothing in common
  @Nullable Query to(List<Hit> answers) throws IOException {
    Map<Long, Float> scores = best(answers);
    if (scores.size() < LEAST_TEXTS) return null;
    List<Text> read = texts.of(List.copyOf(scores.keySet()));
    if (read.size() < LEAST_TEXTS) return null;
    float all = 0;
    for (Text t : read) all += scores.getOrDefault(t.entry(), 0f);
    Map<BytesRef, Shared> words = new HashMap<>();
    for (Text t : read) count(t, scores.getOrDefault(t.entry(), 0f) / all, words);
    List<Shared> shared =
        words.values().stream()
            .filter(w -> w.texts > 1)
            .sorted(Comparator.comparingDouble((Shared w) -> -w.share))
            .limit(MOST_LOOKED_UP)
            .toList();
    return query(telling(shared));
  }

  /// One of each story: copies say the same.
  private static Map<Long, Float> best(List<Hit> answers) {
    Set<Long> stories = new HashSet<>();
    Map<Long, Float> best = new LinkedHashMap<>();
    for (Hit h : answers) {
      if (best.size() == TEXTS) break;
      if (h.story() == 0 || stories.add(h.story())) best.put(h.id(), h.score());
    }
    return best;
  }

  /// A word in all its forms.
  private static final class Shared {
    final List<BytesRef> terms;
    int texts;
    double share;

    Shared(List<BytesRef> terms) {
      this.terms = terms;
    }
  }

  /// @param weight of the text
  private static void count(Text text, double weight, Map<BytesRef, Shared> to) {
    Lexicon lexicon = Lexicon.of(text.language());
    Map<BytesRef, Integer> times = new HashMap<>();
    WordScanner scanner = new WordScanner(Cut.start(text.text(), LONGEST));
    int length = 0;
    while (scanner.next()) {
      length++;
      if (scanner.isPair() || scanner.to() - scanner.from() < SHORTEST_WORD) continue;
      Lexicon.Word word = lexicon.at(scanner.source(), scanner.from(), scanner.to(), false);
      BytesRef root = word.root();
      if (root == null) continue;
      times.merge(root, 1, Integer::sum);
      to.computeIfAbsent(root, r -> new Shared(terms(lexicon, scanner.word(), r)));
    }
    for (Map.Entry<BytesRef, Integer> e : times.entrySet()) {
      Shared word = to.get(e.getKey());
      if (word == null) continue;
      word.texts++;
      word.share += weight * e.getValue() / length;
    }
  }

  /// The root, and the word that is its own root.
  private static List<BytesRef> terms(Lexicon lexicon, String word, BytesRef root) {
    BytesRef plain = lexicon.plainRoot(word);
    return plain == null ? List.of(root) : List.of(root, plain);
  }

  private record Telling(Shared word, double worth) {}

  private List<Shared> telling(List<Shared> words) throws IOException {
    List<String> terms = new ArrayList<>();
    for (Shared w : words) for (BytesRef t : w.terms) terms.add(t.utf8ToString());
    long[] entries = engine.entries(terms, of);
    long most = 1;
    for (long n : entries) most = Math.max(most, n);
    List<Telling> telling = new ArrayList<>();
    int at = 0;
    for (Shared w : words) {
      long n = 0;
      for (int i = 0; i < w.terms.size(); i++) n += entries[at++];
      if (n > 0) telling.add(new Telling(w, w.share * Math.log(1 + 4.0 * most / n)));
    }
    telling.sort(Comparator.comparingDouble(Telling::worth).reversed());
    return telling.stream().limit(WORDS).map(Telling::word).toList();
  }

  private static @Nullable Query query(List<Shared> words) {
    double most = 0;
    for (Shared w : words) most = Math.max(most, w.share);
    if (most == 0) return null;
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (Shared w : words) {
      SynonymQuery.Builder forms = new SynonymQuery.Builder(Fields.TEXT);
      for (BytesRef t : w.terms) forms.addTerm(new Term(Fields.TEXT, t));
      any.add(new BoostQuery(forms.build(), (float) (WEIGHT * w.share / most)), Occur.SHOULD);
    }
    return any.build();
  }
}
