package freshet.cli;

import freshet.chart.Charts;
import freshet.chart.PostTally;
import freshet.chart.Table;
import freshet.jobs.SearchCounts;
import freshet.library.Statistics;
import freshet.model.Visibility;
import freshet.simulate.Trace;
import freshet.simulate.TraceFile;
import freshet.store.Store;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// When entries are published, how fresh they were had, what was discovered and what it cost.
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Counts posts per day, weekday, hour and language, how fresh they were, requests spent and",
      "what was discovered, from the data folder or from a recorded history (--trace)."
    })
final class StatsCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(names = "--csv", description = "Print CSV instead of tables for people")
  boolean csv;

  @Option(names = "--svg", description = "Print charts as SVG instead of tables")
  boolean svg;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "Only one table: day, weekday, hour, language, freshness, requests or discovery")
  @Nullable String table;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "30",
      description = "How many days back (default: ${DEFAULT-VALUE})")
  int days;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "Whose days and hours: Europe/Tallinn, UTC … (default: this machine's)")
  @Nullable String zone;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Count a recorded history (CSV: source,published_epoch_s) instead")
  @Nullable Path trace;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (days < 1 || days > 100_000) throw new UserError("--days must be from 1 to 100000");
    List<Table> tables = trace == null ? ofStore() : ofTrace(trace);
    if (table != null) {
      tables = tables.stream().filter(t -> t.name().equals(table)).toList();
      if (tables.isEmpty()) {
        throw new UserError(
            "There is no table '" + table + "' here; 'freshet help stats' lists them");
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    for (int i = 0; i < tables.size(); i++) {
      Table t = tables.get(i);
      if (i > 0) out.println();
      if (csv) {
        if (tables.size() > 1) out.println("# " + t.name());
        out.print(t.csv());
      } else if (svg) {
        out.println(t.bars(t.name(), String.join(", ", stacked(t)), stacked(t)));
      } else {
        print(t, out);
      }
    }
    out.flush();
    return 0;
  }

  /// The columns that add up to something.
  private static List<String> stacked(Table t) {
    int n =
        switch (t.name()) {
          case "language", "freshness" -> 1;
          case "requests" -> 3;
          default -> t.columns().size();
        };
    return t.columns().subList(0, n);
  }

  private List<Table> ofStore() {
    Settings settings = options.load();
    Instant now = Instant.now();
    try (Store store = Factories.openToRead(settings)) {
      return Statistics.of(
              store,
              Visibility.EVERYTHING,
              now.minus(Duration.ofDays(days)),
              now,
              zone(),
              Locale.ENGLISH,
              SearchCounts.of(Path.of(settings.text(Setting.DATA))).perDay(null))
          .tables();
    }
  }

  private List<Table> ofTrace(Path file) {
    PostTally tally = new PostTally(zone());
    try {
      TraceFile.Read read = TraceFile.read(file);
      PrintWriter err = spec.commandLine().getErr();
      read.problems().forEach(err::println);
      err.flush();
      Trace posts = read.trace();
      for (double t : posts.time()) tally.add(Instant.ofEpochSecond((long) t), false, 1);
    } catch (IOException e) {
      throw new UserError("The history " + file + " cannot be read: " + e.getMessage());
    }
    return List.of(tally.perDay(), tally.perWeekday(Locale.ENGLISH), tally.perHour());
  }

  private ZoneId zone() {
    if (zone == null) return ZoneId.systemDefault();
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new UserError("'" + zone + "' is no time zone; write it like Europe/Tallinn or UTC");
    }
  }

  private static void print(Table t, PrintWriter out) {
    out.println(t.name().toUpperCase(Locale.ROOT));
    if (t.isEmpty()) {
      out.println("  nothing yet");
      return;
    }
    out.printf(Locale.ROOT, "  %-12s", t.first());
    for (String c : t.columns()) out.printf(Locale.ROOT, "%18s", c);
    out.println();
    for (Table.Row r : t.rows()) {
      out.printf(Locale.ROOT, "  %-12s", r.name());
      for (double v : r.values()) {
        out.printf(Locale.ROOT, "%18s", Double.isNaN(v) ? "–" : Charts.number(v));
      }
      out.println();
    }
  }
}
