package freshet.translate;

import freshet.store.Store;
import freshet.store.Translations.Kept;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What was translated before, of some texts from one language into another.
final class Memory {
  private final String from;
  private final String into;
  private final Map<String, Kept> known = new HashMap<>();
  private final Set<String> used = new TreeSet<>();

  private Memory(String from, String into) {
    this.from = from;
    this.into = into;
  }

  /// @param texts of any length
  /// @param preferred ids of translators, the best first
  static Memory of(
      Store store, Collection<String> texts, String from, String into, List<String> preferred) {
    Memory memory = new Memory(from, into);
    Map<String, String> keys = new HashMap<>();
    for (String text : texts) {
      for (String piece : Pieces.of(text, from)) keys.put(TextKey.of(piece, from, into), piece);
    }
    store
        .translations()
        .kept(keys.keySet())
        .forEach((hash, all) -> {
          Kept best = all.getFirst();
          for (Kept k : all) if (rank(preferred, k) < rank(preferred, best)) best = k;
          String piece = keys.get(hash);
          if (piece != null) memory.known.put(piece, best);
        });
    return memory;
  }

  private static int rank(List<String> preferred, Kept kept) {
    int at = preferred.indexOf(kept.provider());
    return at < 0 ? preferred.size() : at;
  }

  String from() {
    return from;
  }

  String into() {
    return into;
  }

  /// The pieces of a text that nobody translated yet.
  List<String> missing(String text) {
    return Pieces.of(text, from).stream().filter(p -> !known.containsKey(p)).toList();
  }

  /// The whole text, null if a piece of it is missing.
  @Nullable String translated(String text) {
    StringBuilder all = new StringBuilder();
    Set<String> by = new LinkedHashSet<>();
    for (String piece : Pieces.of(text, from)) {
      Kept kept = known.get(piece);
      if (kept == null) return null;
      all.append(kept.text());
      by.add(kept.provider());
    }
    used.addAll(by);
    return all.toString();
  }

  /// Adds what was translated just now.
  ///
  /// @param translated by its original
  void learn(String provider, Map<String, String> translated) {
    translated.forEach((piece, text) -> known.put(piece, new Kept(provider, text)));
  }

  /// Who translated what was asked for.
  List<String> used() {
    return new ArrayList<>(used);
  }

  String key(String piece) {
    return TextKey.of(piece, from, into);
  }
}
