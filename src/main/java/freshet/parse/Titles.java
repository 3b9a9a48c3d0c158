package freshet.parse;

import freshet.parse.ns.Text;
import java.util.Locale;
import java.util.Set;

/// Titles and other one-line texts as plain text, whatever they were written as.
final class Titles {
  private static final Set<String> HTML =
      Set.of(
          "a",
          "abbr",
          "acronym",
          "b",
          "big",
          "blockquote",
          "br",
          "center",
          "cite",
          "code",
          "dd",
          "del",
          "dfn",
          "div",
          "dl",
          "dt",
          "em",
          "font",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "hr",
          "i",
          "img",
          "ins",
          "kbd",
          "li",
          "mark",
          "nobr",
          "ol",
          "p",
          "pre",
          "q",
          "s",
          "samp",
          "script",
          "small",
          "span",
          "strike",
          "strong",
          "style",
          "sub",
          "sup",
          "svg",
          "table",
          "td",
          "tr",
          "tt",
          "u",
          "ul",
          "var",
          "wbr");

  private static final Set<String> ALONE = Set.of("br", "hr", "img", "wbr");

  /// Nobody talks about more tags in a title.
  private static final int MOST_LOOKED_AT = 20;

  private Titles() {}

  /// No-break spaces stay, but for the ends: `10&nbsp;000` is one number.
  static String plain(Text text) {
    String s = text.value();
    String plain =
        s.indexOf('<') < 0 && s.indexOf('&') < 0
            ? PlainText.collapsed(s, ' ')
            : switch (text.kind()) {
              case PLAIN -> PlainText.collapsed(s, ' ');
              case HTML -> PlainText.unbroken(s);
              case UNKNOWN -> guessed(s);
            };
    int from = 0;
    int to = plain.length();
    while (from < to && isBlank(plain.charAt(from))) from++;
    while (to > from && isBlank(plain.charAt(to - 1))) to--;
    return plain.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\u00a0';
  }

  /// RSS titles: some are text in which `<` is a character, some are HTML. It is HTML if there is
  /// an entity, or a tag as it is used and not as it is talked about ("Use <div>, not <span>"), and
  /// if anything is left without the tags.
  private static String guessed(String s) {
    if (!hasEntity(s) && !isTagged(s)) return PlainText.collapsed(s, ' ');
    String plain = PlainText.unbroken(s);
    return plain.isEmpty() ? PlainText.collapsed(s, ' ') : plain;
  }

  private static boolean hasEntity(String s) {
    for (int at = s.indexOf('&'); at >= 0; at = s.indexOf('&', at + 1)) {
      int end = at + 1;
      while (end < s.length() && (isWordPart(s.charAt(end)) || s.charAt(end) == '#')) end++;
      if (end > at + 2 && end < s.length() && s.charAt(end) == ';') return true;
    }
    return false;
  }

  static boolean hasTag(String s) {
    int lastEnd = s.lastIndexOf('>');
    for (int at = s.indexOf('<'); at >= 0 && at < lastEnd; at = s.indexOf('<', at + 1)) {
      int from = at + 1;
      if (from < s.length() && s.charAt(from) == '/') from++;
      int end = from;
      while (end < s.length() && isWordPart(s.charAt(end))) end++;
      boolean named = HTML.contains(s.substring(from, end).toLowerCase(Locale.ROOT));
      if (named && end <= lastEnd) return true;
    }
    return false;
  }

  /// Whether a tag stands alone by its nature, has attributes, begins the text or is closed again.
  private static boolean isTagged(String s) {
    String lower = s.toLowerCase(Locale.ROOT);
    int seen = 0;
    for (int at = s.indexOf('<'); at >= 0; at = s.indexOf('<', at + 1)) {
      if (++seen > MOST_LOOKED_AT) return true;
      int end = at + 1;
      while (end < s.length() && isWordPart(s.charAt(end))) end++;
      String name = s.substring(at + 1, end).toLowerCase(Locale.ROOT);
      int close = s.indexOf('>', end);
      if (close < 0) return false;
      if (!HTML.contains(name)) continue;
      if (ALONE.contains(name) || s.substring(0, at).isBlank()) return true;
      if (s.substring(end, close).indexOf('=') > 0) return true;
      if (lower.indexOf("</" + name, close) > 0) return true;
    }
    return false;
  }

  private static boolean isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
