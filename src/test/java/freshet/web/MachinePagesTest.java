package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Leases.DeadLetter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachinePagesTest {
  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void start() {
    site = new Site(folder, InstantSource.fixed(Instant.parse("2026-11-16T12:00:00Z")));
  }

  @AfterEach
  void stop() {
    site.close();
  }

  @Test
  void whatTerminalsNeverFinishedIsShownWithoutItsPassword() throws IOException {
    assertThat(site.get("/machines").text())
        .contains("does all of its work on one machine")
        .doesNotContain("given up");
    site.store
        .leases()
        .bury(
            new DeadLetter(
                7,
                "https://me:word@a.example/feed",
                3,
                List.of("terminal-1", "terminal-2", "terminal-3"),
                Instant.parse("2026-11-15T12:00:00Z")));
    assertThat(site.get("/machines").text())
        .contains("given up", "a.example/feed", "/feed/7")
        .doesNotContain("word@");
    site.store
        .leases()
        .bury(new DeadLetter(0, "https://b.example/page", 3, List.of("terminal-1"), Instant.EPOCH));
    assertThat(site.get("/machines").text())
        .as("a page of a crawl is of no feed")
        .contains("b.example/page")
        .doesNotContain("/feed/0");
  }
}
