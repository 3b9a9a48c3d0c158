package freshet.parse;

import freshet.bound.Stop;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.Element;
import freshet.parse.ns.Namespace;
import freshet.parse.ns.Namespaces;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;

/// The second way, for documents that are not XML though they mean to be: jsoup reads anything.
final class ForgivingXml {
  private final ParseLimits limits;

  ForgivingXml(ParseLimits limits) {
    this.limits = limits;
  }

  void read(String document, FeedHandler handler, Drafts drafts) {
    Parser parser = Parser.xmlParser().setMaxDepth(4 * limits.depth());
    Document tree = parser.parseInput(Stop.markup(MendedXml.of(shortened(document))), "");
    tree.filter(new Walk(handler, drafts));
    handler.end(1);
  }

  /// Cuts a document with endless elements, each of which would cost memory.
  private String shortened(String document) {
    int at = -1;
    for (int n = 0; n < limits.elements(); ) {
      at = document.indexOf('<', at + 1);
      if (at < 0) return document;
      if (!document.startsWith("/", at + 1)) n++;
    }
    return document.substring(0, at);
  }

  private static final class Walk implements NodeFilter {
    private final FeedHandler handler;
    private final Drafts drafts;
    private final Map<String, String> names = new HashMap<>(); // of prefixes, wherever declared
    private final ArrayDeque<String> defaults = new ArrayDeque<>(); // without a prefix, by depth
    private final ArrayDeque<Integer> depths = new ArrayDeque<>();

    Walk(FeedHandler handler, Drafts drafts) {
      this.handler = handler;
      this.drafts = drafts;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      Stop.check();
      if (handler.full()) return FilterResult.STOP;
      if (node instanceof org.jsoup.nodes.Element element && !(node instanceof Document)) {
        start(element);
      } else if (node instanceof TextNode text && handler.wantsText()) {
        char[] chars = text.getWholeText().toCharArray();
        handler.text(chars, 0, chars.length, text instanceof CDataNode);
      }
      return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (node instanceof org.jsoup.nodes.Element && !(node instanceof Document)) {
        handler.end(depths.pop());
        defaults.pop();
      }
      return FilterResult.CONTINUE;
    }

    private void start(org.jsoup.nodes.Element element) {
      String own = defaults.isEmpty() ? "" : defaults.peek();
      for (Attribute a : element.attributes()) {
        String key = a.getKey();
        if (!key.startsWith("xmlns")) continue;
        if (key.equals("xmlns")) own = a.getValue();
        else if (key.startsWith("xmlns:")) names.put(key.substring(6), a.getValue());
        drafts.namespace(a.getValue());
      }
      defaults.push(own);
      String tag = element.tagName();
      int colon = tag.indexOf(':');
      String prefix = colon < 0 ? "" : tag.substring(0, colon);
      String name = tag.substring(colon + 1);
      String uri = colon < 0 ? own : names.getOrDefault(prefix, "");
      Namespace namespace = Namespaces.of(prefix, uri);
      handler.closeWhatCannotHold(namespace, name);
      Element e = handler.open(namespace, uri, name);
      depths.push(handler.depth());
      if (e == null) return;
      for (Attribute a : element.attributes()) {
        String key = a.getKey();
        if (key.startsWith("xmlns")) continue;
        int at = key.indexOf(':');
        e.add(at < 0 || key.startsWith("xml:") ? key : key.substring(at + 1), a.getValue());
      }
      handler.opened(e);
    }
  }
}
