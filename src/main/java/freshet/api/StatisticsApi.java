package freshet.api;

import freshet.chart.Table;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Reporting;
import freshet.library.Statistics;
import freshet.model.Account;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What was published, how fresh it was had and what it cost, of the feeds of an account.
public final class StatisticsApi {
  private final Reporting reporting;

  public StatisticsApi(Reporting reporting) {
    this.reporting = reporting;
  }

  public void register(JavalinConfig config) {
    new Routes(config).get("/api/v1/statistics", this::statistics);
  }

  private void statistics(Context ctx, Account who) {
    Long days = Api.number(ctx, "days");
    Statistics statistics =
        reporting.statistics(who, days == null ? 30 : days.intValue(), zone(ctx), Locale.ENGLISH);
    String name = ctx.queryParam("table");
    List<Table> tables =
        statistics.tables().stream().filter(t -> name == null || t.name().equals(name)).toList();
    if ("csv".equals(ctx.queryParam("format"))) {
      if (tables.size() > 1) throw Problem.badParameter("table", "must name one table for CSV");
      ctx.contentType("text/csv; charset=utf-8")
          .header("Content-Disposition", "attachment; filename=\"freshet-" + name + ".csv\"")
          .result(tables.getFirst().csv());
      return;
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("posts", statistics.posts());
    answer.put("dateOnly", statistics.dateOnly());
    if (!Double.isNaN(statistics.medianSeconds())) {
      answer.put("medianSeconds", statistics.medianSeconds());
      answer.put("p95Seconds", statistics.p95Seconds());
    }
    for (Table t : tables) answer.put(t.name(), t.rows().stream().map(r -> row(t, r)).toList());
    Json.send(ctx, answer);
  }

  private static Map<String, Object> row(Table t, Table.Row r) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(t.first(), r.name());
    for (int i = 0; i < t.columns().size(); i++) {
      double v = r.values()[i];
      String name = property(t.columns().get(i));
      if (v == Math.rint(v)) row.put(name, (long) v);
      else if (!Double.isNaN(v)) row.put(name, v);
    }
    return row;
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
