package freshet.search;

import freshet.dictionary.Translator;
import freshet.dictionary.Translator.Choice;
import freshet.search.Node.Place;
import freshet.search.Node.Translated;
import freshet.words.Stemmer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Adds to the words of a query what they are in the other languages of the index.
///
/// A dictionary has many words for one (`president`: Generaldirektor, Präsident, Rektor). Those are
/// taken that stand in entries, and among them the ones that the dictionary names early and many
/// entries have. Phrases, patterns and what must not be there stay as they were typed.
final class Translations {
  /// Of one word in one language, by how many words are translated.
  private static final int[] A_LANGUAGE = {3, 2, 1};

  /// In all, so that a query stays as quick as it was.
  private static final int MOST = 48;

  private static final int MOST_WORDS = 12;

  private final Engine engine;
  private final List<String> languages;
  private final Translator translator;
  private final @Nullable String own;
  private final @Nullable Query of;

  /// @param own the reader's language, if it is known
  /// @param of what is searched; null for all
  Translations(
      Engine engine,
      List<String> languages,
      Translator translator,
      @Nullable String own,
      @Nullable Query of) {
    this.engine = engine;
    this.languages = languages;
    this.translator = translator;
    this.own = own;
    this.of = of;
  }

  SearchQuery widen(SearchQuery query) throws IOException {
    if (translator.isEmpty() || languages.isEmpty() || !query.isTranslated()) return query;
    Node wider = widen(query.root());
    return wider.equals(query.root()) ? query : query.with(wider);
  }

  private Node widen(Node node) throws IOException {
    return switch (node) {
      case Node.Word _ -> together(List.of(node)).getFirst();
      case Node.And(List<Node> parts) -> new Node.And(together(parts));
      case Node.Or(List<Node> parts) -> {
        List<Node> wider = new ArrayList<>();
        for (Node p : parts) wider.add(widen(p));
        yield new Node.Or(wider);
      }
      default -> node;
    };
  }

  /// Neighbours that are words may be one headword.
  private List<Node> together(List<Node> parts) throws IOException {
    List<Node> wider = new ArrayList<>();
    for (int at = 0; at < parts.size(); ) {
      int end = at;
      while (end < parts.size() && isLike(parts.get(at), parts.get(end))) end++;
      if (end == at) {
        Node part = parts.get(at++);
        wider.add(part instanceof Node.Or ? widen(part) : part);
      } else {
        wider.addAll(words(parts.subList(at, end)));
        at = end;
      }
    }
    return wider;
  }

  private static boolean isLike(Node first, Node other) {
    return first instanceof Node.Word(Place place, _)
        && other instanceof Node.Word(Place there, _)
        && place == there;
  }

  private List<Node> words(List<Node> nodes) throws IOException {
    if (nodes.size() > MOST_WORDS) return nodes;
    List<String> words = new ArrayList<>();
    for (Node n : nodes) if (n instanceof Node.Word(_, String text)) words.add(text);
    Map<List<Integer>, List<Translated>> spans = chosen(words);
    List<Node> wider = new ArrayList<>();
    for (int at = 0; at < nodes.size(); ) {
      int size = 1;
      for (int s = Math.min(3, nodes.size() - at); s > 1; s--) {
        if (spans.containsKey(List.of(at, at + s))) {
          size = s;
          break;
        }
      }
      List<Node> inside = new ArrayList<>();
      for (int i = at; i < at + size; i++) {
        List<Translated> added = spans.get(List.of(i, i + 1));
        inside.add(added == null ? nodes.get(i) : new Node.Also(nodes.get(i), added));
      }
      List<Translated> whole = size == 1 ? null : spans.get(List.of(at, at + size));
      wider.addAll(whole == null ? inside : List.of(new Node.Also(new Node.And(inside), whole)));
      at += size;
    }
    return wider;
  }

