package freshet.simulate;

import freshet.chart.Charts;
import freshet.text.Csv;
import freshet.text.Html;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Writes the results of runs as a page that needs nothing from elsewhere (`index.html`), with the
/// numbers behind its charts as CSV beside it (`runs.csv`, `weeks.csv`, `hours.csv`).
public final class Report {
  private static final String STYLE =
      """
      :root{--ink:#1d2328;--paper:#fff;--line:#d8dde2;--c0:#0b62c4;--c1:#c2410c;--c2:#15803d;--c3:#9333ea;\
      --c4:#b45309;--c5:#0e7490;--c6:#be185d;--c7:#4b5563}
      @media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--paper:#14181c;--line:#39424b;--c0:#6ab0ff;\
      --c1:#ff9a62;--c2:#5fd38a;--c3:#c79bff;--c4:#f3c04f;--c5:#4fd0e6;--c6:#ff85b8;--c7:#b3bcc6}}
      body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;\
      margin:2rem auto;padding:0 1rem}
      svg{width:100%;height:auto;min-width:34rem}svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
      .grid{stroke:var(--line)}polyline{fill:none;stroke-width:2}
      .legend span{margin-right:1rem;white-space:nowrap}.legend i{display:inline-block;width:1.2em;height:.25em;\
      margin-right:.4em;vertical-align:middle}
      .scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
      th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
      th:first-child,td:first-child{text-align:left}summary{cursor:pointer}
      """;

  private Report() {}

  /// @param conditions a sentence on what all ran under
  public static void write(Path folder, String conditions, List<Result> results)
      throws IOException {
    write(folder, conditions, results, List.of());
  }

