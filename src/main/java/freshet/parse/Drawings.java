package freshet.parse;

import freshet.text.Html;
import java.util.ArrayList;
import java.util.List;

/// Drawings (`<svg>`) within a text are not shown, so what they say stands in their place: the
/// title, which is to a drawing what `alt` is to a picture, or else the words drawn in it.
final class Drawings {
  private static final String NAME = "svg";

  private Drawings() {}

  /// A drawing that nobody closes is left to the sanitiser.
  static String replaced(String html) {
    int at = opening(html, NAME, 0);
    if (at < 0) return html;
    StringBuilder out = new StringBuilder(html.length());
    int done = 0;
    while (at >= 0) {
      int inside = PlainText.tagEnd(html, at + 1 + NAME.length());
      boolean empty = html.startsWith("/>", inside - 2);
      int close = empty ? inside : closing(html, NAME, inside);
      if (close < 0) break;
      out.append(html, done, at).append(words(html.substring(inside, close)));
      done = empty ? inside : PlainText.tagEnd(html, close + 2);
      at = opening(html, NAME, done);
    }
    return out.append(html, done, html.length()).toString();
  }

  private static String words(String drawing) {
    List<String> titles = texts(drawing, "title");
    String words = titles.isEmpty() ? String.join(" ", texts(drawing, "text")) : titles.getFirst();
    return words.isEmpty() ? "" : " " + Html.escapeText(words) + " ";
  }

  /// What stands in the elements of a name, without those in which nothing does.
  private static List<String> texts(String drawing, String name) {
    List<String> found = new ArrayList<>();
    for (int at = opening(drawing, name, 0); at >= 0; ) {
      int inside = PlainText.tagEnd(drawing, at + 1 + name.length());
      int close = closing(drawing, name, inside);
      if (close < 0) break;
      String text = PlainText.of(drawing.substring(inside, close));
      if (!text.isEmpty()) found.add(text);
      at = opening(drawing, name, close);
    }
    return found;
  }

  private static int opening(String html, String name, int from) {
    return tag(html, name, from);
  }

  private static int closing(String html, String name, int from) {
    return tag(html, "/" + name, from);
  }

  private static int tag(String html, String name, int from) {
    for (int at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
      if (!html.regionMatches(true, at + 1, name, 0, name.length())) continue;
      int end = at + 1 + name.length();
      if (end >= html.length() || !Character.isLetterOrDigit(html.charAt(end))) return at;
    }
    return -1;
  }
}
