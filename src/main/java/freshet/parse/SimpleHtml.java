package freshet.parse;

import freshet.text.Html;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fast way through the sanitiser, for the plain HTML that most feeds consist of.
///
/// It knows a few harmless elements, all of which must be nested and closed by the book, and a few
/// attributes with values beyond suspicion. It writes only those, so what it writes is safe by
/// construction; and it gives up (null) at the first thing it does not know, so that [Sanitiser]
/// and the OWASP library decide. What it does answer is letter for letter what they would answer:
/// `SimpleHtmlTest` holds the two against each other on tens of thousands of made-up fragments.
///
/// One object serves one thread; its buffer is used again and again.
final class SimpleHtml {
  private static final int DEEPEST = 24;

  /// What may stand where.
  private enum Kind {
    /// In anything; holds text and inline elements.
    INLINE,
    /// Like it, without an end tag.
    EMPTY,
    /// In a flow; holds what `INLINE` holds.
    PARAGRAPH,
    /// In a flow; holds anything but items.
    FLOW,
    /// In a flow; holds items and blanks.
    LIST,
    /// In a list; holds what `FLOW` holds.
    ITEM,
    RULE
  }

  private record Tag(String name, Kind kind) {}

  private static final Tag[] TAGS = new Tag[256];
  private static final String[] ATTRIBUTES = new String[256];

  static {
    add(
        Kind.INLINE,
        "a",
        "b",
        "i",
        "em",
        "strong",
        "span",
        "code",
        "small",
        "sub",
        "sup",
        "u",
        "s");
    add(Kind.EMPTY, "br", "img");
    add(Kind.PARAGRAPH, "p", "h1", "h2", "h3", "h4", "h5", "h6");
    add(Kind.FLOW, "div", "blockquote");
    add(Kind.LIST, "ul", "ol");
    add(Kind.ITEM, "li");
    add(Kind.RULE, "hr");
    String kept = "href src alt title width height ";
    String decidedElsewhere =
        "hreflang poster controls loop muted type media cite datetime loading align valign colspan"
            + " rowspan scope headers abbr border cellpadding cellspacing summary rules frame start"
            + " reversed value open kind srclang label lang dir rel";
    for (String name : (kept + decidedElsewhere).split(" ", -1)) {
      int slot = slot(name, 0, name.length());
      while (ATTRIBUTES[slot] != null) slot = (slot + 1) & 255;
      ATTRIBUTES[slot] = name;
    }
  }

  /// The name of an attribute that any element may have, null for all others.
  private static @Nullable String known(String s, int from, int to) {
    for (int slot = slot(s, from, to); ; slot = (slot + 1) & 255) {
      String name = ATTRIBUTES[slot];
      if (name == null || (name.length() == to - from && s.startsWith(name, from))) return name;
    }
  }

  private static void add(Kind kind, String... names) {
    for (String name : names) {
      int slot = slot(name, 0, name.length());
      while (TAGS[slot] != null) slot = (slot + 1) & 255;
      TAGS[slot] = new Tag(name, kind);
    }
  }

  private static int slot(String s, int from, int to) {
    int h = to - from;
    for (int i = from; i < to; i++) h = h * 31 + s.charAt(i);
    return (h ^ (h >>> 8)) & 255;
  }

  private static @Nullable Tag tag(String s, int from, int to) {
    if (to == from || to - from > 10) return null;
    for (int slot = slot(s, from, to); ; slot = (slot + 1) & 255) {
      Tag t = TAGS[slot];
      if (t == null) return null;
      if (t.name.length() == to - from && s.startsWith(t.name, from)) return t;
    }
  }

  private char[] out = new char[2048];
  private int length;
  private final @Nullable Tag[] open = new @Nullable Tag[DEEPEST];
  private int depth;
  private String html = "";
  private int at;
  private final List<String> attributes = new ArrayList<>(8);

  /// The safe form of a fragment, or null if it takes the full sanitiser to tell.
  @Nullable String clean(String fragment) {
    html = fragment;
    at = 0;
    length = 0;
    depth = 0;
    int n = fragment.length();
    int run = 0; // text not yet copied
    while (at < n) {
      char c = fragment.charAt(at);
      if (c == '<' || c == '&' || c == '>') {
        copy(run, at);
        if (c == '<' ? !tag() : c == '&' ? !reference(false) : !greater()) return null;
        run = at;
      } else if (isOdd(c)) {
        return null;
      } else if (depth > 0 && inList()) { // blanks between items go, anything else has no place
        if (c > ' ') return null;
        run = ++at;
      } else {
        at = endOfText(fragment, at + 1, n);
      }
    }
    if (depth > 0) return null;
    copy(run, n);
    return trimmed();
  }

