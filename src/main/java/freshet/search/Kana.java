package freshet.search;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names in katakana and in Latin letters: `トヨタ` is `toyota`, and the other way round. Only what is
/// written in Japan's own syllables: how a foreign name is heard there, nobody can tell from its
/// letters.
final class Kana {
  private static final int SHORTEST = 2;
  private static final Map<String, String> LATIN = new HashMap<>();
  private static final Map<String, String> KATAKANA = new HashMap<>();

  static {
    rows(
        "アイウエオ a i u e o",
        "カキクケコ ka ki ku ke ko",
        "サシスセソ sa shi su se so",
        "タチツテト ta chi tsu te to",
        "ナニヌネノ na ni nu ne no",
        "ハヒフヘホ ha hi fu he ho",
        "マミムメモ ma mi mu me mo",
        "ヤユヨ ya yu yo",
        "ラリルレロ ra ri ru re ro",
        "ワヲン wa o n",
        "ガギグゲゴ ga gi gu ge go",
        "ザジズゼゾ za ji zu ze zo",
        "ダヂヅデド da ji zu de do",
        "バビブベボ ba bi bu be bo",
        "パピプペポ pa pi pu pe po");
    String[] before = "キ ky シ sh チ ch ニ ny ヒ hy ミ my リ ry ギ gy ジ j ビ by ピ py".split(" ");
    for (int i = 0; i < before.length; i += 2) {
      put(before[i] + "ャ", before[i + 1] + "a");
      put(before[i] + "ュ", before[i + 1] + "u");
      put(before[i] + "ョ", before[i + 1] + "o");
    }
  }

  private Kana() {}

  private static void rows(String... rows) {
    for (String row : rows) {
      String[] parts = row.split(" ");
      for (int i = 1; i < parts.length; i++) put(parts[0].substring(i - 1, i), parts[i]);
    }
  }

  private static void put(String kana, String latin) {
    LATIN.put(kana, latin);
    KATAKANA.putIfAbsent(latin, kana);
  }

  /// A word of katakana in Latin letters; null for any other.
  static @Nullable String latin(String word) {
    if (word.length() < SHORTEST) return null;
    StringBuilder out = new StringBuilder();
    boolean doubled = false;
    for (int i = 0; i < word.length(); ) {
      char c = word.charAt(i);
      if (c == 'ー' && i > 0) {
        i++;
        continue;
      }
      if (c == 'ッ' && !doubled) {
        doubled = true;
        i++;
        continue;
      }
      int read = i + 1 < word.length() && LATIN.containsKey(word.substring(i, i + 2)) ? 2 : 1;
      String latin = LATIN.get(word.substring(i, i + read));
      if (latin == null) return null;
      if (doubled) out.append(latin.charAt(0));
      doubled = false;
      out.append(latin);
      i += read;
    }
    return doubled ? null : out.toString();
  }

  /// A word of small Latin letters in katakana; null if it is not made of Japan's syllables.
  static @Nullable String katakana(String word) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < word.length(); ) {
      char c = word.charAt(i);
      String kana = null;
      int read = Math.min(3, word.length() - i);
      for (; read > 0; read--) {
        kana = KATAKANA.get(word.substring(i, i + read));
        if (kana != null) break;
      }
      if (kana == null && i + 1 < word.length() && c == word.charAt(i + 1) && c != 'n') {
        kana = "ッ";
        read = 1;
      }
      if (kana == null) return null;
      out.append(kana);
      i += read;
    }
    return out.length() < SHORTEST ? null : out.toString();
  }
}
