package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.demo.DemoEntry;
import freshet.demo.DemoSite;
import freshet.demo.DemoWeb;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// The built-in web in a real browser.
final class DemoSitesIT {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  @Test
  void aPaperCanBeReadOnAWideWindowAndOnAPhone() throws IOException {
    try (DemoWeb web = DemoWeb.start(42, InstantSource.fixed(NOON), 60);
        Browser wide = Browser.wide();
        Browser phone = Browser.phoneDark()) {
      DemoSite paper = web.site("harbour");
      DemoEntry newest = web.shown(paper, NOON, 1).getFirst();
      wide.open(paper.url());
      wide.screenshot("demo-paper-wide");
      wide.page().getByText(newest.title()).first().click();
      assertThat(wide.page().locator("article h1").textContent()).isEqualTo(newest.title());
      assertThat(wide.page().locator("article").innerText())
          .contains(newest.lead())
          .doesNotContain("jackpot");
      wide.screenshot("demo-entry-wide");
      phone.open(web.site("waha").url());
      phone.screenshot("demo-arabic-phone-dark");
      assertThat(phone.page().evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
      wide.open(web.site("shelf").url());
      wide.screenshot("demo-directory-wide");
      phone.open(web.site("minato").url());
      phone.screenshot("demo-japanese-phone-dark");
      wide.open(web.site("shelf").url().resolve("/__log"));
      wide.screenshot("demo-log-wide");
    }
  }
}
