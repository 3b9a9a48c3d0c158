package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Rounds of all kinds in turn, until so many kills or minutes are over, and a table of what came
/// of it.
@Command(
    name = "tools/torture",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the real program as a process of its own, kills it at random moments, fills its disk,",
      "takes its database away, sets its clock, and compares what it kept with what was published."
    })
public final class Torture implements Callable<Integer> {
  static final List<Kind> KINDS =
      List.of(
          new Polling(),
          new Importing(),
          new Migrating(),
          new Reindexing(),
          new Correcting(),
          new Exporting(),
          new Crawling(),
          new Discovering(),
          new FullDisk(),
          new LostDatabase(),
          new SetClock(),
          new DamagedIndex());

  @Option(names = "--seed", description = "The same seed rolls the same dice (default: 1)")
  long seed = 1;

  @Option(names = "--kills", description = "Ends after so many kills (default: 100)")
  int kills = 100;

  @Option(names = "--minutes", description = "Ends after so many minutes (default: no end)")
  int minutes = Integer.MAX_VALUE;

  @Option(
      names = "--first",
      description = "The number of the first round: goes on where another run ended (default: 0)")
  int first;

  @Option(names = "--at-once", description = "So many rounds at the same time (default: 1)")
  int atOnce = 1;

  @Option(names = "--kinds", split = ",", description = "Only these, such as polling,crawl")
  List<String> kinds = new ArrayList<>();

  @Option(
      names = "--load",
      description = "Instead of all that: so many minutes under load, with hostile feeds")
  int load;

  @Option(names = "--jar", description = "The program (default: target/freshet.jar)")
  Path jar = Path.of("target", "freshet.jar");

  @Option(names = "--folder", description = "Where it works (default: target/torture)")
  Path folder = Path.of("target", "torture");

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Torture()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    if (load > 0) return new Load(new Installation(jar, null), folder, seed).run(load) ? 0 : 1;
    List<Kind> chosen = chosen();
    Path cache = Files.createTempFile(folder.toAbsolutePath(), "cache", ".aot");
    Installation installation = new Installation(jar, null).cached(cache);
    try {
      Map<String, Tally> results = run(installation, chosen);
      print(results);
      return results.values().stream().allMatch(Tally::isGood) ? 0 : 1;
    } finally {
      Files.deleteIfExists(cache);
    }
  }

  /// One small round each of what is quick, for the tests.
  ///
  /// @return what went wrong, a sentence each
  public static List<String> small(Path jar, Path cache, Path folder, long seed)
      throws IOException, InterruptedException {
    Torture torture = new Torture();
    torture.folder = folder;
    torture.seed = seed;
    Tally all = new Tally();
    List<Kind> quick =
        List.of(
            new Polling(), new Importing(), new Exporting(), new Crawling(), new DamagedIndex());
    for (Kind kind : quick) all.add(torture.round(new Installation(jar, cache), kind, 0, true));
    return all.remarks;
  }

  private List<Kind> chosen() {
    List<Kind> chosen = new ArrayList<>();
    for (Kind kind : KINDS) {
      if (!kinds.isEmpty() && !kinds.contains(kind.name())) continue;
      if (kind.hindrance().isEmpty()) chosen.add(kind);
      else System.out.println(kind.name() + " is left out: " + kind.hindrance());
    }
    if (chosen.isEmpty()) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "There is no such kind; there are " + KINDS.stream().map(Kind::name).toList());
    }
    return chosen;
  }

  private Map<String, Tally> run(Installation installation, List<Kind> chosen)
      throws InterruptedException {
    long begun = System.nanoTime();
    Map<String, Tally> results = Collections.synchronizedMap(new LinkedHashMap<>());
    for (Kind kind : chosen) results.put(kind.name(), new Tally());
    AtomicInteger next = new AtomicInteger();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < atOnce; i++) {
      workers.add(
          Thread.ofPlatform()
              .start(() -> {
                while (killed(results) < kills && since(begun).toMinutes() < minutes) {
                  int turn = next.getAndIncrement();
                  Kind kind = chosen.get(turn % chosen.size());
                  long start = System.nanoTime();
                  int number = first + turn / chosen.size();
                  Tally tally = round(installation, kind, number, false);
                  synchronized (results) {
                    results.computeIfAbsent(kind.name(), _ -> new Tally()).add(tally);
                    System.out.printf(
                        Locale.ROOT,
                        "%5d s  %-11s round %d: %s, %d s%n",
                        since(begun).toSeconds(),
                        kind.name(),
                        number,
                        row(tally),
                        since(start).toSeconds());
                    tally.remarks.forEach(r -> System.out.println("         " + r));
                  }
                }
              }));
    }
    for (Thread worker : workers) worker.join();
    return results;
  }

  /// Its dice depend on the seed, the kind and its number, not on what came before.
  private Tally round(Installation installation, Kind kind, int number, boolean small) {
    Path own = folder.toAbsolutePath().resolve(kind.name() + "-" + number);
    Random dice = new Random(seed + 31L * number + kind.name().hashCode());
    Round round = new Round(installation, own, dice, small);
    try {
      Folders.delete(own);
      try {
        kind.round(round);
      } catch (IOException | RuntimeException e) {
        round.tally.stuck(e.toString());
      } finally {
        round.end();
      }
    } catch (IOException e) {
      round.tally.stuck(e.toString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return round.tally;
  }

  private static int killed(Map<String, Tally> results) {
    synchronized (results) {
      return results.values().stream().mapToInt(t -> t.kills).sum();
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static String row(Tally t) {
    return "kills %d, compared %d, lost %d, doubled %d, gaps broken %d, half stored %d, stuck %d"
        .formatted(t.kills, t.compared, t.lost, t.doubled, t.gaps, t.halves, t.stuck);
  }

  private void print(Map<String, Tally> results) {
    Tally all = new Tally();
    System.out.println();
    System.out.println(
        "| kind | kills | compared | lost | doubled | gaps broken | half stored | stuck |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    results.forEach((name, t) -> {
      all.add(t);
      System.out.println(line(name, t));
    });
    System.out.println(line("all", all));
    System.out.println("seed " + seed);
  }

  private static String line(String name, Tally t) {
    Object[] cells = {name, t.kills, t.compared, t.lost, t.doubled, t.gaps, t.halves, t.stuck};
    return "| " + String.join(" | ", Arrays.stream(cells).map(String::valueOf).toList()) + " |";
  }
}
