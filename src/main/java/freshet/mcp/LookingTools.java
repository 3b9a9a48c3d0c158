package freshet.mcp;

import static freshet.mcp.Tool.Parameter.optional;
import static freshet.mcp.Tool.Parameter.required;

import freshet.catalog.EntryFinder;
import freshet.library.Browsing;
import freshet.library.Library;
import freshet.mcp.Tool.Effect;
import freshet.mcp.Tool.Kind;
import freshet.mcp.Tool.Parameter;
import freshet.model.Account;
import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.FullEntry;
import freshet.model.Mark;
import freshet.model.Piece;
import freshet.model.Remark;
import freshet.model.SearchOrder;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.StoryCopy;
import freshet.model.Subscription;
import freshet.model.Tristate;
import freshet.text.Cut;
import freshet.understand.Understanding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an assistant can look at: nothing is changed by any of these, not even what is unread.
final class LookingTools {
  private static final int USUAL = 10;
  private static final int MOST = 50;
  private static final int MOST_FEEDS = 100;
  private static final int MOST_COPIES = 10;
  private static final int MOST_VERSIONS = 50;
  private static final int EXCERPT = 300;

  /// Of a text at once, in characters: some 1,000 and 5,000 words.
  private static final int USUAL_TEXT = 6_000;

  private static final int MOST_TEXT = 30_000;

  private static final Parameter LIMIT =
      optional(
          "limit", Kind.WHOLE, "How many at most (usually " + USUAL + ", at most " + MOST + ")");
  private static final Parameter CURSOR =
      optional("cursor", Kind.TEXT, "The 'next' of the answer before, to go on behind it");
  private static final Parameter FEED =
      optional("feed", Kind.WHOLE, "Only of this feed, by its number");
  private static final Parameter FOLDER =
      optional("folder", Kind.TEXT, "Only of feeds in this folder");
  private static final Parameter LANGUAGE =
      optional("language", Kind.TEXT, "Only in this language, as a code such as 'en' or 'de'");
  private static final Parameter SINCE =
      optional("since", Kind.TIME, "Only what arrived after this, e.g. 2026-11-18T06:00:00Z");
  private static final Parameter UNREAD =
      optional("unread", Kind.FLAG, "Only unread ones, or only read");

  private final Library library;

  LookingTools(Library library) {
    this.library = library;
  }

  List<Tool> all() {
    return List.of(
        looks(
            "search",
            "Search entries",
            "Finds entries by their words, in all that the account follows, the best first. The"
                + " query may have \"phrases\", -without, OR, word*, and title: feed: topic: lang:"
                + " from:2026-11-01 to:2026-11-18 age:3d.",
            this::search,
            required("query", Kind.TEXT, "What to look for"),
            optional("newest", Kind.FLAG, "The newest first instead of the best"),
            LIMIT,
            CURSOR),
        looks(
            "list_stories",
            "List stories",
            "What is new, newest first: each story once, with the feeds that also have it. The best"
                + " start for 'what happened'.",
            this::stories,
            optional("topic", Kind.TEXT, "Only of this topic, as list_topics names it"),
            optional("event", Kind.WHOLE, "Only of this event, as list_events numbers it"),
            FEED,
            FOLDER,
            LANGUAGE,
            UNREAD,
            SINCE,
            LIMIT,
            CURSOR),
        looks(
            "list_entries",
            "List entries",
            "Entries one by one, newest first, copies included; also those that are starred or have"
                + " a tag.",
            this::entries,
            FEED,
            FOLDER,
            optional("tag", Kind.TEXT, "Only with this tag"),
            optional("starred", Kind.FLAG, "Only starred ones, or only others"),
            UNREAD,
            LANGUAGE,
            SINCE,
            LIMIT,
            CURSOR),
        looks(
            "get_entry",
            "Read an entry",
            "The text of one entry, plain. A long text comes in parts.",
            this::entry,
            required("entry", Kind.WHOLE, "Its number"),
            optional("from", Kind.WHOLE, "Begin at this character: the 'next' of the part before"),
            optional(
                "length",
                Kind.WHOLE,
                "Characters at most (usually " + USUAL_TEXT + ", at most " + MOST_TEXT + ")")),
        looks(
            "get_story",
            "Compare who has a story",
            "Who else has the text of an entry, the earliest first, and how much of it is the"
                + " same.",
            this::story,
            required("entry", Kind.WHOLE, "The number of one of its entries")),
        looks(
            "list_events",
            "List events",
            "What many sources write about now, the hottest first.",
            this::events,
            LIMIT),
        looks(
            "list_topics",
            "List topics",
            "The topics, with how many stories each has had.",
            this::topics,
            optional("since", Kind.TIME, "Since when (usually the last day)")),
        looks(
            "list_feeds",
            "List followed feeds",
            "The feeds that the account follows, with how many entries of each are unread and what"
                + " is wrong with those that do not answer.",
            this::feeds,
            optional("name", Kind.TEXT, "Only those with this in their name or address"),
            FOLDER,
            optional("unread", Kind.FLAG, "Only those with something unread"),
            optional("failing", Kind.FLAG, "Only those whose last check failed"),
            optional("limit", Kind.WHOLE, "How many at most (at most " + MOST_FEEDS + ")"),
            CURSOR));
  }

