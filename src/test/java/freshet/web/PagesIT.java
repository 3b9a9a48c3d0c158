package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import freshet.journey.Browser;
import freshet.web.Samples.Text;
import java.io.IOException;
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

/// The pages in a real browser: what only shows when script and style run.
final class PagesIT {
  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.system());
    feed = Preview.fill(site.samples, Instant.now(), site.base);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void theRiverIsReadWithTheKeyboardAlone() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/");
      page.keyboard().press("j");
      page.keyboard().press("j");
      page.keyboard().press("j");
      page.keyboard().press("k");
      Object chosen = page.evaluate("document.activeElement.id");
      assertThat(page.evaluate("document.querySelectorAll('.entry')[1].id")).isEqualTo(chosen);
      page.keyboard().press("o");
      page.waitForURL("**/entry/*");
      String first = page.url();
      page.keyboard().press("j");
      page.waitForURL(url -> !url.equals(first) && url.contains("/entry/"));
      page.keyboard().press("k");
      page.waitForURL(first);
      page.keyboard().press("u");
      page.waitForURL(site.base + "/");
      assertThat(page.evaluate("document.activeElement.id")).isEqualTo(chosen);
      page.keyboard().press("?");
      PlaywrightAssertions.assertThat(page.locator("#keys")).isVisible();
      browser.screenshot("keys-wide");
      page.keyboard().press("Escape");
      page.keyboard().press("g");
      page.keyboard().press("f");
      page.waitForURL("**/feeds");
      page.keyboard().press("a");
      page.keyboard().type("j?");
      PlaywrightAssertions.assertThat(page.locator("#address")).hasValue("j?");
    }
  }

  @Test
  void theFilteredRiverHearsOnlyOfItsOwn() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(site.base + "/?lang=et");
      awaitLive(page);
      page.waitForResponse("**/?lang=et", () -> Preview.arrive(site, feed, 1));
      assertThat(page.locator(".entry").count()).isEqualTo(2);
      PlaywrightAssertions.assertThat(page.locator(".pill")).isHidden();
    }
  }

  @Test
  void aHostileFeedNeitherRunsNorBreaksThePage() throws IOException {
    // as if the sanitiser had let everything through: the policy is the second wall
    String attack =
        "<script>window.hacked=1</script><img src=x"
            + " onerror='window.hacked=2'><style>body{display:none}</style><div"
            + " style='position:fixed;inset:0'>x</div><a"
            + " href='javascript:window.hacked=3'>y</a><iframe"
            + " src='https://evil.example'></iframe>";
    long id =
        site.samples
            .poll(
                feed,
                "<b>Harbour</b> " + "H".repeat(5000),
                Instant.now(),
                Text.of(
                        "\u202E" + "W".repeat(1_000_000) + "<script>1</script>",
                        "x".repeat(9000),
                        Instant.now())
                    .html(attack),
                Text.of("Z" + "\u0300\u0316".repeat(400) + "algo", null, Instant.now()))
            .getFirst();
    for (Browser opened : new Browser[] {Browser.wide(), Browser.phone()}) {
      try (Browser browser = opened) {
        browser.expectErrors("Content Security Policy|Failed to load resource");
        int width = opened.page().viewportSize().width;
        for (String path :
            List.of(
                "/", "view=expanded", "view=cards", "/entry/" + id, "/feeds", "/feed/" + feed)) {
          boolean look = path.startsWith("view=");
          if (look) site.look("view", path.substring(5));
          Page page = browser.open(site.base + (look ? "/" : path));
          assertThat(page.evaluate("window.hacked")).as(path).isNull();
          PlaywrightAssertions.assertThat(page.locator("main")).isVisible();
          assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
              .as(path)
              .isLessThanOrEqualTo(width);
        }
        browser.screenshot("hostile-" + width);
      }
    }
  }

  @Test
  void onAPhoneTheShelfOpensAndCloses() {
    try (Browser browser = Browser.phoneDark()) {
      Page page = browser.open(site.base + "/");
      PlaywrightAssertions.assertThat(page.locator("#sidebar")).isHidden();
      page.locator(".to-sidebar").tap();
      PlaywrightAssertions.assertThat(page.locator("#sidebar")).isVisible();
      browser.screenshot("shelf-phone-dark");
      page.locator("#sidebar .close").tap();
      PlaywrightAssertions.assertThat(page.locator("#sidebar")).isHidden();
      page.locator(".to-sidebar").tap();
      page.locator("#sidebar").getByText("Jõe Leht").tap();
      page.waitForURL("**/?feed=*");
      PlaywrightAssertions.assertThat(page.locator("h1")).hasText("Jõe Leht");
    }
  }

  @Test
  void everyPageLooksRightInBothThemesAndSizes() {
    Map<String, String> pages = new LinkedHashMap<>();
    for (String name :
        List.of(
            "entry/1",
            "feeds",
            "feed/1",
            "feed/1/remove",
            "about",
            "settings",
            "settings/account",
            "rules",
            "laboratory",
            "login")) {
      pages.put("page-" + name.replace('/', '-'), "/" + name);
    }
    pages.put("page-river", "/");
    Looks.right(site.base, pages);
  }

  @Test
  void discoveryAndStatisticsLookRightInBothThemesAndSizes() {
    DiscoverPagesTest.sites(site.web);
    var search =
        site.discoveries
            .begin(
                1,
                List.of(
                    freshet.model.FeedUrl.of("https://harbour.example/"),
                    freshet.model.FeedUrl.of("https://weir.example/"),
                    freshet.model.FeedUrl.of("https://gone.example/")),
                List.of("Line 4 has no address: 'Mill Ltd.'"),
                freshet.discover.FinderLimits.THOROUGH,
                false,
                null)
            .orElseThrow();
    await().until(() -> search.state() == freshet.jobs.Job.State.DONE);
    Samples.history(site.samples, Instant.now());
    Looks.right(
        site.base,
        Map.of(
            "page-discover", "/discover",
            "page-discover-1", "/discover/" + search.id(),
            "page-statistics", "/statistics"));
  }

  /// The page listens from the moment that its event stream is open.
  private void awaitLive(Page page) {
    page.waitForCondition(() -> site.openPages() > 0);
  }
}
