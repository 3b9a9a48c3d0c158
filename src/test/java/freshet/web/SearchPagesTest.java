package freshet.web;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.dictionary.Dictd;
import freshet.model.ParseOutcome.Parsed;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    feed = site.samples.feed("https://harbour.example/rss", "News");
    site.samples.poll(
        feed,
        "Harbour Courier",
        NOW,
        Text.of(
                "The lighthouse is lit",
                "Volunteers lit the lighthouse <script>alert(1)</script> & more.",
                NOW)
            .in("en"),
        Text.of("Lighthouses of the coast", "Old lights.", NOW.minus(Duration.ofDays(3))).in("en"),
        Text.of("Kassid magavad", "Vana maja", NOW.minus(Duration.ofDays(1))).in("et"),
        Text.of("<b>hostile</b> zebra", null, NOW).html("<script>alert(2)</script>zebra"));
    site.indexed();
  }

  @AfterEach
  void close() {
    site.close();
  }

  private String page(String query) throws IOException {
    return site.get("/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8)).text();
  }

  @Test
  void theWordsAreMarkedAndNothingOfAFeedRuns() throws IOException {
    String page = page("lighthouse");
    assertThat(page)
        .contains("The <mark>lighthouse</mark> is lit")
        .contains("<mark>Lighthouses</mark> of the coast");
    assertThat(page)
        .contains("2 entries")
        .doesNotContain("<script>alert")
        .contains("&lt;script&gt;");
    assertThat(page("zebra"))
        .contains("&lt;b&gt;hostile&lt;/b&gt; <mark>zebra</mark>")
        .doesNotContain("<script>alert");
    assertThat(page("<script>alert(3)</script>")).doesNotContain("<script>alert");
  }

  @Test
  void wordsOfOtherLanguagesAreFoundShownAndSwitchedOff() throws IOException {
    Dictd.bind(folder, Map.of("eng-est", Map.of("cat", "kass", "house", "maja, elamu")));
    await().atMost(ofSeconds(30)).until(() -> page("cat").contains("Also searched for:"));
    assertThat(page("cat"))
        .contains("<span lang=\"et\" dir=\"auto\" title=\"Estonian\">kass</span>")
        .contains("<mark>Kassid</mark> magavad")
        .contains("q=cat+translate%3Ano");
    assertThat(page("cat translate:no"))
        .contains("Only the words you typed were searched for.")
        .contains("href=\"/search?q=cat\"")
        .doesNotContain("Kassid");
    assertThat(page("house")).contains("maja</span>").doesNotContain("elamu");
  }

  @Test
  void aSearchBeginsFromATextAndAnEntryShowsWhatIsRelated() throws IOException {
    site.samples.poll(
        feed,
        "Harbour Courier",
        NOW,
        Text.of("Ferry aground", "The island ferry ran aground, passengers rescued in storm", NOW)
            .in("en"),
        Text.of("Rescued passengers", "Passengers of the ferry aground tell of the storm", NOW)
            .in("en"),
        Text.of("Budget", "Parliament votes on schools and hospitals", NOW).in("en"));
    site.indexed();
    assertThat(page("")).contains("Find entries like a text");
    String text = "Where is the ferry that ran aground with \"passengers\" in that storm?";
    String found =
        site.get("/search?like=" + URLEncoder.encode(text, StandardCharsets.UTF_8)).text();
    assertThat(found).contains("Rescued").doesNotContain("Parliament");
    int at = found.indexOf("/entry/");
    String entry = site.get(found.substring(at, found.indexOf('"', at))).text();
    assertThat(entry).contains("Related stories").doesNotContain("Parliament");
  }

  @Test
  void everyPageHasTheBoxAndAnEmptySearchExplainsItself() throws IOException {
    assertThat(site.get("/").text()).contains("action=\"/search\"");
    assertThat(site.get("/about").text()).contains("action=\"/search\"");
    assertThat(page("")).contains("age:3d").contains("in any of their forms");
  }

  @Test
  void aWrongQueryIsExplainedWithWhatWasUnderstood() throws IOException {
    String page = page("\"lighthouse author:x OR");
    assertThat(page).contains("A quotation mark is missing").contains("Searched for:");
    assertThat(site.get("/search?q=%22lighthouse", "Accept-Language", "de").text())
        .contains("Ein Anführungszeichen fehlt");
  }

  @Test
  void whereNothingFitsThePageHelpsOn() throws IOException {
    assertThat(page("lighthouse maja"))
        .contains("No entry has all of these words.")
        .contains("Kassid")
        .doesNotContain("Searched for:");
    assertThat(site.get("/search?q=lighthouse+maja&sort=newest").text())
        .contains("No results.")
        .contains("(lighthouse OR maja)");
    assertThat(page("lighthose")).contains("Did you mean").contains(">lighthouse</a>");
  }

  @Test
  void facetsNarrowByLinksThatArePlainQueries() throws IOException {
    String page = page("from:2026");
    assertThat(page).contains("q=from%3A2026+lang%3Aet").contains("Estonian");
    assertThat(page("from:2026 lang:et")).contains("Kassid").doesNotContain("lighthouse");
    assertThat(page).contains("class=\"bars\"");
  }

  @Test
  void feedsOfOneNameAreToldApartWhereTheyNarrow() throws IOException {
    long twin = site.samples.feed("https://harbour.example/atom.xml", "News");
    site.samples.poll(twin, "Harbour Courier", NOW, Text.of("A third lighthouse", "Dark.", NOW));
    site.indexed();
    assertThat(page("lighthouse"))
        .contains("Harbour Courier · rss")
        .contains("Harbour Courier · atom.xml");
  }

  @Test
  void aKeptSearchIsAViewBesideTheRiverAndAFeedForOthers() throws IOException {
    var answer =
        site.post(
            "/search?q=lighthouse",
            "/search/save",
            Map.of("q", "lighthouse", "name", "Lights & more"));
    assertThat(answer.status()).isEqualTo(303);
    String view = site.get(answer.header("Location")).text();
    assertThat(view).contains("Lights &amp; more").contains("data-live=\"/live/search\"");
    assertThat(site.get("/").text()).contains("/search?saved=1\"");
    int at = view.indexOf("/out/");
    String out = view.substring(at, view.indexOf(".rss", at));
    for (String format : new String[] {"rss", "atom", "json"}) {
      var file = site.get(out + "." + format);
      assertThat(file.status()).isEqualTo(200);
      var outcome =
          new FeedParser(ParseLimits.DEFAULT)
              .parse(
                  file.text().getBytes(StandardCharsets.UTF_8),
                  file.header("Content-Type"),
                  URI.create(site.base + out),
                  HtmlHandling.SANITISED);
      assertThat(outcome).isInstanceOf(Parsed.class);
      var read = ((Parsed) outcome).feed();
      assertThat(read.channel().title()).isEqualTo("Lights & more");
      assertThat(read.entries()).hasSize(2);
      assertThat(read.entries().getFirst().title()).isEqualTo("The lighthouse is lit");
    }
    assertThat(site.get("/out/guessed.rss").status()).isEqualTo(404);
    assertThat(site.get(out + ".exe").status()).isEqualTo(404);
    assertThat(site.post("/search?saved=1", "/search/1/remove", Map.of()).status()).isEqualTo(303);
    assertThat(site.get(out + ".rss").status()).isEqualTo(404);
  }

  @Test
  void nothingIsKeptWithoutTheTokenOfThePage() throws IOException {
    assertThat(site.postPlain("/search/save", Map.of("q", "x")).status()).isEqualTo(403);
    assertThat(site.store.savedSearches().all(1)).isEmpty();
  }

  @Test
  void hostileParametersAreTaken() throws IOException {
    for (String path :
        new String[] {
          "/search?q=" + "ab*+".repeat(300),
          "/search?q=x&page=999999999999",
          "/search?q=x&page=-1",
          "/search?saved=99",
          "/search?q=%00%01",
          "/search?q=a&sort=sideways",
          "/search?q=" + "(".repeat(900)
        }) {
      assertThat(site.get(path).status()).as(path).isEqualTo(200);
    }
  }
}
