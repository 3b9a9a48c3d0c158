package freshet.extract;

import freshet.bound.Stop;
import freshet.text.Html;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/// Writes a part of a page as plain HTML: paragraphs, headings, lists, tables, pictures and links
/// that a person sees; no classes, styles or scripts. Boxes are opened, text that stands in them
/// loosely becomes paragraphs, addresses become absolute, and pictures that a script would load
/// later are there at once. What comes out is not trusted: it goes through the sanitiser like
/// everything else.
final class HtmlWriter {
  private static final Set<String> BLOCKS =
      Set.of(
          "p",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "blockquote",
          "pre",
          "ul",
          "ol",
          "li",
          "dl",
          "dt",
          "dd",
          "table",
          "thead",
          "tbody",
          "tfoot",
          "tr",
          "td",
          "th",
          "caption",
          "figure",
          "figcaption",
          "hr",
          "details",
          "summary");
  private static final Set<String> PHRASES =
      Set.of(
          "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "img", "ins",
          "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "strike", "strong", "sub",
          "sup", "time", "tt", "u", "var", "br");

  /// Blocks that hold nothing but other blocks: blanks between these say nothing.
  private static final Set<String> FRAMES =
      Set.of("ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "tr");

  private static final String[] KEPT = {"lang", "dir", "title", "datetime", "colspan", "rowspan"};
  private static final String[] LAZY = {
    "data-src", "data-original", "data-lazy-src", "data-lazy", "data-url"
  };
  private static final int DEEPEST = 200;

  private static final int SCREEN = 2000;
  private static final int LONGEST_ID = 100;

  private final HiddenElements visibility;
  private final Predicate<Element> skips;
  private final Predicate<Element> captions;
  private final Predicate<Element> figures;
  private final String base;
  private final StringBuilder out = new StringBuilder(4096);
  private boolean paragraph;
  private int depth;

  /// How many figures are open.
  private int open;

  /// @param skips what is left out
  /// @param captions what is written as a caption, whatever it is called
  /// @param figures boxes that are written as figures
  HtmlWriter(
      HiddenElements visibility,
      Predicate<Element> skips,
      Predicate<Element> captions,
      Predicate<Element> figures,
      String base) {
    this.visibility = visibility;
    this.skips = skips;
    this.captions = captions;
    this.figures = figures;
    this.base = base;
  }

  String html() {
    endParagraph();
    return out.toString().strip();
  }

  /// What stands in an element, without the element itself.
  void inside(Element element) {
    children(element, true);
    endParagraph();
  }

  /// The element, or what stands in it if it is a box.
  void whole(Element element) {
    element(element, true);
    endParagraph();
  }

  /// @param loose whether text here stands in no paragraph yet
  private void children(Element parent, boolean loose) {
    if (++depth < DEEPEST) {
      boolean frame = FRAMES.contains(parent.normalName());
      for (Node node = parent.firstChild(); node != null; node = node.nextSibling()) {
        if (node instanceof TextNode text) {
          if (!frame && visibility.isReadable(parent)) text(text.getWholeText(), loose);
        } else if (node instanceof Element child) {
          element(child, loose);
        }
      }
    }
    depth--;
  }

  private void element(Element element, boolean loose) {
    Stop.check();
    if (visibility.isHidden(element) || skips.test(element)) return;
    String name = name(element);
    if (BLOCKS.contains(name)) {
      endParagraph();
      if (name.equals("hr")) {
        out.append("<hr>\n");
        return;
      }
      boolean alone = name.equals("figcaption") && open == 0;
      int start = out.length();
      if (alone) out.append("<figure>");
      open(element, name);
      int inner = out.length();
      if (name.equals("figure")) open++;
      children(element, name.equals("blockquote") || name.equals("details"));
      if (name.equals("figure")) open--;
      endParagraph();
      if (isBlank(inner) && !name.equals("td") && !name.equals("th")) out.setLength(start);
      else out.append("</").append(name).append(alone ? "></figure>\n" : ">\n");
    } else if (PHRASES.contains(name)) {
      phrase(element, name, loose);
    } else if (TextWriter.INLINE.contains(name)) {
      children(element, loose);
    } else {
      if (loose) endParagraph();
      else if (!out.isEmpty() && !endsBlank()) out.append(' ');
      children(element, loose);
      if (loose) endParagraph();
    }
  }

  /// What an element is written as; what is called a caption and is none is a box.
  private String name(Element element) {
    if (captions.test(element)) return "figcaption";
    if (figures.test(element)) return "figure";
    return element.nameIs("figcaption") ? "div" : element.normalName();
  }

  /// Whether an element is neither written itself nor part of a line.
  static boolean isBox(Element element) {
    String name = element.normalName();
    return !BLOCKS.contains(name) && !PHRASES.contains(name) && !TextWriter.INLINE.contains(name);
  }

  private void phrase(Element element, String name, boolean loose) {
    if (name.equals("br")) {
      if (!loose || paragraph) out.append("<br>");
      return;
    }
    if (name.equals("img")) {
      picture(element, loose);
      return;
    }
    boolean link = name.equals("a");
    String to = link ? address(element.attr("href")) : null;
    // A link around whole blocks, and one to nowhere, is what stands in it.
    if ((link && to == null && !isPlace(element)) || holdsBlocks(element)) {
      children(element, loose);
      return;
    }
    if (loose) startParagraph();
    int start = out.length();
    out.append('<').append(name);
    if (to != null) attribute("href", to);
    attributes(element);
    out.append('>');
    int inner = out.length();
    children(element, false);
    if (out.length() == inner && !isPlace(element)) out.setLength(start);
    else out.append("</").append(name).append('>');
  }

  /// Where a link leads; within the page, as footnotes and their way back do, by its fragment
  /// alone.
  private @Nullable String address(String href) {
    boolean within = href.length() > 1 && href.length() <= LONGEST_ID && href.charAt(0) == '#';
    return within ? href : Hrefs.join(base, href);
  }

  /// Whether it is an anchor of old: a place without a link.
  private static boolean isPlace(Element element) {
    return element.nameIs("a")
        && !element.hasAttr("href")
        && !(element.attr("id") + element.attr("name")).isBlank();
  }

  private static boolean holdsBlocks(Element element) {
    for (Element child = element.firstElementChild();
        child != null;
        child = child.nextElementSibling()) {
      if (!TextWriter.INLINE.contains(child.normalName()) && !child.nameIs("br")) return true;
    }
    return false;
  }

  private void picture(Element img, boolean loose) {
    String source = source(img);
    String url = source == null ? null : Hrefs.join(base, source);
    if (url == null) return;
    if (loose) startParagraph();
    out.append("<img");
    attribute("src", url);
    attribute("alt", img.attr("alt"));
    for (String size : new String[] {"width", "height"}) {
      String value = img.attr(size);
      if (!value.isEmpty()
          && value.length() < 6
          && value.chars().allMatch(c -> c >= '0' && c <= '9')) attribute(size, value);
    }
    out.append('>');
  }

  /// Where the picture is, also if a script was to put it there.
  private static @Nullable String source(Element img) {
    for (String name : LAZY) if (!img.attr(name).isBlank()) return img.attr(name);
    String source = img.attr("src");
    if (!source.isBlank() && !source.startsWith("data:")) return source;
    return largest(img.hasAttr("srcset") ? img.attr("srcset") : img.attr("data-srcset"));
  }

  /// Of pictures to choose from, the largest that is not larger than a screen; the first if none
  /// says its width (`/picture.jpg 800w, /large.jpg 1600w`).
  private static @Nullable String largest(String set) {
    String found = null;
    int widest = -1;
    StringTokenizer words = new StringTokenizer(set);
    while (words.hasMoreTokens()) {
      String address = words.nextToken();
      boolean alone = address.endsWith(",") || !words.hasMoreTokens();
      int width = alone ? 0 : width(words.nextToken());
      if (width <= widest || (found != null && width > SCREEN)) continue;
      found = address.endsWith(",") ? address.substring(0, address.length() - 1) : address;
      widest = width;
    }
    return found == null || found.isEmpty() ? null : found;
  }

  private static int width(String descriptor) {
    int end = descriptor.indexOf('w');
    boolean number =
        end > 0 && end < 6 && descriptor.chars().limit(end).allMatch(c -> c >= '0' && c <= '9');
    return number ? Integer.parseInt(descriptor.substring(0, end)) : 0;
  }

  private void open(Element element, String name) {
    out.append('<').append(name);
    attributes(element);
    out.append('>');
  }

  private void attributes(Element element) {
    if (element.attributesSize() == 0) return;
    for (String name : KEPT) if (element.hasAttr(name)) attribute(name, element.attr(name));
    place(element);
  }

  /// What a footnote leads to, or back to. The sanitiser keeps those that something leads to.
  private void place(Element element) {
    String id = element.attr("id");
    if (id.isBlank() && element.nameIs("a")) id = element.attr("name");
    if (!id.isBlank() && id.length() <= LONGEST_ID) attribute("id", id);
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"").append(Html.escape(value)).append('"');
  }

  private void text(String s, boolean loose) {
    if (loose && !paragraph && s.isBlank()) return;
    if (loose) startParagraph();
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c == '\0') continue;
      String written = Html.inText(c);
      if (written.isEmpty()) out.append(c);
      else out.append(written);
    }
  }

  private void startParagraph() {
    if (paragraph) return;
    out.append("<p>");
    paragraph = true;
  }

  private void endParagraph() {
    if (!paragraph) return;
    paragraph = false;
    int n = out.length();
    if (n >= 3 && out.charAt(n - 1) == '>' && out.charAt(n - 2) == 'p' && out.charAt(n - 3) == '<')
      out.setLength(n - 3);
    else out.append("</p>\n");
  }

  private boolean isBlank(int from) {
    for (int i = from; i < out.length(); i++) if (out.charAt(i) > ' ') return false;
    return true;
  }

  private boolean endsBlank() {
    return out.charAt(out.length() - 1) <= ' ' || out.charAt(out.length() - 1) == '>';
  }
}
