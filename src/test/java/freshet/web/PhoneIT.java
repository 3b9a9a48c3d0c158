package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import freshet.journey.Browser;
import freshet.web.Samples.Text;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a narrow window must not hide.
final class PhoneIT {
  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = Site.withPrivatePictures(folder, InstantSource.system(), 0);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void theNameOfAFeedIsWholeBesideAPicture() {
    long feed = site.samples.feed("https://harbour.example/rss", null);
    Instant now = Instant.now();
    site.samples.poll(
        feed,
        "The Harbour Courier",
        now,
        Text.of("Ferry back in service after three days", "It came in on time.", now).in("en"),
        Text.of("Lamp lit again in the old tower", "It shines.", now.minusSeconds(60))
            .in("et")
            .pictured(site.base + "/picture/a"));
    try (Browser browser = Browser.phone()) {
      Page page = browser.open(site.base + "/");
      assertThat(page.locator(".entry.pictured").count()).isEqualTo(1);
      assertThat(
              page.evaluate(
                  "() => [...document.querySelectorAll('.entry .source')].every(e => e.scrollWidth"
                      + " <= e.clientWidth)"))
          .isEqualTo(true);
      assertThat(
              page.evaluate(
                  "() => new Set([...document.querySelectorAll('.mark-star')].map(e =>"
                      + " Math.round(e.getBoundingClientRect().right))).size"))
          .as("stars stand below each other")
          .isEqualTo(1);
    }
  }

  @Test
  void chartsShowTheirLatestDay() {
    Samples.history(site.samples, Instant.now());
    try (Browser browser = Browser.phone()) {
      Page page = browser.open(site.base + "/statistics?days=30");
      assertThat((List<?>) latest(page)).hasSizeGreaterThan(2).allMatch(Boolean.TRUE::equals);
      page = browser.open(site.base + "/statistics?days=365");
      assertThat((List<?>) latest(page)).hasSizeGreaterThan(2).allMatch(Boolean.TRUE::equals);
    }
  }

  /// Of each chart, whether its last bar is within its box.
  private static Object latest(Page page) {
    return page.evaluate(
        "() => [...document.querySelectorAll('.drawing')].filter(d => d.querySelector('rect'))"
            + ".map(d => { const bars = [...d.querySelectorAll('rect')].map(e =>"
            + " e.getBoundingClientRect().right); const box = d.getBoundingClientRect(); return"
            + " Math.max(...bars) <= box.right + 1; })");
  }
}
