package freshet.parse;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import freshet.bound.Stop;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.Element;
import freshet.parse.ns.Namespace;
import freshet.parse.ns.Namespaces;
import freshet.text.Cut;
import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.XMLStreamReader2;
import org.jsoup.parser.Parser;

/// The fast way: one pass with Woodstox.
final class StrictXml {
  /// Declarations of namespaces in force at one place: Woodstox looks through them for every
  /// element.
  private static final int MOST_NAMES = 1_000;

  private static final String SWOLLEN = "entities expand without end";

  private final WstxInputFactory plain;
  private final WstxInputFactory withHtmlEntities;

  StrictXml(ParseLimits limits) {
    plain = SafeXml.factory(4 * limits.depth(), limits.attributes());
    withHtmlEntities = SafeXml.factory(4 * limits.depth(), limits.attributes());
    // The DTD of RSS 0.91 declares HTML's entities; we know them without fetching it.
    XMLResolver html =
        (publicId, systemId, base, entity) -> {
          String reference = "&" + entity + ";";
          String value = Parser.unescapeEntities(reference, false);
          return value.equals(reference) ? null : new StreamSource(new StringReader(value));
        };
    withHtmlEntities.setProperty(WstxInputProperties.P_UNDECLARED_ENTITY_RESOLVER, html);
  }

  /// @throws XMLStreamException at the first thing that is not XML; what came before has been read
  void read(String document, FeedHandler handler, Drafts drafts) throws XMLStreamException {
    int doctype = Cut.start(document, 2000).indexOf("<!DOCTYPE");
    WstxInputFactory factory = doctype < 0 ? plain : withHtmlEntities;
    XMLStreamReader2 xml = (XMLStreamReader2) factory.createXMLStreamReader(Stop.reader(document));
    TextSink sink = new TextSink(handler);
    int names = 0; // declared by the open elements
    while (xml.hasNext() && !handler.full()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          names += xml.getNamespaceCount();
          if (names > MOST_NAMES) throw new XMLStreamException("namespaces without end");
          start(xml, handler, drafts);
        }
        case XMLStreamConstants.END_ELEMENT -> {
          names -= xml.getNamespaceCount();
          handler.end(handler.depth());
        }
        case XMLStreamConstants.CHARACTERS -> write(xml, sink, false);
        case XMLStreamConstants.CDATA -> write(xml, sink, true);
        default -> {}
      }
    }
    xml.close();
  }

  /// Straight from Woodstox's buffer, however long the text is.
  private static void write(XMLStreamReader2 xml, TextSink sink, boolean data)
      throws XMLStreamException {
    if (!sink.handler.wantsText()) return;
    sink.data = data;
    try {
      xml.getText(sink, false);
    } catch (IOException e) {
      throw new XMLStreamException(e);
    }
  }

  private static final class TextSink extends Writer {
    private final FeedHandler handler;
    private boolean data;

    TextSink(FeedHandler handler) {
      this.handler = handler;
    }

    @Override
    public void write(char[] chars, int from, int count) throws IOException {
      handler.text(chars, from, count, data);
      if (handler.swollen()) throw new IOException(SWOLLEN);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static void start(XMLStreamReader xml, FeedHandler handler, Drafts drafts)
      throws XMLStreamException {
    Stop.check();
    for (int i = 0; i < xml.getNamespaceCount(); i++) {
      String uri = xml.getNamespaceURI(i);
      if (uri != null) drafts.namespace(uri);
    }
    String uri = xml.getNamespaceURI();
    if (uri == null) uri = "";
    String of = xml.getPrefix();
    Namespace namespace = Namespaces.of(of == null ? "" : of, uri);
    Element e = handler.open(namespace, uri, xml.getLocalName());
    int count = xml.getAttributeCount();
    if (count == 0) {
      if (e != null) handler.opened(e);
      return;
    }
    for (int i = 0; i < count; i++) {
      String value = xml.getAttributeValue(i);
      handler.count(value.length());
      if (e == null) continue;
      String name = xml.getAttributeLocalName(i);
      String prefix = xml.getAttributePrefix(i);
      if ("xml".equals(prefix)) name = "xml:" + name;
      e.add(name, value);
    }
    if (handler.swollen()) throw new XMLStreamException(SWOLLEN);
    if (e != null) handler.opened(e);
  }
}
