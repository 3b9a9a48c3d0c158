package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.demo.DemoWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Killed between the store's commit and the index's, the program finds everything that is stored
/// after its next start; the `search` command finds it too, with and without a server.
final class SearchKillIT {
  private static final String EVERYTHING = "api/v1/search?limit=1&q=from:1970";

  @TempDir Path folder;

  @Test
  void whatIsStoredIsFoundAfterAKillAndByTheCommand() throws IOException {
    try (DemoWeb web = DemoWeb.start(7, InstantSource.system(), 240)) {
      try (Program program = serve()) {
        String address = program.address();
        assertThat(address).startsWith("http://127.0.0.1:");
        for (var site : web.sites()) {
          for (var feed : site.feeds())
            program.post("api/v1/feeds", "{\"address\":\"" + feed.url() + "\"}");
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> stored(program) > 200);
        program.kill(); // the index commits every half minute, the store at once
      }
    }
    // The sites are gone: nothing new comes from here on.
    try (Program program = serve()) {
      long stored = stored(program);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(found(program)).isEqualTo(stored));
      JsonNode first = program.get("api/v1/entries?limit=1").get("entries").get(0);
      String title = first.get("title").stringValue();
      List<String> lines = search(title.replaceAll("[^\\p{L}\\p{N}]+", " ").strip());
      // Of a story that several feeds have, the copy that fits best stands for it.
      assertThat(lines)
          .anyMatch(
              l -> l.contains("\"entry\":" + first.get("id").asLong() + ",") || l.contains(title));
      program.stop();
    }
    assertThat(search("from:1970")).hasSize(20).allMatch(l -> l.contains("\"published\""));
    Program reindex = Program.start(folder, "reindex", "--data=data");
    assertThat(reindex.outAtEnd()).startsWith("Indexed ");
    assertThat(search("from:1970")).hasSize(20);
  }

  private static long found(Program program) {
    return program.get(EVERYTHING).get("total").asLong();
  }

  private static long stored(Program program) {
    long n = 0;
    for (JsonNode feed : program.get("api/v1/feeds").get("feeds"))
      n += feed.path("entries").asLong();
    return n;
  }

  private List<String> search(String query) {
    Program search = Program.start(folder, "search", "--json", "--data=data", query);
    List<String> lines = search.outAtEnd().lines().toList();
    assertThat(search.err()).isEmpty();
    return lines;
  }

  private Program serve() {
    return Program.start(
        folder,
        "serve",
        "--port=0",
        "--data=data",
        "--set=budget=1000/10s",
        "--set=fetch.gap=0s",
        "--set=fetch.allow-private=true",
        "--set=fetch.obey-robots=false");
  }
}
