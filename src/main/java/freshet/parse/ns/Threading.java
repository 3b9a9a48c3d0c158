package freshet.parse.ns;

import java.util.List;

/// Which entry an entry answers (RFC 4685).
final class Threading implements Namespace {
  @Override
  public String prefix() {
    return "thr";
  }

  @Override
  public List<String> names() {
    return List.of("http://purl.org/syndication/thread/1.0");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    switch (e.name()) {
      case "in-reply-to" -> {
        drafts.current().more("inReplyTo", e.get("ref"));
        drafts.current().more("inReplyToUrl", e.resolve(e.get("href")));
      }
      case "total" -> drafts.current().more("commentCount", text);
      default -> {}
    }
  }
}
