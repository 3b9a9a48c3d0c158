package freshet.language;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What publishers write into language fields ("en-us", "iw", "no", "zh_TW"), as codes.
public final class Declared {
  /// Codes that were withdrawn, or that mean a language we call otherwise.
  private static final Map<String, String> OLD =
      Map.ofEntries(
          Map.entry("iw", "he"),
          Map.entry("in", "id"),
          Map.entry("ji", "yi"),
          Map.entry("mo", "ro"),
          Map.entry("sh", "sr"),
          Map.entry("fil", "tl"),
          Map.entry("cmn", "zh"),
          Map.entry("yue", "zh"),
          Map.entry("prs", "fa"),
          Map.entry("kmr", "ku"),
          Map.entry("jw", "jv"));

  /// Languages so close that a declared one is not called wrong when another of them is found.
  private static final Set<Set<String>> CLOSE =
      Set.of(
          Set.of("bs", "hr", "sr"),
          Set.of("no", "nb", "nn", "da"),
          Set.of("id", "ms"),
          Set.of("ku", "ckb"),
          Set.of("es", "gl"),
          Set.of("cs", "sk"));

  private Declared() {}

  /// The code of a declared language: "de-AT" is "de", "iw" is "he"; "" if it names none.
  public static String code(String declared) {
    String first = declared.strip().toLowerCase(Locale.ROOT).split("[-_,; ]", 2)[0];
    if (first.length() == 3) {
      for (String two : Locale.getISOLanguages()) {
        if (Locale.of(two).getISO3Language().equals(first)) return OLD.getOrDefault(two, two);
      }
    }
    return first.matches("[a-z]{2,3}") ? OLD.getOrDefault(first, first) : "";
  }

  /// Whether the text shows that the declaration is wrong: another language, found with confidence,
  /// and not one that is easily taken for it.
  public static boolean isWrong(String declared, Found found) {
    String code = code(declared);
    if (code.isEmpty() || !found.isKnown() || found.confidence() < 0.9) return false;
    if (means(code, found.language())) return false;
    return CLOSE.stream().noneMatch(s -> s.contains(code) && s.contains(found.language()));
  }

  /// Whether a declared code covers a language; "no" is both forms of Norwegian.
  static boolean means(String code, String language) {
    return code.equals(language)
        || (code.equals("no") && (language.equals("nb") || language.equals("nn")));
  }
}
