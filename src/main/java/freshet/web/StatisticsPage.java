package freshet.web;

import freshet.chart.Table;
import freshet.library.Statistics;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What was published, how fresh it was had and what it cost, as charts with the numbers beside.
///
/// @param numbers the few figures at the top, name and value
public record StatisticsPage(PageFrame frame, int days, List<Figure> numbers, List<Part> parts) {

  public record Figure(String name, String value) {}

  /// @param svg made here, with every name in it escaped
  public record Part(
      String name,
      String title,
      String help,
      String svg,
      List<String> heads,
      List<List<String>> rows) {}

  static StatisticsPage of(Statistics s, int days, PageFrame frame) {
    List<Part> parts = new ArrayList<>();
    String timed = frame.say("stats.timed");
    String dateOnly = frame.say("stats.date-only");
    String entries = frame.say("stats.posts");
    add(parts, frame, whole(s.days(), days, frame), List.of(timed, dateOnly), 2, entries);
    add(parts, frame, inWeek(s.weekdays(), frame), List.of(timed, dateOnly), 2, entries);
    add(parts, frame, s.hours(), List.of(entries), 1, entries);
    add(
        parts,
        frame,
        named(s.languages(), frame),
        List.of(
            frame.say("stats.posts"),
            frame.say("stats.percent"),
            frame.say("stats.declared"),
            frame.say("stats.declared-percent")),
        1,
        entries);
    add(
        parts,
        frame,
        whole(minutes(s.freshness()), days, frame),
        List.of(frame.say("stats.median"), frame.say("stats.p95"), frame.say("stats.entries")),
        1,
        frame.say("stats.median"));
    add(
        parts,
        frame,
        whole(s.requests(), days, frame),
        List.of(
            frame.say("stats.useful"),
            frame.say("stats.idle"),
            frame.say("stats.failed"),
            frame.say("stats.bytes")),
        3,
        frame.say("stats.requests"));
    add(
        parts,
        frame,
        whole(s.discovery(), days, frame),
        List.of(
            frame.say("stats.inputs"),
            frame.say("stats.urls"),
            frame.say("stats.feeds"),
            frame.say("stats.domains")),
        -1,
        "");
    return new StatisticsPage(frame, days, figures(s, frame), parts);
  }

  private static List<Figure> figures(Statistics s, PageFrame frame) {
    List<Figure> all = new ArrayList<>();
    all.add(new Figure(frame.say("stats.posts"), number((double) s.posts(), frame)));
    all.add(new Figure(frame.say("stats.figure-undated"), number((double) s.dateOnly(), frame)));
    double useful = s.requests().sum(0);
    double idle = s.requests().sum(1);
    double failed = s.requests().sum(2);
    double spent = useful + idle + failed;
    all.add(new Figure(frame.say("stats.requests"), number(spent, frame)));
    if (spent > 0) {
      all.add(
          new Figure(
              frame.say("stats.figure-idle"),
              frame.say("stats.share", 100 * (idle + failed) / spent)));
    }
    if (!Double.isNaN(s.medianSeconds())) {
      all.add(new Figure(frame.say("stats.figure-median"), words(s.medianSeconds(), frame)));
      all.add(new Figure(frame.say("stats.figure-p95"), words(s.p95Seconds(), frame)));
    }
    return all;
  }

  private static String words(double seconds, PageFrame frame) {
    return frame.times().exactSpan(Duration.ofMillis((long) (seconds * 1000)));
  }

  /// Every day of the time that is looked at, those without anything too.
  private static Table whole(Table t, int days, PageFrame frame) {
    if (t.rows().isEmpty()) return t;
    Map<String, Table.Row> known = new HashMap<>();
    for (Table.Row r : t.rows()) known.put(r.name(), r);
    double[] none = new double[t.columns().size()];
    List<Table.Row> rows = new ArrayList<>();
    LocalDate today = frame.times().today();
    for (LocalDate day = today.minusDays(days); !day.isAfter(today); day = day.plusDays(1)) {
      rows.add(known.getOrDefault(day.toString(), new Table.Row(day.toString(), none)));
    }
    return new Table(t.name(), t.first(), t.columns(), rows);
  }

