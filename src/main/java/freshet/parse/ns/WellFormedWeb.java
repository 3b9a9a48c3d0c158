package freshet.parse.ns;

import java.util.List;

/// Where comments go, and the feed of an entry's comments.
final class WellFormedWeb implements Namespace {
  @Override
  public String prefix() {
    return "wfw";
  }

  @Override
  public List<String> names() {
    return List.of("http://wellformedweb.org/CommentAPI/", "http://wellformedweb.org/commentapi");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    switch (e.name()) {
      case "comment" -> drafts.current().more("commentApi", e.resolve(text));
      case "commentrss" -> drafts.current().more("commentsFeed", e.resolve(text));
      default -> {}
    }
  }
}
