package freshet.parse.ns;

import static freshet.parse.ns.Draft.NEAR;

import freshet.model.ParsedFeed.Person;
import java.util.List;

/// The Podcast Index's namespace, "podcasting 2.0".
final class PodcastIndex implements Namespace {
  @Override
  public String prefix() {
    return "podcast";
  }

  @Override
  public List<String> names() {
    return List.of(
        "https://podcastindex.org/namespace/1.0",
        "http://podcastindex.org/namespace/1.0",
        "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md");
  }

  @Override
  public Content start(Element e, Drafts drafts) {
    return switch (e.name()) {
      case "alternateenclosure" -> Content.CHILDREN;
      case "value", "liveitem", "podroll", "remoteitem" -> Content.SKIP;
      default -> Content.TEXT;
    };
  }

  @Override
  public void end(Element e, String text, Drafts drafts) {
    Draft d = drafts.current();
    switch (e.name()) {
      case "guid" -> d.more("podcastGuid", text);
      case "locked", "season", "episode", "medium" -> d.more(e.name(), text);
      case "license" -> d.more("license", e.get("url", text));
      case "transcript", "chapters", "funding", "trailer" ->
          d.more(e.name(), e.resolve(e.get("url")));
      case "location" -> {
        d.more("location", text);
        String geo = e.get("geo", "");
        if (geo.startsWith("geo:")) d.more("geo", geo.substring(4).replace(',', ' '));
      }
      case "soundbite" -> d.more("soundbite", e.get("startTime") + "+" + e.get("duration"));
      case "person" -> {
        if (!e.get("role", "host").equalsIgnoreCase("guest") && !text.isEmpty()) {
          d.author(NEAR, new Person(text, null, e.resolve(e.get("href"))));
        }
      }
      case "source" -> {
        Element around = e.parent();
        String type = around == null ? null : around.get("type");
        String length = around == null ? null : around.get("length");
        if (e.in("alternateenclosure")) d.enclosure(e.resolve(e.get("uri")), type, length);
      }
      default -> {}
    }
  }
}
