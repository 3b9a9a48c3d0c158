package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaboratoryPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Site.Page start(String budget, String policy) throws IOException {
    return site.post(
        "/laboratory",
        "/laboratory",
        Map.of("budget", budget, "interval", "10m", "policy", policy));
  }

  @Test
  void theOwnHistoryIsReplayedAndReported() throws IOException {
    long feed = site.samples.feed("https://harbour.example/rss", "News");
    for (int i = 1; i < 30; i++) {
      Instant at = NOW.minus(Duration.ofHours(3L * i));
      site.samples.poll(feed, "Harbour", NOW, Text.of("Ferry " + i, "It came in.", at));
    }
    assertThat(start("6/10m", "round-robin").header("Location")).isEqualTo("/laboratory");
    await()
        .untilAsserted(() ->
            assertThat(site.get("/laboratory").text())
                .contains("1 feed, 29 entries, 4 days. At most 6 checks in 10 min", "round-robin"));
    assertThat(site.get("/laboratory").text()).contains("Week by week", "<svg", "Fetched");
    assertThat(site.get("/laboratory/report").text())
        .contains("Schedules compared", "Entries fetched, by week of publication", "<bdi>Harbour<")
        .contains("<a href=\"/laboratory\">Back to the simulator")
        .doesNotContain(">f1<");
  }

  @Test
  void whatIsWrongIsSaidAndNothingRuns() throws IOException {
    Site.Page wrong = start("6 per day", "round-robin");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("role=\"alert\"", "6 per day");
    assertThat(start("6/10m", "rond-robin").text()).contains("round-robin");
    assertThat(site.get("/laboratory/report").status()).isEqualTo(404);
  }

  @Test
  void withoutHistoryItSaysSo() throws IOException {
    start("6/10m", "round-robin");
    await()
        .untilAsserted(
            () -> assertThat(site.get("/laboratory").text()).contains("nothing to replay yet"));
  }
}
