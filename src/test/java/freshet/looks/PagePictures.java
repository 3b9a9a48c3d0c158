package freshet.looks;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import freshet.journey.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pictures of every page of a running Freshet at five widths, light and dark, in a language, to be
/// looked at; and a list of what a machine can see: pages wider than their window, and words that
/// are cut off. `tools/looks` runs it.
///
/// ```
/// tools/looks http://127.0.0.1:8080/ de target/looks
/// ```
public final class PagePictures {
  /// A narrow phone, a phone, a tablet (and a desk at 200 %), a desk, a large screen.
  private static final List<Integer> WIDTHS = List.of(320, 390, 768, 1440, 3840);

  /// Where a link to a page of each kind is found: name, page, selector of the link.
  private static final List<List<String>> LINKED =
      List.of(
          List.of("entry", "/", "article a[href*='entry/']"),
          List.of("feed", "/feeds", "main a[href*='feed/']"),
          List.of("folder", "/", "a[href*='folder?name=']"),
          List.of("river-folder", "/", "nav a[href*='?folder=']"),
          List.of("river-feed", "/", "nav a[href*='?feed=']"),
          List.of("river-topic", "/", "a[href*='?topic=']"),
          List.of("event", "/", "a[href*='?event=']"),
          List.of("compare", "/", "a[href*='/with/']"),
          List.of("remove", "/feeds", "a[href$='/remove']"));

  private static final Map<String, String> FIXED = new LinkedHashMap<>();

  static {
    FIXED.put("river", "/");
    FIXED.put("river-unread", "/?show=unread");
    FIXED.put("river-topics", "/?by=topic");
    FIXED.put("starred", "/starred");
    FIXED.put("feeds", "/feeds");
    FIXED.put("search", "/search");
    FIXED.put("search-found", "/search?q=harbour");
    FIXED.put("search-nothing", "/search?q=nothingofthekind");
    FIXED.put("discover", "/discover");
    FIXED.put("statistics", "/statistics");
    FIXED.put("spread", "/spread");
    FIXED.put("spread-stories", "/spread/stories");
    FIXED.put("laboratory", "/laboratory");
    FIXED.put("jobs", "/jobs");
    FIXED.put("rules", "/rules");
    FIXED.put("settings", "/settings");
    FIXED.put("account", "/settings/account");
    FIXED.put("save-to", "/settings/targets");
    FIXED.put("translation", "/settings/translation");
    FIXED.put("report", "/laboratory/report");
    FIXED.put("machines", "/machines");
    FIXED.put("installation", "/settings/installation");
    FIXED.put("about", "/about");
    FIXED.put("api", "/about/api");
    FIXED.put("missing", "/entry/999999");
  }

  /// What is wider than the window, and texts that are cut where nothing says that they may be.
  private static final String CUT =
      """
      () => {
        const out = [];
        const w = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth > w + 1)
          out.push("wider than the window: " + document.documentElement.scrollWidth);
        for (const e of document.querySelectorAll("body *")) {
          const s = getComputedStyle(e);
          const box = e.getBoundingClientRect();
          if (!box.width || !box.height || s.visibility === "hidden") continue;
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
          if (!own || (box.width <= 2 && box.height <= 2)) continue;
          const hides = s.overflowX === "hidden" || s.overflowX === "clip";
          const scrolls = e.closest("[data-scrolls], pre, .table-scroll, [tabindex='0']");
          if (hides && e.scrollWidth > e.clientWidth + 1 && !e.closest("article"))
            out.push("cut: " + e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 60));
          else if (!scrolls && (box.right > w + 1 || box.left < -1) && s.position !== "fixed"
              && !e.closest("svg"))
            out.push("off: " + e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 60));
        }
        return [...new Set(out)].slice(0, 12);
      }
      """;

  private PagePictures() {}

  public static void main(String[] args) throws IOException {
    String base = args[0].replaceAll("/$", "");
    String language = args.length > 1 ? args[1] : "en";
    Path out = Path.of(args.length > 2 ? args[2] : "target/looks").resolve(language);
    Files.createDirectories(out);
    List<String> only =
        args.length > 3 && !args[3].isBlank() ? List.of(args[3].split(",")) : List.of();
    List<Integer> widths =
        args.length > 4
            ? java.util.Arrays.stream(args[4].split(",")).map(Integer::valueOf).toList()
            : WIDTHS;
    List<String> seen = new ArrayList<>();
    for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (int width : widths) {
        look(base, language, colours, width, out, only, seen);
      }
    }
    seen.forEach(System.out::println);
    Files.write(out.resolve("cut.txt"), seen);
    System.out.println(out + ": pictures taken; cut or too wide: " + seen.size());
    System.exit(0);
  }

  private static void look(
      String base,
      String language,
      ColorScheme colours,
      int width,
      Path out,
      List<String> only,
      List<String> seen) {
    boolean phone = width < 500;
    try (BrowserContext context =
        Browser.process()
            .newContext(
                new com.microsoft.playwright.Browser.NewContextOptions()
                    .setViewportSize(width, phone ? 844 : Math.max(900, width * 9 / 16))
                    .setHasTouch(phone)
                    .setIsMobile(phone)
                    .setColorScheme(colours)
                    .setLocale(language))) {
      Page page = context.newPage();
      page.setDefaultTimeout(20_000);
      for (Map.Entry<String, String> wanted : pages(page, base).entrySet()) {
        if (!only.isEmpty() && !only.contains(wanted.getKey())) continue;
        String name = wanted.getKey() + "-" + width + (colours == ColorScheme.DARK ? "-dark" : "");
        page.navigate(base + wanted.getValue());
        page.screenshot(
            new Page.ScreenshotOptions().setPath(out.resolve(name + ".png")).setFullPage(false));
        if (colours == ColorScheme.LIGHT) {
          page.screenshot(
              new Page.ScreenshotOptions()
                  .setPath(out.resolve(name + "-whole.png"))
                  .setFullPage(true));
          for (Object fault : (List<?>) page.evaluate(CUT)) seen.add(name + ": " + fault);
        }
      }
    }
  }

  private static Map<String, String> pages(Page page, String base) {
    Map<String, String> pages = new LinkedHashMap<>(FIXED);
    for (List<String> link : LINKED) {
      page.navigate(base + link.get(1));
      try {
        Object href =
            page.evaluate(
                "s => { const a = document.querySelector(s); return a && a.href; }", link.get(2));
        if (href != null) pages.put(link.get(0), href.toString().substring(base.length()));
      } catch (PlaywrightException e) {
        System.err.println("no " + link.get(0) + ": " + e.getMessage());
      }
    }
    return pages;
  }
}
