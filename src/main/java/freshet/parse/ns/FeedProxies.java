package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import java.util.List;

/// FeedBurner and Pheedo put addresses of their own over an entry's; these elements give it back.
final class FeedProxies implements Namespace {
  private final String prefix;
  private final String name;

  FeedProxies(String prefix, String name) {
    this.prefix = prefix;
    this.name = name;
  }

  @Override
  public String prefix() {
    return prefix;
  }

  @Override
  public List<String> names() {
    return List.of(name);
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    switch (e.name()) {
      case "origlink" -> drafts.current().offer(Slot.LINK, Draft.CORRECTION, e.resolve(text));
      case "origenclosurelink" -> drafts.current().correctEnclosure(e.resolve(text));
      default -> {}
    }
  }
}
