package freshet.parse;

import freshet.bound.Stop;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Most;
import freshet.text.Html;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.HtmlStreamEventReceiverWrapper;
import org.owasp.html.PolicyFactory;

/// Leaves of a feed's HTML what is safe to show: an allow list of elements and attributes, applied
/// by the OWASP sanitiser. On the way out addresses become absolute and tracking pixels go.
public final class Sanitiser {
  private static final PolicyFactory POLICY =
      new HtmlPolicyBuilder()
          .allowElements(
              "a",
              "abbr",
              "acronym",
              "address",
              "article",
              "aside",
              "audio",
              "b",
              "bdi",
              "bdo",
              "big",
              "blockquote",
              "br",
              "caption",
              "center",
              "cite",
              "code",
              "col",
              "colgroup",
              "dd",
              "del",
              "details",
              "dfn",
              "dir",
              "div",
              "dl",
              "dt",
              "em",
              "figcaption",
              "figure",
              "font",
              "footer",
              "h1",
              "h2",
              "h3",
              "h4",
              "h5",
              "h6",
              "header",
              "hr",
              "i",
              "img",
              "ins",
              "kbd",
              "li",
              "main",
              "mark",
              "menu",
              "nav",
              "ol",
              "p",
              "picture",
              "pre",
              "q",
              "rp",
              "rt",
              "ruby",
              "s",
              "samp",
              "section",
              "small",
              "source",
              "span",
              "strike",
              "strong",
              "sub",
              "summary",
              "sup",
              "table",
              "tbody",
              "td",
              "tfoot",
              "th",
              "thead",
              "time",
              "tr",
              "track",
              "tt",
              "u",
              "ul",
              "var",
              "video",
              "wbr")
          // formulas: what MathML Core presents, without what it means and without links
          .allowElements(
              "math",
              "menclose",
              "merror",
              "mfrac",
              "mi",
              "mmultiscripts",
              "mn",
              "mo",
              "mover",
              "mpadded",
              "mphantom",
              "mprescripts",
              "mroot",
              "mrow",
              "ms",
              "mspace",
              "msqrt",
              "mstyle",
              "msub",
              "msubsup",
              "msup",
              "mtable",
              "mtd",
              "mtext",
              "mtr",
              "munder",
              "munderover",
              "semantics")
          .allowAttributes("display", "alttext")
          .onElements("math")
          .allowAttributes("mathvariant", "stretchy", "fence", "separator", "linethickness")
          .onElements("mi", "mo", "mn", "mtext", "mstyle", "mfrac")
          .allowAttributes("columnspan", "rowspan")
          .onElements("mtd")
          .allowWithoutAttributes("a", "span", "font")
          .allowUrlProtocols(
              "http", "https", "mailto", "tel", "sms", "ftp", "magnet", "irc", "ircs", "xmpp",
              "geo", "news", "gopher", "gemini")
          .allowAttributes("href", "hreflang", "rel")
          .onElements("a")
          .allowAttributes("src")
          .onElements("img", "audio", "video", "source", "track")
          .allowAttributes("poster")
          .onElements("video")
          .allowAttributes("controls", "loop", "muted")
          .onElements("audio", "video")
          .allowAttributes("type", "media")
          .onElements("source", "a")
          .allowAttributes("cite")
          .onElements("blockquote", "q", "del", "ins")
          .allowAttributes("datetime")
          .onElements("time", "del", "ins")
          .allowAttributes("alt", "loading")
          .onElements("img")
          .allowAttributes("width", "height")
          .onElements("img", "video", "table", "td", "th", "col", "colgroup", "hr", "source")
          .allowAttributes("align", "valign", "colspan", "rowspan", "scope", "headers", "abbr")
          .onElements("td", "th", "tr", "table", "tbody", "thead", "tfoot", "col", "colgroup")
          .allowAttributes("border", "cellpadding", "cellspacing", "summary", "rules", "frame")
          .onElements("table")
          .allowAttributes("start", "type", "reversed", "value")
          .onElements("ol", "ul", "li")
          .allowAttributes("open")
          .onElements("details")
          .allowAttributes("kind", "srclang", "label")
          .onElements("track")
          .allowAttributes("name")
          .onElements("a")
          .allowAttributes("title", "lang", "dir", "id")
          .globally()
          .toFactory();

