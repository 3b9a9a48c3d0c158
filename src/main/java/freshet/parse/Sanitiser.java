package freshet.parse;

import freshet.parse.ns.Addresses;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.PolicyFactory;

/// Leaves of a feed's HTML what is safe to show: an allow list of elements and attributes, applied
/// by the OWASP sanitiser. On the way out addresses become absolute and tracking pixels go.
final class Sanitiser {
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
          .allowAttributes("title", "lang", "dir")
          .globally()
          .toFactory();

  private final SimpleHtml simple = new SimpleHtml();

  /// One object serves one thread.
  String clean(String written, @Nullable String base) {
    if (isText(written)) return written;
    String html = WindowsReferences.replaced(written);
    String easy = simple.clean(html);
    return easy != null ? easy : thorough(html, base);
  }

  /// Without the short way.
  static String thorough(String html, @Nullable String base) {
    Writer out = new Writer(html.length() + 64, base);
    HtmlSanitizer.sanitize(withoutFrames(html), POLICY.apply(out));
    return out.html.toString().strip();
  }

  /// Frames and objects are not shown, so what they hold for that case is.
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
    private final StringBuilder html;
    private final @Nullable String base;

    Writer(int size, @Nullable String base) {
      this.html = new StringBuilder(size);
      this.base = base;
    }

    @Override
    public void openDocument() {}

    @Override
    public void closeDocument() {}

    @Override
    public void openTag(String element, List<String> attributes) {
      if (element.equals("img") && TrackingPixels.is(attributes)) return;
      html.append('<').append(element);
      for (int i = 0; i + 1 < attributes.size(); i += 2) {
        String name = attributes.get(i);
        String value = attributes.get(i + 1);
        if (Markup.isAddress(name)) {
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
      if (!Markup.isVoid(element)) html.append("</").append(element).append('>');
    }

    @Override
    public void text(String text) {
      escape(text, false);
    }

    private void escape(String s, boolean attribute) {
      for (int i = 0; i < s.length(); i++) {
        char c = s.charAt(i);
        switch (c) {
          case '&' -> html.append("&amp;");
          case '<' -> html.append("&lt;");
          case '>' -> html.append("&gt;");
          case '"' -> html.append(attribute ? "&quot;" : "\"");
          case '\0' -> {}
          default -> html.append(c);
        }
      }
    }
  }
}
