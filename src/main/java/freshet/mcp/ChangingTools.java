package freshet.mcp;

import static freshet.mcp.Tool.Parameter.optional;
import static freshet.mcp.Tool.Parameter.required;

import freshet.library.Following;
import freshet.library.Library;
import freshet.mcp.Tool.Effect;
import freshet.mcp.Tool.Kind;
import freshet.model.Account;
import freshet.model.Subscription;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an assistant can change, where whoever let it in allows it.
final class ChangingTools {
  private final Library library;

  ChangingTools(Library library) {
    this.library = library;
  }

  List<Tool> all() {
    return List.of(
        new Tool(
            "follow_feed",
            "Follow a feed",
            "Follows a feed, or the feed of a site, by its address.",
            Effect.CHANGES,
            List.of(
                required("address", Kind.TEXT, "Of the feed, or of a site that has one"),
                optional("folder", Kind.TEXT, "Put it into this folder")),
            this::follow),
        new Tool(
            "unfollow_feed",
            "Stop following a feed",
            "Stops following a feed. Starred and tagged entries stay; the others go if nobody else"
                + " follows it.",
            Effect.REMOVES,
            List.of(required("feed", Kind.WHOLE, "Its number")),
            this::unfollow),
        new Tool(
            "file_feed",
            "Put a feed into a folder",
            "Puts a feed into a folder, which is made if there is none of that name.",
            Effect.CHANGES,
            List.of(
                required("feed", Kind.WHOLE, "Its number"),
                optional("folder", Kind.TEXT, "Its folder; none to take it out of all")),
            this::file),
        new Tool(
            "mark_entries",
            "Mark entries",
            "Marks entries as read or unread, stars them, or gives them a tag, or takes that back.",
            Effect.CHANGES,
            List.of(
                required("entries", Kind.IDS, "Their numbers"),
                optional("unread", Kind.FLAG, "true for unread, false for read"),
                optional("starred", Kind.FLAG, "true to star, false to take the star off"),
                optional("add_tag", Kind.TEXT, "A tag to put on them"),
                optional("remove_tag", Kind.TEXT, "A tag to take off")),
            this::mark));
  }

  private Map<String, Object> follow(Account who, Arguments given) {
    Following.Followed followed = library.following().followTyped(who, given.required("address"));
    String folder = given.text("folder");
    if (folder != null) library.feeds().file(who, followed.feed(), folder);
    Map<String, Object> answer = Shown.answer();
    answer.put("feed", followed.feed());
    answer.put("done", followed.wasNew() ? "It is followed now" : "It was followed already");
    library
        .feeds()
        .subscription(who, followed.feed())
        .ifPresent(s -> answer.put("publisher", publisher(s)));
    return answer;
  }

  private static Map<String, Object> publisher(Subscription s) {
    Map<String, Object> publisher = new LinkedHashMap<>();
    Shown.put(publisher, "name", Shown.name(s.name()));
    Shown.put(publisher, "address", Shown.address(s.address()));
    return publisher;
  }

  private Map<String, Object> unfollow(Account who, Arguments given) {
    library.following().unfollow(who, given.id("feed"));
    return Map.of("done", "It is no longer followed");
  }

  private Map<String, Object> file(Account who, Arguments given) {
    String folder = given.text("folder");
    library.feeds().file(who, given.id("feed"), folder);
    return Map.of("done", folder == null ? "It is in no folder now" : "It is in " + folder);
  }

  private Map<String, Object> mark(Account who, Arguments given) {
    List<Long> wanted = given.ids("entries");
    List<Long> entries = library.browsing().own(who, wanted);
    Boolean unread = given.flag("unread");
    Boolean starred = given.flag("starred");
    String add = given.text("add_tag");
    String remove = given.text("remove_tag");
    if (unread == null && starred == null && add == null && remove == null) {
      throw new Arguments.Wrong("Say what to do: unread, starred, add_tag or remove_tag");
    }
    if (unread != null) library.marking().read(who, entries, !unread);
    if (starred != null) library.marking().star(who, entries, starred);
    if (remove != null) library.marking().tag(who, entries, remove, false);
    if (add != null) library.marking().tag(who, entries, add, true);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("marked", entries.size());
    List<Long> unknown = wanted.stream().filter(id -> !entries.contains(id)).toList();
    if (!unknown.isEmpty()) answer.put("no_such_entries", unknown);
    return answer;
  }
}
