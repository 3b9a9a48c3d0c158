package freshet.api;

import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Reporting;
import freshet.library.Spread;
import freshet.model.Account;
import freshet.model.Selection;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How stories spread between the feeds of an account.
public final class SpreadApi {
  private final Reporting reporting;

  public SpreadApi(Reporting reporting) {
    this.reporting = reporting;
  }

  public void register(JavalinConfig config) {
    Routes routes = new Routes(config);
    routes.get("/api/v1/spread", this::spread);
    routes.get("/api/v1/spread/stories", this::stories);
  }

  private void spread(Context ctx, Account who) {
    Spread spread = reporting.spread(who, which(ctx), from(ctx), to(ctx));
    String table = ctx.queryParam("table");
    if ("csv".equals(ctx.queryParam("format"))) {
      if (table == null) throw Problem.badParameter("table", "must name one table for CSV");
      ctx.contentType("text/csv; charset=utf-8")
          .header(
              "Content-Disposition", "attachment; filename=\"freshet-spread-" + table + ".csv\"")
          .result(table.equals("pairs") ? spread.pairsCsv() : spread.feedsCsv());
      return;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("from", spread.from());
    answer.put("to", spread.to());
    answer.put("stories", spread.stories());
    answer.put("shared", spread.shared());
    answer.put("cut", spread.cut());
    int limit = Api.limit(ctx);
    if (!"pairs".equals(table)) answer.put("feeds", feeds(spread, limit));
    if (!"feeds".equals(table)) answer.put("pairs", pairs(spread, limit));
    Json.send(ctx, answer);
  }

  private static List<Map<String, Object>> feeds(Spread spread, int limit) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Spread.Share s : spread.feeds().subList(0, Math.min(limit, spread.feeds().size()))) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("feed", s.feed());
      row.put("name", s.name());
      row.put("stories", s.stories());
      row.put("first", s.first());
      row.put("taken", s.taken());
      row.put("own", s.own());
      delays(row, s.median(), s.p95());
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, Object>> pairs(Spread spread, int limit) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Spread.Pair p : spread.pairs().subList(0, Math.min(limit, spread.pairs().size()))) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("first", p.origin());
      row.put("firstName", p.originName());
      row.put("by", p.taker());
      row.put("byName", p.takerName());
      row.put("stories", p.stories());
      delays(row, p.median(), p.p95());
      rows.add(row);
    }
    return rows;
  }

  private static void delays(Map<String, Object> row, double median, double p95) {
    if (Double.isNaN(median)) return;
    row.put("medianSeconds", (long) median);
    row.put("p95Seconds", (long) p95);
  }

  private void stories(Context ctx, Account who) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Spread.Case c :
        reporting.spreadStories(
            who,
            which(ctx),
            from(ctx),
            to(ctx),
            Api.number(ctx, "first"),
            Api.number(ctx, "by"),
            Api.limit(ctx))) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("story", c.first().story());
      String title = c.first().title();
      if (title != null) row.put("title", title);
      row.put("firstEntry", c.first().id());
      row.put("first", c.first().feedId());
      row.put("firstName", c.first().feedName());
      row.put("firstAt", c.first().placed());
      row.put("entry", c.taken().id());
      row.put("by", c.taken().feedId());
      row.put("byName", c.taken().feedName());
      row.put("at", c.taken().placed());
      row.put("lateSeconds", c.late().toSeconds());
      rows.add(row);
    }
    Json.send(ctx, Map.of("stories", rows));
  }

  private static Selection which(Context ctx) {
    return Selection.ALL
        .withFeed(Api.number(ctx, "feed"))
        .withFolder(ctx.queryParam("folder"))
        .withTopic(ctx.queryParam("topic"))
        .withLanguage(ctx.queryParam("language"));
  }

  private Instant to(Context ctx) {
    Instant to = Api.time(ctx, "to");
    // To the end of this minute, so that who asks again at once is told that nothing has changed.
    return to == null ? reporting.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(60) : to;
  }

  private Instant from(Context ctx) {
    Instant from = Api.time(ctx, "from");
    if (from != null) {
      if (from.isAfter(to(ctx))) throw Problem.badParameter("from", "must be before 'to'");
      return from;
    }
    Long days = Api.number(ctx, "days");
    return to(ctx).minus(Duration.ofDays(days == null ? 30 : days));
  }
}
