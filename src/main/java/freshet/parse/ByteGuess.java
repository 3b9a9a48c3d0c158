package freshet.parse;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The encoding of bytes that are not UTF-8 and that nobody told the truth about.
///
/// A text that is UTF-8 but for a few bytes is read as UTF-8 with those bytes as windows-1252: that
/// is a page put together from two sources. For the rest, each candidate reads the bytes and the
/// result is judged by how a text of its script looks: letters in runs of lower case, few symbols,
/// and the letters that are common in the languages of the script. Among encodings of Latin letters
/// only the feed's own word about its language can decide.
final class ByteGuess {
  private static final String[] SINGLE = {
    "windows-1252",
    "windows-1251",
    "KOI8-R",
    "ISO-8859-5",
    "windows-1253",
    "windows-1255",
    "windows-1256",
    "x-windows-874",
    "windows-1254",
    "windows-1250"
  };

  /// Languages, and the encoding that their feeds are in if they do not say so.
  private static final String[] OF_LANGUAGE = {
    "he iw yi",
    "windows-1255",
    "ar fa ur",
    "windows-1256",
    "th",
    "x-windows-874",
    "tr az",
    "windows-1254",
    "cs sk pl hu hr sl ro bs sq",
    "windows-1250",
    "lt lv et",
    "windows-1257",
    "el",
    "windows-1253",
    "vi",
    "windows-1258"
  };

  private static final Pattern LANGUAGE =
      Pattern.compile("(?:<language>|xml:lang=[\"'])\\s*([A-Za-z]{2})\\b");

  /// About half of the letters of a text in one of these scripts.
  private static final String COMMON = "оеаинтсαοιετσνיוהלארالينموربةتانر่กเองั";

  private static final String[] MULTI = {
    "windows-31j", "EUC-JP", "GB18030", "x-windows-949", "Big5"
  };
  private static final int SAMPLE = 20_000;

  private ByteGuess() {}

  static String decode(byte[] b) {
    int good = 0;
    int bad = 0;
    for (int i = 0; i < b.length; ) {
      if (b[i] >= 0) {
        i++;
        continue;
      }
      int n = sequence(b, i);
      if (n > 0) good++;
      else bad++;
      i += Math.max(1, n);
    }
    if (good > bad) return mixed(b, 0);
    Charset best = best(b);
    return new String(b, best);
  }

  /// UTF-8, with each byte that is not part of it read as windows-1252.
  static String mixed(byte[] b, int from) {
    StringBuilder out = new StringBuilder(b.length);
    Charset other = Charset.forName("windows-1252");
    int run = from;
    for (int i = from; i < b.length; ) {
      int n = b[i] >= 0 ? 1 : sequence(b, i);
      if (n > 0) {
        i += n;
        continue;
      }
      out.append(new String(b, run, i - run, StandardCharsets.UTF_8));
      out.append(new String(b, i, 1, other));
      run = ++i;
    }
    return out.append(new String(b, run, b.length - run, StandardCharsets.UTF_8)).toString();
  }

  /// The length of the UTF-8 sequence of several bytes at i, 0 if there is none.
  private static int sequence(byte[] b, int i) {
    int first = b[i] & 0xFF;
    int n = first >= 0xF0 && first < 0xF5 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (first >= 0xF5 || n == 0 || i + n > b.length) return 0;
    for (int k = 1; k < n; k++) if ((b[i + k] & 0xC0) != 0x80) return 0;
    int second = b[i + 1] & 0xFF;
    boolean overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    boolean surrogate = first == 0xED && second >= 0xA0;
    return overlong || surrogate || (first == 0xF4 && second >= 0x90) ? 0 : n;
  }

