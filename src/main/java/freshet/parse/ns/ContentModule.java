package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;

/// `content:encoded`, where most of the world's RSS keeps its full texts.
final class ContentModule implements Namespace {
  @Override
  public String prefix() {
    return "content";
  }

  @Override
  public List<String> names() {
    return List.of("http://purl.org/rss/1.0/modules/content/");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return e.name().equals("encoded") ? Content.TEXT : Content.SKIP;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    drafts.current().offer(Slot.CONTENT, Draft.OWN, new Text(text, Kind.HTML, e.base()));
  }
}
