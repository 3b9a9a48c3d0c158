package freshet.extract;

import freshet.bound.Stop;
import freshet.text.Html;
import java.util.Set;
import java.util.TreeSet;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/// A page as XML: the whole tree, or only what an indexer needs. Written by hand and not by jsoup,
/// so that names and characters which XML does not have never get into it.
final class PageXml {
  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private final StringBuilder out = new StringBuilder(HEAD);

  private PageXml() {}

  static String full(Document document) {
    PageXml xml = new PageXml();
    Element html = document.firstElementChild();
    if (html == null) xml.out.append("<html/>");
    else xml.element(html);
    return xml.out.append('\n').toString();
  }

  /// @param language "" if it is not known
  static String reduced(
      HtmlPage page, Document document, HiddenElements visibility, String language) {
    PageXml xml = new PageXml();
    xml.out.append("<page");
    xml.attribute("url", page.base());
    xml.attribute("language", language);
    xml.out.append(">\n  <title>");
    xml.text(page.title());
    xml.out.append("</title>\n");
    Reduced reduced = new Reduced(xml, page.base(), visibility);
    Element body = document.body();
    reduced.walk(body);
    reduced.endText();
    return xml.out.append("</page>\n").toString();
  }

  /// Texts, links and pictures in the order in which they are seen.
  private static final class Reduced {
    private final PageXml xml;
    private final String base;
    private final HiddenElements visibility;
    private final StringBuilder text = new StringBuilder();

    Reduced(PageXml xml, String base, HiddenElements visibility) {
      this.xml = xml;
      this.base = base;
      this.visibility = visibility;
    }

    void walk(Element element) {
      Stop.check();
      if (visibility.isHidden(element)) return;
      String name = element.normalName();
      boolean block = !TextWriter.INLINE.contains(name);
      if (block) endText();
      if (name.equals("a") && element.hasAttr("href")) {
        link(element);
      } else if (name.equals("img")) {
        image(element);
      } else {
        children(element);
      }
      if (block) endText();
    }

    private void children(Element element) {
      boolean readable = visibility.isReadable(element);
      for (Node node = element.firstChild(); node != null; node = node.nextSibling()) {
        if (node instanceof TextNode t && readable) text.append(t.getWholeText());
        else if (node instanceof Element child) walk(child);
      }
    }

    private void link(Element a) {
      String url = Hrefs.join(base, a.attr("href"));
      if (url == null) {
        children(a);
        return;
      }
      String seen = TextWriter.visible(a, visibility);
      if (seen.isEmpty() && a.selectFirst("img") == null) return;
      endText();
      xml.out.append("  <link");
      xml.attribute("url", url);
      xml.out.append('>');
      xml.text(seen.replace('\n', ' '));
      xml.out.append("</link>\n");
      for (Element img : a.getElementsByTag("img")) image(img);
    }

    private void image(Element img) {
      String url = Hrefs.join(base, img.attr("src"));
      if (url == null || visibility.isHidden(img)) return;
      endText();
      xml.out.append("  <image");
      xml.attribute("url", url);
      xml.out.append('>');
      xml.text(img.attr("alt").strip());
      xml.out.append("</image>\n");
    }

    void endText() {
      String s = text.toString().replaceAll("[\\s\\u00A0]+", " ").strip();
      text.setLength(0);
      if (s.isEmpty()) return;
      xml.out.append("  <text>");
      xml.text(s);
      xml.out.append("</text>\n");
    }
  }

  @SuppressWarnings("ReferenceEquality") // the walk ends at this very element
  private void element(Element root) {
    Node node = root;
    while (node != null) {
      Stop.check();
      if (node instanceof TextNode t) text(t.getWholeText());
      else if (node instanceof DataNode d) text(d.getWholeData());
      else if (node instanceof Element e) {
        open(e);
        if (e.childNodeSize() > 0) {
          node = e.firstChild();
          continue;
        }
        close(e);
      }
      while (node != null && node != root && node.nextSibling() == null) {
        node = node.parent();
        if (node instanceof Element e) close(e);
      }
      if (node == null || node == root) return;
      node = node.nextSibling();
    }
  }

  private void open(Element e) {
    out.append('<').append(name(e.tagName()));
    Set<String> written = new TreeSet<>();
    for (Attribute a : e.attributes()) {
      String name = name(a.getKey());
      if (written.add(name)) attribute(name, a.getValue());
    }
    out.append(e.childNodeSize() == 0 ? "/>" : ">");
  }

  private void close(Element e) {
    if (e.childNodeSize() > 0) out.append("</").append(name(e.tagName())).append('>');
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"");
    text(value);
    out.append('"');
  }

  /// Letters that a name in XML may not have become `_`; so do colons, whose prefixes nobody
  /// declares.
  private static String name(String s) {
    StringBuilder name = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean inner = (c >= '0' && c <= '9') || c == '-' || c == '.';
      if (i == 0 && !letter && inner) name.append('_');
      name.append(letter || inner ? c : '_');
    }
    String written = name.isEmpty() ? "_" : name.toString();
    return written.regionMatches(true, 0, "xmlns", 0, 5) ? "_" + written : written;
  }

  private void text(String s) {
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      i += Character.charCount(c);
      String written = Html.inAttribute(c);
      boolean allowed =
          (c >= 0x20 && c <= 0xD7FF && !(c >= 0x7F && c < 0xA0))
              || c == '\t'
              || c == '\n'
              || (c >= 0xE000 && c <= 0xFFFD)
              || c >= 0x10000;
      if (!written.isEmpty()) out.append(written);
      else if (allowed) out.appendCodePoint(c);
      else out.append(' ');
    }
  }
}
