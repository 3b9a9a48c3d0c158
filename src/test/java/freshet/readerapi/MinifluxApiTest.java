package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
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
    assertThat(entries("offset=2&limit=2")).containsExactly(newsIds.get(1), newsIds.get(0));
    assertThat(entries("direction=asc&after_entry_id=" + newsIds.get(1)))
        .containsExactly(newsIds.get(2), blogId);
    assertThat(ask("feeds/" + blog + "/entries").get("entries")).hasSize(1);
    String ids = "{\"entry_ids\":[%d,%d],\"status\":\"read\"}".formatted(blogId, newsIds.get(0));
    assertThat(call("PUT", "entries", ids).status()).isEqualTo(204);
    assertThat(entries("status=unread")).containsExactly(newsIds.get(2), newsIds.get(1));
    assertThat(entries("status=read")).containsExactly(blogId, newsIds.get(0));
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
    call("PUT", "feeds/" + news + "/mark-all-as-read", "");
    assertThat(entries("status=unread")).isEmpty();
    assertThat(call("PUT", "entries", "{\"entry_ids\":[1],\"status\":\"eaten\"}").status())
        .isEqualTo(400);
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
}
