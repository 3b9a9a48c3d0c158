package freshet.torture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The disk of the data folder fills and is freed again, while feeds are polled and followed and a
/// crawl and a search for feeds run.
final class FullDisk implements Kind {
  private static final Duration HEALS = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "disk";
  }

  @Override
  public String hindrance() {
    return System.getProperty("user.name").equals("root") && Files.exists(Path.of("/proc/mounts"))
        ? ""
        : "only root on Linux can mount a small disk";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    Path disk = Files.createDirectories(round.folder.resolve("data"));
    run("mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", disk.toString());
    try (Origin origin = new Origin(4);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 9; i++)
        press.publish(press.feed(origin.host(i % 3), "/feed" + i + ".xml"));
      Site site = new Site(origin.host(3), 40, 3, round.random, press);
      press.feeds().removeIf(f -> f.url.startsWith(site.home));
      press.run(Duration.ofMillis(50));
      Person person = new Person();
      Program program = round.serve(Polling.SETTINGS).ready();
      for (Press.Feed f : press.feeds()) {
        Program.Said _ = program.post("api/v1/feeds", "{\"address\":\"" + f.url + "\"}");
      }
      List<String> jobs = new ArrayList<>();
      for (int times = 0; times < (round.small ? 1 : 3); times++) {
        round.pause(0, 1500);
        fill(disk, round.random.nextInt(300_000));
        begin(program, site, jobs);
        for (int i = 0; i < 10; i++) {
          boolean _ = person.act(program);
          round.pause(0, 300);
        }
        begin(program, site, jobs);
        if (round.random.nextInt(3) == 0) {
          round.kill(program);
          Files.delete(disk.resolve("filler"));
          program = round.serve(Polling.SETTINGS).ready();
        } else {
          Files.delete(disk.resolve("filler"));
        }
        awaitWrites(round, program, person);
      }
      press.stop();
      for (String job : jobs) finish(round, program, job);
      press.compare(program, round.tally, HEALS);
      person.judge(program, round.tally);
      round.tally.gaps(Gaps.ofHosts(origin.log(), Polling.GAP));
      program.end();
    } finally {
      run("umount", "-l", disk.toString());
    }
  }

  /// A crawl and a search for feeds; what was answered with success must come to its end.
  private static void begin(Program program, Site site, List<String> jobs) {
    try {
      Program.Said crawl =
          program.post("api/v1/crawls", "{\"within\":true,\"starts\":[\"" + site.home + "\"]}");
      if (crawl.isGood()) jobs.add("api/v1/crawls/" + crawl.json().get("id").asInt());
      Program.Said search =
          program.post("api/v1/discoveries", "{\"sites\":[\"" + site.home + "\"]}");
      if (search.isGood()) jobs.add("api/v1/discoveries/" + search.json().get("id").asInt());
    } catch (IOException e) {
      // The answer does not come: nothing was promised.
    }
  }

  /// A job that the full disk stopped says so, and goes on when it is told to.
  private static void finish(Round round, Program program, String job)
      throws IOException, InterruptedException {
    Program.Said there = program.get(job);
    if (!there.isGood()) {
      round.tally.lost(List.of(job + " was begun and is gone"));
      return;
    }
    boolean done =
        Round.await(
            HEALS,
            () -> {
              JsonNode now = program.json(job);
              String state = now.get("state").asString();
              if (state.equals("stopped")) {
                Program.Said _ = program.send("PATCH", job, "{\"state\":\"running\"}");
              }
              return state.equals("done");
            });
    round.tally.compared++;
    if (!done) round.tally.stuck(program.get(job).text());
  }

  static void awaitWrites(Round round, Program program, Person person)
      throws IOException, InterruptedException {
    if (!Round.await(HEALS, () -> person.follow(program))) {
      round.tally.stuck("it still does not write: " + program.log());
    }
    if (!Round.await(HEALS, () -> program.get("healthz").isGood())) {
      round.tally.stuck("it says " + program.get("healthz").text());
    }
  }

  private static void fill(Path disk, long left) throws IOException {
    long free = Files.getFileStore(disk).getUsableSpace() - left;
    byte[] zeros = new byte[8192];
    try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
      for (long n = 0; n < free; n += zeros.length) out.write(zeros);
    } catch (IOException e) {
      // full sooner than it was thought
    }
  }

  static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }
}
