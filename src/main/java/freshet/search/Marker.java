package freshet.search;

import freshet.model.Piece;
import freshet.search.Lexicon.Word;
import freshet.text.Cut;
import freshet.words.Folding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/// Marks the words of a query in a text, in whatever form they stand there, and cuts out the part
/// of a long text that has the most of them. Words like "and" are marked only where a phrase has
/// them, or where nothing else was asked for.
public final class Marker {
  private static final int EXCERPT = 300;
  private static final int LEAD = 60;
  private static final int LONGEST = 200_000;
  private static final int MOST_MARKS = 2_000;

  /// Languages with other letters, in which a name may be written otherwise.
  private static final List<String> FOREIGN = List.of("ru", "el", "ar", "he", "ja");

  private record Span(int start, int end, int number) {}

  private final List<String> words = new ArrayList<>();
  private final Set<BytesRef> exact = new HashSet<>();

  /// In texts of one language only: the words of the query that were translated into it.
  private final Map<String, List<BytesRef>> translated = new HashMap<>();

  /// What was typed outside of phrases, word by word.
  private final List<String> typed = new ArrayList<>();

  /// The words of each phrase, one after the other.
  private final List<List<String>> phrases = new ArrayList<>();

  private final List<BytesRef> singles = new ArrayList<>();
  private final List<String> patterns = new ArrayList<>();

  /// Words as they stand in the index beside those of the text.
  private final Set<BytesRef> beside = new HashSet<>();

  public Marker(SearchQuery query) {
    Node last = null;
    for (Node node : query.words()) {
      if (last instanceof Node.Word(_, String first)
          && node instanceof Node.Word(_, String second)) {
        String one = Spelling.oneOf(first, second);
        if (one != null) takeWays(one);
      }
      last = node;
      switch (node) {
        case Node.Word(_, String text) -> {
          typed.addAll(wordsOf(text));
          takeWays(text);
        }
        case Node.Phrase(_, String text) -> {
          phrases.add(wordsOf(text));
          take(text, false);
        }
        case Node.Pattern(_, String text) -> patterns.add(Folding.fold(text));
        default -> {}
      }
    }
    for (Node.Translated t : query.translated()) takeTranslated(t);
  }

  /// Without those of scripts that have no spaces.
  private static List<String> wordsOf(String text) {
    List<String> found = new ArrayList<>();
    WordScanner scanner = new WordScanner(text);
    while (scanner.next()) if (!scanner.isPair()) found.add(scanner.word());
    return found;
  }

  private static BytesRef written(String word) {
    return Lexicon.of(null).of(word, false).exact();
  }

  private void takeTranslated(Node.Translated t) {
    List<BytesRef> known = translated.computeIfAbsent(t.language(), _ -> new ArrayList<>());
    Lexicon lexicon = Lexicon.of(t.language());
    boolean several = wordsOf(t.text()).size() > 1;
    WordScanner scanner = new WordScanner(t.text());
    while (scanner.next()) {
      if (several && lexicon.isSmall(scanner.word())) continue;
      Word word = lexicon.of(scanner.word(), scanner.isPair());
      known.add(word.exact());
      if (word.root() != null) known.add(word.root());
    }
  }

  private void takeWays(String text) {
    List<Spelling.Way> ways = Spelling.ways(text, FOREIGN, true);
    if (ways.isEmpty()) take(text, true);
    for (Spelling.Way way : ways) {
      if (way.term() != null) beside.add(way.term());
      for (String w : way.words()) {
        exact.add(Lexicon.of(null).of(w, false).exact());
        if (way.forms()) words.add(w);
      }
    }
  }

  private void take(String text, boolean forms) {
    WordScanner scanner = new WordScanner(text);
    while (scanner.next()) {
      String word = scanner.word();
      BytesRef written = Lexicon.of(null).of(word, scanner.isPair()).exact();
      exact.add(written);
      if (forms && !scanner.isPair()) words.add(word);
      if (scanner.isPair()
          && !scanner.isLastOfRun()
          && word.codePointCount(0, word.length()) == 1) {
        singles.add(written);
      }
    }
  }

