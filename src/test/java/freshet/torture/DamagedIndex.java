package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Files of the search index are overwritten or deleted, while the program runs and while it does
/// not.
final class DamagedIndex implements Kind {
  @Override
  public String name() {
    return "index";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    try (Origin origin = new Origin(3);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 6; i++)
        press.publish(press.feed(origin.host(i % 3), "/feed" + i + ".xml"));
      press.run(Duration.ofMillis(50));
      Program program = round.serve(Polling.SETTINGS).ready();
      for (Press.Feed f : press.feeds()) {
        Program.Said _ = program.post("api/v1/feeds", "{\"address\":\"" + f.url + "\"}");
      }
      for (int times = 0; times < (round.small ? 1 : 4); times++) {
        round.pause(500, 2500);
        boolean killed = round.random.nextBoolean();
        if (killed) round.kill(program);
        damage(round);
        if (killed) program = round.serve(Polling.SETTINGS).ready();
        Program.Said _ = program.get("api/v1/search?q=harbour");
      }
      press.stop();
      press.compare(program, round.tally, Duration.ofSeconds(60));
      round.tally.gaps(Gaps.ofHosts(origin.log(), Polling.GAP));
      program.end();
    }
  }

  /// One file, or the lock.
  private static void damage(Round round) throws IOException {
    Path folder = round.data().resolve("index");
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    if (files.isEmpty()) return;
    Path file =
        round.random.nextInt(3) == 0
            ? folder.resolve("write.lock")
            : files.get(round.random.nextInt(files.size()));
    try {
      if (round.random.nextInt(4) == 0) {
        Files.deleteIfExists(file);
        return;
      }
      byte[] noise = new byte[64];
      round.random.nextBytes(noise);
      Files.write(file, noise, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      // merged away by the program in between
    }
  }
}
