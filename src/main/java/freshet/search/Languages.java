package freshet.search;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Languages by whatever people call them: `et`, `est`, `Estonian`, `Estnisch`, `eesti`.
final class Languages {
  private static final Map<String, String> BY_NAME = new HashMap<>();

  static {
    for (String code : Locale.getISOLanguages()) {
      Locale language = Locale.forLanguageTag(code);
      for (Locale in : new Locale[] {Locale.ENGLISH, Locale.GERMAN, language}) {
        BY_NAME.putIfAbsent(language.getDisplayLanguage(in).toLowerCase(Locale.ROOT), code);
      }
      BY_NAME.putIfAbsent(language.getISO3Language(), code);
    }
  }

  private Languages() {}

  /// Null if nobody calls a language so.
  static @Nullable String code(String written) {
    String name = written.strip().toLowerCase(Locale.ROOT);
    String known = BY_NAME.get(name);
    if (known != null) return known;
    String code = Lexicon.name(name);
    return code.isEmpty() ? null : code;
  }
}
