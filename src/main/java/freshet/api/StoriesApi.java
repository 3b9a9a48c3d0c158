package freshet.api;

import freshet.exchange.EntryJson;
import freshet.model.Feed;
import freshet.model.Story;
import freshet.pipeline.Understanding;
import freshet.store.Entries;
import freshet.store.Events;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.store.Topics;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/// Stories, topics and events as JSON, and what people say about them.
public final class StoriesApi {
  private static final int MOST_COPIES = 2000;
  private static final int MOST_VERSIONS = 200;

  private final Store store;
  private final @Nullable Understanding understanding;
  private final InstantSource clock;

  /// @param understanding null if it is switched off
  public StoriesApi(Store store, @Nullable Understanding understanding, InstantSource clock) {
    this.store = store;
    this.understanding = understanding;
    this.clock = clock;
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

  private void stories(Context ctx) {
    int limit = Api.limit(ctx);
    String before = ctx.queryParam("before");
    var filter =
        new Stories.Filter(
            ctx.queryParam("topic"),
            Api.number(ctx, "feed"),
            ctx.queryParam("folder"),
            ctx.queryParam("language"),
            Api.number(ctx, "event"),
            Api.time(ctx, "since"),
            before == null ? null : Api.cursor(before));
    Sight sight = Api.sight(store, ctx);
    List<Story> page = store.stories().page(filter, Stories.Reader.of(sight), limit);
    List<Long> folded =
        page.stream().filter(s -> s.entries() > 1).map(Story::story).distinct().toList();
    Map<Long, List<Stories.Copy>> copies = store.stories().copies(sight, folded, MOST_COPIES);
    Api.page(
        ctx,
        "stories",
        page,
        limit,
        (json, s) -> write(json, s, copies.getOrDefault(s.story(), List.of())),
        s -> Entries.Cursor.after(s.entry()));
  }

  private static void write(JsonGenerator json, Story s, List<Stories.Copy> copies) {
    json.writeStartObject();
    json.writeName("entry");
    EntryJson.write(json, s.entry(), null);
    json.writeNumberProperty("entries", s.entries());
    topic(json, s);
    json.writeArrayPropertyStart("alsoIn");
    for (Stories.Copy c : copies) {
      if (c.id() == s.entry().id()) continue;
      json.writeStartObject();
      json.writeNumberProperty("id", c.id());
      json.writeNumberProperty("feedId", c.feedId());
      json.writeStringProperty("feed", c.feedName());
      if (c.title() != null) json.writeStringProperty("title", c.title());
      json.writeStringProperty("at", c.placed().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void topic(JsonGenerator json, Story s) {
    if (s.topic() != null) {
      json.writeStringProperty("topic", s.topic());
      json.writeNumberProperty("topicConfidence", Math.round(s.topicConfidence() * 100) / 100.0);
      if (s.topicGiven()) json.writeBooleanProperty("topicGiven", true);
    }
    if (s.event() != 0) json.writeNumberProperty("event", s.event());
  }

  /// The story of an entry: all its versions, who had it first.
  private void story(Context ctx) {
    long id = Api.id(ctx);
    Sight sight = Api.sight(store, ctx);
    Story story =
        store
            .stories()
            .find(sight, id)
            .orElseThrow(() -> Problem.notFound("There is no entry " + id));
    List<Stories.Version> versions = store.stories().versions(sight, id, MOST_VERSIONS);
    Stories.Version one =
        versions.stream().filter(v -> v.entry().id() == id).findFirst().orElseThrow();
    List<Double> percents = Understanding.percents(one, versions);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("entries", story.entries());
          topic(json, story);
          json.writeArrayPropertyStart("versions");
          for (int i = 0; i < versions.size(); i++) {
            json.writeStartObject();
            json.writeNumberProperty("percent", Math.round(percents.get(i) * 10) / 10.0);
            json.writeName("entry");
            EntryJson.write(json, versions.get(i).entry(), null);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void topics(Context ctx) {
    Instant since = Api.time(ctx, "since");
    List<Topics.Counted> topics =
        store
            .topics()
            .counts(
                Api.sight(store, ctx),
                since == null ? clock.instant().minus(Duration.ofDays(1)) : since);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("topics");
          for (Topics.Counted t : topics) {
            json.writeStartObject();
            json.writeStringProperty("topic", t.name());
            json.writeNumberProperty("stories", t.stories());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void events(Context ctx) {
    List<Understanding.Hot> hot =
        understanding == null
            ? List.of()
            : understanding.hot(Api.sight(store, ctx), Api.limit(ctx));
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("events");
          for (Understanding.Hot h : hot) {
            json.writeStartObject();
            json.writeNumberProperty("id", h.event().id());
            if (h.event().title() != null) json.writeStringProperty("title", h.event().title());
            json.writeNumberProperty("stories", h.event().stories());
            json.writeNumberProperty("sources", h.sources());
            json.writeNumberProperty("heat", Math.round(h.heat() * 100) / 100.0);
            json.writeStringProperty("firstSeen", h.event().firstSeen().toString());
            json.writeStringProperty("lastSeen", h.event().lastSeen().toString());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void event(Context ctx) {
    long id = Api.id(ctx);
    Events.Row event =
        store
            .events()
            .find(Api.sight(store, ctx), id)
            .orElseThrow(() -> Problem.notFound("There is no event " + id));
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("id", event.id());
          if (event.title() != null) json.writeStringProperty("title", event.title());
          json.writeNumberProperty("stories", event.stories());
          json.writeStringProperty("firstSeen", event.firstSeen().toString());
          json.writeStringProperty("lastSeen", event.lastSeen().toString());
          json.writeEndObject();
        });
  }

  private void giveTopic(Context ctx) {
    long id = EntriesApi.existing(store, ctx).id();
    String topic = Api.text(Api.body(ctx), "topic");
    if (topic == null) throw Problem.badParameter("topic", "must be the name of a topic");
    if (!given(() -> needed().giveTopic(id, topic))) {
      throw Problem.notFound("There is no entry " + id);
    }
    story(ctx);
  }

  private void giveFeedTopic(Context ctx) {
    long id = changed(ctx);
    String topic = Api.text(Api.body(ctx), "topic");
    if (!given(() -> needed().giveFeedTopic(id, topic))) {
      throw Problem.notFound("There is no feed " + id);
    }
    understood(ctx);
  }

  private interface Giving {
    boolean give();
  }

  private static boolean given(Giving giving) {
    try {
      return giving.give();
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("topic", "is wrong: " + e.getMessage());
    }
  }

  /// What is said of a feed counts for all who follow it.
  private long changed(Context ctx) {
    long id = FeedsApi.existing(store, ctx).id();
    FeedsApi.needToOwn(store, ctx, id);
    return id;
  }

  private void prefer(Context ctx) {
    long id = changed(ctx);
    JsonNode preferred = Api.body(ctx).get("preferred");
    if (preferred == null || !preferred.isBoolean()) {
      throw Problem.badParameter("preferred", "must be true or false");
    }
    if (!needed().prefer(id, preferred.booleanValue())) {
      throw Problem.notFound("There is no feed " + id);
    }
    understood(ctx);
  }

  /// What texts and people say about a feed.
  private void understood(Context ctx) {
    Feed feed = FeedsApi.existing(store, ctx);
    Topics.FeedFacts facts = store.topics().facts(feed.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          if (facts.topic() != null) json.writeStringProperty("topic", facts.topic());
          json.writeBooleanProperty("preferred", facts.preferred());
          if (feed.language() != null) {
            json.writeStringProperty("declaredLanguage", feed.language());
          }
          json.writeNumberProperty("wronglyDeclared", facts.wrongLanguage());
          if (facts.foundLanguage() != null) {
            json.writeStringProperty("foundLanguage", facts.foundLanguage());
          }
          json.writeEndObject();
        });
  }

  private Understanding needed() {
    return needed(understanding);
  }

  static Understanding needed(@Nullable Understanding understanding) {
    if (understanding != null) return understanding;
    throw new Problem(
        409, "Understanding is off", "The setting 'understand' is false; nothing is folded");
  }
}
