package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading without a script: forms alone.
final class ReadingTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;
  private long feed;
  private List<Long> ids;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    feed = site.samples.feed("https://a.example/feed", "News");
    ids =
        site.samples.poll(
            feed,
            "A",
            NOW,
            Text.of("First entry", null, NOW.minusSeconds(60)),
            Text.of("Second entry", null, NOW.minus(Duration.ofDays(3))));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Site.Page mark(String what) throws IOException {
    return site.post("/", "/mark", Map.of("do", what, "back", "/feeds"));
  }

  @Test
  void openingAnEntryReadsItAndUnreadOnlyLeavesItOut() throws IOException {
    assertThat(site.get("/entry/" + ids.get(0)).status()).isEqualTo(200);
    assertThat(site.store.reading().unread(1, 9)).containsExactly(ids.get(1));
    assertThat(site.look("shown", "unread").header("Location")).isEqualTo("/");
    assertThat(site.get("/").text()).contains("Second entry").doesNotContain("First entry");
    assertThat(site.store.settings().of(1)).containsEntry("shown", "unread");
    site.look("shown", "all");
    assertThat(site.get("/").text()).contains("Second entry").contains("First entry");
  }

  @Test
  void whoWantsItBeginsWithTheOldestEntry() throws IOException {
    assertThat(site.get("/").text()).containsSubsequence("First entry", "Second entry");
    site.look("order", "oldest");
    assertThat(site.get("/").text())
        .containsSubsequence("Second entry", "First entry")
        .contains("class=\"stream\" aria-live")
        .doesNotContain("Newer entries");
    assertThat(site.get("/entry/" + ids.get(1)).text())
        .contains("rel=\"next\" href=\"/entry/" + ids.get(0));
    assertThat(site.get("/entry/" + ids.get(0)).text()).doesNotContain("rel=\"next\"");
    Text[] many = new Text[60];
    for (int i = 0; i < many.length; i++) {
      many[i] = Text.of("Number " + i + ".", null, NOW.minus(Duration.ofMinutes(100 - i)));
    }
    site.samples.poll(feed, "A", NOW, many);
    String first = site.get("/").text();
    assertThat(first).contains("Second entry", "Number 48.").doesNotContain("Number 49.");
    Matcher more = Pattern.compile("rel=\"next\" href=\"([^\"]+)\">Newer entries").matcher(first);
    assertThat(more.find()).isTrue();
    assertThat(site.get(more.group(1).replace("&amp;", "&")).text())
        .containsSubsequence("Number 49.", "Number 59.", "First entry")
        .doesNotContain("Number 48.");
  }

  @Test
  void entriesAreStarredAndListed() throws IOException {
    assertThat(site.get("/starred").text()).contains("Nothing is starred yet.");
    assertThat(mark("star:" + ids.get(1)).header("Location")).isEqualTo("/feeds");
    assertThat(site.get("/starred").text()).contains("Second entry").doesNotContain("First entry");
    mark("unstar:" + ids.get(1));
    assertThat(site.get("/starred").text()).doesNotContain("Second entry");
    mark("read:" + ids.get(0) + "," + ids.get(1));
    assertThat(site.store.reading().unread(1, 9)).isEmpty();
    mark("unread:" + ids.get(0));
    assertThat(site.store.reading().unread(1, 9)).containsExactly(ids.get(0));
  }

  @Test
  void wrongMarksChangeNothing() throws IOException {
    for (String bad : new String[] {"", ":", "burn:1", "read", "star:x"}) {
      assertThat(mark(bad).status()).as(bad).isIn(303, 400);
    }
    assertThat(mark("read:-1,99999999999999999999,77").status()).isEqualTo(303);
    assertThat(site.store.reading().unread(1, 9)).hasSize(2);
    assertThat(site.postPlain("/mark", Map.of("do", "read:" + ids.get(0))).status()).isEqualTo(403);
  }

  @Test
  void allIsMarkedAndTakenBack() throws IOException {
    Site.Page old = site.post("/", "/mark-all", Map.of("older", "1", "back", "/"));
    assertThat(old.header("Location")).startsWith("/?marked=1&undo=");
    assertThat(site.store.reading().unread(1, 9)).containsExactly(ids.get(0));
    String batch = old.header("Location").replaceFirst(".*undo=", "");
    assertThat(site.get(old.header("Location")).text()).contains("1 entry marked as read.");
    site.post("/", "/unmark", Map.of("batch", batch, "back", "/"));
    assertThat(site.store.reading().unread(1, 9)).hasSize(2);
    site.post("/", "/mark-all", Map.of("feed", String.valueOf(feed), "back", "//evil.example"));
    assertThat(site.store.reading().unread(1, 9)).isEmpty();
  }

  @Test
  void allOfATagMeansThoseWithTheTag() throws IOException {
    site.post("/", "/mark", Map.of("do", "tag:" + ids.get(0), "tag", "later", "back", "/"));
    assertThat(site.get("/?tag=later").text())
        .contains("<input type=\"hidden\" name=\"tag\" value=\"later\">");
    site.post("/", "/mark-all", Map.of("tag", "later", "back", "/"));
    assertThat(site.store.reading().unread(1, 9)).containsExactly(ids.get(1));
    assertThat(site.post("/", "/mark-all", Map.of("feed", "x")).status()).isEqualTo(400);
    assertThat(site.store.reading().unread(1, 9)).containsExactly(ids.get(1));
  }

  @Test
  void theLookOfTheStarsIsChosenAmongTheStars() throws IOException {
    assertThat(site.get("/starred").text())
        .containsSubsequence("name=\"back\" value=\"/\"", "name=\"shown\" value=\"unread\"")
        .containsSubsequence("name=\"back\" value=\"/starred\"", "name=\"by\" value=\"topic\"")
        .containsSubsequence("name=\"back\" value=\"/starred\"", "name=\"view\" value=\"cards\"");
  }

  @Test
  void aHiddenFeedIsLeftOutOfTheRiverButStaysFollowed() throws IOException {
    long other = site.samples.feed("https://b.example/feed", null);
    site.samples.poll(other, "B", NOW, Text.of("Elsewhere", null, NOW));
    site.post("/", "/hide", Map.of("feed", String.valueOf(other), "back", "/"));
    assertThat(site.get("/").text()).contains("First entry").doesNotContain("Elsewhere");
    assertThat(site.get("/?feed=" + other).text()).contains("Elsewhere");
    site.post("/", "/hide", Map.of("feed", String.valueOf(other), "as", "show", "back", "/"));
    assertThat(site.get("/").text()).contains("Elsewhere");
  }

  @Test
  void aTokenIsShownOnceAndRevoked() throws IOException {
    Site.Page made =
        site.post("/settings/account", "/settings/account/token", Map.of("label", "Phone"));
    assertThat(made.text()).containsPattern("<code>([0-9a-z]{4}-){5}[0-9a-z]{4}</code>");
    assertThat(made.header("Cache-Control")).contains("no-");
    Site.Page later = site.get("/settings/account");
    assertThat(later.text()).contains("Phone").doesNotContainPattern("<code>([0-9a-z]{4}-){5}");
    String id = site.store.credentials().tokens(1).getFirst().id();
    site.post("/settings/account", "/settings/account/revoke", Map.of("id", id));
    assertThat(site.store.credentials().tokens(1)).isEmpty();
  }

  @Test
  void onceAPasswordIsSetTheBrowserGoesOnAndOthersLogIn() throws IOException {
    Site.Page bad =
        site.post("/settings/account", "/settings/account/password", Map.of("password", "short"));
    assertThat(bad.status()).isEqualTo(422);
    site.post(
        "/settings/account", "/settings/account/password", Map.of("password", "four random words"));
    assertThat(site.get("/settings/account").status()).isEqualTo(200);
    assertThat(site.store.accounts().anyPassword()).isTrue();
    Site.Page added =
        site.post(
            "/settings/account",
            "/settings/account/add",
            Map.of("name", "maia", "password", "four other words"));
    assertThat(added.header("Location")).isEqualTo("/settings/account?done=added");
    long maia = site.store.accounts().named("maia").orElseThrow().id();
    Site.Page wrong =
        site.post(
            "/settings/account",
            "/settings/account/remove",
            Map.of("id", String.valueOf(maia), "name", "x"));
    assertThat(wrong.status()).isEqualTo(422);
    site.post(
        "/settings/account",
        "/settings/account/remove",
        Map.of("id", String.valueOf(maia), "name", "maia"));
    assertThat(site.store.accounts().named("maia")).isEmpty();
  }
}