  private static Tool looks(
      String name, String title, String description, Tool.Call call, Parameter... parameters) {
    return new Tool(name, title, description, Effect.LOOKS, List.of(parameters), call);
  }

  private Map<String, Object> search(Account who, Arguments given) {
    int limit = given.limit(USUAL, MOST);
    int from = given.offset(EntryFinder.DEEPEST);
    boolean newest = Boolean.TRUE.equals(given.flag("newest"));
    EntryFinder.Found found =
        library
            .searching()
            .find(
                who,
                new EntryFinder.Request(
                    given.required("query"),
                    newest ? SearchOrder.NEWEST : SearchOrder.BEST,
                    false,
                    from,
                    limit));
    List<EntryFinder.Story> stories =
        found.groups().stream().flatMap(g -> g.stories().stream()).toList();
    Map<Long, Mark> marks = marks(who, stories.stream().map(EntryFinder.Story::entry).toList());
    List<Object> results = new ArrayList<>();
    for (EntryFinder.Story s : stories) {
      Map<String, Object> shown = Shown.entry(s.entry(), plain(s.excerpt()), EXCERPT);
      Shown.put(shown, "topic", s.topic());
      if (!s.copies().isEmpty())
        shown.put("copies", s.copies().stream().limit(MOST_COPIES).toList());
      Shown.marks(shown, marks.get(s.entry().id()));
      results.add(shown);
    }
    Map<String, Object> answer = Shown.answer();
    answer.put("total", found.total());
    List<String> remarks = found.query().remarks().stream().map(Remark::sentence).toList();
    if (!remarks.isEmpty()) answer.put("remarks", remarks);
    if (found.total() == 0) Shown.put(answer, "did_you_mean", found.suggestion());
    answer.put("results", results);
    boolean more = stories.size() == limit && from + limit < found.total();
    if (more && from + limit < EntryFinder.DEEPEST) {
      answer.put("next", String.valueOf(from + limit));
    }
    return answer;
  }

  private static String plain(List<Piece> pieces) {
    StringBuilder text = new StringBuilder();
    for (Piece p : pieces) text.append(p.text());
    return text.toString();
  }

  private Map<Long, Mark> marks(Account who, List<Entry> entries) {
    return library.browsing().marks(who, entries.stream().map(Entry::id).toList());
  }

  private static Selection selection(Arguments given) {
    return Selection.ALL
        .withFeed(given.number("feed"))
        .withFolder(given.text("folder"))
        .withLanguage(given.text("language"))
        .withUnread(wanted(given.flag("unread")))
        .withSince(given.time("since"));
  }

  private static Tristate wanted(@Nullable Boolean flag) {
    if (flag == null) return Tristate.ANY;
    return flag ? Tristate.ONLY : Tristate.WITHOUT;
  }

