package freshet.parse;

import java.text.Normalizer;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Months by name in the languages of the world. English is answered at once; the rest, from the
/// JDK's locale data, is loaded when the first feed needs it.
final class MonthNames {
  private MonthNames() {}

  /// 1 to 12, or 0 for a word that is no month.
  ///
  /// @param language of the feed: `listopad` is October in Croatian and November in Polish
  static int number(String lowerCaseWord, @Nullable String language) {
    int english = english(lowerCaseWord);
    if (english >= 0) return english;
    return lowerCaseWord.length() < 3 ? 0 : World.number(lowerCaseWord, language);
  }

  /// 0 for a day of the week, -1 for a word that is not English.
  private static int english(String w) {
    return switch (w) {
      case "mon", "tue", "wed", "thu", "fri", "sat", "sun" -> 0;
      case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday" -> 0;
      case "jan", "january" -> 1;
      case "feb", "february" -> 2;
      case "mar", "march" -> 3;
      case "apr", "april" -> 4;
      case "may" -> 5;
      case "jun", "june" -> 6;
      case "jul", "july" -> 7;
      case "aug", "august" -> 8;
      case "sep", "sept", "september" -> 9;
      case "oct", "october" -> 10;
      case "nov", "november" -> 11;
      case "dec", "december" -> 12;
      default -> -1;
    };
  }

  /// Without marks above letters, so that `février`, `fevrier` and `FÉVRIER` are one.
  private static String bare(String word) {
    String s = Normalizer.normalize(word.toLowerCase(Locale.ROOT), Normalizer.Form.NFD);
    return s.replaceAll("\\p{M}", "").replace('ı', 'i').replace("ß", "ss");
  }

  private static final class World {
    private static final String[] LANGUAGES = {
      "en", "et", "tr", "hr", "ro", "de", "fr", "es", "ru", "el", "it", "pt", "nl", "sv", "fi",
      "da", "nb", "pl", "cs", "sk", "sl", "hu", "bg", "uk", "sr", "lt", "lv", "ca", "gl", "id",
      "is", "sq", "mk", "az", "eu", "cy", "ga"
    };

    /// Short forms that the locale data lacks.
    private static final String[] EXTRA = {
      "jaan", "1", "veebr", "2", "marts", "3", "dets", "12", "ιον", "6", "ιολ", "7", "νον", "11",
      "μαη", "5", "μαι", "5", "juni", "6", "juli", "7", "maerz", "3", "mrz", "3", "ene", "1",
      "ago", "8", "dic", "12", "sty", "1", "лист", "11"
    };

    private static final Map<String, Map<String, Integer>> BY_LANGUAGE = new HashMap<>();
    private static final Map<String, Integer> ALL = new LinkedHashMap<>();

    static {
      TextStyle[] styles = {
        TextStyle.FULL, TextStyle.SHORT, TextStyle.FULL_STANDALONE, TextStyle.SHORT_STANDALONE
      };
      for (String language : LANGUAGES) {
        Map<String, Integer> names = new HashMap<>();
        for (Month m : Month.values()) {
          for (TextStyle style : styles) {
            String name = bare(m.getDisplayName(style, Locale.of(language))).replace(".", "");
            if (name.length() >= 3 && !isDigit(name.charAt(0))) {
              names.putIfAbsent(name, m.getValue());
              ALL.putIfAbsent(name, m.getValue());
            }
          }
        }
        BY_LANGUAGE.put(language, names);
      }
      for (int i = 0; i < EXTRA.length; i += 2) {
        ALL.putIfAbsent(EXTRA[i], Integer.valueOf(EXTRA[i + 1]));
      }
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    static int number(String word, @Nullable String language) {
      String w = bare(word);
      if (language != null && language.length() >= 2) {
        Map<String, Integer> own =
            BY_LANGUAGE.get(language.substring(0, 2).toLowerCase(Locale.ROOT));
        int found = own == null ? 0 : find(own, w);
        if (found > 0) return found;
      }
      return find(ALL, w);
    }

    /// The word itself, else a name that it begins or that begins it.
    private static int find(Map<String, Integer> names, String w) {
      Integer exact = names.get(w);
      if (exact != null) return exact;
      int best = 0;
      int length = 0;
      for (Map.Entry<String, Integer> e : names.entrySet()) {
        String name = e.getKey();
        boolean cut = name.startsWith(w);
        boolean longer = name.length() >= 4 && w.startsWith(name);
        if ((cut || longer) && Math.min(name.length(), w.length()) > length) {
          best = e.getValue();
          length = Math.min(name.length(), w.length());
        }
      }
      return best;
    }
  }
}