  private static Charset best(byte[] b) {
    byte[] sample = b.length <= SAMPLE ? b : java.util.Arrays.copyOf(b, SAMPLE);
    Charset best = Charset.forName("windows-1252");
    double bestScore = 0.05; // a little evidence is needed to leave the most common one
    for (String name : MULTI) {
      Charset c = Charset.forName(name);
      String s = ByteDecoder.strictly(b, c);
      // Two letters taken for one sign have no bonus for common letters, so this has one for all.
      double score = s == null ? -1 : eastern(s) + 0.2;
      if (score > bestScore) {
        bestScore = score;
        best = c;
      }
    }
    for (String name : SINGLE) {
      Charset c = Charset.forName(name);
      double score = western(new String(sample, c));
      if (score > bestScore) {
        bestScore = score;
        best = c;
      }
    }
    Charset own = ofLanguage(sample);
    boolean fits = own != null && western(new String(sample, own)) >= bestScore - 0.3;
    return own != null && fits ? own : best;
  }

  private static @Nullable Charset ofLanguage(byte[] sample) {
    Matcher m = LANGUAGE.matcher(new String(sample, StandardCharsets.ISO_8859_1));
    if (!m.find()) return null;
    String language = m.group(1).toLowerCase(Locale.ROOT);
    for (int i = 0; i < OF_LANGUAGE.length; i += 2) {
      if (OF_LANGUAGE[i].contains(language)) return Charset.forName(OF_LANGUAGE[i + 1]);
    }
    return null;
  }

  /// Share of the letters beyond ASCII that are common in Chinese, Japanese or Korean.
  private static double eastern(String s) {
    int all = 0;
    int likely = 0;
    int hangul = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c < 0x80) continue;
      all++;
      if (c >= 0xAC00 && c <= 0xD7A3) hangul++;
      boolean kana = c >= 0x3040 && c <= 0x30FF;
      boolean punctuation = (c >= 0x3000 && c <= 0x3003) || c == 0xFF0C || c == 0xFF01;
      if (kana || punctuation) likely += 2;
      else if (c >= 0xAC00 && c <= 0xD7A3) likely += 1;
      else if (c >= 0x4E00 && c <= 0x9FA5) likely += 1;
      else likely -= 1;
    }
    if (all < 4) return -1;
    // Chinese read as Korean has syllables too, but among many other signs.
    return hangul > 0.85 * all ? 1.5 : (double) likely / all;
  }

  /// Letters of one script that stand in words, lower case after anything, common ones above all.
  private static double western(String s) {
    int all = 0;
    int common = 0;
    int good = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c < 0x80) continue;
      all++;
      char before = i == 0 ? ' ' : s.charAt(i - 1);
      char after = i + 1 == s.length() ? ' ' : s.charAt(i + 1);
      // Whole words are of the script, not a letter among ASCII's or alone.
      boolean inWord = Character.isLetter(before) || Character.isLetter(after);
      boolean torn =
          c >= 0x250
              && Character.isLetter(c)
              && (isAsciiLetter(before) || isAsciiLetter(after) || !inWord);
      if (torn) {
        good -= inWord ? 2 : 0;
        continue;
      }
      if (COMMON.indexOf(c) >= 0) common++;
      if (isThaiMark(c)) {
        boolean carried = (before >= 0x0E01 && before <= 0x0E2E) || isThaiMark(before);
        good += carried ? 1 : -2;
        continue;
      }
      if (!Character.isLetter(c)) {
        good -=
            "\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u00a0\u00ab\u00bb\u20ac".indexOf(c) < 0
                ? 2
                : 0;
        continue;
      }
      boolean word = Character.isLetter(before);
      if (word && Character.isUpperCase(c) && Character.isLowerCase(before)) good -= 2;
      else if (word && !sameScript(before, c)) good -= 1;
      // Latin words have a marked letter here and there, not one after the other.
      else if (word && before >= 0x80 && c < 0x250) good -= 1;
      else good += 1;
    }
    return all == 0 ? 0 : (double) (good + common) / all;
  }

  private static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isThaiMark(char c) {
    return c == 0x0E31 || (c >= 0x0E34 && c <= 0x0E3A) || (c >= 0x0E47 && c <= 0x0E4E);
  }

  private static boolean sameScript(char a, char b) {
    Character.UnicodeScript x = Character.UnicodeScript.of(a);
    return x == Character.UnicodeScript.of(b);
  }
}
