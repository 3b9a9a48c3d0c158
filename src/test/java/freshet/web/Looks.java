package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import freshet.journey.Browser;
import java.util.Map;

/// Pages in both themes, on a wide window and on a phone: pictures to look at, and nothing that
/// stands out at the side.
final class Looks {
  private Looks() {}

  /// @param pages the paths of the pages by the names of their pictures
  static void right(String base, Map<String, String> pages) {
    for (Browser opened :
        new Browser[] {Browser.wide(), Browser.wideDark(), Browser.phone(), Browser.phoneDark()}) {
      try (Browser browser = opened) {
        Page page = browser.page();
        int width = page.viewportSize().width;
        pages.forEach((name, path) -> {
          browser.open(base + path);
          boolean dark =
              (boolean) page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
          String look = name + (width > 500 ? "-wide" : "-phone") + (dark ? "-dark" : "");
          browser.screenshotWhole(look);
          assertThat(((Number) page.evaluate("document.documentElement.scrollWidth")).intValue())
              .as(look)
              .isLessThanOrEqualTo(width);
        });
      }
    }
  }
}
