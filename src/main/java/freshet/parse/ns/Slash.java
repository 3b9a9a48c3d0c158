package freshet.parse.ns;

import java.util.List;

/// How many comments an entry has, and where it was filed.
final class Slash implements Namespace {
  @Override
  public String prefix() {
    return "slash";
  }

  @Override
  public List<String> names() {
    return List.of("http://purl.org/rss/1.0/modules/slash/");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    switch (e.name()) {
      case "comments" -> drafts.current().more("commentCount", text);
      case "section", "department" -> drafts.current().more(e.name(), text);
      case "hit_parade" -> drafts.current().more("hitParade", text);
      default -> {}
    }
  }
}
