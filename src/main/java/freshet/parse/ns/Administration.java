package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import java.util.List;

/// Which program wrote an RSS 1.0 feed, and whom to tell about its mistakes.
final class Administration implements Namespace {
  @Override
  public String prefix() {
    return "admin";
  }

  @Override
  public List<String> names() {
    return List.of("http://webns.net/mvcb/");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    String value = e.get("resource", text);
    switch (e.name()) {
      case "generatoragent" -> drafts.feed().offer(Slot.GENERATOR, Draft.LIKE, value);
      case "errorreportsto" -> drafts.feed().more("errorReportsTo", value);
      default -> {}
    }
  }
}
