package freshet.words;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is heard of a name in any alphabet, roughly: its consonants in eleven classes. `Zelensky`,
/// `Selenskyj`, `Зеленський`, `Ζελένσκι`, `زيلينسكي` and `ゼレンスキー` meet in one of their forms.
/// Vowels are left out, as Arabic leaves them out and as endings of cases are mostly made of them.
///
/// It is no good for finding a name by itself, as others sound alike; several that meet say much.
public final class Sound {
  private static final int MOST = 4;

  /// With fewer consonants the vowels count, too, of what is left without those at the end.
  private static final int FEW = 3;

  private static final String[][] LATIN = {
    {"schtsch", "sk"},
    {"shch", "sk"},
    {"tsch", "k"},
    {"tch", "k"},
    {"sch", "s"},
    {"dzh", ""},
    {"sh", "s"},
    {"sz", "s"},
    {"zh", "s"},
    {"ch", "k"},
    {"cz", "k"},
    {"kh", ""},
    {"gh", "g"},
    {"th", "t"},
    {"ph", "f"},
    {"ck", "k"},
    {"ts", "k"},
    {"tz", "k"},
    {"qu", "kf"},
    {"dj", "d"}
  };

  private static final Map<Character, String> LETTERS = new java.util.HashMap<>();

  static {
    letters("бb вf гg ґg дd ђd ѓg жs зs кk ќk лl љl мm нn њn пb рr сs тt ћk фf цk чk шs");
    letters("βf γg δd ζs θt κk λl μm νn πb ρr σs ςs τt φf");
    letters("بb تt ثt دd ذs رr زs سs شs صs ضd طt ظs غg فf قk كk گg لl مm نn پb چk ژs");
    letters("bb ck dd ff gg kk ll mm nn pb qk rr ss tt vf wf zs");
    LETTERS.put('щ', "sk");
    LETTERS.put('ξ', "ks");
    LETTERS.put('ψ', "bs");
    LETTERS.put('x', "ks");
    LETTERS.put('ѕ', "ds");
  }

  private static void letters(String all) {
    for (String one : all.split(" ")) LETTERS.put(one.charAt(0), one.substring(1));
  }

  /// Rows of kana begin with these consonants.
  private static final String[] KANA = {
    "アイウエオァィゥェォー",
    "",
    "カキクケコヵヶ",
    "k",
    "ガギグゲゴ",
    "g",
    "サシスセソ",
    "s",
    "ザジズゼゾ",
    "s",
    "タテト",
    "t",
    "チツ",
    "k",
    "ダデドヂヅ",
    "d",
    "ナニヌネノン",
    "n",
    "ハヒヘホ",
    "",
    "フヴ",
    "f",
    "バビブベボ",
    "b",
    "パピプペポ",
    "b",
    "マミムメモ",
    "m",
    "ヤユヨャュョ",
    "",
    "ラリルレロ",
    "r",
    "ワヲ",
    "f"
  };

  static {
    for (int i = 0; i < KANA.length; i += 2) {
      for (int c = 0; c < KANA[i].length(); c++) LETTERS.put(KANA[i].charAt(c), KANA[i + 1]);
    }
  }

  private Sound() {}

  /// The forms in which a name may meet others, the likeliest first; none of what is too short.
  public static List<String> of(String name) {
    if (name.isEmpty()) return List.of();
    String small = name.toLowerCase(java.util.Locale.ROOT);
    char first = small.charAt(0);
    Set<String> all = new LinkedHashSet<>();
    if (first < 0x0370) {
      String latin = Folding.fold(small);
      add(all, latin(latin), latin);
      String soft = latin.replace("ce", "se").replace("ci", "si").replace("cy", "sy");
      if (!soft.equals(latin)) add(all, latin(soft), soft);
      if (latin.startsWith("j") || latin.startsWith("h")) {
        add(all, "g" + latin(latin.substring(1)), latin);
      }
    } else if (first < 0x0400) {
      greek(small, all);
    } else if (first < 0x0530) {
      add(all, plain(small.replace("дж", "").replace("тс", "ц"), 0), small);
      if (first == 'г') add(all, plain(small, 1), small);
    } else if (first >= 0x0600 && first < 0x0700) {
      arabic(small, all);
    } else if (first >= 0x30A0 && first < 0x3100) {
      katakana(small, all);
    }
    return List.copyOf(all);
  }

