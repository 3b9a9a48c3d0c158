package freshet.search;

import freshet.words.Folding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Places and people that texts in Latin letters call by several names: who looks for `Kyiv` finds
/// `Kiev`, too. The file is a list to be added to: a line for each, the names beside each other.
final class Aliases {
  private static final Map<String, List<String>> NAMES = read();

  private Aliases() {}

  /// The other names, folded; none for nearly every word.
  static List<String> of(String word) {
    List<String> all = NAMES.get(Folding.fold(word));
    if (all == null) return List.of();
    String folded = Folding.fold(word);
    return all.stream().filter(n -> !n.equals(folded)).toList();
  }

  private static Map<String, List<String>> read() {
    Map<String, List<String>> names = new HashMap<>();
    try (InputStream in = Aliases.class.getResourceAsStream("/freshet/search/aliases.txt")) {
      String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      for (String line : all.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
        List<String> same = List.of(Folding.fold(line).split(" "));
        for (String name : same) names.put(name, same);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(names);
  }
}