  /// The whole text, marked.
  public List<Piece> whole(String text, @Nullable String language) {
    return pieces(text, spans(text, language), 0, text.length());
  }

  /// The part of the text with the most different words of the query; its beginning if it has none.
  public List<Piece> excerpt(String text, @Nullable String language) {
    String read = Cut.start(text, LONGEST);
    List<Span> spans = spans(read, language);
    int from = start(read, spans);
    int to = Math.min(read.length(), from + EXCERPT);
    if (to < read.length()) {
      int blank = read.lastIndexOf(' ', to);
      if (blank > from + EXCERPT / 2) to = blank;
      if (Character.isHighSurrogate(read.charAt(to - 1))) to--;
    }
    List<Piece> pieces = new ArrayList<>();
    if (from > 0) pieces.add(new Piece("… ", false));
    pieces.addAll(pieces(read, spans, from, to));
    if (to < text.length()) pieces.add(new Piece(" …", false));
    return pieces;
  }

  private static int start(String text, List<Span> spans) {
    if (text.length() <= EXCERPT || spans.isEmpty() || spans.getFirst().end < EXCERPT / 2) {
      if (spans.size() < 2 || text.length() <= EXCERPT) {
        return spans.isEmpty() || spans.getFirst().end < EXCERPT
            ? 0
            : before(text, spans.getFirst().start);
      }
    }
    int best = 0;
    int most = -1;
    for (int i = 0; i < spans.size(); i++) {
      int end = Math.max(0, spans.get(i).start - LEAD) + EXCERPT;
      Set<Integer> seen = new HashSet<>();
      int marks = 0;
      for (int j = i; j < spans.size() && spans.get(j).end <= end; j++) {
        marks += seen.add(spans.get(j).number) ? 100 : 1;
      }
      if (marks > most) {
        most = marks;
        best = i;
      }
    }
    int start = spans.get(best).start;
    return start < EXCERPT / 3 ? 0 : before(text, start);
  }

  /// A little before a place, at the beginning of a word.
  private static int before(String text, int place) {
    int at = Math.max(0, place - LEAD);
    if (at == 0) return 0;
    int blank = text.indexOf(' ', at);
    if (blank >= 0 && blank < place) return blank + 1;
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }

  private List<Span> spans(String text, @Nullable String language) {
    Lexicon lexicon = Lexicon.of(language);
    List<BytesRef> roots = new ArrayList<>();
    for (String w : words) {
      BytesRef root = lexicon.of(w, false).root();
      if (root != null) roots.add(root);
    }
    List<BytesRef> foreign = translated.getOrDefault(Lexicon.name(language), List.of());
    roots.addAll(foreign);
    Set<BytesRef> small = small(lexicon);
    BitSet within = small.isEmpty() ? new BitSet() : phrasesIn(text, lexicon);
    List<Span> spans = new ArrayList<>();
    WordScanner scanner = new WordScanner(text);
    for (int at = 0; scanner.next() && spans.size() < MOST_MARKS; at++) {
      Word word = lexicon.at(scanner.source(), scanner.from(), scanner.to(), scanner.isPair());
      // A small word may still begin a name: at of AT&T.
      boolean meant = !small.contains(word.exact()) || within.get(at);
      int number = meant ? number(word, roots, scanner.isPair()) : 0;
      if (number == 0 && meant && foreign.contains(word.exact()))
        number = word.exact().hashCode() | 1;
      int end = scanner.end();
      if (number == 0) {
        Beside other = beside(scanner);
        if (other == null) continue;
        number = other.number;
        end = other.end;
      }
      // of a pair that only begins with the character that was asked for, that alone
      if (scanner.isPair() && !exact.contains(word.exact()) && !foreign.contains(word.exact())) {
        end = scanner.start() + Character.charCount(text.codePointAt(scanner.start()));
      }
      Span last = spans.isEmpty() ? null : spans.getLast();
      if (last != null && last.end >= scanner.start() && scanner.isPair()) {
        spans.set(spans.size() - 1, new Span(last.start, Math.max(last.end, end), last.number));
      } else {
        spans.add(new Span(scanner.start(), end, number));
      }
    }
    return spans;
  }

