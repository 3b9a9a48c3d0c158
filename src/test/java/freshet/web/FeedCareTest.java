package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.api.ApiDescription;
import freshet.library.Administering;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Feeds are looked after on their pages.
final class FeedCareTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
    feed = site.samples.feed("https://a.example/feed", "News");
    site.samples.poll(feed, "Part 10", NOW, Text.of("First", null, NOW.minusSeconds(60)));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Site.Page edit(Map<String, String> form) throws IOException {
    return site.post("/feed/" + feed, "/feed/" + feed + "/edit", form);
  }

  private Feed stored() {
    return site.store.feeds().find(1, feed).orElseThrow();
  }

  @Test
  void everythingAboutAFeedIsChangedOnItsPage() throws IOException {
    assertThat(site.get("/feed/" + feed).text())
        .contains("value=\"Part 10\"", "value=\"News\"", "Log-in, user agent, headers");
    Site.Page saved =
        edit(
            Map.of(
                "title", "My part",
                "folder", "Reading",
                "interval", "2h",
                "group", "slow",
                "own-id", "k7",
                "user", "anna",
                "password", "hidden word",
                "agent", "Reader/1",
                "headers", "Cookie: edition=south\nX-Plan: b"));
    assertThat(saved.status()).isEqualTo(303);
    assertThat(stored().name()).isEqualTo("My part");
    assertThat(stored().plan().fixedInterval()).isEqualTo(Duration.ofHours(2));
    assertThat(stored().plan().quotaGroup()).isEqualTo("slow");
    assertThat(stored().asking().headers())
        .containsEntry("Cookie", "edition=south")
        .containsEntry("X-Plan", "b")
        .containsEntry("User-Agent", "Reader/1")
        .containsEntry("Authorization", "Basic YW5uYTpoaWRkZW4gd29yZA==");
    assertThat(site.get("/feed/" + feed + "?done=saved").text())
        .contains("Saved.", "My part", "Reading", "set now: Authorization, Cookie")
        .doesNotContain("hidden word", "edition=south", "YW5uYTp");

    // Nothing typed keeps the headers; no name is the publisher's again.
    edit(Map.of("title", "", "folder", "", "interval", ""));
    assertThat(stored().name()).isEqualTo("Part 10");
    assertThat(stored().plan().fixedInterval()).isNull();
    assertThat(stored().asking().headers()).hasSize(4);
    edit(Map.of("title", "", "forget", "on"));
    assertThat(stored().asking().headers()).isEmpty();
  }

  @Test
  void whatIsSavedAsTheFormHadItChangesNeitherNameNorAddress() throws IOException {
    FeedUrl at = FeedUrl.of("https://long.example/?" + "q".repeat(1200));
    long first = feed;
    feed = site.samples.feed(at.toString(), "News");
    site.samples.poll(feed, "Part 2", NOW.minusSeconds(60));
    assertThat(edit(Map.of("title", "Part 2", "address", at.toString(), "folder", "X")).status())
        .isEqualTo(303);
    assertThat(stored().url()).isEqualTo(at);
    site.samples.poll(feed, "Part 2, renamed", NOW);
    assertThat(stored().name()).isEqualTo("Part 2, renamed");
    feed = first;
  }

  @Test
  void theApiTakesAndTellsWhatThePagesKnowOfALook() {
    JsonNode look =
        JsonMapper.shared()
            .readTree(ApiDescription.bytes())
            .at("/components/schemas/Look/properties");
    Preferences.NAMES.forEach((name, type) ->
        assertThat(look.at("/" + name + "/enum").valueStream().map(JsonNode::stringValue))
            .as(name)
            .containsExactlyInAnyOrderElementsOf(
                Stream.of(type.getEnumConstants())
                    .map(word -> word.name().toLowerCase(Locale.ROOT))
                    .toList()));
    assertThat(look.propertyNames()).containsAll(Administering.LOOK);
  }

  @Test
  void whatCannotBeIsRefusedWithTheReasonAndChangesNothing() throws IOException {
    for (Map<String, String> wrong :
        List.of(
            Map.of("title", "New", "interval", "soon"),
            Map.of("title", "New", "interval", "2s"),
            Map.of("title", "New", "headers", "no colon"),
            Map.of("title", "New", "headers", "Bad name: x"),
            Map.of("title", "New", "group", "not a group!"))) {
      Site.Page page = edit(wrong);
      assertThat(page.status()).as(wrong.toString()).isEqualTo(422);
      assertThat(page.text()).contains("role=\"alert\"", "value=\"New\"");
      assertThat(stored().name()).isEqualTo("Part 10");
    }
  }

  @Test
  void foldersAreRenamedMovedFoldedAndTakenAway() throws IOException {
    long second = site.samples.feed("https://b.example/feed", "News/Science");
    site.samples.poll(second, "Part 2", NOW.minusSeconds(60));
    String page = "/folder?name=News%2FScience";
    assertThat(site.get(page).text()).contains("News / Science", ">Part 2<", "move up to “News”");
    assertThat(site.get("/feeds").text()).contains("href=\"/folder?name=News%2FScience\"");
    assertThat(site.get("/?folder=News").text()).contains("href=\"/folder?name=News\"");
    assertThat(
            site.post(page, "/folder", form("News/Science", "name", "Space", "in", ""))
                .header("Location"))
        .isEqualTo("/folder?name=Space&done=1");
    assertThat(site.store.feeds().folders(1)).containsEntry(second, List.of("Space"));
    Map<String, String> into = Map.of("folder", "Space", "to", "News", "back", "/");
    assertThat(site.post("/feeds", "/folder/move", into).header("Location")).isEqualTo("/");
    assertThat(site.store.feeds().folders(1)).containsEntry(second, List.of("News/Space"));
    Map<String, String> feedInto = Map.of("feed", "" + feed, "from", "News", "to", "News/Space");
    site.post("/feeds", "/folder/move", feedInto);
    assertThat(site.store.feeds().folders(1)).containsEntry(feed, List.of("News/Space"));

    assertThat(site.get("/").text()).contains("aria-expanded=\"true\"");
    site.post("/feeds", "/folder/fold", Map.of("fold", "News", "back", "/"));
    assertThat(site.get("/").text()).contains("aria-expanded=\"false\"", "name=\"unfold\"");
    site.post("/feeds", "/folder/fold", Map.of("unfold", "News", "back", "/"));
    assertThat(site.get("/").text()).doesNotContain("name=\"unfold\"");

    String there = "/folder?name=News%2FSpace";
    Site.Page wrong = site.post(there, "/folder", form("News/Space", "name", " / ", "in", ""));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("A folder needs a name");
    site.post(there, "/folder/remove", form("News/Space"));
    assertThat(site.store.feeds().folders(1)).containsEntry(second, List.of("News"));
    assertThat(site.get(there).status()).isEqualTo(404);
  }

  private static Map<String, String> form(String folder, String... more) {
    Map<String, String> form = new HashMap<>(Map.of("folder", folder));
    for (int i = 0; i < more.length; i += 2) form.put(more[i], more[i + 1]);
    return form;
  }

  @Test
  void aLineForTheFirstVisitIsClosedForGood() throws IOException {
    String page = "/feed/" + feed;
    assertThat(site.get(page).text()).contains("class=\"hint\"", "Got it");
    Map<String, String> close = Map.of("hint", "feed", "back", page);
    assertThat(site.post(page, "/hint", close).header("Location")).isEqualTo(page);
    assertThat(site.get(page).text()).doesNotContain("class=\"hint\"");
    assertThat(site.get("/statistics").text()).contains("class=\"hint\"");
    assertThat(site.post(page, "/hint", Map.of("hint", "../x")).status()).isEqualTo(422);
  }

  @Test
  void aWeekBeginsWhenItsReaderSays() throws IOException {
    assertThat(site.get("/statistics").text()).containsSubsequence(">Mon<", ">Sat<", ">Sun<");
    site.look("week", "saturday");
    assertThat(site.get("/statistics").text()).containsSubsequence(">Sat<", ">Sun<", ">Mon<");
    assertThat(site.get("/settings/account").text())
        .contains("Week starts on", "value=\"saturday\" aria-current=\"true\"");
  }

  @Test
  void theTimeAxisHasEveryDay() throws IOException {
    String page = site.get("/statistics?days=7").text();
    for (int day = 8; day <= 15; day++) assertThat(page).contains(">Nov " + day + "<");
    assertThat(page).contains("Entries without a time", ">Entries</text>");
  }

  @Test
  void theListIsFilteredSortedAndShowsErrorsAlone() throws IOException {
    long second = site.samples.feed("https://b.example/feed", "News");
    site.samples.poll(second, "Part 2", NOW.minusSeconds(60));
    long broken = site.samples.feed("https://mill.example/feed", null);
    site.samples.fail(broken, NOW.minusSeconds(5), "Server error (500).", 3);
    assertThat(site.get("/feeds").text())
        .containsSubsequence(">Part 2<", ">Part 10<", "mill.example")
        .contains("href=\"/feeds?errors=1\"", "1 with errors");
    assertThat(site.get("/feeds?errors=1").text())
        .contains("mill.example", "Failed 3 times in a row.", "Next try")
        .doesNotContain(">Part 2<");
    assertThat(site.get("/feeds?q=pART+1").text()).contains(">Part 10<").doesNotContain(">Part 2<");
    assertThat(site.get("/feeds?sort=latest").text()).containsSubsequence(">Part 10<", ">Part 2<");
    assertThat(site.get("/feeds?q=nothing").text()).contains("No feed matches.");
  }

  @Test
  void aStarterListShowsWhatIsInItFirst() throws IOException {
    try (Site empty = new Site(folder.resolve("empty"), InstantSource.fixed(NOW))) {
      assertThat(empty.get("/").text())
          .containsSubsequence("<details class=\"starter\">", "<p>", "Follow these");
      Site.Page taken = empty.post("/", "/starters", Map.of("list", "country-EE"));
      assertThat(taken.header("Location")).isEqualTo("/?folder=Estonia");
    }
  }

  @Test
  void aRhythmIsShownOnlyOnceItWasLearnedAndUntilThenWhatIsMissing() throws IOException {
    assertThat(site.get("/feed/" + feed).text())
        .contains("figure class=\"rhythm\"", "Learned from 60 entries.")
        .doesNotContain("So far:");
    site.polling.learned = 12.7;
    assertThat(site.get("/feed/" + feed).text())
        .contains("So far: 12 of 40 entries, 7 of 7 days.")
        .doesNotContain("figure class=\"rhythm\"");
  }

  @Test
  void theAddressIsChangedOnlyToAFeed() throws IOException {
    assertThat(site.get("/feed/" + feed).text()).contains("value=\"https://a.example/feed\"");
    long other = site.samples.feed("https://b.example/feed", null);
    Site.Page taken = edit(Map.of("title", "", "address", "https://b.example/feed"));
    assertThat(taken.status()).isEqualTo(422);
    assertThat(stored().url().toString()).isEqualTo("https://a.example/feed");
    assertThat(other).isNotEqualTo(feed);
    assertThat(edit(Map.of("title", "", "address", "ftp://x.example/")).status()).isEqualTo(422);
  }

  @Test
  void textsAreChangedByRulesThatAreTriedFirst() throws IOException {
    site.samples.poll(
        feed,
        "Part 10",
        NOW,
        Text.of("Daily: Storm", null, NOW.minusSeconds(30))
            .html("<p>Boats sank.</p><p>This appeared first on Daily.</p>"));
    String rules = "drop: p:contains(appeared first)\ntitle: Daily: =>";
    String page = "/feed/" + feed + "/rules";
    Site.Page tried =
        site.post(page, "/feed/" + feed + "/rewrite", Map.of("rules", rules, "preview", "1"));
    assertThat(tried.text())
        .contains("It would change 1 of the newest 2 entries")
        .containsPattern("After</dt><dd[^>]*><b>Storm</b> Boats sank\\.</dd>");
    assertThat(site.store.rewritings().find(feed)).isEmpty();
    assertThat(site.post(page, "/feed/" + feed + "/rewrite", Map.of("rules", rules)).status())
        .isEqualTo(303);
    assertThat(site.store.rewritings().find(feed)).hasValue(rules);
    assertThat(site.get(page).text()).contains("p:contains(appeared first)");
    Site.Page wrong = site.post(page, "/feed/" + feed + "/rewrite", Map.of("rules", "cut: x"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.text()).contains("is not a rule: write drop: SELECTOR");
  }

  @Test
  void aFilterIsTriedAddedAndTakenAway() throws Exception {
    site.samples.poll(
        feed, "Part 10", NOW, Text.of("Big sale today", null, NOW.minusSeconds(30)).in("en"));
    site.indexed();
    String page = "/feed/" + feed + "/rules";
    Site.Page tried =
        site.post(
            page,
            "/feed/" + feed + "/filter",
            Map.of("words", "sale OR advert", "kind", "hide", "preview", "1"));
    assertThat(tried.text()).contains("this would concern: 1", "Big sale today");
    Map<String, String> only = Map.of("words", "first", "kind", "only");
    assertThat(site.post(page, "/feed/" + feed + "/filter", only).status()).isEqualTo(303);
    Site.Page there = site.get(page);
    assertThat(there.text()).contains("Show only entries with", "<code dir=\"auto\">first</code>");
    String rule = there.text().replaceAll("(?s).*name=\"rule\" value=\"(\\d+)\".*", "$1");
    site.post(page, "/feed/" + feed + "/unfilter", Map.of("rule", rule));
    assertThat(site.get(page).text()).doesNotContain("<code dir=\"auto\">first</code>");
    assertThat(site.post(page, "/feed/" + feed + "/filter", Map.of("words", "")).status())
        .isEqualTo(422);
  }

  @Test
  void aListOfFeedsIsTakenWithoutAScript() throws IOException {
    assertThat(site.get("/feeds").text())
        .contains("action=\"/feeds/import\" enctype=\"multipart/form-data\"");
  }
}
