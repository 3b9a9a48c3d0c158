package freshet.api;

import static freshet.api.Api.json;

import freshet.account.Visitor;
import freshet.chart.Table;
import freshet.pipeline.Discoveries;
import freshet.pipeline.Statistics;
import freshet.store.Store;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/// What was published, how fresh it was had and what it cost, of the feeds of an account.
public final class StatisticsApi {
  private final Store store;
  private final Discoveries discoveries;
  private final InstantSource clock;

  public StatisticsApi(Store store, Discoveries discoveries, InstantSource clock) {
    this.store = store;
    this.discoveries = discoveries;
    this.clock = clock;
  }

  public void register(JavalinConfig config) {
    new Routes(config).get("/api/v1/statistics", this::statistics);
  }

  private void statistics(Context ctx) {
    Instant now = clock.instant();
    Statistics statistics =
        Statistics.of(
            store,
            Api.sight(store, ctx),
            now.minus(Duration.ofDays(days(ctx))),
            now,
            zone(ctx),
            Locale.ENGLISH,
            discoveries.perDay(Visitor.account(ctx)));
    String name = ctx.queryParam("table");
    List<Table> tables =
        statistics.tables().stream().filter(t -> name == null || t.name().equals(name)).toList();
    if (tables.isEmpty()) throw Problem.badParameter("table", "must name one of the tables");
    if ("csv".equals(ctx.queryParam("format"))) {
      if (tables.size() > 1) throw Problem.badParameter("table", "must name one table for CSV");
      ctx.contentType("text/csv; charset=utf-8")
          .header("Content-Disposition", "attachment; filename=\"freshet-" + name + ".csv\"")
          .result(tables.getFirst().csv());
      return;
    }
    json(
        ctx,
        j -> {
          j.writeStartObject();
          j.writeNumberProperty("posts", statistics.posts());
          j.writeNumberProperty("dateOnly", statistics.dateOnly());
          if (!Double.isNaN(statistics.medianSeconds())) {
            j.writeNumberProperty("medianSeconds", statistics.medianSeconds());
            j.writeNumberProperty("p95Seconds", statistics.p95Seconds());
          }
          for (Table t : tables) table(j, t);
          j.writeEndObject();
        });
  }

  private static void table(JsonGenerator j, Table t) {
    j.writeArrayPropertyStart(t.name());
    for (Table.Row r : t.rows()) {
      j.writeStartObject();
      j.writeStringProperty(t.first(), r.name());
      for (int i = 0; i < t.columns().size(); i++) {
        double v = r.values()[i];
        String name = property(t.columns().get(i));
        if (v == Math.rint(v)) j.writeNumberProperty(name, (long) v);
        else if (!Double.isNaN(v)) j.writeNumberProperty(name, v);
      }
      j.writeEndObject();
    }
    j.writeEndArray();
  }

  /// `nothing new` → `nothingNew`, `URLs` → `urls`.
  private static String property(String column) {
    StringBuilder s = new StringBuilder();
    for (String word : column.split(" ", -1)) {
      String lower = word.toLowerCase(Locale.ROOT);
      s.append(s.isEmpty() ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
    }
    return s.toString();
  }

  private static int days(Context ctx) {
    String days = ctx.queryParam("days");
    if (days == null) return 30;
    if (!days.matches("[1-9]\\d{0,4}"))
      throw Problem.badParameter("days", "must be from 1 to 99999");
    return Integer.parseInt(days);
  }

  private static ZoneId zone(Context ctx) {
    String zone = ctx.queryParam("zone");
    if (zone == null) return ZoneId.systemDefault();
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw Problem.badParameter("zone", "must be a time zone like Europe/Tallinn or UTC");
    }
  }
}
