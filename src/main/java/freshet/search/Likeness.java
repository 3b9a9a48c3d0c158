package freshet.search;

import freshet.search.Node.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Makes of a text the query that finds others like it: its most telling words, those that stand in
/// it often and in few entries, of which a part must be there. What costs is bounded, however long
/// the text.
final class Likeness {
  private static final int MOST_READ = 400;
  private static final int WORDS = 20;
  private static final int SHORTEST = 3;

  private final Engine engine;
  private final @Nullable Query of;

  /// @param of what is searched; null for all
  Likeness(Engine engine, @Nullable Query of) {
    this.engine = engine;
    this.of = of;
  }

  /// The query with the words of texts instead of texts.
  SearchQuery read(SearchQuery query) throws IOException {
    Node read = read(query.root());
    return read.equals(query.root()) ? query : query.with(read);
  }

  private Node read(Node node) throws IOException {
    return switch (node) {
      case Node.Like(String text, String language) -> some(text, language);
      case Node.And(List<Node> parts) -> {
        List<Node> read = new ArrayList<>();
        for (Node p : parts) read.add(read(p));
        yield new Node.And(read);
      }
      case Node.Or(List<Node> parts) -> {
        List<Node> read = new ArrayList<>();
        for (Node p : parts) read.add(read(p));
        yield new Node.Or(read);
      }
      case Node.Not(Node without) -> new Node.Not(read(without));
      default -> node;
    };
  }

  private static final class Counted {
    int times;
  }

  private Node some(String text, @Nullable String language) throws IOException {
    Map<String, Counted> words = new LinkedHashMap<>();
    WordScanner scanner = new WordScanner(text);
    while (scanner.next() && words.size() < MOST_READ) {
      String word = scanner.word();
      boolean tells = scanner.isPair() ? !scanner.isLastOfRun() : word.length() >= SHORTEST;
      if (tells) words.computeIfAbsent(word, _ -> new Counted()).times++;
    }
    List<String> all = List.copyOf(words.keySet());
    List<String> terms = new ArrayList<>();
    for (String w : all) terms.add(Lexicon.of(null).of(w, false).exact().utf8ToString());
    long[] entries = engine.entries(terms, of);
    long most = 1;
    for (long n : entries) most = Math.max(most, n);
    List<Telling> telling = new ArrayList<>();
    for (int i = 0; i < entries.length; i++) {
      Counted counted = words.get(all.get(i));
      if (entries[i] == 0 || counted == null || isSmall(all.get(i), language)) continue;
      double rare = Math.log((most + 1.0) / entries[i]) + 0.1;
      telling.add(new Telling(all.get(i), (1 + Math.log(counted.times)) * rare));
    }
    telling.sort(Comparator.comparingDouble(Telling::weight).reversed());
    List<Node> best = new ArrayList<>();
    for (Telling t : telling.subList(0, Math.min(WORDS, telling.size()))) {
      best.add(new Node.Word(Place.TEXT, t.word));
    }
    // A third of them: a story of the same subject has more, one that only shares its country less.
    return new Node.Some(best, language, Math.min(best.size(), Math.max(2, best.size() / 3)));
  }

  private record Telling(String word, double weight) {}

  /// Whether it carries no meaning in its language.
  private static boolean isSmall(String word, @Nullable String language) {
    if (language == null) return false;
    BytesRef root = Lexicon.of(language).of(word, false).root();
    return root == null
        && word.length() < 8
        && Character.isLetter(word.charAt(0))
        && !Character.isIdeographic(word.codePointAt(0));
  }
}
