package freshet.extract;

import freshet.bound.Stop;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/// Writes the text of elements as it is read: blanks run together, a line for each block, a tab
/// between the cells of a table.
final class TextWriter {
  static final Set<String> INLINE =
      Set.of(
          "a",
          "abbr",
          "acronym",
          "b",
          "bdi",
          "bdo",
          "big",
          "cite",
          "code",
          "data",
          "del",
          "dfn",
          "em",
          "font",
          "i",
          "ins",
          "kbd",
          "label",
          "mark",
          "q",
          "rb",
          "rp",
          "rt",
          "rtc",
          "ruby",
          "s",
          "samp",
          "small",
          "span",
          "strike",
          "strong",
          "sub",
          "sup",
          "time",
          "tt",
          "u",
          "var",
          "wbr",
          "nobr",
          "center-inline",
          "img",
          "picture",
          "source",
          "svg",
          "button",
          "input");

  /// Decides which elements are written.
  interface Choice {
    boolean skips(Element element);
  }

  private final HiddenElements visibility;
  private final Choice choice;
  private final StringBuilder out = new StringBuilder();

  /// What stands between the text so far and the next letter: 0 nothing, 1 a blank, 2 a new line.
  private int gap;

  TextWriter(HiddenElements visibility, Choice choice) {
    this.visibility = visibility;
    this.choice = choice;
  }

  static String visible(Element element, HiddenElements visibility) {
    TextWriter writer = new TextWriter(visibility, _ -> false);
    writer.write(element);
    return writer.text();
  }

  String text() {
    return out.toString();
  }

  void write(Element element) {
    Stop.check();
    if (visibility.isHidden(element) || choice.skips(element)) return;
    String name = element.normalName();
    boolean block = !INLINE.contains(name);
    boolean cell = name.equals("td") || name.equals("th");
    if (block) gap = cell ? Math.max(gap, 1) : 2;
    if (name.equals("select") || name.equals("textarea")) return;
    boolean readable = visibility.isReadable(element);
    boolean pre = name.equals("pre");
    for (Node node = element.firstChild(); node != null; node = node.nextSibling()) {
      if (node instanceof TextNode text) {
        if (readable) append(text.getWholeText(), pre);
      } else if (node instanceof Element child) {
        write(child);
      }
    }
    if (block) gap = cell ? Math.max(gap, 1) : 2;
  }

  private void append(String s, boolean pre) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean blank = c <= ' ' || c == '\u00A0' || c == '\u3000' || c == '\u2028';
      if (blank) {
        gap = Math.max(gap, pre && c == '\n' ? 2 : 1);
      } else if (c != '\u00AD' && c != '\u200B' && c != '\uFEFF') { // soft hyphens are not seen
        if (gap > 0 && !out.isEmpty()) out.append(gap == 1 ? ' ' : '\n');
        gap = 0;
        out.append(c);
      }
    }
  }
}
