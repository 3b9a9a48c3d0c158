package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import freshet.journey.Browser;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      page.locator(".pill").click();
      PlaywrightAssertions.assertThat(page.locator(".stream .entry").first())
          .containsText("Ferry number 2");
      browser.screenshot("search-saved-wide");
      browser.open(site.base + "/");
      page.locator("#sidebar").getByText("ferry").click();
      page.waitForURL("**/search?saved=*");
    }
  }

  @Test
  void searchLooksRightInBothThemesAndSizes() {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("search-empty", "/search");
    for (String query :
        List.of("the+OR+a+OR+in", "from%3A2020", "%22quay+lang%3Axyz1", "ligthouse")) {
      pages.put("search-" + query.replaceAll("[^a-z]+", "-"), "/search?q=" + query);
    }
    pages.put("search-box", "/");
    Looks.right(site.base, pages);
  }
}
