package freshet.translate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What an account wants translated: all that is in none of the languages it reads.
///
/// @param reads two-letter codes
/// @param into one of them
public record Wish(Set<String> reads, String into) {
  /// Names of the account's settings.
  public static final String READS = "translate.reads";

  /// Empty: nothing is translated.
  public static final String INTO = "translate.into";

  public Wish {
    Set<String> all = new TreeSet<>(reads);
    all.add(into);
    reads = Set.copyOf(all);
  }

  /// @param settings of an account
  /// @return empty if it wants nothing translated
  public static Optional<Wish> of(Map<String, String> settings) {
    String into = code(settings.get(INTO));
    if (into == null) return Optional.empty();
    Set<String> reads = new TreeSet<>();
    for (String word : settings.getOrDefault(READS, "").split("[\\s,;]+")) {
      String code = code(word);
      if (code != null) reads.add(code);
    }
    return Optional.of(new Wish(reads, into));
  }

  /// Whether a text of this language is to be translated.
  public boolean wants(@Nullable String language) {
    String code = code(language);
    return code != null && !reads.contains(code);
  }

  /// The language of a tag such as `pt-BR`; null if it says none.
  public static @Nullable String code(@Nullable String tag) {
    if (tag == null) return null;
    String code = tag.strip().toLowerCase(Locale.ROOT).split("[-_]", 2)[0];
    if (!code.matches("[a-z]{2,3}") || code.equals("und")) return null;
    return switch (code) {
      case "iw" -> "he";
      case "in" -> "id";
      case "nb", "nn" -> "no";
      default -> code;
    };
  }
}
