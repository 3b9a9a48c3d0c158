package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallationPagesTest {
  private static final String PAGE = "/settings/installation";
  private static final Instant START = Instant.parse("2026-11-16T12:00:00Z");

  @TempDir Path folder;
  private Instant now = START;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, () -> now);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void whatAShorterTimeDeletesIsSaidAndAskedBeforeItIsSet() throws IOException {
    long feed = site.samples.feed("https://a.example/feed", null);
    site.samples.poll(feed, "Light", START, Text.of("A lighthouse is lit", "By night.", START));
    now = now.plus(Duration.ofDays(40));
    assertThat(site.get(PAGE).text())
        .contains("1 entry is kept", "30d would delete 1 ")
        .doesNotContain("would delete 0");
    Site.Page asked = site.post(PAGE, PAGE, Map.of("name", "entries.keep", "value", "30d"));
    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.text()).contains("This deletes 1 entry now", "Save and delete");
    // Here no setting can be changed: the question is over when it is refused.
    assertThat(
            site.post(PAGE, PAGE, Map.of("name", "entries.keep", "value", "30d", "sure", "1"))
                .status())
        .isEqualTo(422);
    assertThat(site.post(PAGE, PAGE, Map.of("name", "entries.keep", "value", "90d")).status())
        .as("nothing would go")
        .isEqualTo(422);
  }
}
