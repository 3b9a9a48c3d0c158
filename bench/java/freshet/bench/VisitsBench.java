package freshet.bench;

import com.microsoft.playwright.Page;
import freshet.journey.Browser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// What a reader waits for, in a browser: `bench/run visits http://127.0.0.1:8080/ [VISITS]`, with
/// a Freshet that runs there. Each visit is a window of its own that has seen nothing. The baseline
/// is `/healthz` of the same server, which has next to nothing to do.
public final class VisitsBench {
  private static final String PAINT =
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";
  private static final String FIRST_BYTE =
      "performance.getEntriesByType('navigation')[0].responseStart";
  private static final String BYTES =
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
          + ".filter((e) => !/\\/(icon|picture)\\//.test(e.name))"
          + ".reduce((sum, e) => sum + e.encodedBodySize, 0)";

  private VisitsBench() {}

  public static void main(String[] args) {
    if (args.length == 0) throw new IllegalArgumentException("Give the address of a Freshet");
    String root = args[0].endsWith("/") ? args[0] : args[0] + "/";
    int visits = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    visit(root, page -> number(page, FIRST_BYTE)); // the first starts the browser
    List<Double> alive = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    List<Double> paint = new ArrayList<>();
    List<Double> entry = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    for (int i = 0; i < visits; i++) {
      alive.add(visit(root + "healthz", page -> number(page, FIRST_BYTE)));
      double waited =
          visit(
              root,
              page -> {
                first.add(number(page, FIRST_BYTE));
                paint.add(number(page, PAINT));
                bytes.add(number(page, BYTES));
                return toEntry(page);
              });
      entry.add(waited);
    }
    show("first byte of a constant answer, ms", alive);
    show("first byte of the river, ms (to reach: 50)", first);
    show("first paint of the river, ms", paint);
    show("from the click to an entry on the screen, ms (to reach: 320)", entry);
    show("bytes without icons and pictures", bytes);
    System.exit(0); // the browser has threads of its own
  }

  private static double visit(String address, Function<Page, Double> measure) {
    try (Browser browser = Browser.wide()) {
      browser.expectErrors(".*"); // icons that a feed does not have
      return measure.apply(browser.open(address));
    }
  }

  private static double toEntry(Page page) {
    long begun = System.nanoTime();
    page.locator(".entry .headline a").first().click();
    page.locator(".reader h1").first().waitFor();
    return (System.nanoTime() - begun) / 1e6;
  }

  private static double number(Page page, String script) {
    return ((Number) page.evaluate(script)).doubleValue();
  }

  private static void show(String what, List<Double> times) {
    Collections.sort(times);
    int last = Math.min(times.size() - 1, (int) (times.size() * 0.95));
    System.out.printf(
        Locale.ROOT,
        "%-64s median %8.1f   95 %% %8.1f%n",
        what,
        times.get(times.size() / 2),
        times.get(last));
  }
}
