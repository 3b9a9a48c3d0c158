package freshet.parse;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.Element;
import freshet.parse.ns.Namespace;
import freshet.parse.ns.Namespaces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.XMLStreamReader2;
import org.jsoup.parser.Parser;

/// The fast way: one pass with Woodstox. Nothing outside the document is ever read, and entities
/// expand a little at most.
final class StrictXml {
  private final WstxInputFactory plain;
  private final WstxInputFactory withHtmlEntities;

  StrictXml(ParseLimits limits) {
    plain = factory(limits);
    withHtmlEntities = factory(limits);
    // The DTD of RSS 0.91 declares HTML's entities; we know them without fetching it.
    XMLResolver html =
        (publicId, systemId, base, entity) -> {
          String reference = "&" + entity + ";";
          String value = Parser.unescapeEntities(reference, false);
          return value.equals(reference) ? null : new StreamSource(new StringReader(value));
        };
    withHtmlEntities.setProperty(WstxInputProperties.P_UNDECLARED_ENTITY_RESOLVER, html);
  }

  private static WstxInputFactory factory(ParseLimits limits) {
    WstxInputFactory f = new WstxInputFactory();
    XMLResolver nothing =
        (publicId, systemId, base, namespace) -> new ByteArrayInputStream(new byte[0]);
    // External entities are "supported" by a resolver that has nothing for any of them: a refusal
    // would be an error and lose the entities that the document itself declares.
    f.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);
    f.setProperty(XMLInputFactory.IS_VALIDATING, false);
    f.setProperty(XMLInputFactory.IS_COALESCING, false);
    f.setProperty(XMLInputFactory.SUPPORT_DTD, true);
    f.setProperty(WstxInputProperties.P_DTD_RESOLVER, nothing);
    f.setProperty(WstxInputProperties.P_ENTITY_RESOLVER, nothing);
    f.setProperty(WstxInputProperties.P_CACHE_DTDS, false);
    f.setProperty(WstxInputProperties.P_MAX_ENTITY_COUNT, 20_000);
    f.setProperty(WstxInputProperties.P_MAX_ENTITY_DEPTH, 8);
    f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, 200_000);
    f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.attributes());
    f.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, 4 * limits.depth());
    f.setProperty(WstxInputProperties.P_INPUT_BUFFER_LENGTH, 8000);
    return f;
  }

  /// @throws XMLStreamException at the first thing that is not XML; what came before has been read
  void read(String document, FeedHandler handler, Drafts drafts) throws XMLStreamException {
    int doctype = document.substring(0, Math.min(2000, document.length())).indexOf("<!DOCTYPE");
    WstxInputFactory factory = doctype < 0 ? plain : withHtmlEntities;
    XMLStreamReader2 xml =
        (XMLStreamReader2) factory.createXMLStreamReader(new StringReader(document));
    TextSink sink = new TextSink(handler);
    while (xml.hasNext() && !handler.full()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> start(xml, handler, drafts);
        case XMLStreamConstants.END_ELEMENT -> handler.end(handler.depth());
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
      if (handler.swollen()) throw new IOException("entities expand without end");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static void start(XMLStreamReader xml, FeedHandler handler, Drafts drafts) {
    for (int i = 0; i < xml.getNamespaceCount(); i++) {
      String uri = xml.getNamespaceURI(i);
      if (uri != null) drafts.namespace(uri);
    }
    String uri = xml.getNamespaceURI();
    if (uri == null) uri = "";
    String of = xml.getPrefix();
    Namespace namespace = Namespaces.of(of == null ? "" : of, uri);
    Element e = handler.open(namespace, uri, xml.getLocalName());
    if (e == null) return;
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String name = xml.getAttributeLocalName(i);
      String prefix = xml.getAttributePrefix(i);
      if ("xml".equals(prefix)) name = "xml:" + name;
      e.add(name, xml.getAttributeValue(i));
    }
    handler.opened(e);
  }
}
