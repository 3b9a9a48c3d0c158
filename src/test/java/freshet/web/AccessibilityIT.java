package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import freshet.journey.Browser;
import freshet.model.ParsedFeed.Enclosure;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every page as axe sees it (https://github.com/dequelabs/axe-core): nothing stands in the way of
/// who reads by ear, by keyboard or with a weak eye. By turns on a wide window in light colours and
/// on a phone in dark ones here; both themes at three widths with `mvn test -Dtest=AccessibilityIT
/// -Daxe=all`.
final class AccessibilityIT {
  private static final String STORM =
      "<p>The harbour of Westhaven was closed on Monday after a storm tore boats from their moors."
          + " Divers look for the anchors of two ferries, and the mayor asks people to stay away"
          + " from the quay until the sea is calm again.</p>";

  private static final Enclosure SOUND =
      new Enclosure("https://a.example/41.mp3", "audio/mpeg", 41_300_000L);

  /// Widths of a desk, of half a desk or a tablet, and of a phone.
  private static final List<Integer> WIDTHS = List.of(1440, 800, 390);

  @TempDir Path folder;
  private Site site;
  private final List<String> pages = new ArrayList<>();

  @BeforeEach
  void open() throws IOException, InterruptedException {
    site = new Site(folder, InstantSource.system());
    Instant now = Instant.now();
    long papers = site.samples.feed("https://a.example/feed", "News/Papers");
    long blog = site.samples.feed("https://b.example/feed", null);
    Text text =
        Text.of("The harbour is closed", "x", now.minusSeconds(3600))
            .html(STORM)
            .in("en")
            .with(SOUND);
    long entry = site.samples.poll(papers, "Paper", now, text).getFirst();
    long copy = site.samples.poll(blog, "Blog", now, text).getFirst();
    Text[] many = new Text[20];
    for (int i = 0; i < many.length; i++) {
      many[i] = Text.of("Ferry " + i, "It came.", now.minus(Duration.ofHours(i))).in("en");
    }
    site.samples.poll(papers, "Paper", now, many);
    long broken = site.samples.feed("https://mill.example/feed", null);
    site.samples.fail(broken, now, "Server error (500).", 3);
    site.understanding.start();
    site.understanding.awaitReady();
    site.indexed();
    site.post(
        "/laboratory",
        "/laboratory",
        Map.of("budget", "6/10m", "interval", "10m", "policy", "freshet"));
    await().untilAsserted(() -> assertThat(site.get("/laboratory/report").status()).isEqualTo(200));
    pages.addAll(
        List.of(
            "/",
            "/?feed=" + papers,
            "/?folder=News",
            "/starred",
            "/entry/" + entry,
            "/entry/" + entry + "/with/" + copy,
            "/feeds",
            "/feed/" + papers,
            "/feed/" + papers + "/remove",
            "/feed/" + papers + "/rules",
            "/folder?name=News%2FPapers",
            "/search",
            "/search?q=harbour",
            "/search?q=harbour&group=none",
            "/search?q=nothingofthekind",
            "/discover",
            "/statistics",
            "/spread",
            "/spread/stories",
            "/laboratory",
            "/laboratory/report",
            "/machines",
            "/jobs",
            "/rules",
            "/settings",
            "/settings/account",
            "/settings/installation",
            "/settings/translation",
            "/settings/targets",
            "/about",
            "/about/api",
            "/entry/999999"));
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void nothingStandsInTheWay() throws IOException {
    boolean all = "all".equals(System.getProperty("axe"));
    String axe;
    try (InputStream script = AccessibilityIT.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> wrong = new ArrayList<>();
    if (all) {
      for (int width : WIDTHS) {
        look(Browser.wide(), width, axe, pages, wrong);
        look(Browser.wideDark(), width, axe, pages, wrong);
      }
    } else {
      look(Browser.wide(), WIDTHS.getFirst(), axe, every(2, 0), wrong);
      look(Browser.phoneDark(), WIDTHS.getLast(), axe, every(2, 1), wrong);
    }
    assertThat(wrong).isEmpty();
  }

  private List<String> every(int step, int from) {
    return IntStream.range(0, pages.size())
        .filter(i -> i % step == from)
        .mapToObj(pages::get)
        .toList();
  }

  private void look(Browser opened, int width, String axe, List<String> some, List<String> wrong) {
    try (Browser browser = opened) {
      browser.expectErrors("404");
      browser.page().setViewportSize(width, 900);
      for (String path : some) {
        Page page = browser.open(site.base + path);
        page.evaluate(axe);
        Object found =
            page.evaluate(
                """
                async () => {
                  const result = await axe.run(document, { resultTypes: ["violations"] });
                  return result.violations.map((v) =>
                    v.id + " " + v.nodes.length + ": " + v.nodes[0].html.slice(0, 160));
                }
                """);
        for (Object violation : (List<?>) found)
          wrong.add(path + " at " + width + ": " + violation);
      }
    }
  }
}
