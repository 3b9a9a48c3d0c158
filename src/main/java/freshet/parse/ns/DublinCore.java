package freshet.parse.ns;

import static freshet.parse.ns.Draft.LIKE;
import static freshet.parse.ns.Draft.NEAR;
import static freshet.parse.ns.Draft.SAME;

import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;

/// Dublin Core, elements and terms.
final class DublinCore implements Namespace {
  private final boolean terms;

  DublinCore(boolean terms) {
    this.terms = terms;
  }

  @Override
  public String prefix() {
    return terms ? "dcterms" : "dc";
  }

  @Override
  public List<String> names() {
    return terms
        ? List.of("http://purl.org/dc/terms/")
        : List.of("http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/");
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    switch (e.name()) {
      case "title" -> d.offer(Slot.TITLE, LIKE, new Text(text, Kind.UNKNOWN, e.base()));
      case "creator", "author" -> d.author(SAME, People.read(text));
      case "contributor" -> d.moreOf("contributors", text);
      case "publisher" -> d.more("publisher", text);
      case "subject" -> d.category(text);
      case "description", "abstract" ->
          d.offer(Slot.SUMMARY, LIKE, new Text(text, Kind.HTML, e.base()));
      case "date" -> {
        // The date of what? Readers differ; so it stands in for whichever date is missing.
        d.offer(Slot.PUBLISHED, LIKE, text);
        d.offer(Slot.UPDATED, LIKE, text);
      }
      case "issued", "available" -> d.offer(Slot.PUBLISHED, SAME, text);
      case "created" -> d.offer(Slot.PUBLISHED, NEAR, text);
      case "modified" -> d.offer(Slot.UPDATED, SAME, text);
      case "rights", "rightsholder" -> d.offer(Slot.COPYRIGHT, SAME, text);
      case "language" -> d.offer(Slot.LANGUAGE, SAME, text);
      case "identifier" -> d.offer(Slot.ID, NEAR, text);
      case "license" -> d.more("license", text);
      case "source" -> d.more("source", text);
      default -> {}
    }
  }
}
