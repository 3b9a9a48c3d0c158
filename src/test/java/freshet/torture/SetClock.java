package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The clock is set, forwards and backwards, by libfaketime.
final class SetClock implements Kind {
  private static final List<Path> LIBRARIES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

  /// libfaketime makes everything slow.
  private static final Duration HEALS = Duration.ofMinutes(2);

  private static final List<Duration> JUMPS =
      List.of(
          Duration.ofHours(1),
          Duration.ofHours(-1),
          Duration.ofDays(1),
          Duration.ofDays(-1),
          Duration.ofDays(-3650),
          Duration.ofDays(3650));

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public String hindrance() {
    return LIBRARIES.stream().anyMatch(Files::exists)
        ? ""
        : "libfaketime is not installed (on Debian: apt-get install faketime)";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    Path clock = Files.createDirectories(round.folder).resolve("clock");
    Files.writeString(clock, "+0");
    Path library = LIBRARIES.stream().filter(Files::exists).findFirst().orElseThrow();
    Installation faked =
        round.installation.with(
            Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                clock.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1"));
    try (Origin origin = new Origin(3);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 3; i++)
        press.publish(press.feed(origin.host(i % 3), "/feed" + i + ".xml"));
      press.run(Duration.ofSeconds(1));
      Round own = new Round(faked, round.folder, round.random, round.small);
      Program program = own.serve(Polling.SETTINGS).ready();
      for (Press.Feed f : press.feeds()) {
        Program.Said _ = program.post("api/v1/feeds", "{\"address\":\"" + f.url + "\"}");
      }
      Duration now = Duration.ZERO;
      for (int times = 0; times < (round.small ? 1 : 4); times++) {
        round.pause(500, 2500);
        Duration jump = JUMPS.get(round.random.nextInt(JUMPS.size()));
        now = now.plus(jump);
        boolean killed = round.random.nextInt(3) == 0;
        if (killed) round.kill(program);
        Files.writeString(clock, (now.isNegative() ? "" : "+") + now.toSeconds());
        if (killed) program = own.serve(Polling.SETTINGS).ready();
        round.pause(1500, 1500);
        for (Press.Feed f : press.feeds()) press.publish(f);
        awaitNews(round, program, press, jump, killed);
      }
      press.stop();
      press.compare(program, round.tally, Duration.ofSeconds(60));
      round.tally.gaps(Gaps.ofHosts(origin.log(), Polling.GAP));
      program.end();
    }
  }

  private static void awaitNews(
      Round round, Program program, Press press, Duration jump, boolean killed)
      throws InterruptedException, IOException {
    var published = press.published();
    boolean came = Round.await(HEALS, () -> Press.stored(program).containsAll(published));
    if (!came) {
      round.tally.stuck(
          "nothing new for "
              + HEALS.toSeconds()
              + " s after the clock was set by "
              + jump
              + (killed ? ", with a kill" : "")
              + ": "
              + program.log());
    }
  }
}
