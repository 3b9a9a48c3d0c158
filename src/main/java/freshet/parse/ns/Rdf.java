package freshet.parse.ns;

import java.util.List;

/// The frame of RSS 0.90 and 1.0. The order of items that it lists is the order they are in anyway.
final class Rdf implements Namespace {
  @Override
  public String prefix() {
    return "rdf";
  }

  @Override
  public List<String> names() {
    return List.of("http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return e.name().equals("rdf") ? Content.CHILDREN : Content.SKIP;
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {}
}
