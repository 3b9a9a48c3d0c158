package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SimulateCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path trace = Path.of("");

  @BeforeEach
  void writeATrace() throws IOException {
    StringBuilder s = new StringBuilder("source,published_epoch_s\n");
    for (int i = 0; i < 400; i++)
      s.append("s").append(i % 7).append(',').append(i * 700).append('\n');
    trace = folder.resolve("t.csv");
    Files.writeString(trace, s);
  }

  private int run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    return new CommandLine(new SimulateCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  @Test
  void oneObjectAPolicyWithTheNamesOfTheContract() {
    int status =
        run(
            "--trace",
            trace.toString(),
            "--policy",
            "air-balloon:inertia=2500h",
            "--policy",
            "freshet",
            "--budget",
            "2/10m",
            "--json");
    assertThat(status).isZero();
    List<String> lines = out.toString().lines().toList();
    assertThat(lines).hasSize(2);
    JsonNode first = new JsonMapper().readTree(lines.getFirst());
    for (String name :
        List.of(
            "policy",
            "posts",
            "fetched",
            "meanDelaySeconds",
            "medianDelaySeconds",
            "p95DelaySeconds",
            "maxPendingMean",
            "totalPendingMean",
            "calls",
            "emptyCalls",
            "wallSeconds")) {
      assertThat(first.has(name)).as(name).isTrue();
    }
    assertThat(first.get("policy").asString()).isEqualTo("air-balloon:inertia=2500h");
    assertThat(first.get("posts").asInt()).isEqualTo(400);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void wrongUsageIsOneSentenceAndStatusTwo() {
    assertThat(run("--trace", trace.toString(), "--policy", "air-baloon", "--budget", "2/10m"))
        .isEqualTo(2);
    assertThat(err.toString())
        .startsWith("There is no policy 'air-baloon'. Did you mean 'air-balloon'?");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void everyMistakeIsNamed() {
    String t = trace.toString();
    String[][] mistakes = {
      {"--trace", t, "--budget", "0/10m"},
      {"--trace", t, "--budget", "six"},
      {"--trace", t},
      {"--budget", "2/10m"},
      {"--trace", t, "--budget", "2/10m", "--spacing", "odd"},
      {"--trace", t, "--budget", "2/10m", "--politeness", "soon"},
      {"--trace", t, "--budget", "2/10m", "--policy", "air-balloon:inertia=-1"},
      {"--trace", t, "--budget", "2/10m", "--policy", "air-balloon:inertai=9"},
      {"--trace", t, "--budget", "2/10m", "--policy", "round-robin:x=1"},
      {"--trace", t, "--budget", "2/10m", "--policy", "freshet", "--search", "inertia=1..2"},
      {"--trace", t, "--budget", "2/10m", "--policy", "air-balloon", "--search", "inertia=9..2"},
    };
    String[] says = {
      "at least 1 call, not 0",
      "'six' is not a budget",
      "--budget 600/10m",
      "--trace FILE",
      "even or burst",
      "'soon' is not a span of time",
      "between 1 and 1000000 hours, not -1",
      "Did you mean 'inertia'",
      "has no parameters",
      "no parameter of freshet 'inertia'",
      "from high to low"
    };
    for (int i = 0; i < mistakes.length; i++) {
      err.getBuffer().setLength(0);
      assertThat(run(mistakes[i])).as(says[i]).isEqualTo(2);
      assertThat(err.toString()).contains(says[i]);
      assertThat(err.toString().lines()).hasSize(1);
    }
  }

  @Test
  void badRowsAreSaidAndTheRestRunsWithStatusOne() throws IOException {
    Files.writeString(trace, Files.readString(trace) + "s1,never\n");
    assertThat(
            run("--trace", trace.toString(), "--policy", "freshet", "--budget", "2/10m", "--json"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("line 402: 'never' is not a number");
    assertThat(out.toString()).contains("\"posts\":400");
  }

  @Test
  void aMissingFileIsOneSentence() {
    assertThat(run("--trace", "/nowhere/t.csv", "--budget", "2/10m")).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo("There is no file /nowhere/t.csv");
  }

  @Test
  void theReportIsWritten() {
    Path report = folder.resolve("report");
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--policy",
                "freshet",
                "--budget",
                "2/10m",
                "--report",
                report.toString(),
                "--search",
                "hourPrior=20..40/2"))
        .isZero();
    assertThat(report.resolve("index.html")).exists();
    assertThat(report.resolve("weeks.csv")).exists();
  }

  @Test
  void eachRunOfAListMayBringItsBudget() throws IOException {
    Path runs = folder.resolve("runs.json");
    Files.writeString(
        runs, "[{\"policy\": \"round-robin\", \"budget\": \"2/10m\", \"followers\": 0}]");
    assertThat(run("--trace", trace.toString(), "--runs", runs.toString(), "--json")).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    Files.writeString(runs, "[{\"policy\": \"round-robin\"}]");
    assertThat(run("--trace", trace.toString(), "--runs", runs.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("run 1: it needs a budget");
  }

  @Test
  void theGoldenSectionShowsItsSteps() {
    Path report = folder.resolve("steps");
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--policy",
                "air-balloon",
                "--budget",
                "2/10m",
                "--search",
                "inertia=24..3600",
                "--report",
                report.toString()))
        .isZero();
    assertThat(out.toString()).contains("step", "between", "  12 ");
    assertThat(report.resolve("index.html"))
        .content()
        .contains("was found</h2>", "The best is between</th>");
  }

  @Test
  void theWorkedExampleIsThereWithEveryCall() throws IOException {
    Path calls = folder.resolve("calls.csv");
    assertThat(
            run(
                "--synthetic",
                "example",
                "--policy",
                "air-balloon:inertia=168h",
                "--budget",
                "2/10m",
                "--spacing",
                "burst",
                "--calls",
                calls.toString()))
        .isZero();
    assertThat(Files.readAllLines(calls))
        .contains(
            "run,time,source,value,found",
            "air-balloon:inertia=168h,2013-06-05T08:20:00Z,Page3,0.333,1")
        .hasSize(15);
  }
}
