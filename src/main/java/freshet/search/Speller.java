package freshet.search;

import freshet.search.Engine.Alike;
import freshet.words.Folding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.search.Query;
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

  private final Engine engine;
  private final List<String> languages;
  private final @Nullable Query of;

  /// @param of what is searched; null for all
  Speller(Engine engine, List<String> languages, @Nullable Query of) {
    this.engine = engine;
    this.languages = languages;
    this.of = of;
  }

  /// @param likeness one letter less alike must be made up for by being ten times as common
  private record Near(String word, double likeness, long entries) {
    static Near of(Alike alike) {
      return new Near(alike.word(), Math.pow(10, 12 * alike.likeness()), alike.entries());
    }

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
      String nearest = nearest(Folding.fold(word));
      if (nearest == null) continue;
      better = replace(better, word, nearest);
      changed = true;
    }
    return changed && !better.equals(query.understood()) ? better : null;
  }

  private boolean isKnown(String word) throws IOException {
    Set<String> forms = new LinkedHashSet<>(List.of(Folding.fold(word)));
    for (String language : languages) {
      BytesRef root = Lexicon.of(language).of(word, false).root();
      if (root != null) forms.add(root.utf8ToString());
      BytesRef plain = Lexicon.of(language).plainRoot(word);
      if (plain != null) forms.add(plain.utf8ToString());
    }
    BytesRef acronym = Spelling.acronym(Folding.fold(word));
    forms.add(acronym.utf8ToString());
    return engine.hasAny(forms, of);
  }

  private static String replace(String query, String word, String by) {
    WordScanner scanner = new WordScanner(query);
    while (scanner.next()) {
      if (!scanner.word().equals(word)) continue;
      return query.substring(0, scanner.start()) + by + query.substring(scanner.end());
    }
    return query;
  }

  private @Nullable String nearest(String word) throws IOException {
    List<Near> found = new ArrayList<>();
    for (Alike a : engine.alike(word, word.length() < 6 ? 1 : 2)) found.add(Near.of(a));
    found.sort(Comparator.comparingDouble(Near::likely).reversed());
    if (of == null || found.isEmpty()) return found.isEmpty() ? null : found.getFirst().word;
    List<Near> tried = found.subList(0, Math.min(found.size(), MOST_TRIED));
    long[] entries = engine.entries(tried.stream().map(Near::word).toList(), of);
    Near best = null;
    for (int i = 0; i < entries.length; i++) {
      Near seen = new Near(tried.get(i).word, tried.get(i).likeness, entries[i]);
      if (seen.entries > 0 && (best == null || seen.likely() > best.likely())) best = seen;
    }
    return best == null ? null : best.word;
  }
}
