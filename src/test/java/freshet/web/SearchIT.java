package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import freshet.journey.Browser;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Searching in a real browser.
final class SearchIT {
  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.system());
    feed = Preview.fill(site.samples, Instant.now(), site.base);
    site.indexed();
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void aSearchIsMadeKeptAndWatchedWithTheKeyboard() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      page.keyboard().press("/");
      page.keyboard().type("ferry");
      page.keyboard().press("Enter");
      page.waitForURL("**/search?q=ferry*");
      Preview.arrive(site, feed, 1);
      site.indexed();
      page.reload();
      PlaywrightAssertions.assertThat(page.locator(".result mark").first()).containsText("erry");
      page.keyboard().press("/");
      assertThat(page.evaluate("document.activeElement.id")).isEqualTo("q2");
      page.waitForResponse("**/live/search", () -> page.locator(".save button").click());
      Preview.arrive(site, feed, 2);
      PlaywrightAssertions.assertThat(page.locator(".stream .entry").first())
          .containsText("Ferry number 2");
      browser.screenshot("search-saved-wide");
      browser.open(site.base + "/");
      page.locator("#shelf").getByText("ferry").click();
      page.waitForURL("**/search?saved=*");
    }
  }

  @Test
  void searchLooksRightInBothThemesAndSizes() {
    for (Browser opened :
        new Browser[] {Browser.wide(), Browser.wideDark(), Browser.phone(), Browser.phoneDark()}) {
      try (Browser browser = opened) {
        Page page = browser.page();
        int width = page.viewportSize().width;
        browser.open(site.base + "/search");
        String look =
            (width > 500 ? "wide" : "phone")
                + ((boolean) page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
                    ? "-dark"
                    : "");
        for (String query :
            List.of("", "the+OR+a+OR+in", "from%3A2020", "%22quay+lang%3Axyz1", "ligthouse")) {
          browser.open(site.base + "/search?q=" + query);
          String name = query.isEmpty() ? "empty" : query.replaceAll("[^a-z]+", "-");
          browser.screenshot("search-" + name + "-" + look);
          assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
              .as(query + " " + look)
              .isLessThanOrEqualTo(width);
        }
        browser.open(site.base + "/");
        browser.screenshot("search-box-" + look);
      }
    }
  }
}
