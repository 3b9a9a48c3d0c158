package freshet.torture;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Killed while the search index is built, by the command or by the server.
final class Reindexing implements Kind {
  private static final List<String> SETTINGS = List.of("budget=1/10m");

  private final Pace pace = new Pace(Duration.ofSeconds(3));

  @Override
  public String name() {
    return "reindex";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    Sqlite.old(round.data(), 3000);
    List<String> before = Sqlite.column(round.data(), Migrating.ENTRIES);
    for (int kill = 0; kill < (round.small ? 1 : 10); kill++) {
      if (round.random.nextBoolean()) {
        round.killWithin(round.start("reindex", "--data=" + round.data()), pace);
      } else {
        Program server = round.serve(SETTINGS).ready();
        Program.Said said = server.post("api/v1/search/rebuild", "{}");
        if (!said.isGood()) round.tally.stuck("rebuild was answered with " + said);
        round.pause(0, 1200);
        round.kill(server);
      }
    }
    Program server = round.serve(SETTINGS).ready();
    int seen = server.entries().size();
    if (!Round.await(Duration.ofSeconds(60), () -> server.found() == seen)) {
      round.tally.lost(List.of(server.found() + " of " + seen + " entries are found by search"));
    }
    server.end();
    long begun = System.nanoTime();
    if (round.start("reindex", "--data=" + round.data()).status() == 0) pace.since(begun);
    else round.tally.stuck("reindex failed");
    Migrating.compare(round.tally, before, Sqlite.column(round.data(), Migrating.ENTRIES));
  }
}
