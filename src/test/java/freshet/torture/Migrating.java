package freshet.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Killed while it opens a data folder of version 0.1.0.
final class Migrating implements Kind {
  static final String ENTRIES = "SELECT id || ' ' || guid || ' ' || title FROM entry";

  private final Pace pace = new Pace(Duration.ofSeconds(2));

  @Override
  public String name() {
    return "migration";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    for (int i = 0; i < (round.small ? 1 : 3); i++) {
      Path data = round.folder.resolve("data-" + i);
      Sqlite.old(data, 2000);
      List<String> before = Sqlite.column(data, ENTRIES);
      for (int kill = 0; kill < 4; kill++) {
        boolean serve = round.random.nextBoolean();
        Program program =
            serve
                ? round.start("serve", "--port=0", "--data=" + data)
                : round.start("export", "--jsonl", "-o", "never", "--data=" + data);
        Duration most = serve ? pace.most().multipliedBy(2) : pace.most();
        round.killWithin(program, most);
      }
      judge(round, data, before);
    }
  }

  private void judge(Round round, Path data, List<String> before)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Program last = round.start("export", "--opml", "-o", "feeds.opml", "--data=" + data);
    if (last.status() != 0) round.tally.stuck("after a killed migration: " + last.log());
    pace.since(begun);
    List<String> after = Sqlite.column(data, ENTRIES);
    compare(round.tally, before, after);
    if (!Sqlite.whole(data).equals("ok")) round.tally.half("the database is damaged");
  }

  static void compare(Tally tally, List<String> before, List<String> after) {
    List<String> lost = new ArrayList<>(before);
    lost.removeAll(new HashSet<>(after));
    tally.lost(lost);
    List<String> twice = new ArrayList<>(after);
    new HashSet<>(after).forEach(twice::remove);
    tally.doubled(twice);
    tally.compared += before.size();
  }
}
