package freshet.search;

import freshet.words.Folding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Names in other letters. Texts in Cyrillic and Greek letters have a key for each word that begins
/// with a capital; a name in Latin letters leads to the same key, whichever of the ways to write it
/// was chosen: `Zelensky`, `Zelenskyy`, `Selenskyj` and `Зеленського` are all `zelensk`. The other
/// way round, and for Arabic letters, a query is written in the likeliest ways.
///
/// A key is what is heard, roughly: endings of cases and vowels at the end are left out, `kh` and
/// `х` are `h`, `ch` and `ч` are `c`. It is no good for names that are not written as they sound
/// (`Biden`, `Trump`).
final class Transliteration {
  private static final int SHORTEST = 3;
  private static final int MOST_KEYS = 8;
  private static final int MOST_SPELLINGS = 16;

  /// Languages whose texts have keys.
  private static final Set<String> WITH_KEYS =
      Set.of("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "el", "bs", "tg");

  private static final Set<String> ARABIC = Set.of("ar", "fa", "ur", "ps", "ckb");

  private static final Set<String> HEBREW = Set.of("he", "iw", "yi");

  private static final Map<Character, String> CYRILLIC =
      Map.ofEntries(
          Map.entry('а', "a"),
          Map.entry('б', "b"),
          Map.entry('в', "v"),
          Map.entry('г', "g"),
          Map.entry('ґ', "g"),
          Map.entry('д', "d"),
          Map.entry('ђ', "d"),
          Map.entry('е', "e"),
          Map.entry('ё', "e"),
          Map.entry('є', "e"),
          Map.entry('э', "e"),
          Map.entry('ж', "z"),
          Map.entry('з', "z"),
          Map.entry('и', "i"),
          Map.entry('і', "i"),
          Map.entry('ї', "i"),
          Map.entry('й', "i"),
          Map.entry('ј', "i"),
          Map.entry('к', "k"),
          Map.entry('л', "l"),
          Map.entry('љ', "li"),
          Map.entry('м', "m"),
          Map.entry('н', "n"),
          Map.entry('њ', "ni"),
          Map.entry('о', "o"),
          Map.entry('п', "p"),
          Map.entry('р', "r"),
          Map.entry('с', "s"),
          Map.entry('т', "t"),
          Map.entry('ћ', "c"),
          Map.entry('у', "u"),
          Map.entry('ў', "u"),
          Map.entry('ф', "f"),
          Map.entry('х', "h"),
          Map.entry('ц', "c"),
          Map.entry('ч', "c"),
          Map.entry('џ', "dz"),
          Map.entry('ш', "s"),
          Map.entry('щ', "sc"),
          Map.entry('ъ', ""),
          Map.entry('ы', "i"),
          Map.entry('ь', ""),
          Map.entry('ю', "iu"),
          Map.entry('я', "ia"),
          Map.entry('ѓ', "g"),
          Map.entry('ќ', "k"),
          Map.entry('ѕ', "dz"));

  private static final Map<Character, String> GREEK =
      Map.ofEntries(
          Map.entry('α', "a"),
          Map.entry('β', "v"),
          Map.entry('γ', "g"),
          Map.entry('δ', "d"),
          Map.entry('ε', "e"),
          Map.entry('ζ', "z"),
          Map.entry('η', "i"),
          Map.entry('θ', "t"),
          Map.entry('ι', "i"),
          Map.entry('κ', "k"),
          Map.entry('λ', "l"),
          Map.entry('μ', "m"),
          Map.entry('ν', "n"),
          Map.entry('ξ', "ks"),
          Map.entry('ο', "o"),
          Map.entry('π', "p"),
          Map.entry('ρ', "r"),
          Map.entry('σ', "s"),
          Map.entry('ς', "s"),
          Map.entry('τ', "t"),
          Map.entry('υ', "i"),
          Map.entry('φ', "f"),
          Map.entry('χ', "h"),
          Map.entry('ψ', "ps"),
          Map.entry('ω', "o"));

  /// Endings of names in the Slavic languages, the longer ones first.
  private static final String[] SLAVIC_ENDINGS = {
    "ськими", "ского", "ського", "скому", "ському", "ською", "ский", "ський", "ским", "ським",
    "ского", "ском", "ская", "скую", "ской", "ська", "ську", "ські", "ские", "ских", "ських",
    "скими"
  };

  private static final String[] OTHER_ENDINGS = {
    "ого", "ому", "ыми", "ими", "ами", "ями", "ого", "ею", "ою", "ой", "ей", "ий", "ый", "ій",
    "ым", "им", "ом", "ем", "ов", "ам", "ах", "ах", "ая", "яя", "ую", "юю", "их", "ых"
  };

  /// What names ending in a consonant have in other cases, the longer ones first.
  private static final String[] NAME_ENDINGS = {"ому", "ого", "ым", "ом", "ем", "а", "у", "е"};

  private Transliteration() {}

  /// Whether names in texts of a language are looked for by how they sound in Latin letters.
  static boolean hasOtherLetters(String language) {
    return WITH_KEYS.contains(language) || ARABIC.contains(language) || HEBREW.contains(language);
  }

  /// Whether it is a letter of the scripts whose words have keys.
  static boolean isForeign(char c) {
    return c >= 0x0370 && c < 0x0530;
  }

  private static boolean isGreek(char c) {
    return c >= 0x0370 && c < 0x0400;
  }

  /// The key of a word in Cyrillic or Greek letters; "" if it has none.
  static String key(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    return isGreek(small.charAt(0)) ? greek(small) : slavic(small);
  }

  private static String slavic(String word) {
    String stem = word;
    for (String ending : SLAVIC_ENDINGS) {
      if (stem.length() > ending.length() + 2 && stem.endsWith(ending)) {
        return finished(
            letters(stem.substring(0, stem.length() - ending.length()) + "ск", CYRILLIC));
      }
    }
    for (String ending : OTHER_ENDINGS) {
      // What is left must be a name still; -ов belongs to it in Иванов, whose forms keep it.
      if (stem.length() > ending.length() + 3 && stem.endsWith(ending) && !ending.equals("ов")) {
        stem = stem.substring(0, stem.length() - ending.length());
        break;
      }
    }
    return finished(letters(stem, CYRILLIC));
  }

  private static String greek(String word) {
    StringBuilder bare = new StringBuilder();
    String apart = java.text.Normalizer.normalize(word, java.text.Normalizer.Form.NFD);
    for (int i = 0; i < apart.length(); i++) {
      if (Character.getType(apart.charAt(i)) != Character.NON_SPACING_MARK) {
        bare.append(apart.charAt(i));
      }
    }
    String s =
        bare.toString()
            .replace("ου", "U")
            .replace("μπ", "B")
            .replace("ντ", "D")
            .replace("γκ", "G")
            .replace("γγ", "G")
            .replace("αι", "ε")
            .replace("ει", "ι")
            .replace("οι", "ι")
            .replace("ευ", "εβ")
            .replace("αυ", "αβ");
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c < 0x80) out.append(Character.toLowerCase(c));
      else out.append(GREEK.getOrDefault(c, ""));
    }
    String key = out.toString();
    if (key.length() > 4 && key.endsWith("s")) key = key.substring(0, key.length() - 1);
    return finished(key);
  }

  /// What the letters and digits of a model are in Latin letters: `t34` of `Т34`; null for a word
  /// without digits or of other letters.
  static @Nullable String model(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    boolean digits = false;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < small.length(); i++) {
      char c = small.charAt(i);
      String letter = CYRILLIC.get(c);
      digits |= c >= '0' && c <= '9';
      if (letter == null && (c < '0' || c > '9')) return null;
      out.append(letter == null ? String.valueOf(c) : letter);
    }
    boolean foreign = !small.isEmpty() && isForeign(small.charAt(0));
    return digits && foreign ? out.toString() : null;
  }

  private static String letters(String word, Map<Character, String> table) {
    StringBuilder out = new StringBuilder(word.length() + 4);
    for (int i = 0; i < word.length(); i++) out.append(table.getOrDefault(word.charAt(i), ""));
    return out.toString();
  }

  /// Without what is written otherwise each time: doubled letters, vowels at the end.
  private static String finished(String key) {
    StringBuilder out = new StringBuilder(key.length());
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean ts = c == 's' && !out.isEmpty() && out.charAt(out.length() - 1) == 't';
      if (ts) out.setCharAt(out.length() - 1, 'c');
      else if (out.isEmpty() || out.charAt(out.length() - 1) != c) out.append(c);
    }
    int end = out.length();
    // Вот is no vote: of what is short, the vowel at the end belongs to it.
    while (end > SHORTEST + 1 && "aeiou".indexOf(out.charAt(end - 1)) >= 0) end--;
    return end < SHORTEST ? "" : out.substring(0, end);
  }

  /// The keys that a word of a query may have in texts with other letters.
  static Set<String> keys(String word, List<String> languages) {
    if (word.length() < SHORTEST || languages.stream().noneMatch(WITH_KEYS::contains)) {
      return Set.of();
    }
    if (isForeign(word.charAt(0))) return of(key(word));
    String s = Folding.fold(word);
    if (!s.chars().allMatch(c -> c >= 'a' && c <= 'z')) return Set.of();
    Set<String> keys = new LinkedHashSet<>();
    String heard = heard(s);
    add(keys, heard);
    if (s.startsWith("j")) add(keys, "dz" + heard.substring(1)); // Johnson, Джонсон
    if (heard.indexOf('h') >= 0) add(keys, heard.replace('h', 'g')); // Hamburg, Гамбург
    if (heard.startsWith("s")) add(keys, "z" + heard.substring(1)); // Selenskyj, as Germans write
    String german = heard(s.replace("tsch", "C").replace("sch", "S").replace("ch", "h"), true);
    if (s.matches(".*[jwz].*|.*ch.*")) add(keys, german); // Jelzin, Tschechow
    if (heard.endsWith("ov")) { // Gorbachyov, Горбачёв
      add(keys, heard.replaceFirst("i?ov$", "ev"));
      add(keys, german.replaceFirst("i?ov$", "ev"));
    }
    if (s.length() > 5 && s.endsWith("s")) add(keys, heard.substring(0, heard.length() - 1));
    if (languages.contains("el")) { // Olympiakos, Ολυμπιακός: two letters are one of Latin
      String one = heard.replaceAll("m[pb]", "b").replaceAll("n[td]", "d").replaceAll("n[gk]", "g");
      if (!one.equals(heard))
        add(keys, one.endsWith("s") ? one.substring(0, one.length() - 1) : one);
    }
    return keys;
  }

  private static Set<String> of(String key) {
    return key.isEmpty() ? Set.of() : Set.of(key);
  }

  private static void add(Set<String> keys, String heard) {
    String key = finished(heard);
    if (!key.isEmpty() && keys.size() < MOST_KEYS) keys.add(key);
  }

  private static final String[][] SOUNDS = {
    {"shch", "S"},
    {"schtsch", "S"},
    {"tsch", "c"},
    {"tch", "c"},
    {"sch", "s"},
    {"zh", "z"},
    {"kh", "h"},
    {"ch", "c"},
    {"sh", "s"},
    {"ph", "f"},
    {"th", "t"},
    {"ck", "k"},
    {"ou", "u"},
    {"oo", "u"},
    {"oh", "o"},
    {"ee", "i"},
    {"tz", "c"},
    {"ts", "c"},
    {"qu", "kv"},
    {"ye", "e"},
    {"yo", "io"}
  };

  private static String heard(String s) {
    return heard(s, false);
  }

  /// @param german whether z is ts, and je is e
  private static String heard(String word, boolean german) {
    String s = german ? word.replace("je", "e").replace('z', 'C') : word;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < s.length(); ) {
      String by = null;
      for (String[] sound : SOUNDS) {
        if (s.startsWith(sound[0], i)) {
          by = sound[1].equals("S") ? "sc" : sound[1];
          i += sound[0].length();
          break;
        }
      }
      if (by == null) {
        by = letter(s, i);
        i++;
      }
      out.append(by);
    }
    return out.toString();
  }

  private static String letter(String s, int i) {
    char c = s.charAt(i);
    return switch (c) {
      case 'c' ->
          (i + 1 < s.length() && "eiy".indexOf(s.charAt(i + 1)) >= 0) || isLast(s, i) ? "c" : "k";
      case 'C' -> "c";
      case 'S' -> "s";
      case 'q' -> "k";
      case 'w' -> "v";
      case 'x' -> "ks";
      case 'y', 'j' -> "i";
      default -> String.valueOf(c);
    };
  }

  private static boolean isLast(String s, int i) {
    return i == s.length() - 1; // Vučić
  }

  /// How a word may be written in the letters of the texts that are searched: of Cyrillic and Greek
  /// in Latin letters, of Latin in Arabic ones.
  static List<String> spellings(String word, List<String> languages) {
    if (word.length() < 4) return List.of();
    String small = word.toLowerCase(Locale.ROOT);
    if (isForeign(small.charAt(0))) {
      if (isGreek(small.charAt(0))) return greekInLatin(small);
      Set<String> ways = new LinkedHashSet<>(cyrillicInLatin(small));
      String bare = withoutCase(small);
      if (!bare.equals(small)) ways.addAll(cyrillicInLatin(bare));
      return List.copyOf(ways);
    }
    String s = Folding.fold(word);
    if (!s.chars().allMatch(c -> c >= 'a' && c <= 'z')) return List.of();
    List<String> all = new ArrayList<>();
    if (languages.stream().anyMatch(ARABIC::contains)) all.addAll(inArabic(s));
    if (languages.stream().anyMatch(HEBREW::contains)) all.addAll(inHebrew(s));
    return List.copyOf(all);
  }

  private static List<String> written(
      String word, java.util.function.BiFunction<String, Integer, String[]> options) {
    List<StringBuilder> all = new ArrayList<>(List.of(new StringBuilder()));
    for (int i = 0; i < word.length(); ) {
      String[] some = options.apply(word, i);
      int read = Integer.parseInt(some[0]);
      List<StringBuilder> longer = new ArrayList<>();
      for (int o = 1; o < some.length; o++) {
        for (StringBuilder b : all) {
          if (longer.size() < MOST_SPELLINGS) longer.add(new StringBuilder(b).append(some[o]));
        }
      }
      all = longer;
      i += read;
    }
    Set<String> out = new LinkedHashSet<>();
    for (StringBuilder b : all) if (b.length() > 2) out.add(b.toString());
    return List.copyOf(out);
  }

  /// A name as it is called, of one in the case that a sentence asks for: `Зеленского`, `Путина`.
  private static String withoutCase(String name) {
    for (String ending : SLAVIC_ENDINGS) {
      if (name.length() > ending.length() + 2 && name.endsWith(ending)) {
        return name.substring(0, name.length() - ending.length()) + "ский";
      }
    }
    for (String ending : NAME_ENDINGS) {
      if (name.length() > ending.length() + 3 && name.endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }

  private static List<String> cyrillicInLatin(String word) {
    return written(
        word,
        (w, i) -> {
          String rest = w.substring(i);
          if (rest.equals("ий") || rest.equals("ый") || rest.equals("ій")) {
            return new String[] {"2", "y", "yy", "i", "iy", "yi", "yj", "ij"};
          }
          return switch (w.charAt(i)) {
            case 'ж' -> new String[] {"1", "zh", "z", "j"};
            case 'х' -> new String[] {"1", "kh", "h"};
            case 'к' -> new String[] {"1", "k", "c"};
            case 'ц' -> new String[] {"1", "ts", "c"};
            case 'ч' -> new String[] {"1", "ch", "c"};
            case 'ш' -> new String[] {"1", "sh", "s"};
            case 'щ' -> new String[] {"1", "shch", "sc"};
            case 'ю' -> new String[] {"1", "yu", "iu", "ju"};
            case 'я' -> new String[] {"1", "ya", "ia", "ja"};
            case 'є' -> new String[] {"1", i == 0 ? "ye" : "ie", "e"};
            case 'е' ->
                i == 0 || isVowel(w.charAt(i - 1))
                    ? new String[] {"1", "e", "ye"}
                    : new String[] {"1", "e"};
            case 'ё' -> new String[] {"1", "e", "yo"};
            case 'ї' -> new String[] {"1", "i", "yi"};
            case 'й', 'ј' -> new String[] {"1", "y", "i", "j"};
            case 'ы' -> new String[] {"1", "y"};
            case 'ђ' -> new String[] {"1", "dj", "d"};
            case 'ћ' -> new String[] {"1", "c"};
            case 'љ' -> new String[] {"1", "lj"};
            case 'њ' -> new String[] {"1", "nj"};
            case 'г' -> new String[] {"1", "g", "h"};
            case 'и' -> new String[] {"1", "i", "y"};
            default -> new String[] {"1", CYRILLIC.getOrDefault(w.charAt(i), "")};
          };
        });
  }

  private static boolean isVowel(char c) {
    return "аеиоуыэюяіїє".indexOf(c) >= 0;
  }

  private static List<String> greekInLatin(String word) {
    String bare = Folding.fold(word);
    return written(
        bare,
        (w, i) -> {
          String two = w.substring(i, Math.min(w.length(), i + 2));
          return switch (two) {
            case "ου" -> new String[] {"2", "ou", "u"};
            case "μπ" -> new String[] {"2", "b", "mp"};
            case "ντ" -> new String[] {"2", "nt", "d"};
            case "γκ" -> new String[] {"2", "gk", "g"};
            case "αυ" -> new String[] {"2", "av", "af"};
            case "ευ" -> new String[] {"2", "ev", "ef"};
            default ->
                switch (w.charAt(i)) {
                  case 'χ' -> new String[] {"1", "ch", "h"};
                  case 'θ' -> new String[] {"1", "th"};
                  case 'φ' -> new String[] {"1", "f", "ph"};
                  case 'υ' -> new String[] {"1", "y", "i"};
                  case 'ξ' -> new String[] {"1", "x"};
                  case 'κ' -> new String[] {"1", "k", "c"};
                  default -> new String[] {"1", GREEK.getOrDefault(w.charAt(i), "")};
                };
          };
        });
  }

  private static List<String> inHebrew(String word) {
    List<String> all = new ArrayList<>();
    for (String s : written(word, Transliteration::hebrew)) {
      char last = s.charAt(s.length() - 1);
      int at = "כמנצ".indexOf(last); // p stays as it is in names
      all.add(at < 0 ? s : s.substring(0, s.length() - 1) + "ךםןץ".charAt(at));
    }
    return all;
  }

  private static String[] hebrew(String w, int i) {
    boolean last = i == w.length() - 1;
    String two = w.substring(i, Math.min(w.length(), i + 2));
    switch (two) {
      case "sh" -> {
        return new String[] {"2", "ש"};
      }
      case "ch", "kh" -> {
        return new String[] {"2", "ח", "כ"};
      }
      case "th" -> {
        return new String[] {"2", "ת"};
      }
      case "tz", "ts" -> {
        return new String[] {"2", "צ"};
      }
      case "ou", "oo" -> {
        return new String[] {"2", "ו"};
      }
      case "ee", "yy", "iy" -> {
        return new String[] {"2", "י"};
      }
      default -> {}
    }
    return switch (w.charAt(i)) {
      case 'a' ->
          i == 0
              ? new String[] {"1", "א"}
              : last ? new String[] {"1", "ה"} : new String[] {"1", "", "א"};
      case 'b', 'v' -> new String[] {"1", "ב"};
      case 'c', 'k', 'q' -> new String[] {"1", "ק"};
      case 'd' -> new String[] {"1", "ד"};
      case 'e' -> i == 0 ? new String[] {"1", "א"} : new String[] {"1", ""};
      case 'f', 'p' -> new String[] {"1", "פ"};
      case 'g' -> new String[] {"1", "ג"};
      case 'h' -> new String[] {"1", "ה", "ח"};
      case 'i' -> i == 0 ? new String[] {"1", "אי"} : new String[] {"1", "י"};
      case 'j' -> new String[] {"1", "ג'"};
      case 'l' -> new String[] {"1", "ל"};
      case 'm' -> new String[] {"1", "מ"};
      case 'n' -> new String[] {"1", "נ"};
      case 'o' -> i == 0 ? new String[] {"1", "או"} : new String[] {"1", "ו"};
      case 'r' -> new String[] {"1", "ר"};
      case 's' -> new String[] {"1", "ס"};
      case 't' -> new String[] {"1", "ט", "ת"};
      case 'u' ->
          i == 0
              ? new String[] {"1", "או"}
              : last ? new String[] {"1", "ו"} : new String[] {"1", "ו", "א"};
      case 'w' -> new String[] {"1", "ו"};
      case 'x' -> new String[] {"1", "קס"};
      case 'y' -> new String[] {"1", "י"};
      case 'z' -> new String[] {"1", "ז"};
      default -> new String[] {"1", ""};
    };
  }

  /// With the article and without; letters are doubled in Latin ones only.
  private static List<String> inArabic(String name) {
    List<String> bare = lettersOfArabic(name.replaceAll("([bcdfgklmnprstz])\\1", "$1"));
    List<String> all = new ArrayList<>(bare);
    for (String b : bare) all.add("ال" + b);
    return all;
  }

  private static List<String> lettersOfArabic(String word) {
    return written(
        word,
        (w, i) -> {
          String two = w.substring(i, Math.min(w.length(), i + 2));
          boolean last = i == w.length() - 1;
          return switch (two) {
            case "sh", "ch" -> new String[] {"2", "ش", "تش"};
            case "kh" -> new String[] {"2", "خ"};
            case "th" -> new String[] {"2", "ث"};
            case "gh" -> new String[] {"2", "غ"};
            case "ou", "oo" -> new String[] {"2", "و"};
            case "ee", "yy", "iy" -> new String[] {"2", "ي"};
            default ->
                switch (w.charAt(i)) {
                  case 'a' ->
                      i == 0
                          ? new String[] {"1", "ا"}
                          : last ? new String[] {"1", "ا", "ه"} : new String[] {"1", "ا", ""};
                  case 'b', 'p' -> new String[] {"1", "ب"};
                  case 'c', 'k', 'q' -> new String[] {"1", "ك"};
                  case 'd' -> new String[] {"1", "د"};
                  case 'e' ->
                      i == 0
                          ? new String[] {"1", "ا", "اي"}
                          : last ? new String[] {"1", ""} : new String[] {"1", "ي", ""};
                  case 'f', 'v' -> new String[] {"1", "ف"};
                  case 'g' -> new String[] {"1", "غ", "ج"};
                  case 'h' -> new String[] {"1", "ه", "ح"};
                  case 'i', 'y' -> i == 0 ? new String[] {"1", "ا", "ي"} : new String[] {"1", "ي"};
                  case 'j' -> new String[] {"1", "ج"};
                  case 'l' -> new String[] {"1", "ل"};
                  case 'm' -> new String[] {"1", "م"};
                  case 'n' -> new String[] {"1", "ن"};
                  case 'o' ->
                      i == 0
                          ? new String[] {"1", "او"}
                          : last ? new String[] {"1", "و"} : new String[] {"1", "و", ""};
                  case 'r' -> new String[] {"1", "ر"};
                  case 's' -> new String[] {"1", "س"};
                  case 't' -> new String[] {"1", "ت"};
                  case 'u', 'w' ->
                      i == 0 ? new String[] {"1", "او", "و"} : new String[] {"1", "و", "ا"};
                  case 'x' -> new String[] {"1", "كس"};
                  case 'z' -> new String[] {"1", "ز"};
                  default -> new String[] {"1", ""};
                };
          };
        });
  }
}