  /// How many consonants a form has.
  public static int length(String form) {
    return form.startsWith("'") ? FEW - 1 : form.length();
  }

  private static void add(Set<String> all, String consonants, String written) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < consonants.length(); i++) {
      char c = consonants.charAt(i);
      if (out.isEmpty() || out.charAt(out.length() - 1) != c) out.append(c);
    }
    String form = out.toString();
    if (form.length() < FEW) {
      String open = open(written);
      if (open.length() < FEW) return;
      form = "'" + open;
    }
    if (all.size() < MOST) all.add(form);
  }

  /// With vowels, as far as they are told apart.
  private static String open(String written) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      int vowel = "aeiouyаеиоуыэюяіїє".indexOf(c);
      out.append(vowel < 0 ? LETTERS.getOrDefault(c, "") : "aeiouiaeiouieuaiie".charAt(vowel));
    }
    int end = out.length();
    while (end > FEW && "aeiou".indexOf(out.charAt(end - 1)) >= 0) end--;
    return out.substring(0, end);
  }

  private static String latin(String word) {
    StringBuilder out = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); ) {
      String by = null;
      for (String[] sound : LATIN) {
        if (word.startsWith(sound[0], i)) {
          by = sound[1];
          i += sound[0].length();
          break;
        }
      }
      if (by == null) by = LETTERS.getOrDefault(word.charAt(i++), "");
      out.append(by);
    }
    return out.toString();
  }

  private static String plain(String word, int from) {
    StringBuilder out = new StringBuilder(word.length());
    for (int i = from; i < word.length(); i++) {
      out.append(LETTERS.getOrDefault(word.charAt(i), ""));
    }
    return out.toString();
  }

  private static void greek(String word, Set<String> all) {
    String bare = java.text.Normalizer.normalize(word, java.text.Normalizer.Form.NFD);
    bare = bare.replaceAll("\\p{Mn}", "");
    bare =
        bare.replace("μπ", "b")
            .replace("ντ", "d")
            .replace("γκ", "g")
            .replace("τσ", "k")
            .replace("τζ", "k")
            .replace("ευ", "f")
            .replace("αυ", "f");
    if (bare.startsWith("ου") && bare.length() > 2) bare = "w" + bare.substring(2);
    String consonants = plain(bare, 0);
    add(all, consonants, bare);
    // The nominative ends in -s, other cases and other alphabets do without.
    if (bare.length() > 4 && bare.endsWith("ς")) {
      add(all, consonants.substring(0, consonants.length() - 1), bare);
    }
    if (consonants.indexOf('d') >= 0) add(all, plain(bare.replace("d", "nt"), 0), bare);
  }

  private static void arabic(String word, Set<String> all) {
    String bare = word;
    if (bare.length() > 5 && "وبلف".indexOf(bare.charAt(0)) >= 0 && bare.startsWith("ال", 1)) {
      bare = bare.substring(1);
    }
    if (bare.startsWith("ال") && bare.length() > 4) bare = bare.substring(2);
    if (bare.length() < 4) return;
    String middle = bare.charAt(0) + bare.substring(1).replace("و", "");
    String consonants = plain(middle.startsWith("و") ? middle.replace("و", "f") : middle, 0);
    add(all, consonants, bare);
    if (bare.indexOf('ج') >= 0) add(all, plain(bare.replace('ج', 'غ'), 0), bare);
    // A `v` in the middle is often written like `u`.
    if (bare.indexOf('و') > 0) add(all, plain(bare.replace('و', 'ف'), 0), bare);
  }

  /// There is one letter for `l` and `r`, and a vowel behind every consonant.
  private static void katakana(String word, Set<String> all) {
    String consonants = plain(word, 0);
    add(all, consonants, word);
    if (consonants.indexOf('r') < 0) return;
    add(all, consonants.replace('r', 'l'), word);
    int first = consonants.indexOf('r');
    if (consonants.lastIndexOf('r') > first) {
      String rest = consonants.substring(first + 1);
      add(all, consonants.substring(0, first) + "l" + rest, word);
      add(all, consonants.substring(0, first + 1) + rest.replace('r', 'l'), word);
    }
  }
}
