package freshet.parse.ns;

import static freshet.parse.ns.Draft.LIKE;
import static freshet.parse.ns.Draft.NEAR;

import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Text.Kind;
import java.util.List;

/// Podcasts as Apple and, in nearly the same words, Google describe them.
final class Itunes implements Namespace {
  @Override
  public String prefix() {
    return "itunes";
  }

  @Override
  public List<String> names() {
    return List.of(
        "http://www.itunes.com/dtds/podcast-1.0.dtd",
        "https://www.itunes.com/dtds/podcast-1.0.dtd",
        "http://itunes.com/dtds/podcast-1.0.dtd",
        "http://example.com/dtds/podcast-1.0.dtd",
        "http://www.google.com/schemas/play-podcasts/1.0");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return switch (e.name()) {
      case "owner" -> {
        drafts.current().person = new PersonDraft();
        yield Content.MIXED;
      }
      case "category" -> {
        drafts.current().category(e.get("text")); // outer before inner
        yield Content.MIXED;
      }
      default -> Content.TEXT;
    };
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    PersonDraft owner = d.person;
    switch (e.name()) {
      case "name" -> {
        if (owner != null) owner.name = text;
      }
      case "email" -> {
        if (owner != null) owner.email = text;
        else d.author(NEAR, People.read(text));
      }
      case "owner" -> {
        d.person = null;
        Person person = owner == null ? null : owner.person(text);
        if (person == null) return;
        d.author(NEAR, person);
        d.more("ownerName", person.name());
        d.more("ownerEmail", person.email());
      }
      case "author" -> d.author(LIKE, People.read(text));
      case "category" -> d.category(text);
      case "keywords" -> {
        d.category(e.get("text"));
        d.categories(text, text.indexOf(',') >= 0 ? ',' : ' ');
      }
      case "image" -> d.offer(Slot.IMAGE, LIKE, e.resolve(e.get("href", e.get("url", text))));
      case "link" -> {
        boolean image = e.get("rel", "").equalsIgnoreCase("image"); // before there was an element
        if (image) d.offer(Slot.IMAGE, LIKE, e.resolve(e.get("href")));
      }
      case "title" -> d.offer(Slot.TITLE, NEAR, new Text(text, Kind.UNKNOWN, e.base()));
      case "summary", "description" -> {
        d.offer(Slot.SUMMARY, LIKE, new Text(text, Kind.HTML, e.base()));
        d.more("itunesSummary", text);
      }
      case "subtitle" -> {
        d.offer(Slot.SUMMARY, NEAR, new Text(text, Kind.HTML, e.base()));
        d.more("subtitle", text);
      }
      case "duration", "explicit", "block", "episode", "season", "complete", "order" ->
          d.more(e.name(), text);
      case "episodetype" -> d.more("episodeType", text);
      case "type" -> d.more("showType", text);
      case "new-feed-url" -> d.more("newFeedUrl", e.resolve(text));
      case "isclosedcaptioned" -> d.more("closedCaptioned", text);
      default -> {}
    }
  }
}
