package freshet.parse.ns;

import java.util.List;

/// Podlove's chapters, a line each: start and title.
final class SimpleChapters implements Namespace {
  @Override
  public String prefix() {
    return "psc";
  }

  @Override
  public List<String> names() {
    return List.of("http://podlove.org/simple-chapters", "http://podlove.de/simple-chapters");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return Content.MIXED;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    if (!e.name().equals("chapter")) return;
    int n = 1;
    while (n < 100 && drafts.current().more().containsKey("chapter" + n)) n++;
    drafts.current().more("chapter" + n, e.get("start", "") + " " + e.get("title", ""));
  }
}