  /// @param term of the index that says whether a text has it in some form
  /// @param plain the one that says so if it has its root as a word, if that is another
  private record Candidate(Choice of, int rank, String text, String term, String plain) {
    double worth(long entries) {
      return Math.log1p((double) entries) / (1 + 0.5 * rank);
    }
  }

  private Map<List<Integer>, List<Translated>> chosen(List<String> words) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    Set<Integer> meant = new HashSet<>();
    for (Choice c : translator.translate(words, languages, own)) {
      boolean alone = c.to() - c.from() == 1;
      if (alone && isSmall(words.get(c.from()))) continue;
      for (int i = c.from(); i < c.to(); i++) meant.add(i);
      Set<String> terms = new HashSet<>();
      for (String text : c.texts()) {
        String term = term(c.language(), text);
        if (term != null && terms.add(term)) {
          Lexicon.Word word = Lexicon.of(c.language()).of(text, false);
          BytesRef itself =
              word.ownRoot() == null ? word.exact() : Lexicon.of(c.language()).plainRoot(text);
          String plain = itself == null ? term : itself.utf8ToString();
          candidates.add(new Candidate(c, terms.size() - 1, text, term, plain));
        }
      }
    }
    if (candidates.isEmpty()) return Map.of();
    long[] entries = entries(candidates);
    Map<Choice, List<Integer>> there = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i++) {
      if (entries[i] > 0) {
        there.computeIfAbsent(candidates.get(i).of, _ -> new ArrayList<>()).add(i);
      }
    }
    int most = A_LANGUAGE[Math.clamp(meant.size() - 1L, 0, A_LANGUAGE.length - 1)];
    Map<List<Integer>, List<Translated>> spans = new HashMap<>();
    int left = MOST;
    // First the best of every language for every word, then the others.
    for (int round = 0; round < most; round++) {
      for (Map.Entry<Choice, List<Integer>> e : there.entrySet()) {
        Choice choice = e.getKey();
        e.getValue()
            .sort(
                Comparator.comparingDouble((Integer i) -> -candidates.get(i).worth(entries[i]))
                    .thenComparing(i -> i));
        if (round >= e.getValue().size() || left-- <= 0) continue;
        spans
            .computeIfAbsent(List.of(choice.from(), choice.to()), _ -> new ArrayList<>())
            .add(new Translated(choice.language(), candidates.get(e.getValue().get(round)).text));
      }
    }
    return spans;
  }

  private long[] entries(List<Candidate> candidates) throws IOException {
    List<String> terms = new ArrayList<>();
    for (Candidate c : candidates) terms.add(c.term);
    for (Candidate c : candidates) if (!c.plain.equals(c.term)) terms.add(c.plain);
    long[] found = engine.entries(terms, of);
    long[] entries = new long[candidates.size()];
    int next = entries.length;
    for (int i = 0; i < entries.length; i++) {
      Candidate c = candidates.get(i);
      entries[i] = c.plain.equals(c.term) ? found[i] : Math.max(found[i], found[next++]);
    }
    return entries;
  }

  /// Whether it carries no meaning by itself.
  private boolean isSmall(String word) {
    return Stemmer.of("en").isSmallWord(word) || (own != null && Stemmer.of(own).isSmallWord(word));
  }

  /// What texts of a language have in the index if they have a word in any form; of several words,
  /// the longest.
  static @Nullable String term(String language, String text) {
    String longest = "";
    WordScanner scanner = new WordScanner(text);
    boolean pair = false;
    while (scanner.next()) {
      if (scanner.isPair()) {
        pair = true;
        longest = scanner.word();
      } else if (scanner.word().length() > longest.length()) {
        longest = scanner.word();
      }
    }
    if (longest.isEmpty()) return null;
    Lexicon.Word word = Lexicon.of(language).of(longest, pair);
    BytesRef root = word.root();
    return (root == null ? word.exact() : root).utf8ToString();
  }
}