  /// @param searches how the values of parameters were found
  public static void write(
      Path folder, String conditions, List<Result> results, List<Search.Found> searches)
      throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("index.html"), page(conditions, results, searches));
    Files.writeString(folder.resolve("runs.csv"), runs(results));
    Files.writeString(folder.resolve("weeks.csv"), bins("week", results, r -> r.weeks()));
    Files.writeString(folder.resolve("hours.csv"), bins("hour", results, r -> r.hours()));
  }

  private static String page(String conditions, List<Result> results, List<Search.Found> searches) {
    StringBuilder s = new StringBuilder("<!doctype html><html lang=\"en\"><head>");
    s.append("<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
    s.append("<title>Freshet: policies compared</title><style>").append(STYLE);
    for (int i = 0; i < 8; i++) {
      s.append(".c%d{stroke:var(--c%d)}.k%d{background:var(--c%d)}".formatted(i, i, i, i));
    }
    s.append("</style></head><body><h1>Policies compared</h1><p>");
    s.append(Html.escape(conditions)).append("</p>").append(table(results));
    for (Search.Found found : searches) steps(s, found);
    s.append("<h2>Mean delay per week</h2>");
    chart(s, "seconds", "week of publication", results, r -> r.weeks(), b -> b.meanDelaySeconds());
    s.append("<h2>Posts fetched per week</h2>");
    chart(s, "posts fetched", "week of publication", results, r -> r.weeks(), b -> b.fetched());
    s.append("<h2>Pending posts per hour of the day (UTC)</h2>");
    chart(s, "pending posts", "hour", results, r -> r.hours(), b -> b.totalPending());
    s.append("<h2>Pending posts of the source that has most, per hour of the day (UTC)</h2>");
    chart(s, "pending posts", "hour", results, r -> r.hours(), b -> b.maxPending());
    s.append("<h2>Learned rhythms</h2><p>What the policies expect of the busiest sources in each");
    s.append(" hour of the day, drawn to the height of what really came.</p>");
    rhythms(s, results);
    return s.append("</body></html>\n").toString();
  }

  private static void steps(StringBuilder s, Search.Found found) {
    s.append("<h2>How ").append(Html.escape(found.best().policy())).append(" was found</h2>");
    double[] means = found.tried().stream().mapToDouble(t -> t[1]).toArray();
    s.append(
        Charts.lines("mean delay in seconds", "step", List.of(new Charts.Line("tried", means))));
    s.append(
        "<div class=\"scroll\"><table><tr><th>step<th>tried<th>mean delay s<th>between<th>and");
    for (int i = 0; i < found.steps().size(); i++) {
      Search.Step step = found.steps().get(i);
      s.append("<tr><td>").append(i);
      for (double c :
          new double[] {step.value(), step.meanDelaySeconds(), step.low(), step.high()}) {
        s.append("<td>").append(Charts.number(c));
      }
    }
    s.append("</table></div>");
  }

  private interface Bins {
    Result.Bin[] of(Result r);
  }

  private static void chart(
      StringBuilder s,
      String unit,
      String xName,
      List<Result> results,
      Bins bins,
      ToDoubleFunction<Result.Bin> value) {
    List<Charts.Line> lines = new ArrayList<>();
    for (Result r : results) {
      Result.Bin[] each = bins.of(r);
      double[] values = new double[each.length];
      for (int i = 0; i < each.length; i++) {
        values[i] = each[i].posts() == 0 ? Double.NaN : value.applyAsDouble(each[i]);
      }
      lines.add(new Charts.Line(r.policy(), values));
    }
    s.append(Charts.lines(unit, xName, lines));
    s.append("<details><summary>Numbers</summary><div class=\"scroll\"><table><tr><th>")
        .append(xName);
    for (Charts.Line l : lines) s.append("<th>").append(Html.escape(l.name()));
    int n = lines.stream().mapToInt(l -> l.values().length).max().orElse(0);
    for (int i = 0; i < n; i++) {
      s.append("<tr><td>").append(i);
      for (Charts.Line l : lines) {
        boolean known = i < l.values().length && !Double.isNaN(l.values()[i]);
        s.append("<td>").append(known ? Charts.number(l.values()[i]) : "–");
      }
    }
    s.append("</table></div></details>");
  }

  private static void rhythms(StringBuilder s, List<Result> results) {
    if (results.isEmpty()) return;
    for (int k = 0; k < results.getFirst().rhythms().size(); k++) {
      Result.Rhythm first = results.getFirst().rhythms().get(k);
      List<Charts.Line> lines = new ArrayList<>();
      double[] real = doubles(first.real(), 1);
      lines.add(new Charts.Line("what came", real));
      double sum = sum(real);
      for (Result r : results) {
        if (k >= r.rhythms().size() || !r.rhythms().get(k).source().equals(first.source()))
          continue;
        float[] learned = r.rhythms().get(k).learned();
        double whole = sum(doubles(learned, 1));
        if (learned.length == 24 && whole > 0) {
          lines.add(new Charts.Line(r.policy(), doubles(learned, sum / whole)));
        }
      }
      s.append("<h3>").append(Html.escape(first.source())).append("</h3>");
      s.append(Charts.lines("posts an hour", "hour", lines));
    }
  }

  private static double[] doubles(float[] values, double scale) {
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) out[i] = values[i] * scale;
    return out;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double v : values) sum += v;
    return sum;
  }

  private static String table(List<Result> results) {
    StringBuilder s = new StringBuilder("<div class=\"scroll\"><table><tr><th>policy");
    for (String h :
        List.of(
            "fetched",
            "of posts",
            "lost",
            "mean delay s",
            "median s",
            "95 % s",
            "largest pending",
            "total pending",
            "calls",
            "empty",
            "CPU µs a call")) {
      s.append("<th>").append(h);
    }
    for (Result r : results) {
      s.append("<tr><td>").append(Html.escape(r.policy()));
      double[] cells = {
        r.fetched(), r.posts(), r.lost(), r.meanDelaySeconds(), r.medianDelaySeconds(),
        r.p95DelaySeconds(), r.maxPendingMean(), r.totalPendingMean(), r.calls(), r.emptyCalls(),
        r.cpuMicrosPerCall()
      };
      for (double c : cells) s.append("<td>").append(Charts.number(c));
    }
    return s.append("</table></div>").toString();
  }

  private static String runs(List<Result> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "policy",
            "posts",
            "fetched",
            "lost",
            "mean_delay_s",
            "median_delay_s",
            "p95_delay_s",
            "max_pending",
            "total_pending",
            "calls",
            "empty_calls",
            "cpu_us_per_call"));
    for (Result r : results) {
      rows.add(
          List.of(
              r.policy(),
              String.valueOf(r.posts()),
              String.valueOf(r.fetched()),
              String.valueOf(r.lost()),
              decimal(3, r.meanDelaySeconds()),
              decimal(3, r.medianDelaySeconds()),
              decimal(3, r.p95DelaySeconds()),
              decimal(4, r.maxPendingMean()),
              decimal(4, r.totalPendingMean()),
              String.valueOf(r.calls()),
              String.valueOf(r.emptyCalls()),
              decimal(3, r.cpuMicrosPerCall())));
    }
    return Csv.of(rows);
  }

  private static String bins(String name, List<Result> results, Bins bins) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "policy", name, "posts", "fetched", "mean_delay_s", "total_pending", "max_pending"));
    for (Result r : results) {
      Result.Bin[] each = bins.of(r);
      for (int i = 0; i < each.length; i++) {
        Result.Bin b = each[i];
        rows.add(
            List.of(
                r.policy(),
                String.valueOf(i),
                String.valueOf(b.posts()),
                String.valueOf(b.fetched()),
                decimal(3, b.meanDelaySeconds()),
                decimal(4, b.totalPending()),
                decimal(4, b.maxPending())));
      }
    }
    return Csv.of(rows);
  }

  private static String decimal(int places, double v) {
    return String.format(Locale.ROOT, "%." + places + "f", v);
  }
}
