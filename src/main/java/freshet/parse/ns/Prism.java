package freshet.parse.ns;

import freshet.parse.ns.Draft.Slot;
import java.util.List;

/// What scientific publishers say of their papers.
final class Prism implements Namespace {
  @Override
  public String prefix() {
    return "prism";
  }

  @Override
  public List<String> names() {
    return List.of(
        "http://prismstandard.org/namespaces/basic/2.0/",
        "http://prismstandard.org/namespaces/basic/2.1/",
        "http://prismstandard.org/namespaces/basic/3.0/",
        "http://prismstandard.org/namespaces/1.2/basic/",
        "http://prismstandard.org/namespaces/2.0/basic/",
        "http://purl.org/rss/1.0/modules/prism/");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    switch (e.name()) {
      case "publicationdate", "coverdate" -> d.offer(Slot.PUBLISHED, Draft.NEAR, text);
      case "modificationdate" -> d.offer(Slot.UPDATED, Draft.NEAR, text);
      case "copyright" -> d.offer(Slot.COPYRIGHT, Draft.NEAR, text);
      case "url" -> d.offer(Slot.LINK, Draft.NEAR, e.resolve(text));
      case "doi", "issn", "volume", "number", "section" -> d.more(e.name(), text);
      case "publicationname" -> d.more("publication", text);
      default -> {}
    }
  }
}
