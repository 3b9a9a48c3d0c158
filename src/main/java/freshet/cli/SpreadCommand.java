package freshet.cli;

import freshet.library.Spread;
import freshet.library.Spread.Pair;
import freshet.library.Spread.Share;
import freshet.model.Selection;
import freshet.model.Visibility;
import freshet.store.Store;
import freshet.text.Spans;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Which feed takes its stories from which, how often and how late.
@Command(
    name = "spread",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Says how stories spread: which feed takes from which, how often, how late, and what share"
          + " of",
      "a feed is its own, from the data folder. It also works while Freshet runs."
    })
final class SpreadCommand implements Callable<Integer> {
  private static final int SHOWN = 50;

  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(names = "--csv", description = "Print CSV, whole, instead of a table for people")
  boolean csv;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Only one table: pairs or feeds (with --csv: pairs, if none is named)")
  @Nullable String table;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "30",
      description = "How many days back (default: ${DEFAULT-VALUE})")
  int days;

  @Option(names = "--from", paramLabel = "DATE", description = "From this day on, as 2026-11-01")
  @Nullable String from;

  @Option(names = "--to", paramLabel = "DATE", description = "To the end of this day")
  @Nullable String to;

  @Option(names = "--topic", paramLabel = "NAME", description = "Only stories of this topic")
  @Nullable String topic;

  @Option(names = "--language", paramLabel = "TAG", description = "Only entries in this language")
  @Nullable String language;

  @Option(
      names = "--feed",
      paramLabel = "ID",
      description = "Only what this feed took or was first with")
  @Nullable Long feed;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    if (days < 1 || days > 100_000) throw new UserError("--days must be from 1 to 100000");
    if (table != null && !table.equals("pairs") && !table.equals("feeds")) {
      throw new UserError("There is no table '" + table + "' here; there are pairs and feeds");
    }
    ZoneId zone = ZoneId.systemDefault();
    Instant end =
        to == null ? Instant.now() : date("--to", to).plusDays(1).atStartOfDay(zone).toInstant();
    Instant begin =
        from == null
            ? end.minus(Duration.ofDays(days))
            : date("--from", from).atStartOfDay(zone).toInstant();
    if (begin.isAfter(end)) throw new UserError("--from is after --to");
    Selection which = Selection.ALL.withTopic(topic).withLanguage(language).withFeed(feed);
    PrintWriter out = spec.commandLine().getOut();
    try (Store store = Factories.openToRead(options.load())) {
      Spread spread = Spread.of(store, Visibility.EVERYTHING, which, begin, end);
      if (csv) out.print("feeds".equals(table) ? spread.feedsCsv() : spread.pairsCsv());
      else print(spread, out);
    }
    out.flush();
    return 0;
  }

  private static LocalDate date(String option, String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new UserError(option + " takes a day like 2026-11-01, not '" + text + "'");
    }
  }

  private void print(Spread spread, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d stories, %d of them in more than one feed%n",
        spread.stories(),
        spread.shared());
    if (!"feeds".equals(table)) {
      out.println();
      out.println("PAIRS");
      if (spread.pairs().isEmpty()) out.println("  nothing yet");
      int shown = Math.min(SHOWN, spread.pairs().size());
      for (Pair p : spread.pairs().subList(0, shown)) {
        out.printf(
            Locale.ROOT,
            "  %-30s takes from %-30s %6d×, %s late (95 %%: %s)%n",
            p.takerName(),
            p.originName(),
            p.stories(),
            late(p.median()),
            late(p.p95()));
      }
      more(spread.pairs().size() - shown, out);
    }
    if (!"pairs".equals(table)) {
      out.println();
      out.println("FEEDS");
      if (spread.feeds().isEmpty()) out.println("  nothing yet");
      int shown = Math.min(SHOWN, spread.feeds().size());
      for (Share s : spread.feeds().subList(0, shown)) {
        out.printf(
            Locale.ROOT,
            "  %-30s %6d stories, %3.0f %% its own, first %d×, took %d (%s late)%n",
            s.name(),
            s.stories(),
            s.own() * 100,
            s.first(),
            s.taken(),
            late(s.median()));
      }
      more(spread.feeds().size() - shown, out);
    }
  }

  private static void more(int more, PrintWriter out) {
    if (more > 0) out.printf(Locale.ROOT, "  and %d more: --csv prints all%n", more);
  }

  private static String late(double seconds) {
    return Double.isNaN(seconds) ? "–" : Spans.words(seconds);
  }
}
