package freshet.parse;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What documents and servers call encodings, and what they mean by it.
final class CharsetNames {
  /// Names that mean more than they say (WHATWG Encoding Standard), names that Java lacks (IANA's
  /// and Python's lists), and the next of kin of a few encodings that it lacks.
  private static final String TABLE =
      """
      iso-8859-1 windows-1252 iso8859-1 windows-1252 latin1 windows-1252 latin-1 windows-1252
      us-ascii windows-1252 ascii windows-1252 ms-ansi windows-1252 iso-8859-9 windows-1254
      ms-turk windows-1254 ms-ee windows-1250 ms-cyrl windows-1251 ms-greek windows-1253
      ms-hebr windows-1255 ms-arab windows-1256 winbaltri windows-1257 latin-2 iso-8859-2
      iso-8859-11 x-windows-874 tis-620 x-windows-874 windows-874 x-windows-874
      gb2312 GB18030 gbk GB18030 x-gbk GB18030 cp936 GB18030
      shift-jis windows-31j sjis windows-31j x-sjis windows-31j mskanji windows-31j
      shift-jisx0213 x-SJIS_0213 shift-jis-2004 x-SJIS_0213 iso2022-jp ISO-2022-JP
      euc-kr x-windows-949 ks-c-5601-1987 x-windows-949 uhc x-windows-949 cp949 x-windows-949
      big5 Big5-HKSCS utf8 UTF-8 unicode UTF-16 ucs-2 UTF-16 utf-16 UTF-16 johab x-Johab
      mac-cyrillic x-MacCyrillic maccyrillic x-MacCyrillic mac-greek x-MacGreek
      mac-iceland x-MacIceland mac-latin2 x-MacCentralEurope maclatin2 x-MacCentralEurope
      mac-roman x-MacRoman macintosh x-MacRoman csmacintosh x-MacRoman mac-turkish x-MacTurkish
      cspc775baltic IBM775 csibm855 IBM855 cp1125 IBM866 ptcp154 windows-1251
      cp154 windows-1251 iso-8859-14 ISO-8859-1
      iso-8859-10 ISO-8859-4\
      """;

  private static final Map<String, String> MEANT = new HashMap<>();

  static {
    String[] words = TABLE.split("\\s+", -1);
    for (int i = 0; i < words.length; i += 2) MEANT.put(words[i], words[i + 1]);
  }

  private CharsetNames() {}

  static @Nullable Charset charset(@Nullable String name) {
    if (name == null) return null;
    String n = name.strip().toLowerCase(Locale.ROOT);
    String dashed = n.replace('_', '-');
    String plain = dashed.startsWith("x-") ? dashed.substring(2) : dashed;
    for (String candidate : new String[] {MEANT.get(dashed), n, dashed, MEANT.get(plain), plain}) {
      if (candidate == null) continue;
      try {
        return Charset.forName(candidate);
      } catch (IllegalArgumentException e) {
        // not a charset of this Java: the next spelling, or none
      }
    }
    return null;
  }
}