  /// In the order of the reader's week.
  private static Table inWeek(Table t, PageFrame frame) {
    List<Table.Row> rows =
        frame.look().week().days().stream().map(day -> t.rows().get(day.getValue() - 1)).toList();
    return new Table(t.name(), t.first(), t.columns(), rows);
  }

  private static String number(double n, PageFrame frame) {
    return frame.say("number", Math.round(n));
  }

  /// Seconds are too fine to read; the count goes last.
  private static Table minutes(Table t) {
    List<Table.Row> rows =
        t.rows().stream()
            .map(r ->
                new Table.Row(
                    r.name(), new double[] {r.values()[1] / 60, r.values()[2] / 60, r.values()[0]}))
            .toList();
    return new Table(t.name(), t.first(), List.of("median", "p95", "entries"), rows);
  }

  /// `et` is `Estonian`; what has less than a hundredth stays in the table only.
  private static Table named(Table t, PageFrame frame) {
    List<Table.Row> rows =
        t.rows().stream()
            .map(r ->
                new Table.Row(
                    r.name().equals("und")
                        ? frame.say("stats.unknown")
                        : frame.texts().languageName(r.name()),
                    r.values()))
            .toList();
    return new Table(t.name(), t.first(), t.columns(), rows);
  }

  /// @param stacked how many of the columns the chart shows; -1 for a chart each
  /// @param unit of the axis
  private static void add(
      List<Part> parts, PageFrame frame, Table t, List<String> columns, int stacked, String unit) {
    if (t.isEmpty()) return;
    String title = frame.say("stats." + t.name());
    Table drawn = t.name().equals("language") ? first(t, 12) : t;
    Table drawnDays = t.first().equals("day") ? shortDays(drawn, frame) : drawn;
    StringBuilder svg = new StringBuilder();
    if (stacked < 0) {
      for (int c = 0; c < columns.size(); c++) {
        Table one = column(drawnDays, c);
        if (!one.isEmpty()) svg.append(one.bars(title, columns.get(c), List.of(columns.get(c))));
      }
    } else if (t.name().equals("language")) {
      svg.append(drawn.lyingBars(title, unit, columns.subList(0, stacked)));
    } else {
      svg.append(drawnDays.bars(title, unit, columns.subList(0, stacked)));
    }
    List<String> heads = new ArrayList<>(columns);
    heads.addFirst(frame.say("stats.by-" + t.first()));
    List<List<String>> rows = new ArrayList<>();
    for (Table.Row r : t.rows()) {
      List<String> cells = new ArrayList<>();
      cells.add(r.name());
      for (double v : r.values()) cells.add(Double.isNaN(v) ? "–" : cell(v, frame));
      rows.add(cells);
    }
    parts.add(
        new Part(
            t.name(),
            title,
            frame.say("stats." + t.name() + "-help"),
            svg.toString(),
            heads,
            rows));
  }

  private static String cell(double v, PageFrame frame) {
    return v == Math.rint(v) ? number(v, frame) : frame.say("stats.decimal", v);
  }

  private static Table first(Table t, int rows) {
    return t.rows().size() <= rows
        ? t
        : new Table(t.name(), t.first(), t.columns(), t.rows().subList(0, rows));
  }

  private static Table column(Table t, int c) {
    return new Table(
        t.name(),
        t.first(),
        List.of(t.columns().get(c)),
        t.rows().stream().map(r -> new Table.Row(r.name(), new double[] {r.values()[c]})).toList());
  }

  /// `2026-11-15` is `15 Nov` under a bar.
  private static Table shortDays(Table t, PageFrame frame) {
    return new Table(
        t.name(),
        t.first(),
        t.columns(),
        t.rows().stream()
            .map(r -> new Table.Row(frame.times().shortDay(LocalDate.parse(r.name())), r.values()))
            .toList());
  }
}