  /// No text is longer when it was made safe: tags that nobody closed are closed, and a sentence
  /// may say that there is more.
  private static final int LONGEST_CLEAN = 2 * Writer.MOST;

  private final SimpleHtml simple = new SimpleHtml();

  /// Leaves what is safe of a piece of HTML that no feed brought.
  ///
  /// @param base what relative addresses in it are relative to
  public static String safe(String html, String base) {
    return new Sanitiser().clean(html, base);
  }

  /// One object serves one thread.
  String clean(String written, @Nullable String base) {
    if (LongHtml.is(written)) {
      return clean(LongHtml.beginning(written), base) + LongHtml.REST;
    }
    return bounded(written, base);
  }

  /// Makes safe what is said to have been made safe before: then nothing changes, but who said so
  /// need not be believed.
  String again(String said) {
    return bounded(beginning(said), null);
  }

  /// All of it if it can have been made safe before.
  static String beginning(String said) {
    return said.length() > LONGEST_CLEAN ? LongHtml.beginning(said) : said;
  }

  private String bounded(String written, @Nullable String base) {
    if (isText(written)) return written;
    String html = WindowsReferences.replaced(written);
    InnerLinks inner = InnerLinks.of(html);
    if (!inner.targets().isEmpty()) return thorough(html, base, inner);
    String easy = simple.clean(html);
    return easy != null ? easy : thorough(html, base);
  }

  /// Without the short way.
  static String thorough(String html, @Nullable String base) {
    return thorough(html, base, InnerLinks.NONE);
  }

  private static String thorough(String html, @Nullable String base, InnerLinks inner) {
    Writer out = new Writer(html.length() + 64, base, inner);
    HtmlSanitizer.sanitize(withoutFrames(Drawings.replaced(html)), POLICY.apply(out), Bounded::new);
    String clean = out.html.toString().strip();
    return out.full() ? clean + LongHtml.REST : clean;
  }

  /// Stands before the library: its time grows with the square of the attributes of one tag, and it
  /// has no idea of time.
  @SuppressWarnings("try") // the library lets close() throw anything
  private static final class Bounded extends HtmlStreamEventReceiverWrapper {
    /// Names and values of attributes of one tag; the rest is dropped, as none of it would be kept
    /// anyway: of those that are kept, no element has a dozen.
    private static final int MOST = 2 * 100;

    /// HTML that ends a formula which nobody closed, as browsers have it.
    private static final Set<String> NO_FORMULA =
        Set.of(
            "blockquote",
            "body",
            "br",
            "center",
            "div",
            "dl",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "head",
            "hr",
            "img",
            "li",
            "menu",
            "ol",
            "p",
            "pre",
            "table",
            "ul");

    private boolean formula;

    /// What a formula means, in TeX or otherwise, is left out: it would stand beside the formula.
    private enum Meaning {
      NONE,
      TEXT,
      /// In elements: HTML, or another formula.
      XML
    }

    private Meaning meaning = Meaning.NONE;

    /// How many elements are open within what it means: formulas, blocks of text, others.
    private int formulasWithin;

    private int blocksWithin;
    private int othersWithin;

    Bounded(HtmlStreamEventReceiver behind) {
      super(behind);
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      Stop.check();
      if (meaning != Meaning.XML && NO_FORMULA.contains(element)) {
        formula = false;
        meaning = Meaning.NONE;
      }
      if (meaning != Meaning.NONE) {
        count(element, 1);
        return;
      }
      if (element.equals("math")) formula = true;
      if (formula && element.startsWith("annotation")) {
        meaning = element.equals("annotation") ? Meaning.TEXT : Meaning.XML;
        formulasWithin = 0;
        blocksWithin = 0;
        othersWithin = 0;
        return;
      }
      if (attributes.size() > MOST) attributes.subList(MOST, attributes.size()).clear();
      super.openTag(element, attributes);
    }

    @Override
    public void closeTag(String element) {
      Stop.check();
      if (meaning != Meaning.NONE) {
        if (count(element, -1)) return;
        // Its own end, or that of what was open before it.
        meaning = Meaning.NONE;
        if (element.startsWith("annotation")) return;
        formula = element.equals("semantics");
      }
      if (element.equals("math")) formula = false;
      super.closeTag(element);
    }

