package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import java.util.List;

/// Pictures for readers, as Feedly asks for them.
final class Webfeeds implements Namespace {
  @Override
  public String prefix() {
    return "webfeeds";
  }

  @Override
  public List<String> names() {
    return List.of("http://webfeeds.org/rss/1.0");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    String address = e.resolve(e.get("image", e.get("url", text)));
    switch (e.name()) {
      case "cover", "logo", "featuredimage" -> d.offer(Slot.IMAGE, Draft.LIKE, address);
      case "icon" -> d.offer(Slot.ICON, Draft.LIKE, address);
      case "accentcolor" -> d.more("accentColor", text);
      default -> {}
    }
  }
}