  private Map<String, Object> stories(Account who, Arguments given) {
    int limit = given.limit(USUAL, MOST);
    Selection which =
        selection(given).withTopic(given.text("topic")).withEvent(given.number("event"));
    List<Story> all = library.browsing().stories(who, which, given.cursor(), limit + 1);
    List<Story> page = all.subList(0, Math.min(limit, all.size()));
    Map<Long, List<StoryCopy>> copies = library.browsing().copies(who, page);
    Map<Long, Mark> marks = marks(who, page.stream().map(Story::entry).toList());
    List<Object> stories = new ArrayList<>();
    for (Story s : page) {
      Map<String, Object> shown = Shown.entry(s.entry(), s.entry().excerpt(), EXCERPT);
      Shown.put(shown, "topic", s.topic());
      if (s.event() != 0) shown.put("event", s.event());
      Shown.marks(shown, marks.get(s.entry().id()));
      List<Object> also = alsoIn(s, copies.getOrDefault(s.story(), List.of()));
      if (!also.isEmpty()) {
        shown.put("feeds", s.feeds());
        shown.put("also_in", also);
      }
      stories.add(shown);
    }
    Map<String, Object> answer = Shown.answer();
    answer.put("stories", stories);
    if (all.size() > limit) answer.put("next", Cursor.after(page.getLast().entry()).toString());
    return answer;
  }

  private static List<Object> alsoIn(Story s, List<StoryCopy> copies) {
    List<Object> also = new ArrayList<>();
    for (StoryCopy c : copies) {
      if (c.id() == s.entry().id() || also.size() == MOST_COPIES) continue;
      Map<String, Object> publisher = new LinkedHashMap<>();
      Shown.put(publisher, "feed", Shown.name(c.feedName()));
      also.add(Map.of("entry", c.id(), "publisher", publisher));
    }
    return also;
  }

  private Map<String, Object> entries(Account who, Arguments given) {
    int limit = given.limit(USUAL, MOST);
    Selection which =
        selection(given).withTag(given.text("tag")).withStarred(wanted(given.flag("starred")));
    List<Entry> all = library.browsing().entries(who, which, given.cursor(), limit + 1);
    List<Entry> page = all.subList(0, Math.min(limit, all.size()));
    Map<Long, Mark> marks = marks(who, page);
    List<Object> entries = new ArrayList<>();
    for (Entry e : page) {
      Map<String, Object> shown = Shown.entry(e, e.excerpt(), EXCERPT);
      Shown.marks(shown, marks.get(e.id()));
      entries.add(shown);
    }
    Map<String, Object> answer = Shown.answer();
    answer.put("entries", entries);
    if (all.size() > limit) answer.put("next", Cursor.after(page.getLast()).toString());
    return answer;
  }

  private Map<String, Object> entry(Account who, Arguments given) {
    FullEntry full = library.browsing().entry(who, given.id("entry"));
    Entry e = full.entry();
    String text = PublisherText.cleaned(Understanding.text(full.body())).strip();
    Long wanted = given.number("length");
    int length = wanted == null ? USUAL_TEXT : Math.clamp(wanted, 1, MOST_TEXT);
    Long begin = given.number("from");
    int from = begin == null ? 0 : Math.clamp(begin, 0, text.length());
    String part = Cut.start(text.substring(from), length);
    Map<String, Object> shown = Shown.entry(e, null, EXCERPT);
    Shown.marks(shown, marks(who, List.of(e)).get(e.id()));
    if (full.body().article() != null) shown.put("text_from", "the page behind the entry");
    shown.put("characters", text.length());
    if (shown.get("publisher") instanceof Map<?, ?> known) {
      Map<String, Object> publisher = new LinkedHashMap<>();
      known.forEach((name, value) -> publisher.put(String.valueOf(name), value));
      publisher.put("text", part);
      shown.put("publisher", publisher);
    }
    Map<String, Object> answer = Shown.answer();
    answer.putAll(shown);
    if (from + part.length() < text.length()) answer.put("next", from + part.length());
    return answer;
  }

