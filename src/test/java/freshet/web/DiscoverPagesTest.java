package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.discover.FinderLimits;
import freshet.jobs.Job.State;
import freshet.model.FeedUrl;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiscoverPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    sites(site.web);
  }

  @AfterEach
  void close() {
    site.close();
  }

  /// A few sites with feeds, for these tests and for looking at the pages.
  static void sites(FakeWeb web) {
    web.page(
        "https://harbour.example/",
        "<html><head><link rel=alternate type='application/rss+xml' title=News href=/rss>"
            + "<link rel=alternate type='application/rss+xml' title=Comments href=/comments/feed/>"
            + "</head><a href=/sport/>Sport</a>");
    web.page(
        "https://harbour.example/sport/",
        "<html><head><link rel=alternate type='application/rss+xml' href=/sport/rss></head>");
    web.page("https://harbour.example/rss", rss("Harbour <b>Courier</b>", "et", 1, 9));
    web.page("https://harbour.example/sport/rss", rss("Harbour Courier: Sport", "et", 4, 7));
    web.page("https://harbour.example/comments/feed/", rss("Comments", "et", 20, 22));
    web.page("https://weir.example/", "<html><p>Nothing is announced here");
    web.page("https://weir.example/atom.xml", rss("Weir notes", "en", 1, 5));
  }

  private static String rss(String title, String language, int from, int to) {
    StringBuilder s = new StringBuilder("<rss version='2.0'><channel><title><![CDATA[");
    s.append(title).append("]]></title><language>").append(language).append("</language>");
    for (int i = from; i <= to; i++) {
      s.append("<item><title>Entry ").append(i).append("</title><link>https://x.example/");
      s.append("e").append(i).append("</link><pubDate>");
      s.append(NOW.minus(Duration.ofHours(9L * (30 - i)))).append("</pubDate></item>");
    }
    return s.append("</channel></rss>").toString();
  }

  private int search(String... sites) {
    var search =
        site.discoveries
            .begin(
                1,
                List.of(sites).stream().map(FeedUrl::of).toList(),
                List.of("Line 3 has no address: 'x'"),
                FinderLimits.THOROUGH,
                false,
                null)
            .orElseThrow();
    await().atMost(Duration.ofSeconds(20)).until(() -> search.state() == State.DONE);
    return search.id();
  }

  @Test
  void sitesArePastedAndTheirFeedsFound() throws IOException {
    var answer =
        site.post(
            "/discover",
            "/discover",
            Map.of("sites", "harbour.example\n\nnot one\n", "depth", "x"));
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo("/discover/1");
    await().until(() -> site.discoveries.find(1, 1).orElseThrow().state() == State.DONE);
    String page = site.get("/discover/1").text();
    assertThat(page)
        .contains("Harbour Courier")
        .contains("value=\"https://harbour.example/rss\" checked")
        .contains("1 line was skipped", "Show 2 more")
        .doesNotContain("<b>Courier", "data-search=");
    assertThat(site.get("/discover/1?show=all").text())
        .contains("harbour.example/sport/rss", "Comments");
    assertThat(site.get("/discover").text()).contains("1 site<", "3 feeds");
  }

  @Test
  void aLongListWaitsForQuietHoursAndSaysSo() throws IOException {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 100; i++) many.append("site").append(i).append(".example\n");
    site.post("/discover", "/discover", Map.of("sites", many.toString(), "depth", "quick"));
    await().until(() -> site.get("/discover/1").text().contains("wait for their quiet hours"));
    assertThat(site.discoveries.find(1, 1).orElseThrow().counters().orElseThrow().pages()).isZero();
    site.post(
        "/discover",
        "/discover",
        Map.of("sites", many.toString(), "depth", "quick", "hours", "always"));
    await().until(() -> site.discoveries.find(1, 2).orElseThrow().state() == State.DONE);
  }

  @Test
  void aCrawlIsStartedFromTheFormAndItsPagesShown() throws IOException {
    var answer =
        site.post(
            "/discover",
            "/crawls",
            Map.of("starts", "https://harbour.example/", "mode", "link", "pages", "10"));
    assertThat(answer.header("Location")).isEqualTo("/crawls/1");
    await().until(() -> site.crawls.find(1).orElseThrow().state() == State.DONE);
    String page = site.get("/crawls/1").text();
    assertThat(page)
        .contains("Every link: https://harbour.example/", "https://harbour.example/sport/")
        .doesNotContain("data-search=");
    assertThat(site.crawls.find(1).orElseThrow().progress().orElseThrow().feedsFound())
        .isEqualTo(3);
    assertThat(site.get("/discover").text()).contains("/crawls/1");
    assertThat(site.post("/crawls/1", "/crawls/1/remove", Map.of()).header("Location"))
        .isEqualTo("/discover");
    assertThat(site.get("/crawls/1").status()).isEqualTo(404);
  }

  @Test
  void aCrawlWithoutItsWordsIsRefusedWithASentence() throws IOException {
    var answer =
        site.post("/discover", "/crawls", Map.of("starts", "https://a.example/", "mode", "topic"));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("The mode topic needs the topic", "https://a.example/");
  }

  @Test
  void nothingToSearchIsSaidBesideWhatWasTyped() throws IOException {
    var answer = site.post("/discover", "/discover", Map.of("sites", "<i>hello</i>"));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text())
        .contains("No address found in the input.", "&lt;i&gt;hello&lt;/i&gt;")
        .contains("role=\"alert\"");
  }

  @Test
  void tickedFeedsAreFollowedAndThenShownAsSuch() throws IOException {
    int id = search("https://harbour.example/", "https://weir.example/", "https://gone.example/");
    String page = site.get("/discover/" + id).text();
    assertThat(page).contains("Weir notes", "at a common address", "1 site could not be read");
    assertThat(page).contains("Not found (404) at this address.");
    var answer =
        site.post(
            "/discover/" + id,
            "/follow",
            Map.of("feed", "https://weir.example/atom.xml", "back", "" + id, "folder", "Found"));
    assertThat(answer.header("Location")).isEqualTo("/discover/" + id + "?added=1");
    assertThat(site.get("/discover/" + id + "?added=1").text())
        .contains("1 feed added", "disabled", "Followed");
    assertThat(site.store.feeds().all())
        .extracting(f -> f.url().toString())
        .containsExactly("https://weir.example/atom.xml");
  }

  @Test
  void aSearchIsPausedGoesOnAndIsForgotten() throws IOException {
    int id = search("https://weir.example/");
    assertThat(site.post("/discover/" + id, "/discover/" + id + "/remove", Map.of()).status())
        .isEqualTo(303);
    assertThat(site.get("/discover/" + id).status()).isEqualTo(404);
    assertThat(site.get("/discover/abc").status()).isEqualTo(404);
    assertThat(site.postPlain("/discover/1/stop", Map.of()).status()).isEqualTo(403);
  }

  @Test
  void aSearchIsThereAfterARestart() {
    int id = search("https://harbour.example/");
    site.close();
    site = new Site(folder, InstantSource.fixed(NOW));
    site.discoveries.start();
    var again = site.discoveries.find(1, id).orElseThrow();
    assertThat(again.state()).isEqualTo(State.DONE);
    assertThat(again.found()).hasSize(3);
    assertThat(again.smallest()).hasSize(1);
    assertThat(again.leftOut()).hasSize(1);
    assertThat(site.discoveries.perDay().csv())
        .isEqualTo("day,inputs,URLs,feeds,domains\n2026-11-15,1,6,3,1\n");
  }

  @Test
  void statisticsShowChartsWithTheirNumbers() throws IOException {
    assertThat(site.get("/statistics").text()).contains("There is nothing to count yet");
    long feed = site.samples.feed("https://harbour.example/rss", "News");
    site.samples.poll(
        feed,
        "Harbour",
        NOW,
        Text.of("a", "b", NOW.minus(Duration.ofHours(2))).in("et"),
        Text.of("c", "d", NOW.minus(Duration.ofHours(2))).in("et"),
        Text.of("e", "f", NOW.minus(Duration.ofHours(30))).in("tr"),
        Text.of("g", "h", NOW.minus(Duration.ofHours(30))).dayOnly());
    String page = site.get("/statistics?days=7").text();
    assertThat(page)
        .contains("<svg", "Entries per weekday", "Estonian", "Turkish", "unknown")
        .contains("table=hour&amp;format=csv")
        .contains("10 · Entries 2")
        .doesNotContain("There is nothing to count");
    assertThat(site.get("/statistics", "Accept-Language", "de").text())
        .contains("Einträge je Wochentag", "Estnisch");
    assertThat(site.get("/statistics?days=x").status()).isEqualTo(200);
  }
}
