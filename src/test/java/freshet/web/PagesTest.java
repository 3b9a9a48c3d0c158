package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParsedFeed.Enclosure;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PagesTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private Site site;
  private long feed;

  @BeforeEach
  void open() {
    site = new Site(folder, InstantSource.fixed(NOW));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private long stored(Text text) {
    if (feed == 0) feed = site.samples.feed("https://harbour.example/rss", "News");
    return site.samples.poll(feed, "Harbour Courier", NOW, text).getFirst();
  }

  private static Text text(String title, long minutesAgo) {
    return Text.of(title, "About " + title, NOW.minus(Duration.ofMinutes(minutesAgo)));
  }

  @Nested
  class TheRiver {
    @Test
    void anEmptyOneHelpsWithTheFirstFeed() throws IOException {
      assertThat(site.get("/").text())
          .contains("What would you like to follow?", "action=\"/feeds/add\"", "freshet demo")
          .contains("action=\"/feeds/import\"");
    }

    @Test
    void severalFeedsAreChangedAtOnceAndRemovedOnlyWhenSure() throws IOException {
      long one = site.samples.feed("https://one.example/rss", "News");
      long two = site.samples.feed("https://two.example/rss", "News");
      assertThat(bulk("folder", one, Map.of("folder", "Near")).status()).isEqualTo(303);
      assertThat(site.get("/feeds").text())
          .containsSubsequence("Near", "one.example", "News", "two.example");
      assertThat(bulk("remove", two, Map.of()).text())
          .contains("Unfollow one feed?", "two.example");
      assertThat(site.get("/feeds").text()).contains("two.example");
      assertThat(bulk("remove", two, Map.of("sure", "yes")).status()).isEqualTo(303);
      assertThat(site.get("/feeds").text()).doesNotContain("two.example").contains("one.example");
      assertThat(bulk("remove", 77, Map.of("sure", "yes")).status()).isEqualTo(422);
    }

    private Site.Page bulk(String act, long feed, Map<String, String> more) throws IOException {
      Map<String, String> fields = new HashMap<>(more);
      fields.put("do", act);
      fields.put("feed", Long.toString(feed));
      return site.post("/feeds", "/feeds/bulk", fields);
    }

    @Test
    void aStarterListIsFollowedByOneClick() throws IOException {
      assertThat(site.get("/").text()).contains("Estonia", "Science", "value=\"country-EE\"");
      var wrong = site.post("/", "/starters", Map.of("list", "country-XX"));
      assertThat(wrong.status()).isEqualTo(404);
      assertThat(site.post("/", "/starters", Map.of("list", "country-EE")).status()).isEqualTo(303);
      assertThat(site.get("/feeds").text()).contains("Estonia", "err.ee/rss", "postimees.ee/rss");
    }

    @Test
    void entriesStandNewestFirstUnderTheirDays() throws IOException {
      stored(text("Old news", 60 * 30));
      stored(text("Fresh news", 5));
      assertThat(site.get("/").text())
          .containsSubsequence(
              "Today", "Fresh news", "5 min ago", "Yesterday", "Old news", "06:00");
    }

    @Test
    void oldEntriesOfANewFeedDoNotBuryTheRest() throws IOException {
      stored(text("This morning", 200));
      long late = site.samples.feed("https://archive.example/rss", null);
      site.samples.poll(late, "Archive", NOW, text("Last month", 60 * 24 * 30));
      assertThat(site.get("/").text()).containsSubsequence("This morning", "Last month");
    }

    @Test
    void everyEntryIsOnOnePageOnly() throws IOException {
      for (int i = 0; i < 120; i++) stored(text("Number " + i + " of many", i));
      String path = "/";
      StringBuilder all = new StringBuilder();
      for (int page = 0; page < 3; page++) {
        String html = site.get(path).text();
        all.append(html);
        int at = html.indexOf("rel=\"next\" href=\"");
        assertThat(at > 0).isEqualTo(page < 2);
        if (at > 0) path = html.substring(at + 17, html.indexOf('"', at + 17));
      }
      for (int i = 0; i < 120; i++) {
        assertThat(all.toString().split(">Number " + i + " of many<", -1)).hasSize(2);
      }
    }

    @Test
    void itCanBeNarrowedToAFeedAFolderAndALanguage() throws IOException {
      long estonian = stored(text("Kevad tuleb", 4).in("et"));
      long other = site.samples.feed("https://weir.example/atom", "Code & more");
      site.samples.poll(other, "Weir", NOW, text("Weir opens", 3).in("en"));
      assertThat(estonian).isPositive();
      assertThat(site.get("/?feed=" + other).text()).contains("Weir opens").doesNotContain("Kevad");
      assertThat(site.get("/?folder=Code+%26+more").text())
          .contains("Weir opens")
          .doesNotContain("Kevad");
      assertThat(site.get("/?lang=et").text())
          .contains("Kevad tuleb", "<h1 dir=\"auto\">Estonian</h1>")
          .doesNotContain("Weir opens");
      assertThat(site.get("/").text()).contains("href=\"/?folder=Code+%26+more\"");
    }

    @Test
    void aFeedOrPlaceThatIsNotThereIsSaidCalmly() throws IOException {
      stored(text("x", 1));
      assertThat(site.get("/?feed=999").status()).isEqualTo(404);
      assertThat(site.get("/?feed=abc").status()).isEqualTo(400);
      assertThat(site.get("/?before=nonsense").status()).isEqualTo(400);
      assertThat(site.get("/?before=nonsense").text()).contains("Bad request");
    }

    @Test
    void theViewIsRememberedAndLeadsBackToThePage() throws IOException {
      stored(text("x", 1));
      Site.Page chosen = site.post("/", "/look", Map.of("view", "cards", "back", "/?lang=en"));
      assertThat(chosen.status()).isEqualTo(303);
      assertThat(chosen.header("Location")).isEqualTo("/?lang=en");
      assertThat(site.get("/").text()).contains("<body class=\"river cards\"");
      site.look("view", "<script>");
      assertThat(site.get("/").text()).contains("<body class=\"river list\"");
    }

    @Test
    void theLanguageIsTheBrowsersUntilOneIsChosen() throws IOException {
      stored(text("x", 1));
      String[] german = {"Accept-Language", "de"};
      assertThat(site.get("/").text()).contains("<html lang=\"en\" dir=\"ltr\"");
      assertThat(site.get("/", german).text()).contains("<html lang=\"de\"", "Alle Einträge");
      site.look("language", "en");
      assertThat(site.get("/", german).text()).contains("<html lang=\"en\"", "All entries");
      site.look("language", "tlh");
      assertThat(site.get("/", german).text()).contains("<html lang=\"de\"", ">Deutsch</option>");
    }

    @Test
    void theExpandedViewHasTheWholeText() throws IOException {
      stored(text("Whole", 1).html("<p>The <em>whole</em> text.</p>"));
      assertThat(site.get("/").text()).doesNotContain("<em>whole</em>");
      site.look("view", "expanded");
      assertThat(site.get("/").text()).contains("<p>The <em>whole</em> text.</p>");
    }

    @Test
    void aDayWithoutATimeIsShownAsADay() throws IOException {
      stored(text("Some day", 60 * 24 * 2).dayOnly());
      assertThat(site.get("/").text())
          .containsSubsequence("Friday, 13 November", "Some day", ">13 Nov 2026</time>");
    }

    @Test
    void theSamePageIsNotSentTwice() throws IOException {
      stored(text("x", 1));
      site.get("/"); // the cookie
      String tag = site.get("/").header("ETag");
      assertThat(tag).startsWith("W/\"");
      Site.Page again = site.get("/", "If-None-Match", tag);
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.text()).isEmpty();
    }

    @Test
    void theFirstPageIsLightOverTheWire() throws IOException {
      for (int i = 0; i < 60; i++) {
        stored(
            Text.of(
                    "Entry " + i + " " + Integer.toHexString(i * 7919) + " with a usual headline",
                    ("word" + i * 31 + " ").repeat(40),
                    NOW.minusSeconds(60L * i))
                .in("en"));
      }
      long bytes = site.wireBytes("/");
      String html = site.get("/").text();
      for (String name : List.of("app.css", "app.js", "icon.svg")) {
        String start = "/static/" + name.substring(0, name.indexOf('.'));
        int at = html.indexOf(start);
        bytes += site.wireBytes(html.substring(at, html.indexOf('"', at)));
      }
      assertThat(bytes).isLessThan(33_000);
    }
  }

  @Nested
  class AnEntry {
    @Test
    void hasItsTextSourceDatesAndSound() throws IOException {
      long id =
          stored(
              text("Episode 41", 10)
                  .in("en")
                  .html("<p>Listen.</p>")
                  .with(
                      new Enclosure("https://harbour.example/41.mp3", "audio/mpeg", 41_300_000L)));
      assertThat(site.get("/entry/" + id).text())
          .contains("<p>Listen.</p>", "Harbour Courier", "The desk", "Rivers")
          .contains("<audio controls preload=\"none\" src=\"https://harbour.example/41.mp3\">")
          .contains("<span class=\"lasts\" title=\"Playing time\">41 min</span>")
          .contains("41.3 MB", "Sunday, 15 November 2026, 11:50 UTC", "Open original");
      assertThat(site.get("/").text()).contains("title=\"Playing time\">41 min</span>");
    }

    @Test
    void thatIsNotThereIsSaidCalmly() throws IOException {
      for (String id : List.of("7", "x", "99999999999999999999", "-1")) {
        Site.Page page = site.get("/entry/" + id);
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.text()).contains("Entry not found").doesNotContain("Exception");
      }
    }

    @Test
    void ofAHostileFeedStaysText() throws IOException {
      String script = "<script>alert(1)</script>\"onmouseover=\"alert(2)";
      long id =
          stored(
              Text.of(script + " \u202Egpj.exe " + "z".repeat(1_000_000), script, NOW)
                  .pictured("javascript:alert(3)"));
      for (String path : List.of("/", "/entry/" + id, "/feed/" + feed)) {
        Site.Page page = site.get(path);
        assertThat(page.text())
            .doesNotContain("<script>alert", "\u202E", "javascript:")
            .doesNotContainPattern("<[^>]*\"onmouseover")
            .contains("&lt;script");
        assertThat(page.text().length()).isLessThan(60_000);
      }
    }
  }

  @Nested
  class Feeds {
    @Test
    void canBeAddedByAnyAddress() throws IOException {
      site.web.page("https://example.org/rss", "<rss version='2.0'><channel></channel></rss>");
      Site.Page added =
          site.post("/feeds", "/feeds/add", Map.of("address", " example.org/rss ", "folder", "A"));
      assertThat(added.status()).isEqualTo(303);
      assertThat(added.header("Location")).isEqualTo("/?feed=1&done=added");
      assertThat(site.get("/?feed=1&done=added").text()).contains("Feed added.");
      assertThat(site.store.feeds().folders()).containsEntry(1L, List.of("A"));
      Site.Page again = site.post("/feeds", "/feeds/add", Map.of("address", "example.org/rss"));
      assertThat(again.header("Location")).isEqualTo("/feed/1?done=known");
    }

    @Test
    void isAddedByHttpWhereTheServerSpeaksNothingElseAndNoSchemeWasTyped() throws IOException {
      site.web.page(
          "http://plain.example:8080/rss", "<rss version='2.0'><channel></channel></rss>");
      site.web.page("http://plain.example2/", "<html><body>Nothing here");
      Site.Page added =
          site.post("/feeds", "/feeds/add", Map.of("address", "plain.example:8080/rss"));
      assertThat(added.header("Location")).isEqualTo("/?feed=1&done=added");
      assertThat(site.store.feeds().all().getFirst().url().toString())
          .isEqualTo("http://plain.example:8080/rss");
      assertThat(site.post("/feeds", "/feeds/add", Map.of("address", "plain.example2")).text())
          .contains("There is no feed at http://plain.example2/");
    }

    @Test
    void thatCannotBeSeenCanBeFollowedAnyway() throws IOException {
      Site.Page page = site.post("/feeds", "/feeds/add", Map.of("address", "example.org/fed.xml"));
      assertThat(page.status()).isEqualTo(422);
      assertThat(page.text()).contains("Not found (404) at this address.", "name=\"anyway\"");
      assertThat(site.store.feeds().all()).isEmpty();
      Site.Page anyway =
          site.post(
              "/feeds", "/feeds/add", Map.of("address", "example.org/fed.xml", "anyway", "yes"));
      assertThat(anyway.header("Location")).isEqualTo("/?feed=1&done=added");
    }

    @Test
    void whatCannotBeDoneIsSaidByItsReason() throws IOException {
      stored(text("x", 1));
      site.post("/feeds", "/feed/1/pause", Map.of());
      Site.Page page = site.post("/feeds", "/feed/1/poll", Map.of());
      assertThat(page.status()).isEqualTo(409);
      assertThat(page.text()).contains("The feed is paused. Resume it first.");
    }

    @Test
    void thatAreRefusedSayWhyAndKeepWhatWasTyped() throws IOException {
      String typed = "file:///etc/passwd\"><b>";
      Site.Page page =
          site.post("/feeds", "/feeds/add", Map.of("address", typed, "folder", "Mine"));
      assertThat(page.status()).isEqualTo(422);
      assertThat(page.text())
          .contains("role=\"alert\"", "is not a web address", "value=\"Mine\"")
          .contains("value=\"file:///etc/passwd&#34;")
          .doesNotContain("<b>");
    }

    @Test
    void showHowTheyDoInWords() throws IOException {
      stored(text("x", 1));
      long broken = site.samples.feed("https://me:secret@mill.example/feed", null);
      site.samples.fail(broken, NOW, "The server did not answer within 20 seconds.", 3);
      assertThat(site.get("/feeds").text())
          .contains("2 feeds", "1 with errors", "Checked just now, new entries.")
          .contains("The server did not answer within 20 seconds. Failed 3 times in a row.")
          .doesNotContain("secret");
    }

    @Test
    void canBePausedResumedAndAsked() throws IOException {
      stored(text("x", 1));
      assertThat(site.post("/feeds", "/feed/1/pause", Map.of("back", "list")).header("Location"))
          .isEqualTo("/feeds?done=paused&feed=1");
      assertThat(site.get("/feeds?done=paused&feed=1").text())
          .contains(
              "“Harbour Courier” is paused.", "Paused until you resume it.", "/feed/1/resume");
      site.post("/feeds", "/feed/1/resume", Map.of());
      site.post("/feeds", "/feed/1/poll", Map.of());
      assertThat(site.polling.hurried).containsExactly(1L);
      assertThat(site.post("/feeds", "/feed/77/pause", Map.of()).status()).isEqualTo(404);
    }

    @Test
    void areRemovedOnlyAfterAQuestion() throws IOException {
      stored(text("x", 1));
      stored(text("y", 2));
      assertThat(site.get("/feed/1/remove").text())
          .contains("Unfollow “Harbour Courier”?", "Its 2 stored entries go");
      assertThat(site.store.feeds().find(1)).isPresent();
      assertThat(site.post("/feed/1/remove", "/feed/1/remove", Map.of()).header("Location"))
          .isEqualTo("/feeds?done=removed");
      assertThat(site.store.feeds().find(1)).isEmpty();
    }

    @Test
    void haveAPageWithRhythmNumbersAndPolls() throws IOException {
      for (int i = 1; i <= 12; i++) stored(text("x" + i, i));
      assertThat(site.get("/feed/1").text())
          .contains("When a new entry is most likely to be waiting")
          .contains("<rect class=\"q6\"", "<caption>Expected entries by weekday and hour</caption>")
          .contains("Entries per day", "12.4", "1 new entry", "1.7 new entries were expected")
          .contains("It was the feed with the most entries to expect.");
      assertThat(site.get("/feed/9").status()).isEqualTo(404);
    }
  }

  @Test
  void anUnknownAddressGetsAPageAndProgramsAreLeftAlone() throws IOException {
    Site.Page page = site.get("/no/such/page");
    assertThat(page.status()).isEqualTo(404);
    assertThat(page.text()).contains("Page not found", "Back to All entries");
    assertThat(site.get("/static/app.000000000000.css").status()).isEqualTo(404);
    assertThat(site.get("/api/v1/none").text()).isEqualTo("{}");
  }

  @Test
  void aStoreThatIsAwayIsACalmPageAndALineOnEveryPage() throws IOException {
    stored(text("x", 1));
    site.store.close();
    Site.Page page = site.get("/");
    assertThat(page.status()).isEqualTo(503);
    assertThat(page.text())
        .contains("Not at the moment", "Freshet recovers automatically", "role=\"alert\"")
        .doesNotContain("Exception", "freshet.store", "at java");
    assertThat(site.get("/about/api").text())
        .contains("Something is wrong: The store no longer writes");
  }

  @Test
  void aboutTellsTheVersionAndWhereElseToLook() throws IOException {
    assertThat(site.get("/about").text()).contains("1.2.3", "/healthz", "/metrics", "/about/api");
  }
}
