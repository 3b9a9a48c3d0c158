package freshet.api;

import freshet.http.Json;
import freshet.library.Browsing;
import freshet.library.Correcting;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.Event;
import freshet.model.Selection;
import freshet.model.Story;
import freshet.model.StoryCopy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Stories, topics and events as JSON, and what people say about them.
public final class StoriesApi {
  private static final int MOST_VERSIONS = 200;

  private final Library library;

  public StoriesApi(Library library) {
    this.library = library;
  }

  /// To be registered before [Api], whose last routes answer everything else.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/stories", this::stories);
    routes.get("/api/v1/stories/{id}", this::story);
    routes.get("/api/v1/topics", this::topics);
    routes.get("/api/v1/events", this::events);
    routes.get("/api/v1/events/{id}", this::event);
    routes.put("/api/v1/entries/{id}/topic", this::giveTopic);
    routes.put("/api/v1/feeds/{id}/topic", this::giveFeedTopic);
    routes.put("/api/v1/feeds/{id}/preferred", this::prefer);
    routes.get("/api/v1/feeds/{id}/understood", this::understood);
  }

  /// A story in a list.
  ///
  /// @param alsoIn its other entries
  record StoryAnswer(
      Entry entry,
      int entries,
      int feeds,
      @Nullable String topic,
      @Nullable Double topicConfidence,
      @Nullable Boolean topicGiven,
      @Nullable Long event,
      List<CopyAnswer> alsoIn) {}

  record CopyAnswer(long id, long feedId, String feed, @Nullable String title, Instant at) {}

  /// A story with all its versions.
  record VersionsAnswer(
      int entries,
      int feeds,
      @Nullable String topic,
      @Nullable Double topicConfidence,
      @Nullable Boolean topicGiven,
      @Nullable Long event,
      List<VersionAnswer> versions) {}

  record VersionAnswer(double percent, @Nullable Boolean teaser, Entry entry) {}

  record TopicAnswer(String topic, long stories) {}

  /// @param sources and `heat`: null where one event is asked for
  record EventAnswer(
      long id,
      @Nullable String title,
      int stories,
      @Nullable Integer sources,
      @Nullable Double heat,
      Instant firstSeen,
      Instant lastSeen) {}

  private void stories(Context ctx, Account who) {
    int limit = Api.limit(ctx);
    Selection which =
        Selection.ALL
            .withTopic(ctx.queryParam("topic"))
            .withFeed(Api.number(ctx, "feed"))
            .withFolder(ctx.queryParam("folder"))
            .withLanguage(ctx.queryParam("language"))
            .withEvent(Api.number(ctx, "event"))
            .withSince(Api.time(ctx, "since"));
    List<Story> page = library.browsing().stories(who, which, Api.cursor(ctx), limit);
    Map<Long, List<StoryCopy>> copies = library.browsing().copies(who, page);
    Api.page(
        ctx,
        "stories",
        page.stream().map(s -> answer(s, copies.getOrDefault(s.story(), List.of()))).toList(),
        limit,
        s -> Cursor.after(s.entry));
  }

  private static StoryAnswer answer(Story s, List<StoryCopy> copies) {
    return new StoryAnswer(
        s.entry(),
        s.entries(),
        s.feeds(),
        s.topic(),
        confidence(s),
        given(s),
        eventOf(s),
        copies.stream()
            .filter(c -> c.id() != s.entry().id())
            .map(c -> new CopyAnswer(c.id(), c.feedId(), c.feedName(), c.title(), c.placed()))
            .toList());
  }

  private static @Nullable Double confidence(Story s) {
    return s.topic() == null ? null : Math.round(s.topicConfidence() * 100) / 100.0;
  }

  private static @Nullable Boolean given(Story s) {
    return (s.topic() != null && s.topicGiven()) ? true : null;
  }

  private static @Nullable Long eventOf(Story s) {
    return s.event() == 0 ? null : s.event();
  }

  /// The story of an entry: all its versions, who had it first.
  private void story(Context ctx, Account who) {
    Browsing.Versions found = library.browsing().story(who, Api.id(ctx), MOST_VERSIONS);
    Story s = found.story();
    Json.send(
        ctx,
        new VersionsAnswer(
            s.entries(),
            s.feeds(),
            s.topic(),
            confidence(s),
            given(s),
            eventOf(s),
            found.versions().stream().map(StoriesApi::version).toList()));
  }

  private static VersionAnswer version(Browsing.Version v) {
    return new VersionAnswer(
        Math.round(v.percent() * 10) / 10.0, v.teaser() ? true : null, v.entry());
  }

  private void topics(Context ctx, Account who) {
    List<TopicAnswer> topics =
        library.browsing().topics(who, Api.time(ctx, "since")).stream()
            .map(t -> new TopicAnswer(t.name(), t.stories()))
            .toList();
    Json.send(ctx, Map.of("topics", topics));
  }

  private void events(Context ctx, Account who) {
    List<EventAnswer> events =
        library.browsing().hot(who, Api.limit(ctx)).stream()
            .map(h -> answer(h.event(), h.sources(), Math.round(h.heat() * 100) / 100.0))
            .toList();
    Json.send(ctx, Map.of("events", events));
  }

  private static EventAnswer answer(Event e, @Nullable Integer sources, @Nullable Double heat) {
    return new EventAnswer(
        e.id(), e.title(), e.stories(), sources, heat, e.firstSeen(), e.lastSeen());
  }

  private void event(Context ctx, Account who) {
    Json.send(ctx, answer(library.browsing().event(who, Api.id(ctx)), null, null));
  }

  private void giveTopic(Context ctx, Account who) {
    String topic = Api.given(Api.text(Json.body(ctx), "topic"));
    library.correcting().giveTopic(who, Api.id(ctx), topic);
    story(ctx, who);
  }

  private void giveFeedTopic(Context ctx, Account who) {
    String topic = Api.text(Json.body(ctx), "topic");
    library.correcting().giveFeedTopic(who, Api.id(ctx), topic);
    understood(ctx, who);
  }

  private void prefer(Context ctx, Account who) {
    boolean preferred = Api.flag(Json.body(ctx), "preferred", false);
    library.correcting().prefer(who, Api.id(ctx), preferred);
    understood(ctx, who);
  }

  record Understood(
      @Nullable String topic,
      boolean preferred,
      @Nullable String declaredLanguage,
      long wronglyDeclared,
      @Nullable String foundLanguage) {}

  /// What texts and people say about a feed.
  private void understood(Context ctx, Account who) {
    Correcting.FeedFacts f = library.correcting().ofFeed(who, Api.id(ctx));
    Json.send(
        ctx,
        new Understood(
            f.topic().topic(),
            f.topic().preferred(),
            f.feed().language(),
            f.topic().wrongLanguage(),
            f.topic().foundLanguage()));
  }
}
