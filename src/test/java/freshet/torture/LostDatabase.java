package freshet.torture;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// PostgreSQL goes away without a word, and comes back.
final class LostDatabase implements Kind {
  @Override
  public String name() {
    return "database";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    Path data = Files.createDirectories(round.folder).resolve("pg");
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setServerConfig("fsync", "off")
            // What is answered with success must be there, whatever this library thinks of tests.
            .setServerConfig("synchronous_commit", "on")
            .start();
    int port = server.getPort();
    List<String> settings = new ArrayList<>(Polling.SETTINGS);
    settings.add("db=" + server.getJdbcUrl("postgres", "postgres"));
    try (Origin origin = new Origin(3);
        Press press = new Press(round.random)) {
      for (int i = 0; i < 9; i++)
        press.publish(press.feed(origin.host(i % 3), "/feed" + i + ".xml"));
      press.run(Duration.ofMillis(50));
      Person person = new Person();
      Program program = round.serve(settings).ready();
      for (Press.Feed f : press.feeds()) {
        Program.Said _ = program.post("api/v1/feeds", "{\"address\":\"" + f.url + "\"}");
      }
      for (int times = 0; times < (round.small ? 1 : 4); times++) {
        round.pause(0, 2000);
        Program asked = program;
        Thread writes =
            Thread.ofVirtual()
                .start(() -> {
                  for (int i = 0; i < 40; i++) {
                    boolean _ = person.act(asked);
                  }
                });
        round.pause(0, 300);
        Path binaries = stop(data);
        round.pause(0, 3000);
        boolean killed = round.random.nextInt(3) == 0;
        if (killed) round.kill(program);
        start(binaries, data, port);
        writes.join();
        if (killed) program = round.serve(settings).ready();
        FullDisk.awaitWrites(round, program, person);
      }
      press.stop();
      press.compare(program, round.tally, Duration.ofSeconds(60));
      person.judge(program, round.tally);
      round.tally.gaps(Gaps.ofHosts(origin.log(), Polling.GAP));
      program.end();
    } finally {
      server.close();
    }
  }

  /// As `pg_ctl stop -m immediate` does it: every connection is cut.
  ///
  /// @return the folder of its programs
  private static Path stop(Path data) throws IOException, InterruptedException {
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    Path binaries = Path.of("/proc", pid, "exe").toRealPath().resolveSibling("");
    FullDisk.run("kill", "-QUIT", pid);
    boolean _ =
        Round.await(Duration.ofSeconds(20), () -> !Files.exists(Path.of("/proc", pid, "exe")));
    return binaries;
  }

  /// PostgreSQL does not run as root; in a name space of its own it is not.
  private static void start(Path binaries, Path data, int port)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) command.addAll(List.of("unshare", "-U"));
    command.addAll(List.of(binaries.resolve("pg_ctl").toString(), "-D", data.toString(), "-w"));
    command.addAll(List.of("-l", data + ".log", "-o", "-F -p " + port, "start"));
    FullDisk.run(command.toArray(String[]::new));
  }
}
