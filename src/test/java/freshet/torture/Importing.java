package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Killed while it takes a list of feeds, by the command or through the API: the list is there as a
/// whole or not at all, and there when the program said so.
final class Importing implements Kind {
  private static final int FEEDS = 600;
  private final Pace pace = new Pace(Duration.ofMillis(2500));
  private static final String FOLLOWED =
      "SELECT f.address || ' in ' || s.folder FROM feed f JOIN subscription s ON s.feed_id = f.id";

  @Override
  public String name() {
    return "import";
  }

  @Override
  public void round(Round round) throws IOException, InterruptedException {
    List<String> wanted = new ArrayList<>();
    StringBuilder opml = new StringBuilder("<opml version='2.0'><body>");
    for (int folder = 0; folder < 6; folder++) {
      opml.append("<outline text='folder ").append(folder).append("'>");
      for (int i = 0; i < FEEDS / 6; i++) {
        String url = "http://127.0.0.99:9/" + folder + "/" + i + ".xml";
        opml.append("<outline type='rss' text='f' xmlUrl='").append(url).append("'/>");
        wanted.add(url + " in folder " + folder);
      }
      opml.append("</outline>");
    }
    opml.append("</body></opml>");
    Path file = Files.writeString(Files.createDirectories(round.folder).resolve("list.opml"), opml);
    for (int kill = 0; kill < (round.small ? 1 : 12); kill++) {
      Program program = round.start("import", "--data=" + round.data(), file.toString());
      round.killWithin(program, pace);
      // A list that is there would only be looked through the next time.
      if (judge(round, wanted, program.said().contains("feeds added"))) {
        Folders.delete(round.data());
      }
    }
    for (int kill = 0; kill < (round.small ? 1 : 4); kill++) {
      if (upload(round, wanted, opml.toString())) Folders.delete(round.data());
    }
    long begun = System.nanoTime();
    Program last = round.start("import", "--data=" + round.data(), file.toString());
    if (last.status() != 0) round.tally.stuck("import: " + last.log());
    pace.since(begun);
    boolean _ = judge(round, wanted, true);
    round.tally.compared += FEEDS;
  }

  /// @return whether the list is there afterwards
  private static boolean upload(Round round, List<String> wanted, String opml)
      throws IOException, InterruptedException {
    Program server =
        round.serve(List.of("budget=1/10m", "understand=false", "search=false")).ready();
    boolean[] answered = new boolean[1];
    Thread upload =
        Thread.ofVirtual()
            .start(() -> {
              try {
                answered[0] = server.upload("api/v1/opml", opml).isGood();
              } catch (IOException e) {
                // cut off by the kill
              }
            });
    round.pause(0, 400);
    round.kill(server);
    upload.join();
    return judge(round, wanted, answered[0]);
  }

  /// @return whether the list is there
  private static boolean judge(Round round, List<String> wanted, boolean said) throws IOException {
    List<String> there = Sqlite.column(round.data(), FOLLOWED);
    List<String> twice = new ArrayList<>(there);
    new HashSet<>(there).forEach(twice::remove);
    round.tally.doubled(twice);
    if (there.isEmpty() && !said) return false;
    List<String> missing = new ArrayList<>(wanted);
    missing.removeAll(new HashSet<>(there));
    if (said) round.tally.lost(missing);
    else if (!missing.isEmpty()) round.tally.half("import left out " + missing.size() + " feeds");
    return missing.isEmpty();
  }
}
