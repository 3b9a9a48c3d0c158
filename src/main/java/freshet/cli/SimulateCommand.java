package freshet.cli;

import freshet.schedule.Budget;
import freshet.schedule.PlannerSettings;
import freshet.schedule.Turns;
import freshet.simulate.Conditions;
import freshet.simulate.Report;
import freshet.simulate.Result;
import freshet.simulate.Run;
import freshet.simulate.RunList;
import freshet.simulate.Search;
import freshet.simulate.Simulation;
import freshet.simulate.Synthetic;
import freshet.simulate.Trace;
import freshet.simulate.TraceFile;
import freshet.text.Csv;
import freshet.text.Spans;
import freshet.web.ReportPage;
import freshet.web.Texts;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `freshet simulate`: replays a trace against policies.
@Command(
    name = "simulate",
    description = "Replays a history of posts against polling policies and compares them.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class SimulateCommand implements Callable<Integer> {
  private static final JsonMapper JSON = new JsonMapper();

  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "CSV, also gzipped: source,published_epoch_s[,subscribers]")
  @Nullable Path traceFile;

  @Option(
      names = "--synthetic",
      paramLabel = "NAME",
      description =
          "a made trace instead: s3, s4 (the published settings), busy, or example (air balloon's"
              + " worked example)")
  @Nullable String synthetic;

  @Option(names = "--seed", paramLabel = "N", description = "of the made trace", defaultValue = "1")
  long seed;

  @Option(
      names = "--write-trace",
      paramLabel = "FILE",
      description = "writes the trace to this file as well")
  @Nullable Path writeTrace;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description = "NAME[:k=v,…], such as air-balloon:inertia=2500h; may be repeated")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--budget",
      paramLabel = "N/TIME",
      description = "calls/window, such as 600/10m; --runs may give one for each run")
  @Nullable String budget;

  @Option(
      names = "--spacing",
      paramLabel = "WORD",
      description = "even, or burst: in rounds, all calls of a window at its start (default: even)",
      defaultValue = "even")
  String spacing = "even";

  @Option(
      names = "--politeness",
      paramLabel = "TIME",
      description = "least time between two calls to a source (default: 10m)",
      defaultValue = "10m")
  String politeness = "10m";

  @Option(
      names = "--longest",
      paramLabel = "TIME",
      description = "longest time a source is left alone, where the budget allows (default: 24h)",
      defaultValue = "24h")
  String longest = "24h";

  @Option(
      names = "--worth",
      paramLabel = "TIME",
      description =
          "what a call must be expected to save in delay, as the setting poll.worth (default: 0s,"
              + " the whole budget is spent)")
  @Nullable String worth;

  @Option(
      names = "--followers",
      paramLabel = "N",
      description =
          "how much a subscriber adds to a source's rank, as the setting rank.followers (default:"
              + " 1)",
      defaultValue = "1")
  double followers = 1;

  @Option(
      names = "--as-live",
      description =
          "as a running Freshet would do it: sources were called before the clock starts, times are"
              + " doubted as those of feeds, and --worth is a thirtieth of --politeness unless"
              + " given")
  boolean asLive;

  @Option(
      names = "--calls",
      paramLabel = "FILE",
      description = "writes every call to this CSV file: run, time, source, value, posts found")
  @Nullable Path callsFile;

  @Option(
      names = "--entries-shown",
      paramLabel = "N",
      description = "how many entries a source shows; older ones are lost (default: all)",
      defaultValue = "0")
  int entriesShown;

  @Option(
      names = "--search",
      paramLabel = "K=A..B",
      description = "k=a..b by golden section, k=a..b/n on a grid")
  @Nullable String search;

  @Option(
      names = "--runs",
      paramLabel = "FILE",
      description = "a JSON list of runs: name, policy, start, end, budget …")
  @Nullable Path runsFile;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "writes a page with charts, and CSV, to this folder")
  @Nullable Path report;

  @Option(
      names = "--language",
      paramLabel = "TAG",
      description = "of the report's page, such as de: one of the pages' languages (default: en)",
      defaultValue = "en")
  String language = "en";

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "runs at a time (default: the processors)")
  int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "one JSON object a policy")
  boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    List<String> names =
        policies.isEmpty() && runsFile == null
            ? List.of("freshet", "min-delay", "sqrt-rate", "advarss", "air-balloon", "round-robin")
            : policies;
    Conditions conditions;
    Texts spoken;
    List<Search> searches = new ArrayList<>();
    try {
      spoken = Texts.tagged(language).orElseThrow(() -> noLanguage(language));
      if (jobs < 1) throw new IllegalArgumentException("--jobs is at least 1, not " + jobs);
      if ((traceFile == null) == (synthetic == null)) {
        throw new IllegalArgumentException("Give either --trace FILE or --synthetic NAME");
      }
      if (budget == null && (runsFile == null || !policies.isEmpty())) {
        throw new IllegalArgumentException("Give the limit of calls, such as --budget 600/10m");
      }
      conditions = conditions(budget == null ? "1/1s" : budget);
      for (String name : names) Run.check(name);
      if (search != null) for (String name : names) searches.add(Search.of(search, name));
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 2;
    }
    int status = 0;
    Trace trace;
    List<Run> runs = new ArrayList<>();
    try {
      if (traceFile != null) {
        TraceFile.Read read = TraceFile.read(traceFile);
        for (String problem : read.problems()) err.println(traceFile + ", " + problem);
        if (read.badRows() > 0) status = 1;
        trace = read.trace();
      } else {
        trace = synthetic(String.valueOf(synthetic)).generate(seed);
      }
      for (String name : names) runs.add(new Run(name, name, trace, conditions));
      if (runsFile != null) {
        runs.addAll(RunList.read(runsFile, trace, conditions, budget != null));
      }
      if (writeTrace != null) TraceFile.write(writeTrace, trace);
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return 1;
    } catch (NoSuchFileException e) {
      err.println("There is no file " + e.getFile());
      return 1;
    } catch (IOException e) {
      err.println("Reading the input failed: " + e.getMessage());
      return 1;
    }
    List<Result> results = new ArrayList<>();
    List<Map<String, Object>> lines = new ArrayList<>();
    List<Search.Found> found = new ArrayList<>();
    try (Bar bar = new Bar()) {
      if (searches.isEmpty()) {
        results.addAll(callsFile == null ? Run.all(runs, jobs, bar) : logged(runs, bar));
        for (Result r : results) lines.add(object(r));
      } else {
        for (int i = 0; i < searches.size(); i++) {
          Search.Found one = searches.get(i).run(runs.get(i), jobs, bar);
          found.add(one);
          results.add(one.best());
          Map<String, Object> line = object(one.best());
          line.put("searched", searches.get(i).parameter());
          line.put("value", one.value());
          line.put("tried", one.tried());
          line.put("steps", one.steps());
          lines.add(line);
        }
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) for (Map<String, Object> line : lines) out.println(JSON.writeValueAsString(line));
    else {
      for (int i = 0; i < found.size(); i++) steps(out, searches.get(i), found.get(i));
      table(out, results);
    }
    if (report != null) {
      Report all = new Report(sentence(trace, conditions, runs), results, found);
      all.writeNumbers(report);
      Files.writeString(report.resolve("index.html"), ReportPage.alone(all, spoken));
    }
    out.flush();
    err.flush();
    return status;
  }

  private static IllegalArgumentException noLanguage(String tag) {
    String known =
        Texts.LANGUAGES.stream().map(Locale::toLanguageTag).collect(Collectors.joining(", "));
    return new IllegalArgumentException("--language is one of " + known + ", not '" + tag + "'");
  }

  private Conditions conditions(String calls) {
    Budget.Spacing how =
        switch (spacing) {
          case "even" -> Budget.Spacing.EVEN;
          case "burst" -> Budget.Spacing.BURST;
          default ->
              throw new IllegalArgumentException(
                  "The spacing is even or burst, not '" + spacing + "'");
        };
    Duration least = Spans.parse(politeness);
    Duration most = Spans.parse(longest);
    Duration saves = asLive ? PlannerSettings.worth(least) : Duration.ZERO;
    Turns.Rules rules =
        new Turns.Rules(
            least,
            most.compareTo(least) < 0 ? least : most,
            worth == null ? saves : Spans.parse(worth));
    return new Conditions(Budget.of(calls, how), rules, entriesShown, followers, asLive);
  }

  /// What all ran under; runs of a list may each have their own.
  private static String sentence(Trace trace, Conditions usual, List<Run> runs) {
    boolean alike =
        runs.stream().allMatch(r -> r.trace().equals(trace) && r.conditions().equals(usual));
    if (alike) return usual.describe(trace);
    List<String> each = new ArrayList<>();
    for (Run r : runs) each.add(r.name() + ": " + r.conditions().describe(r.trace()));
    return String.join(" ", each);
  }

  /// One after the other, with every call written down.
  private List<Result> logged(List<Run> runs, Bar bar) throws IOException {
    List<Result> results = new ArrayList<>();
    try (BufferedWriter out = Files.newBufferedWriter(Objects.requireNonNull(callsFile))) {
      out.write("run,time,source,value,found\n");
      for (Run run : runs) {
        Simulation.Observer write =
            (source, at, value, posts) -> {
              try {
                out.write(
                    Csv.of(
                        List.of(
                            List.of(
                                run.name(),
                                Spans.instant(at).toString(),
                                run.trace().names().get(source),
                                String.format(Locale.ROOT, "%.3f", value),
                                String.valueOf(posts)))));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            };
        results.add(run.go(write, bar));
      }
    } catch (UncheckedIOException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    return results;
  }

  private static void steps(PrintWriter out, Search search, Search.Found found) {
    out.println("step %14s %10s   between".formatted(search.parameter(), "mean s"));
    for (int i = 0; i < found.steps().size(); i++) {
      Search.Step step = found.steps().get(i);
      out.println(
          String.format(
              Locale.ROOT,
              "%4d %14.4f %10.1f   %.4f and %.4f",
              i + 1,
              step.value(),
              step.meanDelaySeconds(),
              step.low(),
              step.high()));
    }
    out.println();
  }

  private static Synthetic synthetic(String name) {
    for (Synthetic s : Synthetic.ALL) if (s.name().equals(name)) return s;
    throw new IllegalArgumentException(
        freshet.simulate.Policies.unknown(
            "made trace", name, Synthetic.ALL.stream().map(Synthetic::name).toList()));
  }

  private static Map<String, Object> object(Result r) {
    Map<String, Object> o = new LinkedHashMap<>();
    o.put("policy", r.policy());
    o.put("posts", r.posts());
    o.put("fetched", r.fetched());
    o.put("lost", r.lost());
    o.put("meanDelaySeconds", r.meanDelaySeconds());
    o.put("medianDelaySeconds", r.medianDelaySeconds());
    o.put("p95DelaySeconds", r.p95DelaySeconds());
    o.put("maxPendingMean", r.maxPendingMean());
    o.put("totalPendingMean", r.totalPendingMean());
    o.put("calls", r.calls());
    o.put("emptyCalls", r.emptyCalls());
    o.put("wallSeconds", r.wallSeconds());
    o.put("cpuMicrosPerCall", r.cpuMicrosPerCall());
    return o;
  }

  private static void table(PrintWriter out, List<Result> results) {
    int width = results.stream().mapToInt(r -> r.policy().length()).max().orElse(10);
    String head = "%-" + width + "s %9s %7s %8s %8s %8s %8s %8s %9s %8s";
    out.println(
        head.formatted(
            "policy",
            "fetched",
            "lost",
            "mean s",
            "median s",
            "95 % s",
            "max pend",
            "pending",
            "empty",
            "µs/call"));
    for (Result r : results) {
      out.println(
          String.format(
              Locale.ROOT,
              "%-" + width + "s %9d %7d %8.0f %8.0f %8.0f %8.2f %8.1f %8.1f%% %8.2f",
              r.policy(),
              r.fetched(),
              r.lost(),
              r.meanDelaySeconds(),
              r.medianDelaySeconds(),
              r.p95DelaySeconds(),
              r.maxPendingMean(),
              r.totalPendingMean(),
              100.0 * r.emptyCalls() / Math.max(1, r.calls()),
              r.cpuMicrosPerCall()));
    }
  }

  /// A progress bar where somebody looks on.
  @SuppressWarnings("SystemConsoleNull") // a JDK without the console module still gives null
  private static final class Bar implements DoubleConsumer, AutoCloseable {
    private final @Nullable ProgressBar bar =
        System.console() != null && System.console().isTerminal()
            ? new ProgressBarBuilder()
                .setTaskName("simulate")
                .setInitialMax(1000)
                .setStyle(ProgressBarStyle.ASCII)
                .build()
            : null;

    @Override
    public void accept(double share) {
      if (bar != null) bar.stepTo(Math.round(1000 * share));
    }

    @Override
    public void close() {
      if (bar != null) bar.close();
    }
  }
}
