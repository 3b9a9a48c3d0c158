package freshet.parse;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;

/// Woodstox as everybody here must use it: nothing outside the document is ever read, and entities
/// expand a little at most.
public final class SafeXml {
  private SafeXml() {}

  /// @param depth of elements in elements
  /// @param attributes of one element
  public static WstxInputFactory factory(int depth, int attributes) {
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
    f.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, attributes);
    f.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, depth);
    f.setProperty(WstxInputProperties.P_INPUT_BUFFER_LENGTH, 8000);
    return f;
  }
}
