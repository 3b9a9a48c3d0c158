package freshet.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import freshet.schedule.Budget;
import freshet.web.ReportPage;
import freshet.web.Texts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaboratoryTest {
  private static final Synthetic SMALL =
      new Synthetic("small", 30, 6000, 21, 1_577_836_800, 1.2, 0.1);

  private static Conditions budget(int calls, Budget.Spacing spacing) {
    return new Conditions(
        new Budget(calls, Duration.ofMinutes(10), spacing), Duration.ofMinutes(10), 0);
  }

  private static Result run(Trace trace, Conditions conditions, String policy) {
    return new Run(policy, policy, trace, conditions).go(_ -> {});
  }

  @Test
  void roundRobinComesOutAsComputedByHand() {
    // Two sources, a call every 600 s in turn: a at 0, b at 600, a at 1200, b at 1800 …
    var b = new Trace.Builder();
    b.add("a", 0);
    b.add("b", 100);
    b.add("a", 1000);
    b.add("a", 1100);
    b.add("b", 3000);
    Result r = run(b.build(), budget(1, Budget.Spacing.EVEN), "round-robin");
    // a: 0 at once; b: 500; a at 1200: 200 and 100; b at 3000: 0.
    assertThat(r.fetched()).isEqualTo(5);
    assertThat(r.meanDelaySeconds()).isCloseTo(800 / 5.0, within(1e-9));
    assertThat(r.medianDelaySeconds()).isEqualTo(100);
    assertThat(r.calls()).isEqualTo(6);
    assertThat(r.emptyCalls()).isEqualTo(2);
    assertThat(r.totalPendingMean()).isCloseTo(800 / 3000.0, within(1e-9));
  }

  @Test
  void whatScrollsOutIsLostAndCounted() {
    var b = new Trace.Builder();
    b.add("a", 0);
    for (int i = 1; i <= 10; i++) b.add("a", 100 + i);
    b.add("a", 700);
    Conditions c =
        new Conditions(
            new Budget(1, Duration.ofMinutes(10), Budget.Spacing.EVEN), Duration.ofMinutes(10), 4);
    Result r = run(b.build(), c, "round-robin");
    assertThat(r.lost()).isEqualTo(6);
    assertThat(r.fetched()).isEqualTo(1 + 4);
  }

  @Test
  void politenessIsKeptEvenWithCallsToSpare() {
    var b = new Trace.Builder();
    for (int i = 0; i <= 36; i++) b.add("a", i * 100L);
    Result r = run(b.build(), budget(600, Budget.Spacing.EVEN), "freshet");
    assertThat(r.calls()).isEqualTo(7);
    Result burst = run(b.build(), budget(600, Budget.Spacing.BURST), "freshet");
    assertThat(burst.calls()).isEqualTo(7);
  }

  @Test
  void theSameSeedGivesTheSameResultHoweverManyRunAtOnce() throws InterruptedException {
    Trace trace = SMALL.generate(3);
    assertThat(SMALL.generate(3).time()).isEqualTo(trace.time());
    assertThat(trace.posts()).isBetween(5000, 7000);
    List<Run> runs =
        Run.names().stream()
            .map(p -> new Run(p, p, trace, budget(4, Budget.Spacing.EVEN)))
            .toList();
    List<Result> first = Run.all(runs, 1, _ -> {});
    List<Result> second = Run.all(runs, 3, _ -> {});
    for (int i = 0; i < runs.size(); i++) {
      assertThat(second.get(i).meanDelaySeconds())
          .as(runs.get(i).policy())
          .isEqualTo(first.get(i).meanDelaySeconds());
      assertThat(first.get(i).fetched() + first.get(i).lost()).isLessThanOrEqualTo(trace.posts());
      assertThat(first.get(i).fetched()).isGreaterThan(trace.posts() * 6 / 10);
    }
  }

  @Test
  void freshetWaitsLessThanTheOthersAndMoreThanTheAllKnowing() throws InterruptedException {
    Trace trace = SMALL.generate(11);
    for (Budget.Spacing spacing : Budget.Spacing.values()) {
      Conditions c = budget(4, spacing);
      double freshet = run(trace, c, "freshet").meanDelaySeconds();
      assertThat(freshet).isLessThan(0.97 * run(trace, c, "air-balloon").meanDelaySeconds());
      assertThat(freshet).isLessThan(0.97 * run(trace, c, "advarss").meanDelaySeconds());
      assertThat(freshet).isLessThan(0.8 * run(trace, c, "round-robin").meanDelaySeconds());
      assertThat(freshet).isGreaterThan(run(trace, c, "all-knowing").meanDelaySeconds());
    }
  }

  @Test
  void buzzwiseLeavesTheQuietSourcesOut() {
    Trace trace = SMALL.generate(2);
    Result some = run(trace, budget(4, Budget.Spacing.EVEN), "buzzwise:share=0.5");
    Result all = run(trace, budget(4, Budget.Spacing.EVEN), "round-robin");
    assertThat(some.fetched()).isLessThan(all.fetched());
    assertThat(some.medianDelaySeconds()).isLessThan(all.medianDelaySeconds());
  }

  @Test
  void aSearchFindsALowerDelayThanItsEnds() throws InterruptedException {
    Trace trace = SMALL.generate(5);
    Run base = new Run("x", "air-balloon", trace, budget(4, Budget.Spacing.EVEN));
    Search.Found golden = Search.of("inertia=2..3600", "air-balloon").run(base, 1, _ -> {});
    assertThat(golden.tried()).hasSize(12);
    Search.Step last = golden.steps().getLast();
    assertThat(golden.steps().getFirst().low()).isCloseTo(2, within(1e-9));
    assertThat(golden.steps().getFirst().high()).isCloseTo(3600, within(1e-6));
    assertThat(last.high() / last.low()).isLessThan(1.2);
    assertThat(golden.value()).isBetween(0.99 * last.low(), 1.01 * last.high());
    double low = run(trace, base.conditions(), "air-balloon:inertia=2h").meanDelaySeconds();
    assertThat(golden.best().meanDelaySeconds()).isLessThan(low);
    assertThat(golden.best().policy()).startsWith("air-balloon:inertia=");
    Search.Found grid = Search.of("inertia=24h..2400h/3", "air-balloon").run(base, 2, _ -> {});
    assertThat(grid.tried()).hasSize(3);
    assertThat(grid.tried().get(1)[0]).isCloseTo(240, within(0.01));
  }

  @Nested
  final class ATraceFile {
    private TraceFile.Read read(String text) throws IOException {
      return TraceFile.read(new BufferedReader(new StringReader(text)), "t.csv");
    }

    @Test
    void badRowsAreReportedWithTheirLinesAndTheRestGoesOn() throws IOException {
      TraceFile.Read r =
          read(
              """
              source,published_epoch_s
              a,100
              a,abc
              b,-5

              junk
              b,50
              a,100
              c,1577836800000
              """);
      assertThat(r.trace().posts()).isEqualTo(3);
      assertThat(r.badRows()).isEqualTo(4);
      assertThat(r.trace().time()).containsExactly(50, 100, 100);
      assertThat(String.join("\n", r.problems()))
          .contains("line 3: 'abc' is not a number")
          .contains("line 4: the time -5 is negative")
          .contains("line 6: 'junk' is not 'source,time'")
          .contains("line 7: the time 50 is before the row above")
          .contains("line 9")
          .contains("milliseconds");
    }

    @Test
    void repeatedPostsCountAndAreSaid() throws IOException {
      TraceFile.Read r = read("source,published_epoch_s\na,100\na,100\n");
      assertThat(r.trace().posts()).isEqualTo(2);
      assertThat(r.problems()).singleElement().asString().contains("line 3");
      assertThat(r.badRows()).isZero();
    }

    @Test
    void nothingToRunIsOneClearSentence() {
      assertThatThrownBy(() -> read("")).hasMessageContaining("line 1");
      assertThatThrownBy(() -> read("time,who\n1,2\n")).hasMessageContaining("header");
      assertThatThrownBy(() -> read("source,published_epoch_s\n"))
          .hasMessageContaining("there are no rows");
      assertThatThrownBy(() -> read("source,published_epoch_s\na,b\n"))
          .hasMessageContaining("line 2");
    }

    @Test
    void whatIsWrittenIsRead(@TempDir Path folder) throws IOException {
      Trace trace = SMALL.generate(1);
      for (String name : List.of("t.csv", "t.csv.gz")) {
        TraceFile.write(folder.resolve(name), trace);
        assertThat(TraceFile.read(folder.resolve(name)).trace().time()).isEqualTo(trace.time());
      }
      Files.writeString(folder.resolve("no.csv.gz"), "source");
      assertThatThrownBy(() -> TraceFile.read(folder.resolve("no.csv.gz")))
          .hasMessageContaining("is not a gzip file");
    }
  }

  @Nested
  final class AListOfRuns {
    @TempDir Path folder;

    private List<Run> read(String json) throws IOException {
      Path file = folder.resolve("runs.json");
      Files.writeString(file, json);
      return RunList.read(file, SMALL.generate(1), budget(4, Budget.Spacing.EVEN), true);
    }

    @Test
    void takesFromTheCommandLineWhatItDoesNotSay() throws IOException {
      List<Run> runs =
          read(
              """
              [{"policy": "freshet"},
               {"name": "late", "policy": "air-balloon", "parameters": {"inertia": "960h"},
                "start": "2020-01-08", "budget": "9/10m", "spacing": "burst"}]
              """);
      assertThat(runs.get(0).conditions()).isEqualTo(budget(4, Budget.Spacing.EVEN));
      assertThat(runs.get(1).policy()).isEqualTo("air-balloon:inertia=960h");
      assertThat(runs.get(1).conditions()).isEqualTo(budget(9, Budget.Spacing.BURST));
      assertThat(runs.get(1).trace().start()).isGreaterThanOrEqualTo(1_578_441_600);
    }

    @Test
    void saysWhatIsWrongAndWhere() {
      assertThatThrownBy(() -> read("[{\"policy\": \"freshet\"},\n{]"))
          .hasMessageContaining("line 2");
      assertThatThrownBy(() -> read("{}")).hasMessageContaining("not a list of runs");
      assertThatThrownBy(() -> read("[{\"policy\": \"freshet\"}, {\"polici\": \"x\"}]"))
          .hasMessageContaining("run 2")
          .hasMessageContaining("Did you mean 'policy'");
      assertThatThrownBy(() -> read("[{\"policy\": \"freshet\", \"start\": \"yesterday\"}]"))
          .hasMessageContaining("'yesterday' is not a time");
    }
  }

  @Test
  void theWorkedExampleIsReplayedWithItsVisits() {
    Trace trace = Synthetic.EXAMPLE.generate(1);
    assertThat(trace.posts()).isEqualTo(12);
    Conditions c =
        new Conditions(Budget.of("2/10m", Budget.Spacing.BURST), Duration.ofMinutes(10), 0);
    List<String> calls = new ArrayList<>();
    String policy = "air-balloon:inertia=168h,minimum=0.001";
    Result r =
        new Run(policy, policy, trace, c)
            .go(
                (source, at, value, found) ->
                    calls.add(
                        "%02d Page%d %.3f %d"
                            .formatted(
                                (int) ((at - trace.start()) / 60), source + 1, value, found)),
                _ -> {});
    // By the true areas: at 08:20 Page2 (0.287) goes before Page1 (0.284), unlike in the thesis.
    assertThat(calls)
        .startsWith(
            "00 Page1 0.000 0",
            "00 Page2 0.000 0",
            "10 Page1 0.167 1",
            "10 Page2 0.167 1",
            "20 Page2 0.287 1",
            "20 Page3 0.333 1")
        .hasSize(14);
    assertThat(r.fetched()).isEqualTo(12);
  }

  @Test
  void theMostPopularAreCalledByTurnsAndTheOthersNever() {
    var b = new Trace.Builder();
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < 30; k++) b.add("s" + i, 60L * i + 3600L * k);
      b.subscribers("s" + i, i < 4 ? 100 - i : i);
    }
    Set<Integer> called = new TreeSet<>();
    String policy = "most-popular:sources=4";
    var run = new Run(policy, policy, b.build(), budget(2, Budget.Spacing.EVEN));
    run.go((source, _, _, _) -> called.add(source), _ -> {});
    assertThat(called).containsExactly(0, 1, 2, 3);
    // Without subscribers, by all their posts.
    var posts = new Trace.Builder();
    for (int i = 0; i < 6; i++) {
      for (int k = 0; k < 10 + i; k++) posts.add("s" + i, 60L * i + 3600L * k);
    }
    called.clear();
    new Run("x", "most-popular:sources=2", posts.build(), budget(2, Budget.Spacing.EVEN))
        .go((source, _, _, _) -> called.add(source), _ -> {});
    assertThat(called).containsExactly(4, 5);
  }

  @Test
  void subscribersRaiseASourcesRankByC() throws IOException {
    StringBuilder text = new StringBuilder(TraceFile.FOLLOWED + "\n");
    for (int k = 0; k < 2000; k++) {
      for (int i = 0; i < 8; i++) {
        text.append("s" + i + ",").append(900L * k + 13L * i).append(i == 0 ? ",9\n" : ",0\n");
      }
    }
    TraceFile.Read read =
        TraceFile.read(new BufferedReader(new StringReader(text.toString())), "t.csv");
    assertThat(read.badRows()).isZero();
    int[] of = new int[2];
    for (int c = 0; c < 2; c++) {
      int at = c;
      new Run("x", "advarss", read.trace(), budget(2, Budget.Spacing.EVEN).withFollowers(c))
          .go(
              (source, _, _, _) -> {
                if (source == 0) of[at]++;
              },
              _ -> {});
    }
    assertThat(of[1]).isGreaterThan(3 * of[0] / 2);
  }

  @Test
  void aRunsStartAndEndSetItsClockAndSilentSourcesStayIn() {
    var b = new Trace.Builder();
    b.add("early", 0);
    b.add("a", 100_000);
    b.add("a", 200_000);
    b.add("late", 900_000);
    Trace part = b.build().between(50_000, 300_000);
    assertThat(part.names()).containsExactly("early", "a", "late");
    assertThat(part.posts()).isEqualTo(2);
    assertThat(part.start()).isEqualTo(50_000);
    assertThat(part.end()).isEqualTo(300_000);
    Result r = run(part, budget(1, Budget.Spacing.EVEN), "round-robin");
    assertThat(r.calls()).isEqualTo(250_000 / 600 + 1);
  }

  @Test
  void theReportNeedsNothingFromElsewhere(@TempDir Path folder) throws Exception {
    Trace trace = SMALL.generate(4);
    List<Run> runs =
        List.of(
            new Run("freshet", "freshet", trace, budget(4, Budget.Spacing.EVEN)),
            new Run("<b>rr", "round-robin", trace, budget(4, Budget.Spacing.EVEN)));
    Report report = new Report("a & b", Run.all(runs, 2, _ -> {}), List.of());
    report.writeNumbers(folder);
    for (Locale language : Texts.LANGUAGES) {
      String page = ReportPage.alone(report, Texts.in(language));
      assertThat(page).contains("<svg").contains("&lt;b&gt;rr").contains("a &amp; b");
      assertThat(page).doesNotContain("http", "<script", "NaN", ">report.", "<link", "url(");
    }
    assertThat(ReportPage.alone(report, Texts.in(Locale.ENGLISH)))
        .contains("Entries fetched, by week of publication");
    report.keep(folder);
    assertThat(ReportPage.alone(Report.read(folder).orElseThrow(), Texts.in(Locale.GERMAN)))
        .isEqualTo(ReportPage.alone(report, Texts.in(Locale.GERMAN)))
        .contains("Geholte Einträge nach Woche der Veröffentlichung");
    assertThat(Files.readAllLines(folder.resolve("weeks.csv"))).hasSize(1 + 2 * 3);
    assertThat(Files.readAllLines(folder.resolve("hours.csv"))).hasSize(1 + 2 * 24);
  }
}