    /// @return false if one is to be closed of which none is open
    private boolean count(String element, int more) {
      if (element.equals("math")) {
        if (formulasWithin + more < 0) return false;
        formulasWithin += more;
      } else if (NO_FORMULA.contains(element)) {
        if (blocksWithin + more < 0) return false;
        blocksWithin += more;
      } else {
        if (othersWithin + more < 0) return false;
        othersWithin += more;
      }
      return true;
    }

    @Override
    public void text(String text) {
      if (meaning == Meaning.NONE) super.text(text);
    }

    @Override
    public void close() {} // nothing of ours is to be closed
  }

  /// Frames and objects are not shown, so what they hold for that case is. Where a frame shows a
  /// film or plays something, a link to it stands.
  private static String withoutFrames(String html) {
    StringBuilder out = null;
    int done = 0;
    for (int at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      int name = html.startsWith("/", at + 1) ? at + 2 : at + 1;
      boolean frame = html.regionMatches(true, name, "iframe", 0, 6);
      if (!frame && !html.regionMatches(true, name, "object", 0, 6)) continue;
      if (name + 6 < html.length() && Character.isLetterOrDigit(html.charAt(name + 6))) continue;
      if (out == null) out = new StringBuilder(html.length());
      out.append(html, done, at);
      done = PlainText.tagEnd(html, name + 6);
      if (frame && name == at + 1) out.append(Embedded.link(html.substring(name + 6, done)));
      at = done - 1;
    }
    return out == null ? html : out.append(html, done, html.length()).toString();
  }

  private static boolean isText(String html) {
    return html.indexOf('<') < 0 && html.indexOf('&') < 0 && html.indexOf('>') < 0;
  }

  /// Writes what the policy let through. Every text and value is escaped, and there is no element
  /// among those allowed whose text a browser would read otherwise than as text.
  private static final class Writer implements HtmlStreamEventReceiver {
    /// Tags that nobody closed are opened again in every block, so a little can become a lot.
    private static final int MOST = 2 * Most.HTML;

    private int unwritten; // open elements that were left out because it is full
    private final StringBuilder html;
    private final @Nullable String base;
    private final InnerLinks inner;

    Writer(int size, @Nullable String base, InnerLinks inner) {
      this.html = new StringBuilder(size);
      this.base = base;
      this.inner = inner;
    }

    @Override
    public void openDocument() {}

    @Override
    public void closeDocument() {}

    boolean full() {
      return html.length() > MOST;
    }

    @Override
    public void openTag(String element, List<String> attributes) {
      if (full()) {
        if (!Markup.isVoid(element)) unwritten++;
        return;
      }
      if (element.equals("img") && TrackingPixels.is(attributes)) return;
      html.append('<').append(element);
      for (int i = 0; i + 1 < attributes.size(); i += 2) {
        String name = attributes.get(i);
        String value = attributes.get(i + 1);
        boolean named = name.equals("id") || name.equals("name");
        String local = named ? inner.place(value) : null;
        if (name.equals("href")) local = inner.link(value, base);
        if (named && local == null) continue;
        if (local != null) {
          if (named) name = "id";
          value = local;
        } else if (Markup.isAddress(name)) {
          String resolved = Addresses.resolve(base, value);
          if (resolved == null) continue;
          value = resolved;
        }
        html.append(' ').append(name).append("=\"");
        escape(value, true);
        html.append('"');
      }
      html.append(Markup.isVoid(element) ? " />" : ">");
    }

    @Override
    public void closeTag(String element) {
      if (Markup.isVoid(element)) return;
      if (unwritten > 0) unwritten--;
      else html.append("</").append(element).append('>');
    }

    @Override
    public void text(String text) {
      if (!full()) escape(text, false);
    }

    private void escape(String s, boolean attribute) {
      for (int i = 0; i < s.length(); i++) {
        char c = s.charAt(i);
        if (c == '\0') continue;
        String written = attribute ? Html.inAttribute(c) : Html.inText(c);
        if (written.isEmpty()) html.append(c);
        else html.append(written);
      }
    }
  }
}