  /// Where the next letter is that needs a look: most of a text is letters that need none.
  private static int endOfText(String s, int from, int n) {
    int i = from;
    while (i < n) {
      char c = s.charAt(i);
      if (c == '<' || c == '&' || c == '>' || isOdd(c)) break;
      i++;
    }
    return i;
  }

  private String trimmed() {
    int from = 0;
    while (from < length && Character.isWhitespace(out[from])) from++;
    while (length > from && Character.isWhitespace(out[length - 1])) length--;
    return new String(out, from, length - from);
  }

  private static boolean isOdd(char c) {
    return (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c >= 0xd800;
  }

  private boolean inList() {
    Tag top = top();
    return top != null && top.kind == Kind.LIST;
  }

  private @Nullable Tag top() {
    return depth == 0 ? null : open[depth - 1];
  }

  private boolean greater() {
    if (inList()) return false;
    write("&gt;");
    at++;
    return true;
  }

  // ---- tags

  private boolean tag() {
    boolean end = at + 1 < html.length() && html.charAt(at + 1) == '/';
    int from = at + (end ? 2 : 1);
    int to = from;
    while (to < html.length() && isName(html.charAt(to))) to++;
    Tag tag = tag(html, from, to);
    if (tag == null || to == html.length()) return false;
    return end ? endTag(tag, to) : startTag(tag, to);
  }

  private static boolean isName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  private boolean endTag(Tag tag, int to) {
    if (html.charAt(to) != '>' || !tag.equals(top())) return false;
    depth--;
    write("</");
    write(tag.name);
    write(">");
    at = to + 1;
    return true;
  }

  private boolean startTag(Tag tag, int to) {
    if (!fits(tag)) return false;
    int before = length;
    write("<");
    write(tag.name);
    attributes.clear();
    at = to;
    if (!attributes(tag)) return false;
    boolean slash = html.charAt(at) == '/';
    boolean empty = tag.kind == Kind.EMPTY || tag.kind == Kind.RULE;
    if (slash) at++;
    if (at >= html.length() || html.charAt(at) != '>' || (slash && !empty)) return false;
    at++;
    if (tag.name.equals("img")) {
      if (!attributes.contains("src")) return false;
      if (TrackingPixels.is(attributes)) {
        length = before;
        return true;
      }
    }
    write(empty ? " />" : ">");
    if (empty) return true;
    if (depth == DEEPEST) return false;
    open[depth++] = tag;
    return true;
  }

  /// May this element begin here without the parser moving anything?
  private boolean fits(Tag tag) {
    Tag top = top();
    Kind around = top == null ? Kind.FLOW : top.kind;
    return switch (around) {
      case INLINE, PARAGRAPH -> (tag.kind == Kind.INLINE && !isOpen(tag)) || tag.kind == Kind.EMPTY;
      case FLOW, ITEM -> tag.kind != Kind.ITEM;
      case LIST -> tag.kind == Kind.ITEM;
      case EMPTY, RULE -> false;
    };
  }

  private boolean isOpen(Tag tag) {
    for (int i = 0; i < depth; i++) if (tag.equals(open[i])) return true;
    return false;
  }

  // ---- attributes

  /// Leaves `at` on the `/` or `>` that ends the tag.
  private boolean attributes(Tag tag) {
    int n = html.length();
    int seen = 0;
    while (true) {
      int blanks = at;
      while (at < n && (html.charAt(at) == ' ' || html.charAt(at) == '\n')) at++;
      if (at >= n) return false;
      char c = html.charAt(at);
      if (c == '>' || c == '/') return true;
      if (at == blanks) return false;
      int from = at;
      while (at < n && (isName(html.charAt(at)) || html.charAt(at) == '-')) at++;
      int to = at;
      if (to == from || at + 1 >= n || html.charAt(at) != '=' || html.charAt(at + 1) != '"') {
        return false;
      }
      int value = at + 2;
      int close = html.indexOf('"', value);
      if (close < 0) return false;
      String name = known(html, from, to);
      int bit = name == null ? DROPPED : attribute(tag, name);
      if (bit < 0 || (seen & bit) != 0) return false;
      seen |= bit;
      if (bit != DROPPED && name != null && !value(tag, bit, name, value, close)) return false;
      at = close + 1;
    }
  }

  private static final int DROPPED = 0;
  private static final int ADDRESS = 1;

  /// A bit for each attribute that is kept, `DROPPED` for one that it may not have, -1 for doubt.
  private static int attribute(Tag tag, String name) {
    return switch (name) {
      case "href" -> tag.name.equals("a") ? ADDRESS : DROPPED;
      case "src" -> tag.name.equals("img") ? ADDRESS : DROPPED;
      case "alt" -> tag.name.equals("img") ? 2 : DROPPED;
      case "title" -> 4;
      case "width" -> tag.name.equals("img") ? 8 : -1;
      case "height" -> tag.name.equals("img") ? 16 : -1;
      default -> -1;
    };
  }

  private boolean value(Tag tag, int bit, String name, int from, int to) {
    if (bit == ADDRESS && !isPlainAddress(from, to)) return false;
    write(" ");
    write(name);
    write("=\"");
    int start = length;
    int run = from;
    at = from;
    while (at < to) {
      char c = html.charAt(at);
      if (c == '&') {
        copy(run, at);
        if (!reference(true) || at > to) return false;
        run = at;
      } else if (c == '<' || c == '>' || c == '`' || isOdd(c) || c < ' ') {
        return false;
      } else {
        at++;
      }
    }
    copy(run, to);
    if (tag.kind == Kind.EMPTY) { // may be a tracking pixel
      attributes.add(name);
      attributes.add(new String(out, start, length - start));
    }
    write("\"");
    return true;
  }

  private boolean isPlainAddress(int from, int to) {
    if (!html.startsWith("https://", from) && !html.startsWith("http://", from)) return false;
    for (int i = from; i < to; i++) {
      char c = html.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && "-._~:/?#@!$&*+,;=%".indexOf(c) < 0) return false;
    }
    return true;
  }

