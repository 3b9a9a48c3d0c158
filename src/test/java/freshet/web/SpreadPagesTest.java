package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Spread;
import freshet.model.Selection;
import freshet.model.Visibility;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who takes stories from whom, on the page and behind it.
final class SpreadPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String VOTE =
      "The parliament passed the budget on Friday after a debate of eleven hours. The government"
          + " party and its partner voted for it, the opposition against. The minister called the"
          + " vote a good day for schools, roads and hospitals, and thanked the members of the"
          + " committee who had worked through the night on the last of the changes.";

  @TempDir Path folder;
  private Site site;
  private long agency;
  private long paper;

  @BeforeEach
  void open() throws InterruptedException {
    site = new Site(folder, InstantSource.fixed(NOW));
    agency = site.samples.feed("https://a.example/feed", null);
    paper = site.samples.feed("https://b.example/feed", "Papers");
    site.samples.poll(
        agency, "Agency <A>", NOW, Text.of("Budget passed", "x", at(90)).html(VOTE).in("en"));
    site.samples.poll(
        paper,
        "Paper & B",
        NOW,
        Text.of("A budget!", "x", at(60)).html(VOTE).in("en"),
        Text.of("A cat in a tree", "It came down by itself.", at(5)).in("en"));
    site.understanding.start();
    site.understanding.awaitReady();
  }

  @AfterEach
  void close() {
    site.close();
  }

  private static Instant at(int minutesAgo) {
    return NOW.minusSeconds(60L * minutesAgo);
  }

  private Spread spread(Instant from, Instant to, Selection which) {
    return Spread.of(site.store, Visibility.EVERYTHING, which, from, to);
  }

  @Test
  void whoTakesFromWhomHowLateAndWhatIsItsOwn() {
    Spread spread = spread(NOW.minus(Duration.ofDays(1)), NOW, Selection.ALL);
    assertThat(spread.stories()).isEqualTo(2);
    assertThat(spread.shared()).isEqualTo(1);
    assertThat(spread.pairs()).hasSize(1);
    Spread.Pair pair = spread.pairs().getFirst();
    assertThat(pair.origin()).isEqualTo(agency);
    assertThat(pair.taker()).isEqualTo(paper);
    assertThat(pair.median()).isEqualTo(1800);
    assertThat(spread.feeds()).extracting(Spread.Share::own).containsExactly(0.5, 1.0);
    assertThat(spread.pairsCsv())
        .isEqualTo(
            "first_id,first,taken_by_id,taken_by,stories,median_seconds,p95_seconds\n"
                + "%d,Agency <A>,%d,Paper & B,1,1800,1800\n".formatted(agency, paper));
    assertThat(spread.feedsCsv()).contains("Paper & B,2,0,1,0.5000,1800,1800");
  }

  @Test
  void aStoryThatBeganBeforeTheTimeIsStillTakenFromWhoHadItFirst() {
    Spread spread = spread(at(70), NOW, Selection.ALL);
    assertThat(spread.pairs()).hasSize(1);
    assertThat(spread.feeds()).extracting(Spread.Share::feed).containsExactly(paper);
    assertThat(spread(at(50), NOW, Selection.ALL).pairs()).isEmpty();
  }

  @Test
  void whatASitePutsIntoTwoOfItsFeedsIsNotTaken() throws Exception {
    Site other = new Site(Files.createDirectory(folder.resolve("other")), InstantSource.fixed(NOW));
    try {
      for (String feed : List.of("news", "sport")) {
        other.samples.poll(
            other.samples.feed("https://b.example/" + feed, null),
            "Paper, " + feed,
            NOW,
            Text.of("A budget!", "x", at(feed.length())).html(VOTE).in("en"));
      }
      other.understanding.start();
      other.understanding.awaitReady();
      Instant from = NOW.minus(Duration.ofDays(1));
      Spread spread = Spread.of(other.store, Visibility.EVERYTHING, Selection.ALL, from, NOW);
      assertThat(spread.shared()).isEqualTo(1);
      assertThat(spread.pairs()).isEmpty();
      assertThat(spread.feeds()).extracting(Spread.Share::own).containsExactly(1.0, 1.0);
      assertThat(
              Spread.cases(
                  other.store, Visibility.EVERYTHING, Selection.ALL, from, NOW, null, null, 9))
          .isEmpty();
    } finally {
      other.close();
    }
  }

  @Test
  void byFeedFolderTopicAndLanguage() {
    Instant from = NOW.minus(Duration.ofDays(1));
    assertThat(spread(from, NOW, Selection.ALL.withFeed(paper)).pairs()).hasSize(1);
    assertThat(spread(from, NOW, Selection.ALL.withFeed(77L)).pairs()).isEmpty();
    assertThat(spread(from, NOW, Selection.ALL.withLanguage("en")).pairs()).hasSize(1);
    assertThat(spread(from, NOW, Selection.ALL.withLanguage("et")).feeds()).isEmpty();
    assertThat(spread(from, NOW, Selection.ALL.withTopic("no such topic")).stories()).isZero();
  }

  @Test
  void anAccountSeesItsOwnFeedsOnly() {
    Spread nobody =
        Spread.of(
            site.store,
            new Visibility(99, false),
            Selection.ALL,
            NOW.minus(Duration.ofDays(1)),
            NOW);
    assertThat(nobody.stories()).isZero();
    assertThat(nobody.feeds()).isEmpty();
  }

  @Test
  void thePageDrawsItAndLeadsToTheStories() throws IOException {
    String page = site.get("/spread").text();
    assertThat(page)
        .contains("<svg class=\"flows\"", "Agency &lt;A&gt;", "Paper &amp; B", "30 min")
        .contains("/spread/stories?first=" + agency + "&amp;by=" + paper)
        .doesNotContain("Agency <A>");
    String stories = site.get("/spread/stories?first=" + agency + "&by=" + paper).text();
    assertThat(stories).contains("Budget passed", "30 min", "Paper &amp; B");
    assertThat(site.get("/spread/stories?first=" + paper).text()).doesNotContain("Budget passed");
    assertThat(site.get("/spread", "Accept-Language", "de").text())
        .contains("Wie sich Meldungen", "30 Min.")
        .doesNotContain("30 min");
    assertThat(site.get("/spread/stories?first=" + agency, "Accept-Language", "de").text())
        .contains("30 Min.")
        .doesNotContain("30 min");
    assertThat(site.get("/statistics").text()).contains("href=\"/spread\"");
    assertThat(site.get("/feed/" + paper).text()).contains("href=\"/spread?feed=" + paper + "\"");
  }

  @Test
  void daysBeginWhereTheReaderIs() throws IOException {
    String day = "/spread?from=2026-11-16&to=2026-11-16";
    assertThat(site.get(day).text()).contains("No feed has taken a story");
    assertThat(site.look("zone", "Pacific/Kiritimati").status()).isEqualTo(303);
    assertThat(site.get(day).text()).contains("Paper &amp; B");
  }

  @Test
  void nonsenseIsLeftAside() throws IOException {
    for (String query :
        new String[] {
          "days=x",
          "from=2026-13-40",
          "to=9999999-01-01",
          "feed=-1",
          "language=" + "x".repeat(300),
          "from=2026-12-01&to=2026-01-01",
          "folder=%00",
          "topic=%27%20OR%201%3D1"
        }) {
      assertThat(site.get("/spread?" + query).status()).isEqualTo(200);
      assertThat(site.get("/spread/stories?" + query).status()).isEqualTo(200);
    }
    assertThat(site.get("/spread?language=xx").text()).contains("No feed has taken a story");
  }
}
