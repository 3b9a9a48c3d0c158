package freshet.dictionary;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What dictionaries and the index call languages.
final class LanguageCodes {
  private static final Map<String, String> SHORT = new HashMap<>();

  /// Languages whose words are mostly the same, or that are told from each other by chance.
  private static final List<List<String>> CLOSE =
      List.of(List.of("hr", "bs", "sr", "sh"), List.of("nb", "no", "nn"), List.of("id", "ms"));

  static {
    for (String code : Locale.getISOLanguages()) {
      SHORT.putIfAbsent(Locale.forLanguageTag(code).getISO3Language(), code);
    }
    SHORT.put("nor", "nb");
    SHORT.put("nob", "nb");
  }

  private LanguageCodes() {}

  /// `tur` is `tr`; what has no short code stays as it is.
  static String shortened(String code) {
    String low = code.toLowerCase(Locale.ROOT);
    return SHORT.getOrDefault(low, low);
  }

  /// The language itself, then those whose dictionaries serve it as well.
  static List<String> servedBy(String language) {
    for (List<String> close : CLOSE) if (close.contains(language)) return first(language, close);
    return List.of(language);
  }

  private static List<String> first(String language, List<String> close) {
    List<String> all = new java.util.ArrayList<>(List.of(language));
    for (String c : close) if (!c.equals(language)) all.add(c);
    return all;
  }
}
