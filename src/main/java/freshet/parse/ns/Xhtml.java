package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;

/// An XHTML `body` or `div` put straight into an entry is its content.
final class Xhtml implements Namespace {
  @Override
  public String prefix() {
    return "xhtml";
  }

  @Override
  public List<String> names() {
    return List.of("http://www.w3.org/1999/xhtml");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    boolean body = e.name().equals("body") || e.name().equals("div");
    return drafts.inEntry() && body ? Content.MARKUP : Content.SKIP;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    if (e.content() == Content.SKIP) return;
    drafts.current().offer(Slot.CONTENT, Draft.SAME, new Text(text, Kind.HTML, e.base()));
  }
}
