package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Visibility;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages about stories, without a browser.
final class StoryPagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String VOTE =
      "The parliament passed the budget on Friday after a debate of eleven hours. The government"
          + " party and its partner voted for it, the opposition against. The minister called the"
          + " vote a good day for schools, roads and hospitals, and thanked the members of the"
          + " committee who had worked through the night on the last of the changes.";

  @TempDir Path folder;
  private Site site;
  private long first;
  private long copy;

  @BeforeEach
  void open() throws InterruptedException {
    site = new Site(folder, InstantSource.fixed(NOW));
    long a = site.samples.feed("https://a.example/feed", null);
    long b = site.samples.feed("https://b.example/feed", "Papers");
    first =
        site.samples
            .poll(a, "Agency <A>", NOW, Text.of("Budget passed", "x", at(60)).html(VOTE).in("en"))
            .getFirst();
    String edited = VOTE.replace("eleven", "ten").replace("thanked", "praised");
    copy =
        site.samples
            .poll(b, "Paper & B", NOW, Text.of("A budget!", "x", at(20)).html(edited).in("en"))
            .getFirst();
    site.samples.poll(b, "Paper & B", NOW, Text.of("", null, at(5)));
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

  @Test
  void aTopicOfAnyNameLeadsToWhatIsAboutIt() throws IOException {
    site.store.topics().give(first, "r&d #1 100%+", NOW);
    String address = "/?topic=r%26d+%231+100%25%2B";
    List<String> topics =
        site.get("/").text().lines().filter(line -> line.contains("class=\"topic\"")).toList();
    assertThat(topics).anyMatch(line -> line.contains("href=\"" + address + "\""));
    assertThat(site.get(address).text()).contains("Budget passed");
  }

  @Test
  void aStoryStandsOnceWithTheNamesOfThoseWhoHaveItToo() throws IOException {
    String river = site.get("/").text();
    assertThat(river)
        .contains("Budget passed")
        .contains("also in 1 feed:")
        .contains("Paper &amp; B")
        .contains("href=\"/entry/" + copy + "\"")
        .doesNotContain("id=\"e" + copy + "\"");
    assertThat(site.look("by", "topic").status()).isEqualTo(303);
    assertThat(site.get("/").text()).contains("topic-heading").contains("Weather");
    assertThat(site.get("/?topic=weather").text()).contains("Budget passed");
    assertThat(site.get("/?topic=nonsense").text()).doesNotContain("Budget passed");
    assertThat(site.get("/?folder=Papers").text()).contains("A budget!").contains("Agency");
    assertThat(site.get("/?event=12345").status()).isEqualTo(404);
    assertThat(site.get("/?event=x").status()).isEqualTo(400);
  }

  @Test
  void anEntryTellsWhoHadItFirstAndWhatTheOthersChanged() throws IOException {
    String entry = site.get("/entry/" + copy).text();
    assertThat(entry)
        .contains("Published by 2 feeds")
        .contains("40 min later")
        .contains("% the same")
        .contains("/entry/" + copy + "/with/" + first);
    String sides = site.get("/entry/" + copy + "/with/" + first).text();
    assertThat(sides.indexOf("<mark>eleven</mark>"))
        .isPositive()
        .isLessThan(sides.indexOf("<mark>ten</mark>"));
    assertThat(site.get("/entry/" + copy + "/with/99999").status()).isEqualTo(404);
    assertThat(site.get("/entry/" + copy + "/with/x").status()).isEqualTo(404);
  }

  @Test
  void aTopicIsCorrectedWithoutAScriptAndNonsenseIsExplained() throws IOException {
    String from = "/entry/" + first;
    String path = from + "/topic";
    assertThat(site.postPlain(path, Map.of("topic", "crime")).status()).isEqualTo(403);
    assertThat(site.post(from, path, Map.of("topic", "crime")).status()).isEqualTo(303);
    assertThat(site.get("/entry/" + copy).text()).contains("set by you").contains("Crime");
    assertThat(site.post(from, path, Map.of("new", "<b>Rowing</b>")).status()).isEqualTo(303);
    assertThat(site.get("/").text()).contains("&lt;b&gt;rowing&lt;/b&gt;").doesNotContain("<b>r");
    assertThat(site.post(from, path, Map.of("new", "x".repeat(100))).status()).isEqualTo(422);
    assertThat(site.post(from, "/entry/9999/topic", Map.of("topic", "x")).status()).isEqualTo(404);
  }

  @Test
  void whatCountsAsTheSameIsTriedAndSet() throws IOException {
    String settings = site.get("/settings?percent=100").text();
    assertThat(settings).contains("At 100 %").contains("3 would be shown and 0 folded");
    assertThat(site.get("/settings?percent=40").text()).contains("2 would be shown and 1 folded");
    assertThat(site.get("/settings?percent=-5&inside=on").status()).isEqualTo(200);
    site.post("/settings", "/settings/same", Map.of("percent", "100"));
    assertThat(site.get("/").text()).contains("A budget!").doesNotContain("also in");
    site.post("/settings", "/settings/same", Map.of("percent", "40"));
    assertThat(site.get("/").text()).contains("also in 1 feed:");
  }

  @Test
  void aFeedIsPreferredAndHasATopic() throws IOException {
    long b = site.store.entries().find(copy).orElseThrow().feedId();
    site.post("/feed/" + b, "/feed/" + b + "/story", Map.of("topic", "sport", "preferred", "on"));
    String river = site.get("/").text();
    assertThat(river).contains("id=\"e" + copy + "\"").doesNotContain("id=\"e" + first + "\"");
    assertThat(site.get("/feed/" + b).text()).contains("Topic: Sport");
    assertThat(site.store.stories().find(Visibility.EVERYTHING, copy).orElseThrow().topic())
        .isEqualTo("sport");
  }
}
