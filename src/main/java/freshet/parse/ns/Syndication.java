package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import java.util.List;

/// How often a feed says it is renewed.
final class Syndication implements Namespace {
  @Override
  public String prefix() {
    return "sy";
  }

  @Override
  public List<String> names() {
    return List.of("http://purl.org/rss/1.0/modules/syndication/");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    switch (e.name()) {
      case "updateperiod" -> drafts.feed().offer(Slot.UPDATE_PERIOD, Draft.OWN, text);
      case "updatefrequency" -> drafts.feed().offer(Slot.UPDATE_FREQUENCY, Draft.OWN, text);
      case "updatebase" -> drafts.feed().more("updateBase", text);
      default -> {}
    }
  }
}
