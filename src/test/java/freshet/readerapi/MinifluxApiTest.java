package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.api.ApiServer;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Miniflux's API as newsboat and apps call it.
class MinifluxApiTest extends ReaderHouse {
  private Said call(String method, String path, String body) throws IOException {
    return send(
        new Request.Builder()
            .url(base + "/v1/" + path)
            .header("X-Auth-Token", token)
            .method(
                method,
                method.equals("GET")
                    ? null
                    : RequestBody.create(body, MediaType.get("application/json"))));
  }

  private JsonNode ask(String path) throws IOException {
    Said said = call("GET", path, "");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    return said.json();
  }

  private List<Long> entries(String query) throws IOException {
    List<Long> ids = new ArrayList<>();
    ask("entries?" + query).get("entries").forEach(e -> ids.add(e.get("id").longValue()));
    return ids;
  }

  @Test
  void whoHasNoTokenStaysOutside() throws IOException {
    assertThat(send(new Request.Builder().url(base + "/v1/me")).status()).isEqualTo(401);
    Said wrong = send(new Request.Builder().url(base + "/v1/me").header("X-Auth-Token", "x"));
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.json().get("error_message").stringValue()).isNotEmpty();
    assertThat(ask("me").get("username").stringValue()).isEqualTo("me");
  }

  @Test
  void feedsCategoriesAndCounters() throws IOException {
    JsonNode feeds = ask("feeds");
    assertThat(feeds).hasSize(2);
    for (JsonNode f : feeds) {
      for (String text : List.of("feed_url", "site_url", "title", "checked_at")) {
        assertThat(f.get(text).isString()).as(text).isTrue();
      }
      assertThat(f.get("category").get("title").isString()).isTrue();
    }
    long category = FeverApi.group("News & more");
    assertThat(ask("categories").toString()).contains("\"All\"", "News & more");
    assertThat(ask("categories/" + category + "/feeds")).hasSize(1);
    assertThat(ask("categories/" + category + "/entries").get("total").intValue()).isEqualTo(3);
    assertThat(ask("feeds/counters").get("unreads").get("" + news).intValue()).isEqualTo(3);
    assertThat(call("GET", "feeds/999", "").status()).isEqualTo(404);
  }

  @Test
  void entriesAreFilteredReadAndBookmarked() throws IOException {
    JsonNode all = ask("entries?limit=2&order=published_at&direction=desc");
    assertThat(all.get("total").intValue()).isEqualTo(4);
    assertThat(all.get("entries")).hasSize(2);
    for (JsonNode e : all.get("entries")) {
      for (String text :
          List.of("status", "hash", "title", "url", "published_at", "content", "author")) {
        assertThat(e.get(text).isString()).as(text).isTrue();
      }
      assertThat(e.get("feed").get("title").isString()).isTrue();
    }
    assertThat(entries("direction=desc&offset=2&limit=2"))
        .containsExactly(newsIds.get(1), newsIds.get(0));
    assertThat(entries("offset=2&limit=2")).containsExactly(newsIds.get(2), blogId);
    assertThat(ask("entries?limit=1&after_entry_id=" + newsIds.get(1)).get("total").intValue())
        .isEqualTo(2);
    assertThat(entries("direction=asc&after_entry_id=" + newsIds.get(1)))
        .containsExactly(newsIds.get(2), blogId);
    assertThat(ask("feeds/" + blog + "/entries").get("entries")).hasSize(1);
    String ids = "{\"entry_ids\":[%d,%d],\"status\":\"read\"}".formatted(blogId, newsIds.get(0));
    assertThat(call("PUT", "entries", ids).status()).isEqualTo(204);
    assertThat(entries("status=unread")).containsExactly(newsIds.get(1), newsIds.get(2));
    assertThat(entries("status=unread&status=removed&status=unread"))
        .containsExactly(newsIds.get(1), newsIds.get(2));
    assertThat(entries("status=read")).containsExactly(newsIds.get(0), blogId);
    assertThat(call("PUT", "entries/" + blogId + "/bookmark", "").status()).isEqualTo(204);
    assertThat(entries("starred=true")).containsExactly(blogId);
    call("PUT", "entries/" + blogId + "/bookmark", "");
    assertThat(entries("starred=true")).isEmpty();
    assertThat(
            ask("entries/" + newsIds.get(1))
                .get("enclosures")
                .get(0)
                .get("mime_type")
                .stringValue())
        .isEqualTo("audio/mpeg");
    // how long it takes to hear
    assertThat(ask("entries/" + newsIds.get(1)).get("reading_time").intValue()).isEqualTo(42);
    call("PUT", "feeds/" + news + "/mark-all-as-read", "");
    assertThat(entries("status=unread")).isEmpty();
    assertThat(call("PUT", "entries", "{\"entry_ids\":[1],\"status\":\"eaten\"}").status())
        .isEqualTo(400);
  }

  @Test
  void manyLongTextsAreSentAsTheyAreWritten() throws IOException {
    String long1 = "<p>" + "word ".repeat(200_000) + "</p>";
    Text[] texts = new Text[6];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Text.of("Book " + i, "e", NOW.minusSeconds(10 + i)).html(long1);
    }
    var _ = samples.poll(blog, "A Blog", NOW.minusSeconds(5), texts);
    Request request =
        new Request.Builder()
            .url(base + "/v1/entries?limit=1000&direction=desc")
            .header("X-Auth-Token", token)
            .build();
    try (Response answer = client.newCall(request).execute()) {
      assertThat(answer.header("Content-Length")).as("nobody knew it before").isNull();
      assertThat(answer.header("ETag")).isNull();
      JsonNode all = JSON.readTree(answer.body().string());
      assertThat(all.get("total").intValue()).isEqualTo(10);
      assertThat(all.get("entries")).hasSize(10);
      assertThat(all.get("entries").get(0).get("content").stringValue())
          .hasSizeGreaterThan(900_000);
      assertThat(all.get("entries").get(0).get("user_id").intValue()).isEqualTo(1);
    }
  }

  @Test
  void aPageIsAskedForOnceHoweverOftenAnAppShowsIt() throws IOException {
    articles.start();
    String page = ask("entries/" + newsIds.getFirst()).get("url").stringValue();
    for (int i = 0; i < 3; i++) {
      JsonNode shown = ask("entries/" + newsIds.getFirst() + "/fetch-content");
      assertThat(shown.get("content").stringValue()).contains("Text one");
    }
    assertThat(pagesAsked)
        .as("it is not there, and is not asked for again soon")
        .containsOnlyOnce(page);
  }

  @Test
  void bodiesHaveLimits() throws IOException {
    String ones = "1,".repeat(20_000) + "1";
    Said many = call("PUT", "entries", "{\"status\":\"read\",\"entry_ids\":[" + ones + "]}");
    assertThat(many.status()).isEqualTo(400);
    assertThat(many.text()).contains("20000");
    String values = "1,".repeat(300_000) + "1";
    assertThat(call("PUT", "entries", "{\"entry_ids\":[" + values + "]}").status()).isEqualTo(413);
    assertThat(call("PUT", "entries", "[1]").status()).isEqualTo(400);
    assertThat(call("PUT", "entries", "nonsense").status()).isEqualTo(400);
  }

  @Test
  void feedsAreFollowedChangedAndLeft() throws IOException {
    long category = FeverApi.group("News & more");
    Said made =
        call(
            "POST",
            "feeds",
            "{\"feed_url\":\"https://new.example/rss\",\"category_id\":%d}".formatted(category));
    assertThat(made.status()).isEqualTo(201);
    long feed = made.json().get("feed_id").longValue();
    assertThat(store.feeds().folders(1)).containsEntry(feed, List.of("News & more"));
    call("PUT", "feeds/" + feed, "{\"title\":\"Mine\",\"category_id\":1}");
    assertThat(ask("feeds/" + feed).get("title").stringValue()).isEqualTo("Mine");
    assertThat(store.feeds().folders(1)).doesNotContainKey(feed);
    assertThat(call("DELETE", "feeds/" + feed, "").status()).isEqualTo(204);
    assertThat(ask("feeds")).hasSize(2);
    String opml = call("GET", "export", "").text();
    assertThat(opml).contains("https://blog.example/feed");
    assertThat(call("POST", "import", opml).status()).isEqualTo(201);
  }

  /// What the Go and Python clients of Miniflux call besides.
  @Nested
  class OfMinifluxesOwnClients {
    @Test
    void whatHasChangedSinceIsWhatArrivedWasEditedOrMarkedInEitherDirection() throws IOException {
      Instant later = NOW.plusSeconds(60);
      String query = "changed_after=" + NOW.plusSeconds(30).getEpochSecond();
      assertThat(entries(query)).isEmpty();
      assertThat(entries("changed_after=" + NOW.minusSeconds(120).getEpochSecond())).hasSize(4);
      store.reading().read(1, List.of(newsIds.get(0)), true, later);
      assertThat(entries(query)).containsExactly(newsIds.get(0));
      store.reading().read(1, List.of(newsIds.get(0)), false, later);
      assertThat(entries(query)).containsExactly(newsIds.get(0));
      store.reading().star(1, List.of(blogId), true, later);
      store.reading().star(1, List.of(blogId), false, later);
      assertThat(entries(query)).containsExactly(newsIds.get(0), blogId);
      assertThat(entries(query + "&status=unread&limit=1&direction=asc"))
          .containsExactly(newsIds.get(0));
      assertThat(entries(query + "&starred=true")).isEmpty();
    }

    @Test
    void numbersAloneAndStarsInOneCall() throws IOException {
      JsonNode ids = ask("entries/ids?status=unread&limit=2");
      assertThat(ids.get("total").intValue()).isEqualTo(4);
      assertThat(ids.get("entry_ids").get(0).longValue()).isEqualTo(blogId);
      assertThat(ids.get("entry_ids")).hasSize(2);
      call("PUT", "entries", "{\"entry_ids\":[%d],\"starred\":true}".formatted(blogId));
      assertThat(entries("starred=1")).containsExactly(blogId);
      assertThat(entries("status=unread")).contains(blogId);
      call(
          "PUT",
          "entries",
          "{\"entry_ids\":[%d],\"starred\":false,\"status\":\"read\"}".formatted(blogId));
      assertThat(entries("starred=1")).isEmpty();
      assertThat(entries("status=read")).containsExactly(blogId);
    }

    @Test
    void whatIsAtAnAddressIsSaidBeforeItIsFollowed() throws IOException {
      Said found = call("POST", "discover", "{\"url\":\"https://new.example/rss\"}");
      assertThat(found.json())
          .hasSize(1)
          .first()
          .satisfies(f -> {
            assertThat(f.get("url").stringValue()).isEqualTo("https://new.example/rss");
            assertThat(f.get("title").stringValue()).isEqualTo("T");
            assertThat(f.get("type").stringValue()).isEqualTo("rss");
          });
      assertThat(ask("feeds")).hasSize(2);
      Said none = call("POST", "discover", "{\"url\":\"https://none.example/\"}");
      assertThat(none.status()).isEqualTo(400);
      assertThat(none.json().get("error_message").stringValue()).contains("404");
    }

    @Test
    void usersAreAccountsAndOthersExistForTheAdministratorAlone() throws IOException {
      assertThat(ask("users").get(0).get("username").stringValue()).isEqualTo("me");
      assertThat(ask("users/me").get("id").intValue()).isEqualTo(1);
      assertThat(ask("users/1").get("is_admin").booleanValue()).isTrue();
      Said early =
          call("POST", "users", "{\"username\":\"ann\",\"password\":\"four random words\"}");
      assertThat(early.status()).isEqualTo(409); // the administrator needs a password first
      store.accounts().setPassword(1, "hash");
      Said made =
          call("POST", "users", "{\"username\":\"ann\",\"password\":\"four random words\"}");
      assertThat(made.status()).as(made.text()).isEqualTo(201);
      long ann = made.json().get("id").longValue();
      call("PUT", "users/" + ann, "{\"username\":\"anna\",\"theme\":\"dark\"}");
      assertThat(ask("users/anna").get("id").longValue()).isEqualTo(ann);
      assertThat(call("PUT", "users/1", "{\"password\":\"four other words\"}").status())
          .isEqualTo(400);
      String hers =
          ApiServer.authenticator(store, InstantSource.fixed(NOW))
              .newToken(store.accounts().find(ann).orElseThrow(), "phone");
      assertThat(as(hers, "me").json().get("username").stringValue()).isEqualTo("anna");
      assertThat(as(hers, "users").status()).isEqualTo(403);
      assertThat(as(hers, "users/1").status()).isEqualTo(404);
      assertThat(as(hers, "users/me").status()).isEqualTo(404);
      assertThat(call("DELETE", "users/" + ann, "").status()).isEqualTo(204);
      assertThat(ask("users")).hasSize(1);
    }

    private Said as(String other, String path) throws IOException {
      return send(new Request.Builder().url(base + "/v1/" + path).header("X-Auth-Token", other));
    }

    /// Clients in Rust, Swift and Kotlin fail over a field that is not there.
    @Test
    void noFieldIsMissing() throws IOException {
      for (String field :
          List.of("timezone", "entry_sorting_direction", "entries_per_page", "last_login_at")) {
        assertThat(ask("me").has(field)).as(field).isTrue();
      }
      JsonNode entry = ask("entries/" + newsIds.get(1));
      for (String field :
          List.of("etag_header", "scraper_rules", "crawler", "disabled", "hide_globally", "icon")) {
        assertThat(entry.get("feed").has(field)).as(field).isTrue();
      }
      JsonNode file = entry.get("enclosures").get(0);
      assertThat(ask("enclosures/" + file.get("id").longValue())).isEqualTo(file);
      assertThat(ask("version").get("commit").isString()).isTrue();
    }

    @Test
    void historyIsNotThrownAwayAndThatIsSaid() throws IOException {
      Said said = call("PUT", "flush-history", "");
      assertThat(said.status()).isEqualTo(400);
      assertThat(said.json().get("error_message").stringValue()).contains("is kept");
    }
  }
}
