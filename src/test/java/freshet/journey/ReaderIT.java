package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a newcomer sees after `./freshet demo`, in a real browser.
final class ReaderIT {
  @TempDir static Path folder;
  private static Program demo;

  @BeforeAll
  static void startTheDemo() {
    demo = Program.start(folder, "demo", "--port=0", "--speed=240", "--set=interval.min=3s");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> demo.get("api/v1/entries?limit=500").get("entries").size() > 400);
  }

  @AfterAll
  static void stopIt() {
    demo.stop();
    assertThat(demo.err()).isEmpty();
  }

  @Test
  void theRiverShowsEntriesAndNewOnesArriveByThemselves() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(demo.address());
      assertThat(page.title()).contains("Freshet");
      String before = newest(page);
      browser.screenshot("river-wide");
      // without reloading: either it is inserted, or a note offers it
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> !newest(page).equals(before) || page.getByText("new").first().isVisible());
    }
  }

  @Test
  void onAPhoneAndInTheDarkNothingHangsOut() {
    for (Browser opened :
        new Browser[] {Browser.phone(), Browser.phoneDark(), Browser.wideDark()}) {
      try (Browser browser = opened) {
        Page page = browser.open(demo.address());
        int width = page.viewportSize().width;
        boolean dark =
            (boolean) page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
        browser.screenshot("river-" + (width < 500 ? "phone" : "wide") + (dark ? "-dark" : ""));
        assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
            .isLessThanOrEqualTo(width);
      }
    }
  }

  @Test
  void anEntryCanBeReadAndAFeedExplainsItself() {
    try (Browser browser = Browser.wide()) {
      Page page = browser.open(demo.address());
      page.locator("article a").first().click();
      page.waitForURL("**/entry/**");
      assertThat(page.locator("main").innerText()).isNotBlank();
      browser.screenshot("entry-wide");
      browser.open(demo.address() + "feeds");
      browser.screenshot("feeds-wide");
      page.locator("main a[href^='/feed/']").first().click();
      page.waitForURL("**/feed/**");
      assertThat(page.locator("main").innerText()).contains("Next check", "Last check");
      browser.screenshotWhole("feed-wide");
    }
  }

  @Test
  void aWrongAddressIsExplainedAndKept() {
    try (Browser browser = Browser.wide()) {
      browser.expectErrors("400|422");
      Page page = browser.open(demo.address() + "feeds");
      Locator box = page.locator("input[name=address]");
      box.fill("ftp://nowhere.example");
      box.press("Enter");
      page.getByText("only http and https can be read").first().waitFor();
      assertThat(page.locator("input[name=address]").inputValue())
          .isEqualTo("ftp://nowhere.example");
      browser.screenshot("feeds-wrong-address");
    }
  }

  private static String newest(Page page) {
    return page.locator("article").first().innerText();
  }
}
