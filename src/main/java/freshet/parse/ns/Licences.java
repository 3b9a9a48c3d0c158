package freshet.parse.ns;

import java.util.List;

/// Creative Commons, in the spelling of RSS 1.0 and in that of RSS 2.0.
final class Licences implements Namespace {
  @Override
  public String prefix() {
    return "creativecommons";
  }

  @Override
  public List<String> names() {
    return List.of(
        "http://backend.userland.com/creativeCommonsRssModule",
        "http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html",
        "http://web.resource.org/cc/",
        "http://creativecommons.org/ns#");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return e.name().equals("license") && e.get("about") == null ? Content.TEXT : Content.SKIP;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    if (e.content() != Content.SKIP) {
      drafts.current().more("license", e.resolve(e.get("resource", text)));
    }
  }
}