  // ---- text

  /// A character reference, or an `&` that is none.
  private boolean reference(boolean attribute) {
    int n = html.length();
    if (inList()) return false;
    if (at + 1 < n && html.charAt(at + 1) == ' ' && !attribute) {
      write("&amp;");
      at++;
      return true;
    }
    int end = html.indexOf(';', at);
    if (end < 0 || end - at > 9) return false;
    int code =
        html.charAt(at + 1) == '#' ? numbered(at + 2, end) : named(html.substring(at + 1, end));
    if (code < ' ' || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff)) {
      return false;
    }
    if (code > 0xfdcf) return false; // private letters, none-characters and the rare
    at = end + 1;
    String written = attribute ? Html.inAttribute(code) : Html.inText(code);
    if (written.isEmpty()) write((char) code);
    else write(written);
    return true;
  }

  private int numbered(int from, int end) {
    boolean hex = from < end && html.charAt(from) == 'x';
    int radix = hex ? 16 : 10;
    int code = 0;
    int start = hex ? from + 1 : from;
    if (start == end) return -1;
    for (int i = start; i < end; i++) {
      int digit = Character.digit(html.charAt(i), radix);
      if (digit < 0 || html.charAt(i) > 'f') return -1;
      code = code * radix + digit;
      if (code > 0xffff) return -1;
    }
    return code;
  }

  private static int named(String name) {
    return switch (name) {
      case "amp" -> '&';
      case "lt" -> '<';
      case "gt" -> '>';
      case "quot" -> '"';
      case "nbsp" -> 0xa0;
      case "lsquo" -> 0x2018;
      case "rsquo" -> 0x2019;
      case "ldquo" -> 0x201c;
      case "rdquo" -> 0x201d;
      case "ndash" -> 0x2013;
      case "mdash" -> 0x2014;
      case "hellip" -> 0x2026;
      default -> -1;
    };
  }

  // ---- output

  private void copy(int from, int to) {
    if (to <= from) return;
    room(to - from);
    html.getChars(from, to, out, length);
    length += to - from;
  }

  private void write(String s) {
    room(s.length());
    s.getChars(0, s.length(), out, length);
    length += s.length();
  }

  private void write(char c) {
    room(1);
    out[length++] = c;
  }

  private void room(int more) {
    if (length + more > out.length)
      out = Arrays.copyOf(out, Math.max(2 * out.length, length + more));
  }
}
