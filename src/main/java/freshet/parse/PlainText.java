package freshet.parse;

import java.util.Set;
import org.jsoup.nodes.Entities;
import org.jsoup.parser.Parser;

/// The visible text of an HTML fragment, in one pass: for titles, excerpts, language, comparison.
public final class PlainText {
  private static final Set<String> INLINE =
      Set.of(
          "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em",
          "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
          "strong", "sub", "sup", "time", "tt", "u", "var", "wbr");
  private static final Set<String> UNSEEN =
      Set.of("script", "style", "head", "title", "noscript", "template");

  private static final Set<String> NO_ARTICLE =
      Set.of("script", "style", "head", "title", "noscript", "template", "figcaption");

  private static final char NO_BREAK = '\u00a0';

  private PlainText() {}

  /// Tags and what is never shown are dropped, entities decoded, blanks run together; an element
  /// that breaks the line separates words.
  public static String of(String html) {
    if (html.indexOf('<') < 0 && html.indexOf('&') < 0) return collapsed(html);
    return of(html, Integer.MAX_VALUE);
  }

  /// Only the beginning, of at least `most` characters where there are so many.
  public static String of(String html, int most) {
    return of(html, most, NO_BREAK, UNSEEN);
  }

  /// The text of an article without the captions of its pictures, unless there is nothing else.
  public static String ofArticle(String html) {
    return ofArticle(html, Integer.MAX_VALUE);
  }

  /// The beginning of it, of at least `most` characters where there are so many.
  public static String ofArticle(String html, int most) {
    String text = of(html, most, NO_BREAK, NO_ARTICLE);
    return text.isEmpty() ? of(html, most) : text;
  }

  /// With the no-break spaces that the writer put in.
  static String unbroken(String html) {
    return of(html, Integer.MAX_VALUE, ' ', UNSEEN);
  }

  /// @param alsoBlank a character to take for a blank
  /// @param unseen elements that are left out with what stands in them
  private static String of(String html, int most, char alsoBlank, Set<String> unseen) {
    StringBuilder out = new StringBuilder(Math.min(html.length(), Math.max(16, most)));
    int n = html.length();
    for (int i = 0; i < n && out.length() <= most; ) {
      char c = html.charAt(i);
      if (c == '<' && i + 1 < n && beginsTag(html.charAt(i + 1))) {
        i = skipTag(html, i, out, unseen);
      } else if (c == '&') {
        i = entity(html, i, out, alsoBlank);
      } else {
        int end = clean(html, i, (int) Math.min(n, i + 1L + most - out.length()), alsoBlank);
        if (end > i && !(c == ' ' && endsBlank(out))) {
          out.append(html, i, end);
          i = end;
        } else {
          append(out, c, alsoBlank);
          i++;
        }
      }
    }
    return trimmed(out);
  }

  /// How far a text can be taken as it is.
  private static int clean(String html, int from, int to, char alsoBlank) {
    char before = 0;
    for (int i = from; i < to; i++) {
      char c = html.charAt(i);
      if (c < ' ' || c == '<' || c == '&' || c == alsoBlank || (c == ' ' && before == ' '))
        return i;
      before = c;
    }
    return to;
  }

  private static boolean endsBlank(StringBuilder out) {
    return out.isEmpty() || out.charAt(out.length() - 1) == ' ';
  }

  /// Blanks and line breaks of any kind become one blank; none at the ends.
  static String collapsed(String s) {
    return collapsed(s, NO_BREAK);
  }

  static String collapsed(String s, char alsoBlank) {
    boolean clean = true;
    for (int i = 0; i < s.length() && clean; i++) {
      char c = s.charAt(i);
      boolean blank = c <= ' ' || c == alsoBlank;
      clean = c == ' ' ? i > 0 && i + 1 < s.length() && s.charAt(i - 1) != ' ' : !blank;
    }
    if (clean) return s;
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) append(out, s.charAt(i), alsoBlank);
    return trimmed(out);
  }

  private static String trimmed(StringBuilder out) {
    int end = out.length();
    if (end > 0 && out.charAt(end - 1) == ' ') out.setLength(end - 1);
    return out.toString();
  }

  private static void append(StringBuilder out, char c, char alsoBlank) {
    if (c > ' ' && c != alsoBlank) out.append(c);
    else if (!endsBlank(out)) out.append(' ');
  }

  static boolean beginsTag(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?';
  }

  private static int skipTag(String html, int at, StringBuilder out, Set<String> unseen) {
    if (html.startsWith("<!--", at)) {
      int end = html.indexOf("-->", at + 4);
      return end < 0 ? html.length() : end + 3;
    }
    int nameStart = at + 1;
    boolean closing = html.charAt(nameStart) == '/';
    if (closing) nameStart++;
    int nameEnd = nameStart;
    while (nameEnd < html.length() && Character.isLetterOrDigit(html.charAt(nameEnd))) nameEnd++;
    String name = html.substring(nameStart, nameEnd).toLowerCase(java.util.Locale.ROOT);
    int end = tagEnd(html, nameEnd);
    if (!INLINE.contains(name)) append(out, ' ', ' ');
    if (!closing && unseen.contains(name)) {
      int close = indexOfIgnoringCase(html, "</" + name, end);
      return close < 0 ? html.length() : tagEnd(html, close + 2);
    }
    return end;
  }

  /// The place after the `>` that ends a tag, not one in a quoted attribute.
  static int tagEnd(String html, int from) {
    char quote = 0;
    for (int i = from; i < html.length(); i++) {
      char c = html.charAt(i);
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '>') {
        return i + 1;
      } else if ((c == '"' || c == '\'') && html.charAt(i - 1) == '=') {
        quote = c;
      }
    }
    if (quote != 0) { // a quote that never ends: take the next `>`
      int end = html.indexOf('>', from);
      if (end >= 0) return end + 1;
    }
    return html.length();
  }

  private static int indexOfIgnoringCase(String s, String what, int from) {
    for (int i = s.indexOf('<', from); i >= 0; i = s.indexOf('<', i + 1)) {
      if (s.regionMatches(true, i, what, 0, what.length())) return i;
    }
    return -1;
  }

  private static int entity(String html, int at, StringBuilder out, char alsoBlank) {
    int end = at + 1;
    int n = html.length();
    while (end < n
        && end - at < 34
        && (Character.isLetterOrDigit(html.charAt(end)) || html.charAt(end) == '#')) {
      end++;
    }
    if (end < n && html.charAt(end) == ';') end++;
    String reference = html.substring(at, end);
    String decoded =
        switch (reference) {
          case "&amp;" -> "&";
          case "&lt;" -> "<";
          case "&gt;" -> ">";
          case "&quot;" -> "\"";
          case "&nbsp;" -> "\u00a0";
          default -> isUnknown(reference) ? reference : Parser.unescapeEntities(reference, false);
        };
    for (int i = 0; i < decoded.length(); i++) append(out, decoded.charAt(i), alsoBlank);
    return end;
  }

  /// `&notit;` is no entity; HTML would find `&not` in it.
  private static boolean isUnknown(String reference) {
    int last = reference.length() - 1;
    if (last < 2) return true;
    boolean named = reference.charAt(last) == ';' && reference.charAt(1) != '#';
    return named && !Entities.isNamedEntity(reference.substring(1, last));
  }
}
