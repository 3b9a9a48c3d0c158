package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobPagesTest {
  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(Instant.parse("2026-11-16T12:00:00Z")));
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void withoutJobsThePageSaysWhereToBegin() throws IOException {
    assertThat(site.get("/jobs").text()).contains("Nothing has been started yet", "/discover");
  }

  @Test
  void aTrialIsShownWithItsTroubleAndCanBeRunAgain() throws IOException {
    site.post(
        "/laboratory",
        "/laboratory",
        Map.of("budget", "6/10m", "interval", "10m", "policy", "round-robin"));
    await()
        .untilAsserted(() ->
            assertThat(site.get("/jobs").text())
                .contains("Simulation run 1", "stopped", "nothing to replay yet", "Run now"));
    assertThat(site.post("/jobs", "/jobs/trial-1/run", Map.of()).header("Location"))
        .isEqualTo("/jobs");
    await()
        .untilAsserted(
            () -> assertThat(site.get("/jobs").text()).contains("nothing to replay yet"));
  }

  @Test
  void whatIsNotThereOrCannotBeDoneIsNotFound() throws IOException {
    assertThat(site.post("/jobs", "/jobs/crawl-9/pause", Map.of()).status()).isEqualTo(404);
    assertThat(site.post("/jobs", "/jobs/crawl-9/remove", Map.of()).status()).isEqualTo(404);
  }
}