  /// The words of the query that carry no meaning in a language and are no reason to mark anything;
  /// none where nothing else was asked for. `WHO` in capitals is meant.
  private Set<BytesRef> small(Lexicon lexicon) {
    Set<BytesRef> small = new HashSet<>();
    boolean others = !phrases.isEmpty() || !patterns.isEmpty();
    for (String word : typed) {
      boolean meant = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
      if (!meant && lexicon.isSmall(word)) small.add(written(word));
      else others = true;
    }
    if (!others) return Set.of();
    for (List<String> phrase : phrases) {
      for (String word : phrase) if (lexicon.isSmall(word)) small.add(written(word));
    }
    return small;
  }

  /// Which words of a text belong to a phrase.
  private BitSet phrasesIn(String text, Lexicon lexicon) {
    BitSet within = new BitSet();
    if (phrases.isEmpty()) return within;
    List<BytesRef> all = new ArrayList<>();
    WordScanner scanner = new WordScanner(text);
    while (scanner.next()) {
      all.add(lexicon.at(scanner.source(), scanner.from(), scanner.to(), scanner.isPair()).exact());
    }
    for (List<String> phrase : phrases) {
      List<BytesRef> wanted = phrase.stream().map(Marker::written).toList();
      for (int i = 0; !wanted.isEmpty() && i + wanted.size() <= all.size(); i++) {
        if (all.subList(i, i + wanted.size()).equals(wanted)) within.set(i, i + wanted.size());
      }
    }
    return within;
  }

  private record Beside(int number, int end) {}

  /// What the text has in another way than the query; null if nothing.
  private @Nullable Beside beside(WordScanner scanner) {
    List<BytesRef> terms = new ArrayList<>();
    Spelling.beside(scanner, terms);
    for (BytesRef t : terms) {
      if (beside.contains(t) || exact.contains(t)) {
        return new Beside(t.hashCode() | 1, scanner.togetherEnd());
      }
    }
    return null;
  }

  /// Which word of the query it is, 0 if none.
  private int number(Word word, List<BytesRef> roots, boolean pair) {
    BytesRef root = word.root();
    if (root != null && roots.contains(root)) return root.hashCode() | 1;
    if (exact.contains(word.exact())) return word.exact().hashCode() | 1;
    if (pair) {
      for (BytesRef single : singles) {
        if (startsWith(word.exact(), single)) return single.hashCode() | 1;
      }
    }
    for (String pattern : patterns) {
      if (fits(pattern, 0, word.exact().utf8ToString(), 0)) return pattern.hashCode() | 1;
    }
    return 0;
  }

  private static boolean startsWith(BytesRef word, BytesRef start) {
    return word.length >= start.length
        && java.util.Arrays.equals(
            word.bytes,
            word.offset,
            word.offset + start.length,
            start.bytes,
            start.offset,
            start.offset + start.length);
  }

  /// At most three wildcards and forty letters, so that trying is cheap.
  private static boolean fits(String pattern, int p, String word, int w) {
    while (p < pattern.length()) {
      char c = pattern.charAt(p);
      if (c == '*') {
        for (int i = w; i <= word.length(); i++) if (fits(pattern, p + 1, word, i)) return true;
        return false;
      }
      if (w >= word.length() || (c != '?' && c != word.charAt(w))) return false;
      p++;
      w++;
    }
    return w == word.length();
  }

  private static List<Piece> pieces(String text, List<Span> spans, int from, int to) {
    List<Piece> pieces = new ArrayList<>();
    int at = from;
    for (Span s : spans) {
      if (s.start < at || s.end > to) continue;
      if (s.start > at) pieces.add(new Piece(text.substring(at, s.start), false));
      pieces.add(new Piece(text.substring(s.start, s.end), true));
      at = s.end;
    }
    if (at < to) pieces.add(new Piece(text.substring(at, to), false));
    return pieces;
  }
}
