package freshet.web;

import freshet.chart.Charts;
import freshet.simulate.Report;
import freshet.simulate.Result;
import freshet.simulate.Search;
import freshet.text.Html;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What came of trying schedules: within the pages, and as a page of its own that needs nothing
/// from elsewhere.
public final class ReportPage {
  private static final int HOURS = 24;

  private final Texts texts;
  private final Times times;
  private final Report report;

  ReportPage(Texts texts, Times times, Report report) {
    this.texts = texts;
    this.times = times;
    this.report = report;
  }

  /// It within the pages.
  public record View(PageFrame frame, ReportPage report) {}

  /// A chart and its numbers.
  ///
  /// @param svg every name in it is escaped
  public record Chart(String title, String svg, List<String> heads, List<List<String>> rows) {}

  /// What one schedule came to.
  ///
  /// @param about what it does, in a sentence
  /// @param cells under [#heads()]
  public record Row(String policy, @Nullable String about, List<String> cells) {}

  /// The whole page, to be opened as a file.
  public static String alone(Report report, Texts texts) {
    Times times = new Times(texts, Instant.EPOCH, ZoneOffset.UTC, Preferences.Hours.H24);
    StringOutput body = new StringOutput();
    TemplateEngine.createPrecompiled(null, ContentType.Html, null, "freshet.web.pages")
        .render("reportbody.jte", Map.of("page", new ReportPage(texts, times, report)), body);
    return "<!doctype html><html lang=\"%s\" dir=\"%s\" data-theme=\"auto\"><head><meta charset=\"utf-8\">"
            .formatted(texts.locale().toLanguageTag(), texts.direction())
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
        + "<meta name=\"color-scheme\" content=\"light dark\"><title>"
        + Html.escape(texts.say("report.title"))
        + " · Freshet</title><style>"
        + StaticFiles.text("app.css")
        + StaticFiles.text("pages.css")
        + "</style></head><body class=\"statistics\"><main class=\"wide\">"
        + body
        + "</main></body></html>\n";
  }

  public String say(String key, Object... values) {
    return texts.say(key, values);
  }

  public String conditions() {
    return Sentences.in(texts, report.conditions());
  }

  public List<String> heads() {
    List<String> heads = new ArrayList<>();
    heads.add(say("lab.fetched"));
    if (anyLost()) heads.add(say("report.lost"));
    heads.addAll(List.of(say("lab.mean"), say("lab.median"), "95 %"));
    heads.addAll(List.of(say("report.most-waiting"), say("report.waiting")));
    heads.addAll(List.of(say("lab.calls"), say("lab.empty"), say("report.cpu")));
    return heads;
  }

  private boolean anyLost() {
    return report.results().stream().anyMatch(r -> r.lost() > 0);
  }

  public List<Row> rows() {
    return report.results().stream().map(this::row).toList();
  }

  private Row row(Result r) {
    List<String> cells = new ArrayList<>();
    cells.add(say("report.of", r.fetched(), r.posts()));
    if (anyLost()) cells.add(say("number", r.lost()));
    cells.add(span(r.meanDelaySeconds()));
    cells.add(span(r.medianDelaySeconds()));
    cells.add(span(r.p95DelaySeconds()));
    cells.add(decimal(r.maxPendingMean()));
    cells.add(decimal(r.totalPendingMean()));
    cells.add(say("number", r.calls()));
    cells.add(say("number", r.emptyCalls()));
    cells.add(decimal(r.cpuMicrosPerCall()));
    return new Row(r.policy(), about(texts, r.policy()), cells);
  }

  /// What a schedule does, in a sentence; one with parameters like the one without.
  static @Nullable String about(Texts texts, String policy) {
    String key = "policy." + policy.replaceFirst(":.*", "");
    return texts.has(key) ? texts.say(key) : null;
  }

  private String span(double seconds) {
    return Double.isNaN(seconds) ? "–" : times.exactSpan(Duration.ofMillis((long) (seconds * 1e3)));
  }

  private String decimal(double value) {
    return Double.isNaN(value) ? "–" : say("stats.decimal", value);
  }

  /// Those that have something to show.
  public List<Chart> charts() {
    String minutes = say("report.minutes");
    String entries = say("report.entries");
    return java.util.stream.Stream.of(
            byWeek("report.delay-weeks", minutes, b -> b.meanDelaySeconds() / 60),
            byWeek("report.fetched-weeks", entries, Result.Bin::fetched),
            byHour("report.waiting-hours", entries, Result.Bin::totalPending),
            byHour("report.most-hours", entries, Result.Bin::maxPending))
        .filter(Objects::nonNull)
        .toList();
  }

