package freshet.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlProgress;
import freshet.crawl.EarlierCrawl;
import freshet.crawl.LinkLines;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.http.ProgressEvents;
import freshet.jobs.Crawl;
import freshet.jobs.WordCounts.CountedWord;
import freshet.library.Exploring;
import freshet.model.Account;
import freshet.text.Csv;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The calls about crawls: `/api/v1/crawls…`. Documented in docs/api.md.
public final class CrawlApi {
  private final Exploring exploring;

  public CrawlApi(Exploring exploring) {
    this.exploring = exploring;
  }

  /// Before [Api], which answers whatever is left under `/api`.
  public void register(JavalinConfig config) {
    var routes = new Routes(config);
    routes.get("/api/v1/crawls", this::all);
    routes.post("/api/v1/crawls", this::begin);
    routes.get(
        "/api/v1/crawls/{id}", (ctx, who) -> Json.send(ctx, Answer.of(existing(ctx, who), true)));
    routes.patch("/api/v1/crawls/{id}", this::change);
    routes.delete("/api/v1/crawls/{id}", this::remove);
    routes.get("/api/v1/crawls/{id}/pages", this::pages);
    routes.get("/api/v1/crawls/{id}/links", this::links);
    routes.get("/api/v1/crawls/{id}/words", this::words);
    routes.get("/api/v1/crawls/{id}/events", this::events);
  }

  record Answer(
      int id,
      String state,
      String mode,
      Instant begun,
      @Nullable String trouble,
      int starts,
      @JsonUnwrapped @Nullable Counts counts,
      boolean findable,
      @Nullable Long feed,
      long entries,
      boolean everyPage,
      boolean again,
      @Nullable Instant nextVisit,
      @Nullable Map<String, Integer> leftOut,
      @Nullable List<InLanguage> languages,
      @Nullable List<String> words,
      @Nullable List<String> troubles,
      @Nullable List<String> notFollowed) {
    /// @param whole with its words, the starts that could not be had and what was not followed
    static Answer of(Crawl c, boolean whole) {
      Optional<CrawlProgress> progress = c.progress();
      return new Answer(
          c.id(),
          c.state().word(),
          c.plan().mode().name(),
          c.begun(),
          c.trouble().orElse(null),
          c.plan().starts().size(),
          progress.map(Counts::of).orElse(null),
          c.plan().upkeep().findable(),
          c.feed().orElse(null),
          c.entries(),
          c.plan().upkeep().everyPage(),
          c.plan().upkeep().again(),
          c.nextVisit().orElse(null),
          whole ? c.gathered().leftOut() : null,
          whole ? InLanguage.of(c.gathered().languages()) : null,
          whole ? c.plan().words() : null,
          whole ? c.troubles() : null,
          whole ? progress.map(CrawlProgress::traps).orElse(List.of()) : null);
    }
  }

  record InLanguage(String language, int pages, double percent) {
    static List<InLanguage> of(Map<String, Integer> counts) {
      int all = counts.values().stream().mapToInt(n -> n).sum();
      return counts.entrySet().stream()
          .map(e ->
              new InLanguage(
                  e.getKey(), e.getValue(), Math.round(1000.0 * e.getValue() / all) / 10.0))
          .toList();
    }
  }

  record Counts(
      long links,
      long pages,
      long failed,
      long waiting,
      int feeds,
      long bytes,
      int hosts,
      int resting,
      @Nullable String last,
      long seconds,
      double pagesPerSecond) {
    static Counts of(CrawlProgress p) {
      return new Counts(
          p.linksFound(),
          p.pagesFetched(),
          p.failed(),
          p.waiting(),
          p.feedsFound(),
          p.bytes(),
          p.hostsBusy(),
          p.hostsResting(),
          p.lastPage().isEmpty() ? null : p.lastPage(),
          p.running().toSeconds(),
          Math.round(p.pagesPerSecond() * 10) / 10.0);
    }
  }

  private void all(Context ctx, Account who) {
    List<Answer> all = exploring.crawls(who).stream().map(c -> Answer.of(c, false)).toList();
    Json.send(ctx, Map.of("crawls", all));
  }

  private void begin(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    int threshold = body.path("threshold").asInt(3);
    EarlierCrawl earlier = new EarlierCrawl(List.of(), List.of());
    if (body.has("from")) {
      earlier = exploring.earlier(who, body.path("from").asLong(0), threshold);
    }
    Crawl crawl = exploring.crawl(who, plan(body, threshold, earlier));
    ctx.status(201).header("Location", "/api/v1/crawls/" + crawl.id());
    Json.send(ctx, Answer.of(crawl, true));
  }

