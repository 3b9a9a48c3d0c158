package freshet.language;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Map;

/// Which script a letter belongs to, and which languages a script can mean.
final class Scripts {
  static final int NONE = 0;
  static final int LATIN = 1;
  static final int CYRILLIC = 2;
  static final int ARABIC = 3;
  static final int DEVANAGARI = 4;
  static final int BENGALI = 5;
  static final int ETHIOPIC = 6;
  static final int HEBREW = 7;
  static final int HAN = 8;
  static final int KANA = 9;
  static final int COUNT = 28;

  private static final int FIRST_ALONE = 10;

  /// Scripts that one language writes, or one by far more than all others.
  private static final List<Map.Entry<UnicodeScript, String>> ALONE =
      List.of(
          Map.entry(UnicodeScript.HANGUL, "ko"),
          Map.entry(UnicodeScript.GREEK, "el"),
          Map.entry(UnicodeScript.ARMENIAN, "hy"),
          Map.entry(UnicodeScript.GEORGIAN, "ka"),
          Map.entry(UnicodeScript.GUJARATI, "gu"),
          Map.entry(UnicodeScript.GURMUKHI, "pa"),
          Map.entry(UnicodeScript.TAMIL, "ta"),
          Map.entry(UnicodeScript.TELUGU, "te"),
          Map.entry(UnicodeScript.KANNADA, "kn"),
          Map.entry(UnicodeScript.MALAYALAM, "ml"),
          Map.entry(UnicodeScript.ORIYA, "or"),
          Map.entry(UnicodeScript.SINHALA, "si"),
          Map.entry(UnicodeScript.THAI, "th"),
          Map.entry(UnicodeScript.LAO, "lo"),
          Map.entry(UnicodeScript.KHMER, "km"),
          Map.entry(UnicodeScript.MYANMAR, "my"),
          Map.entry(UnicodeScript.TIBETAN, "bo"),
          Map.entry(UnicodeScript.THAANA, "dv"));

  /// The languages of the n-gram model that are not written in Latin letters.
  private static final Map<Integer, List<String>> MODELLED =
      Map.of(
          CYRILLIC,
              List.of("be", "bg", "kk", "mk", "mn", "ru", "sr", "uk", "ky", "tg", "tt", "ba", "cv"),
          ARABIC, List.of("ar", "fa", "ur", "ps", "sd", "ug", "ckb"),
          DEVANAGARI, List.of("hi", "mr", "ne"),
          BENGALI, List.of("bn", "as"),
          ETHIOPIC, List.of("am", "ti"),
          HEBREW, List.of("he", "yi"));

  private static final byte[] OF = new byte[Character.MAX_VALUE + 1];

  static {
    for (int c = 0; c < OF.length; c++) {
      int type = Character.getType(c);
      if (Character.isLetter(c)
          || type == Character.NON_SPACING_MARK
          || type == Character.COMBINING_SPACING_MARK) {
        OF[c] = (byte) number(UnicodeScript.of(c));
      }
    }
  }

  private Scripts() {}

  private static int number(UnicodeScript script) {
    for (int i = 0; i < ALONE.size(); i++) {
      if (ALONE.get(i).getKey() == script) return FIRST_ALONE + i;
    }
    return switch (script) {
      case LATIN -> LATIN;
      case CYRILLIC -> CYRILLIC;
      case ARABIC -> ARABIC;
      case DEVANAGARI -> DEVANAGARI;
      case BENGALI -> BENGALI;
      case ETHIOPIC -> ETHIOPIC;
      case HEBREW -> HEBREW;
      case HAN -> HAN;
      case HIRAGANA, KATAKANA -> KANA;
      default -> NONE;
    };
  }

  /// The script of a letter or mark; [#NONE] for anything else and for scripts unknown here.
  static int of(char c) {
    return OF[c];
  }

  /// The one language of a script, or "" if the letters must decide.
  static String onlyLanguage(int script) {
    return script >= FIRST_ALONE ? ALONE.get(script - FIRST_ALONE).getValue() : "";
  }

  /// The script in which the model knows a language.
  static int modelled(String language) {
    for (var entry : MODELLED.entrySet()) {
      if (entry.getValue().contains(language)) return entry.getKey();
    }
    return LATIN;
  }
}
