package freshet.group;

import freshet.words.Folding;
import freshet.words.Stemmer;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What a language calls countries, months and days, as the Java platform knows it: countries are
/// the same in all languages, months and days are no names.
final class Countries {
  private static final int MOST_LANGUAGES = 400;
  private static final Map<String, Countries> LANGUAGES = new ConcurrentHashMap<>();

  private final Map<String, String> codes = new HashMap<>();
  private final Set<String> times = new HashSet<>();

  private Countries(String language) {
    if (language.isEmpty()) return;
    Locale locale = Locale.of(language);
    Stemmer stemmer = Stemmer.of(language);
    for (String code : Locale.getISOCountries()) {
      String name = Locale.of("", code).getDisplayCountry(locale).toLowerCase(locale);
      if (name.length() < 2 || name.indexOf(' ') >= 0) continue;
      codes.put(Folding.fold(name), code);
      String root = stemmer.root(name);
      if (root.length() > 3) codes.putIfAbsent(Folding.fold(root), code);
    }
    for (DayOfWeek day : DayOfWeek.values()) add(day.getDisplayName(TextStyle.FULL, locale));
    for (Month month : Month.values()) {
      add(month.getDisplayName(TextStyle.FULL, locale));
      add(month.getDisplayName(TextStyle.FULL_STANDALONE, locale));
    }
  }

  private void add(String time) {
    for (String word : time.split("[ -]")) times.add(Folding.fold(word));
  }

  static Countries of(String language) {
    Countries known = LANGUAGES.get(language);
    if (known != null) return known;
    if (LANGUAGES.size() > MOST_LANGUAGES) LANGUAGES.clear(); // feeds declare what they like
    return LANGUAGES.computeIfAbsent(language, Countries::new);
  }

  /// @param folded a word, or its root, as [Folding] writes it
  @Nullable String code(String folded) {
    return codes.get(folded);
  }

  boolean isTime(String folded) {
    return times.contains(folded);
  }
}