  private static CrawlPlan plan(JsonNode body, int threshold, EarlierCrawl earlier) {
    try {
      CrawlPlan.Mode mode = CrawlPlan.Mode.of(body.path("mode").asString("link"));
      return new CrawlPlan(
          mode,
          CrawlPlan.with(lines(body.path("starts")), earlier.addresses()),
          CrawlPlan.with(lines(body.path("words")), earlier.words()),
          threshold,
          null,
          Api.flag(body, "within", false),
          Api.flag(body, "sitemaps", false),
          CrawlPlan.limits(
              body.path("maxPages").asLong(mode.usualPages()),
              Api.time(body),
              body.path("maxDepth").asInt(60_000)),
          new CrawlPlan.Upkeep(
              Api.flag(body, "findable", true),
              Api.flag(body, "everyPage", false),
              Api.flag(body, "again", true)));
    } catch (IllegalArgumentException e) {
      throw new Problem(400, "The crawl cannot be started", String.valueOf(e.getMessage()));
    }
  }

  private static List<String> lines(JsonNode values) {
    List<String> lines = new ArrayList<>();
    for (JsonNode value : values) {
      String line = value.stringValue().replaceAll("\\R", " ").strip();
      if (!line.isEmpty()) lines.add(line);
    }
    return lines;
  }

  private void change(Context ctx, Account who) {
    JsonNode body = Json.body(ctx);
    long id = Api.id(ctx);
    Crawl crawl = existing(ctx, who);
    if (body.isEmpty())
      throw Problem.badParameter("state", "must be there, or what else to change");
    if (body.has("findable") || body.has("everyPage") || body.has("again")) {
      crawl =
          exploring.keepCrawl(
              who, id, flag(body, "findable"), flag(body, "everyPage"), flag(body, "again"));
    }
    if (body.has("state")) crawl = exploring.actOnCrawl(who, id, Api.act(ctx));
    if (Api.flag(body, "visitNow", false)) crawl = exploring.visitCrawlAgain(who, id);
    Json.send(ctx, Answer.of(crawl, true));
  }

  private static @Nullable Boolean flag(JsonNode body, String name) {
    return body.has(name) ? Api.flag(body, name, false) : null;
  }

  private void remove(Context ctx, Account who) {
    exploring.removeCrawl(who, Api.id(ctx));
    ctx.status(204);
  }

  /// `?topic=` and `?q=` choose, `?from=` and `?most=` page on.
  private void pages(Context ctx, Account who) {
    String topic = Optional.ofNullable(ctx.queryParam("topic")).orElse("");
    String words = Optional.ofNullable(ctx.queryParam("q")).orElse("");
    Long from = Api.number(ctx, "from");
    Long most = Api.number(ctx, "most");
    List<JsonNode> pages =
        existing(ctx, who)
            .gathered()
            .pages(
                topic,
                words,
                from == null ? 0 : from.intValue(),
                most == null ? 100 : most.intValue());
    Json.send(ctx, Map.of("pages", pages));
  }

  /// Every link that was met, with whether it was followed and the word it matched.
  private void links(Context ctx, Account who) throws IOException {
    Path file = existing(ctx, who).linksFile();
    ctx.contentType("text/csv; charset=utf-8")
        .header("Content-Disposition", "attachment; filename=\"links.csv\"");
    if (Files.exists(file)) ctx.result(Files.newInputStream(file));
    else ctx.result(LinkLines.HEADING);
  }

  /// `?topic=` and `?kind=` choose; `?format=csv` is for spreadsheets.
  private void words(Context ctx, Account who) {
    String topic = ctx.queryParam("topic");
    String kind = ctx.queryParam("kind");
    Long most = Api.number(ctx, "most");
    List<CountedWord> words =
        existing(ctx, who)
            .gathered()
            .words(
                w ->
                    (topic == null || w.topic().equalsIgnoreCase(topic))
                        && (kind == null || kind.equals(w.kind())),
                most == null ? 100 : most.intValue());
    if (!"csv".equals(ctx.queryParam("format"))) {
      Json.send(ctx, Map.of("words", words));
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("topic", "root", "kind", "times", "pages"));
    for (CountedWord w : words) {
      String told = w.kind() == null ? "" : w.kind();
      String times = Integer.toString(w.times());
      rows.add(List.of(w.topic(), w.root(), told, times, Integer.toString(w.pages())));
    }
    ctx.contentType("text/csv; charset=utf-8")
        .header("Content-Disposition", "attachment; filename=\"words.csv\"")
        .result(Csv.of(rows));
  }

  private void events(Context ctx, Account who) {
    Crawl crawl = existing(ctx, who);
    ProgressEvents.stream(
        ctx,
        () -> Json.MAPPER.writeValueAsString(Answer.of(crawl, false)),
        () -> exploring.isOver(crawl));
  }

  private Crawl existing(Context ctx, Account who) {
    return exploring.crawl(who, Api.id(ctx));
  }
}