  private Map<String, Object> story(Account who, Arguments given) {
    Browsing.Versions found = library.browsing().story(who, given.id("entry"), MOST_VERSIONS);
    List<Object> versions = new ArrayList<>();
    for (Browsing.Version v : found.versions()) {
      Map<String, Object> shown = Shown.entry(v.entry(), null, EXCERPT);
      shown.put("percent_the_same", Math.round(v.percent()));
      if (v.teaser()) shown.put("only_its_beginning", true);
      versions.add(shown);
    }
    Map<String, Object> answer = Shown.answer();
    answer.put("entries", found.story().entries());
    answer.put("feeds", found.story().feeds());
    Shown.put(answer, "topic", found.story().topic());
    if (found.story().event() != 0) answer.put("event", found.story().event());
    answer.put("versions", versions);
    return answer;
  }

  private Map<String, Object> events(Account who, Arguments given) {
    List<Object> events = new ArrayList<>();
    for (Understanding.Hot hot : library.browsing().hot(who, given.limit(USUAL, MOST))) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("event", hot.event().id());
      shown.put("stories", hot.event().stories());
      shown.put("sources", hot.sources());
      shown.put("since", hot.event().firstSeen().toString());
      shown.put("last", hot.event().lastSeen().toString());
      Map<String, Object> publisher = new LinkedHashMap<>();
      Shown.put(publisher, "title", Shown.title(hot.event().title()));
      shown.put("publisher", publisher);
      events.add(shown);
    }
    Map<String, Object> answer = Shown.answer();
    answer.put("events", events);
    return answer;
  }

  private Map<String, Object> topics(Account who, Arguments given) {
    List<Map<String, Object>> topics =
        library.browsing().topics(who, given.time("since")).stream()
            .map(t -> Map.<String, Object>of("topic", t.name(), "stories", t.stories()))
            .toList();
    return Map.of("topics", topics);
  }

  private Map<String, Object> feeds(Account who, Arguments given) {
    String name = given.text("name");
    String folder = given.text("folder");
    boolean unread = Boolean.TRUE.equals(given.flag("unread"));
    boolean failing = Boolean.TRUE.equals(given.flag("failing"));
    List<Subscription> all =
        library.feeds().subscriptions(who).stream()
            .filter(s -> name == null || has(s, name))
            .filter(s -> folder == null || s.folders().contains(folder))
            .filter(s -> !unread || s.unread() > 0)
            .filter(s -> !failing || s.troubled())
            .toList();
    int limit = given.limit(MOST, MOST_FEEDS);
    int from = Math.min(given.offset(999_999), all.size());
    List<Subscription> page = all.subList(from, Math.min(all.size(), from + limit));
    Map<String, Object> answer = Shown.answer();
    answer.put("total", all.size());
    answer.put("feeds", page.stream().map(s -> shown(who, s)).toList());
    if (from + limit < all.size()) answer.put("next", String.valueOf(from + limit));
    return answer;
  }

  private static boolean has(Subscription s, String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return s.name().toLowerCase(Locale.ROOT).contains(wanted)
        || s.address().toLowerCase(Locale.ROOT).contains(wanted);
  }

  private Map<String, Object> shown(Account who, Subscription s) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("feed", s.feed());
    shown.put("unread", s.unread());
    if (!s.folders().isEmpty()) shown.put("folders", s.folders());
    if (s.hidden()) shown.put("hidden", true);
    if (s.lastNew() != null) shown.put("last_new", s.lastNew().toString());
    if (s.troubled()) {
      String why = library.feeds().find(who, s.feed()).health().message();
      shown.put("failing", why == null ? "Its last check failed" : PublisherText.cleaned(why));
    }
    Map<String, Object> publisher = new LinkedHashMap<>();
    Shown.put(publisher, "name", Shown.name(s.name()));
    Shown.put(publisher, "address", Shown.address(s.address()));
    Shown.put(publisher, "site", Shown.address(s.link()));
    shown.put("publisher", publisher);
    return shown;
  }
}