  private @Nullable Chart byWeek(String title, String unit, ToDoubleFunction<Result.Bin> value) {
    return chart(title, unit, "lab.week", 1, lines(Result::weeks, value));
  }

  private @Nullable Chart byHour(String title, String unit, ToDoubleFunction<Result.Bin> value) {
    return chart(title, unit, "report.hour", 0, lines(Result::hours, value));
  }

  private List<Charts.Line> lines(
      Function<Result, Result.Bin[]> bins, ToDoubleFunction<Result.Bin> value) {
    return report.results().stream()
        .map(r ->
            new Charts.Line(
                r.policy(),
                Arrays.stream(bins.apply(r))
                    .mapToDouble(b -> b.posts() == 0 ? Double.NaN : value.applyAsDouble(b))
                    .toArray()))
        .toList();
  }

  /// @param first what the first value is called
  private @Nullable Chart chart(
      String title, String unit, String x, int first, List<Charts.Line> lines) {
    boolean empty =
        lines.stream().flatMapToDouble(l -> Arrays.stream(l.values())).noneMatch(v -> v > 0);
    if (empty) return null;
    int n = lines.stream().mapToInt(l -> l.values().length).max().orElse(0);
    String svg =
        n > 1
            ? Charts.lines(unit, say(x), first, lines)
            : Charts.rows(
                say(title),
                unit,
                lines.stream().map(Charts.Line::name).toList(),
                List.of(new Charts.Line(unit, firsts(lines))));
    List<String> heads = new ArrayList<>(List.of(say(x)));
    lines.forEach(l -> heads.add(l.name()));
    List<List<String>> rows =
        IntStream.range(0, n)
            .mapToObj(i -> {
              List<String> row = new ArrayList<>(List.of(say("number", i + first)));
              for (Charts.Line l : lines) {
                row.add(i < l.values().length ? decimal(l.values()[i]) : "–");
              }
              return row;
            })
            .toList();
    return new Chart(say(title), svg, heads, rows);
  }

  private static double[] firsts(List<Charts.Line> lines) {
    return lines.stream()
        .mapToDouble(l -> l.values().length == 0 || !(l.values()[0] > 0) ? 0 : l.values()[0])
        .toArray();
  }

  /// How the values of parameters were found.
  public List<Chart> searches() {
    return report.searches().stream().map(this::search).toList();
  }

  private Chart search(Search.Found found) {
    double[] means = found.tried().stream().mapToDouble(t -> t[1] / 60).toArray();
    String unit = say("report.minutes");
    String svg =
        Charts.lines(
            unit, say("report.step"), 1, List.of(new Charts.Line(say("report.delay"), means)));
    List<List<String>> rows = new ArrayList<>();
    for (Search.Step step : found.steps()) {
      rows.add(
          List.of(
              say("number", rows.size() + 1),
              decimal(step.value()),
              span(step.meanDelaySeconds()),
              decimal(step.low()) + " – " + decimal(step.high())));
    }
    List<String> heads =
        List.of(say("report.step"), say("report.tried"), say("lab.mean"), say("report.between"));
    return new Chart(say("report.found", found.best().policy()), svg, heads, rows);
  }

  /// What each schedule expects of the busiest feeds in each hour, to the height of what came.
  public List<Chart> rhythms() {
    List<Chart> charts = new ArrayList<>();
    int most = report.results().stream().mapToInt(r -> r.rhythms().size()).max().orElse(0);
    for (int k = 0; k < most; k++) {
      Chart chart = rhythm(k);
      if (chart != null) charts.add(chart);
    }
    return charts;
  }

  private @Nullable Chart rhythm(int k) {
    List<Charts.Line> lines = new ArrayList<>();
    String source = null;
    for (Result r : report.results()) {
      if (k >= r.rhythms().size()) continue;
      Result.Rhythm one = r.rhythms().get(k);
      if (source == null) {
        source = one.source();
        lines.add(new Charts.Line(say("report.came"), doubles(one.real(), 1)));
      }
      double whole = sum(doubles(one.learned(), 1));
      if (one.source().equals(source) && one.learned().length == HOURS && whole > 0) {
        double scale = sum(lines.getFirst().values()) / whole;
        lines.add(new Charts.Line(r.policy(), doubles(one.learned(), scale)));
      }
    }
    if (source == null) return null;
    String svg = Charts.lines(say("report.per-hour"), say("report.hour"), 0, lines);
    return new Chart(SafeText.feedName(source), svg, List.of(), List.of());
  }

  private static double[] doubles(float[] values, double scale) {
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) out[i] = values[i] * scale;
    return out;
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }
}
