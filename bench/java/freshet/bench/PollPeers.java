package freshet.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Other readers on the same feeds, from their start until all are stored, in CPU seconds: newsboat
/// (C++, SQLite) and sfeed (C, a text file a feed, its fetching by curl), if they are installed.
final class PollPeers {
  private PollPeers() {}

  static Map<String, Double> measure(List<String> addresses)
      throws IOException, InterruptedException {
    Map<String, Double> seconds = new TreeMap<>();
    if (TimedCommand.isInstalled("newsboat")) seconds.put("newsboat", newsboat(addresses));
    if (TimedCommand.isInstalled("sfeed_update")) seconds.put("sfeed", sfeed(addresses));
    return seconds;
  }

  private static double newsboat(List<String> addresses) throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.named("newsboat")) {
      Files.write(folder.path().resolve("urls"), addresses);
      Files.writeString(folder.path().resolve("config"), "reload-threads 2\n");
      double cpu =
          TimedCommand.run(
                  folder.path(),
                  List.of(
                      "newsboat", "-u", "urls", "-C", "config", "-c", "cache.db", "-x", "reload"))
              .cpu();
      if (Files.size(folder.path().resolve("cache.db")) < 10_000L * addresses.size()) {
        throw new IllegalStateException("newsboat did not store the feeds");
      }
      return cpu;
    }
  }

  private static double sfeed(List<String> addresses) throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.named("sfeed")) {
      Path feeds = Files.createDirectories(folder.path().resolve(".sfeed/feeds"));
      StringBuilder list = new StringBuilder("maxjobs=16\nfeeds() {\n");
      for (int i = 0; i < addresses.size(); i++) {
        list.append("  feed 'f").append(i).append("' '").append(addresses.get(i)).append("'\n");
      }
      Files.writeString(folder.path().resolve(".sfeed/sfeedrc"), list + "}\n");
      double cpu = TimedCommand.run(folder.path(), List.of("sfeed_update")).cpu();
      try (Stream<Path> stored = Files.list(feeds)) {
        if (stored.count() < addresses.size()) {
          throw new IllegalStateException("sfeed did not store the feeds");
        }
      }
      return cpu;
    }
  }
}
