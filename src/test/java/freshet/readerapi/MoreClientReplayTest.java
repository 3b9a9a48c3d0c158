package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The same as [ClientReplayTest] of clients that nobody had in mind when these APIs were written.
///
/// Sources, November 2026: Twine (FreshRssSource, MinifluxSource and their payloads), ReactFlux
/// (src/apis), Miniflutt (lib/api, lib/models), elfeed-protocol (elfeed-protocol-fever.el).
class MoreClientReplayTest extends ReaderHouse {
  private static final MediaType JSON_BODY = MediaType.get("application/json");

  private long bare;

  /// An entry without a title and a link, of a feed without a folder and a site, among the others.
  @BeforeEach
  void add() {
    bare = samples.bare(samples.feed("https://bare.example/rss", null), null, NOW, "Words only");
  }

  private Set<Long> unread() {
    return Set.copyOf(store.reading().unread(1, 99));
  }

  private List<Long> starred() {
    return store.reading().starred(1, 99);
  }

  /// Kotlin's serialization ends with an exception where one of these is missing or null.
  private static void texts(JsonNode object, String... names) {
    for (String name : names) {
      assertThat(object.path(name).isString()).as(name + " of " + object).isTrue();
    }
  }

  private static void numbers(JsonNode object, String... names) {
    for (String name : names) {
      assertThat(object.path(name).isIntegralNumber()).as(name + " of " + object).isTrue();
    }
  }

  // -- Twine with FreshRSS

  private String auth = "";

  private JsonNode twine(String path) throws IOException {
    Said said =
        send(
            new Request.Builder()
                .url(base + "/api/greader.php/reader/api/0/" + path)
                .header("Authorization", auth));
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    return said.json();
  }

  private void twine(String path, String... fields) throws IOException {
    Said said =
        send(
            new Request.Builder()
                .url(base + "/api/greader.php/reader/api/0/" + path)
                .header("Authorization", auth)
                .post(form(fields)));
    assertThat(said.status()).as(said.text()).isEqualTo(200);
  }

  private Set<Long> twineIds(String query) throws IOException {
    List<Long> ids = new ArrayList<>();
    for (JsonNode ref : twine("stream/items/ids?" + query).get("itemRefs")) {
      ids.add(entry(Long.parseLong(ref.get("id").stringValue())));
    }
    return Set.copyOf(ids);
  }

  @Test
  void twineOverFreshRss() throws IOException {
    Said in =
        send(
            new Request.Builder()
                .url(base + "/api/greader.php/accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", token)));
    Matcher value = Pattern.compile("Auth=([^&]+)").matcher(in.text());
    assertThat(value.find()).isTrue();
    auth = "GoogleLogin auth=" + value.group(1).strip();
    texts(twine("user-info?output=json"), "userId", "userName", "userProfileId", "userEmail");
    for (JsonNode tag : twine("tag/list?output=json").get("tags")) texts(tag, "id");
    for (JsonNode s : twine("subscription/list?output=json").get("subscriptions")) {
      texts(s, "id", "title", "url", "htmlUrl", "iconUrl");
      assertThat(s.get("iconUrl").stringValue()).startsWith("https://");
      assertThat(s.get("categories").isArray()).isTrue();
    }
    // The first time it wants all that is newer than the earliest instant that it can name.
    JsonNode all = twine("stream/contents/reading-list?n=1000&ot=-3217862419201000&c=");
    texts(all, "id");
    numbers(all, "updated");
    assertThat(all.get("items")).hasSize(5);
    for (JsonNode i : all.get("items")) {
      texts(i, "id", "crawlTimeMsec", "timestampUsec", "title");
      numbers(i, "published");
      texts(i.get("canonical").get(0), "href");
      texts(i.get("alternate").get(0), "href");
      texts(i.get("origin"), "streamId", "htmlUrl", "title");
      texts(i.get("summary"), "content");
    }
    String reading = STATE + "reading-list";
    assertThat(twineIds("s=" + reading + "&n=10000&xt=" + STATE + "read"))
        .containsExactlyInAnyOrderElementsOf(unread());
    String long1 = item(newsIds.get(0));
    String long2 = item(newsIds.get(1));
    twine("edit-tag", "i", long1, "i", long2, "a", STATE + "read");
    assertThat(unread()).doesNotContain(newsIds.get(0), newsIds.get(1));
    assertThat(twineIds("s=" + STATE + "read&n=10000")).contains(newsIds.get(0), newsIds.get(1));
    twine("edit-tag", "i", long2, "r", STATE + "read");
    assertThat(unread()).contains(newsIds.get(1));
    twine("edit-tag", "i", long1, "a", STATE + "starred");
    assertThat(twineIds("s=" + STATE + "starred&n=10000")).containsExactly(newsIds.get(0));
    twine("edit-tag", "i", long1, "r", STATE + "starred");
    assertThat(starred()).isEmpty();
    Said added =
        send(
            new Request.Builder()
                .url(
                    base
                        + "/api/greader.php/reader/api/0/subscription/quickadd?quickadd="
                        + "https%3A%2F%2Fnew.example%2Frss")
                .header("Authorization", auth)
                .post(RequestBody.create(new byte[0])));
    texts(added.json(), "query", "streamId", "streamName");
    String feed = added.json().get("streamId").stringValue();
    twine("subscription/edit", "ac", "edit", "s", "", "a", "user/-/label/Planned");
    assertThat(twine("tag/list?output=json").toString()).contains("user/-/label/Planned");
    twine("subscription/edit", "ac", "edit", "s", feed, "t", "Mine");
    twine("subscription/edit", "ac", "edit", "s", feed, "a", "user/-/label/Planned");
    long id = Long.parseLong(feed.substring(5));
    assertThat(store.feeds().folders(1)).containsEntry(id, List.of("Planned"));
    twine("rename-tag", "s", "user/-/label/Planned", "dest", "user/-/label/Done");
    assertThat(store.feeds().folders(1)).containsEntry(id, List.of("Done"));
    twine("disable-tag", "s", "user/-/label/Done");
    assertThat(store.feeds().folders(1)).doesNotContainKey(id);
    twine("subscription/edit", "ac", "unsubscribe", "s", feed);
    assertThat(store.feeds().find(1, id)).isEmpty();
  }

  /// Names of folders that have no feed yet are remembered, renamed, forgotten, and not shown
  /// twice.
  @Test
  void aFolderWithoutFeeds() throws IOException {
    auth = "GoogleLogin auth=me/" + token;
    twine("edit-tag", "a", "user/-/label/Planned", "ac", "edit");
    twine("rename-tag", "s", "user/-/label/Planned", "dest", "user/-/label/Soon");
    assertThat(twine("tag/list?output=json").toString())
        .contains("user/-/label/Soon")
        .doesNotContain("Planned");
    long category = FeverApi.group("Soon");
    assertThat(numbersOf(v1("categories"))).contains(category);
    assertThat(v1("categories/" + category + "/feeds")).isEmpty();
    assertThat(v1("categories/" + category + "/entries").get("total").intValue()).isZero();
    twine("disable-tag", "s", "user/-/label/Soon");
    assertThat(numbersOf(v1("categories"))).doesNotContain(category);
    for (int i = 0; i < 120; i++) {
      twine("subscription/edit", "ac", "edit", "s", "", "a", "user/-/label/F" + i);
    }
    assertThat(v1("categories")).hasSize(102);
  }

  // -- Miniflux

  private Said v1(String method, String path, String body) throws IOException {
    return send(
        new Request.Builder()
            .url(base + "/v1/" + path)
            .header("X-Auth-Token", token)
            .method(
                method,
                method.equals("GET") || method.equals("DELETE")
                    ? null
                    : RequestBody.create(body, JSON_BODY)));
  }

  private JsonNode v1(String path) throws IOException {
    Said said = v1("GET", path, "");
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    return said.json();
  }

  private static List<Long> numbersOf(JsonNode list) {
    List<Long> ids = new ArrayList<>();
    list.forEach(e -> ids.add(e.get("id").longValue()));
    return ids;
  }

  @Test
  void twineOverMiniflux() throws IOException {
    JsonNode me = v1("me");
    numbers(me, "id");
    texts(me, "username");
    for (JsonNode f : v1("feeds")) {
      numbers(f, "id");
      texts(f, "title", "site_url", "feed_url");
      numbers(f.get("category"), "id");
      texts(f.get("category"), "title");
      JsonNode icon = f.path("icon");
      if (icon.isObject()) texts(icon, "external_icon_id");
    }
    assertThat(v1("GET", "feeds/" + news + "/icon", "").status()).isEqualTo(404);
    JsonNode page = v1("entries?limit=1000&offset=0&order=published_at&direction=desc");
    for (JsonNode e : page.get("entries")) {
      numbers(e, "id", "feed_id");
      texts(e, "status", "title", "url", "author", "content", "published_at", "comments_url");
      assertThat(e.get("starred").isBoolean()).isTrue();
    }
    assertThat(numbersOf(page.get("entries"))).contains(bare).hasSize(5);
    Said made = v1("POST", "categories", "{\"title\":\"Planned\"}");
    assertThat(made.status()).isEqualTo(201);
    long category = made.json().get("id").longValue();
    assertThat(numbersOf(v1("categories"))).contains(category);
    Said added =
        v1(
            "POST",
            "feeds",
            "{\"feed_url\":\"https://new.example/rss\",\"category_id\":%d}".formatted(category));
    long feed = added.json().get("feed_id").longValue();
    assertThat(v1("feeds/" + feed).get("category").get("title").stringValue()).isEqualTo("Planned");
    v1("PUT", "feeds/" + feed, "{\"title\":\"Mine\",\"category_id\":%d}".formatted(category));
    assertThat(v1("feeds/" + feed).get("title").stringValue()).isEqualTo("Mine");
    assertThat(v1("PUT", "categories/" + category, "{\"title\":\"Done\"}").status()).isEqualTo(201);
    long renamed = v1("feeds/" + feed).get("category").get("id").longValue();
    assertThat(v1("DELETE", "categories/" + renamed, "").status()).isEqualTo(204);
    assertThat(v1("feeds/" + feed).get("category").get("id").longValue()).isEqualTo(1);
    assertThat(v1("DELETE", "feeds/" + feed, "").status()).isEqualTo(204);
    assertThat(v1("DELETE", "feeds/" + feed, "").status()).isEqualTo(404);
    Said refused = v1("POST", "feeds", "{\"feed_url\":\"https://new.example/nothing\"}");
    assertThat(refused.status()).isEqualTo(400);
    texts(refused.json(), "error_message");
    v1("PUT", "entries", "{\"entry_ids\":[%d,%d],\"status\":\"read\"}".formatted(blogId, bare));
    assertThat(unread()).containsExactlyInAnyOrderElementsOf(newsIds);
    v1("PUT", "entries", "{\"entry_ids\":[%d],\"status\":\"unread\"}".formatted(bare));
    assertThat(unread()).contains(bare);
    v1("PUT", "entries/" + bare + "/bookmark", "");
    assertThat(starred()).containsExactly(bare);
    v1("PUT", "entries/" + bare + "/bookmark", "");
    assertThat(starred()).isEmpty();
  }

  @Test
  void miniflutt() throws IOException {
    texts(v1("me"), "username");
    store.reading().star(1, List.of(blogId), true, NOW);
    store.subscriptions().remove(1, blog);
    // What is starred and no longer followed has a feed too; the app takes one from each entry.
    for (String query :
        List.of(
            "status=unread&limit=500&order=published_at&direction=desc",
            "status=&limit=500&order=published_at&direction=asc",
            "status=&limit=500&order=published_at&direction=desc&starred=1")) {
      JsonNode entries = v1("entries?" + query).get("entries");
      assertThat(entries).isNotEmpty();
      for (JsonNode e : entries) {
        texts(e.get("feed"), "title", "feed_url", "checked_at");
        numbers(e.get("feed"), "id", "parsing_error_count");
        numbers(e.get("feed").get("category"), "id", "user_id");
        numbers(e, "reading_time", "user_id");
      }
    }
    assertThat(v1("PUT", "feeds/refresh", "{}").status()).isLessThanOrEqualTo(204);
    assertThat(v1("PUT", "entries/" + bare + "/bookmark", "{}").status()).isEqualTo(204);
    Said save = v1("POST", "entries/" + bare + "/save", "{}");
    assertThat(save.status()).isEqualTo(400);
    texts(save.json(), "error_message");
  }

  @Test
  void categoriesHaveTheirOwnEntriesAndNoOthers() throws IOException {
    store.reading().tag(1, List.of(blogId), "News & more", true);
    long category = FeverApi.group("News & more");
    assertThat(numbersOf(v1("categories/" + category + "/entries").get("entries")))
        .containsExactlyInAnyOrderElementsOf(newsIds);
    assertThat(numbersOf(v1("categories/1/entries").get("entries")))
        .containsExactlyInAnyOrder(blogId, bare);
    v1("PUT", "categories/1/mark-all-as-read", "");
    assertThat(unread()).containsExactlyInAnyOrderElementsOf(newsIds);
    for (JsonNode c : v1("categories?counts=true")) numbers(c, "feed_count", "total_unread");
    assertThat(v1("DELETE", "categories/1", "").status()).isEqualTo(400);
    assertThat(v1("GET", "categories/77/entries", "").json().get("error_message").isString())
        .isTrue();
  }

  /// A page of another site in a browser, which asks first whether it may.
  @Test
  void reactFlux() throws IOException {
    for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
      Request asks =
          new Request.Builder()
              .url(base + "/v1/entries")
              .header("Origin", "https://reactflux.example")
              .header("Access-Control-Request-Method", method)
              .header("Access-Control-Request-Headers", "content-type,x-auth-token")
              .method("OPTIONS", null)
              .build();
      try (Response may = client.newCall(asks).execute()) {
        assertThat(may.code()).isEqualTo(204);
        assertThat(may.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(may.header("Access-Control-Allow-Methods")).contains(method);
        assertThat(may.header("Access-Control-Allow-Headers").toLowerCase(Locale.ROOT))
            .contains("x-auth-token", "content-type");
      }
    }
    texts(v1("version"), "version");
    assertThat(v1("integrations/status").get("has_integrations").isBoolean()).isTrue();
    numbers(v1("me"), "id");
    v1("feeds/counters").get("unreads").forEach(n -> assertThat(n.isIntegralNumber()).isTrue());
    assertThat(v1("entries?order=changed_at&direction=desc&offset=0&limit=100&status=read"))
        .isNotEmpty();
    long aDayAgo = NOW.minusSeconds(86_400).getEpochSecond();
    assertThat(
            v1("entries?order=published_at&direction=desc&offset=0&limit=1&published_after="
                    + aDayAgo
                    + "&status=unread")
                .get("total")
                .intValue())
        .isEqualTo(5);
    assertThat(v1("entries?published_before=" + aDayAgo).get("total").intValue()).isZero();
    assertThat(v1("PUT", "users/2/mark-all-as-read", "").status()).isEqualTo(403);
    assertThat(unread()).isNotEmpty();
    assertThat(v1("PUT", "users/1/mark-all-as-read", "").status()).isEqualTo(204);
    assertThat(unread()).isEmpty();
    assertThat(v1("PUT", "categories/1/refresh", "").status()).isEqualTo(204);
  }

  // -- elfeed in Emacs, over Fever

  private JsonNode elfeed(String query, String parameters) throws IOException {
    String key = "api_key=" + Secrets.feverKey("me", token);
    Said said =
        send(
            new Request.Builder()
                .url(base + "/fever/" + query)
                .post(
                    RequestBody.create(
                        parameters.isEmpty() ? key : key + "&" + parameters,
                        MediaType.get("application/x-www-form-urlencoded"))));
    assertThat(said.status()).as(said.text()).isEqualTo(200);
    assertThat(said.json().path("auth").intValue()).as(said.text()).isEqualTo(1);
    assertThat(said.json().has("error")).isFalse();
    return said.json();
  }

  @Test
  void elfeedProtocol() throws IOException {
    for (JsonNode f : elfeed("?api&feeds", "").get("feeds")) {
      numbers(f, "id");
      texts(f, "url", "title");
    }
    texts(elfeed("?api&saved_item_ids", ""), "saved_item_ids");
    String ids = elfeed("?api&unread_item_ids", "").get("unread_item_ids").stringValue();
    JsonNode items = elfeed("?api&items&with_ids=" + ids, "").get("items");
    assertThat(items).hasSize(5);
    long last = 0;
    for (JsonNode i : items) {
      numbers(i, "id", "feed_id", "is_read", "is_saved", "created_on_time");
      texts(i, "url", "title", "author", "html");
      last = Math.max(last, i.get("id").longValue());
    }
    // It asks for the next fifty numbers to see what is new.
    StringBuilder next = new StringBuilder();
    for (int i = 1; i <= 50; i++) next.append(i == 1 ? "" : ",").append(last + i);
    assertThat(elfeed("?api&items&with_ids=" + next, "").get("items")).isEmpty();
    // Marks go to the bare address, without "?api".
    elfeed("", "mark=item&id=" + last + "&as=read");
    assertThat(unread()).doesNotContain(entry(last));
    elfeed("", "mark=item&id=" + last + "&as=unread");
    assertThat(unread()).contains(entry(last));
    elfeed("", "mark=item&id=" + last + "&as=saved");
    assertThat(starred()).containsExactly(entry(last));
    elfeed("", "mark=item&id=" + last + "&as=unsaved");
    assertThat(starred()).isEmpty();
  }

  /// freshrss-mcp 0.1.0 (npm, in Python): streams escaped in the path, one id of a list of several.
  @Test
  void freshrssMcp() throws Exception {
    Said login =
        send(
            new Request.Builder()
                .url(base + "/api/greader.php/accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", token)));
    String auth = login.text().strip().replaceFirst("(?s).*Auth=", "");
    assertThat(auth).isEqualTo("me/" + token);
    String edit = get("token").text().strip();
    Said made =
        post(
            "subscription/edit",
            "T",
            edit,
            "ac",
            "subscribe",
            "s",
            "feed/https://new.example/rss",
            "t",
            "MCP",
            "a",
            "user/-/label/Bots");
    assertThat(made.text()).isEqualTo("OK");
    JsonNode stream =
        get("stream/contents/feed%2Fhttps%3A%2F%2Fnews.example%2Ffeed?output=json&n=2&r=d").json();
    assertThat(stream.get("items")).hasSize(2);
    assertThat(stream.get("continuation").isString()).isTrue();
    for (JsonNode item : stream.get("items")) {
      assertThat(item.get("published").isIntegralNumber()).isTrue();
      assertThat(item.get("summary").get("content").isString()).isTrue();
      assertThat(item.get("alternate").isArray()).isTrue();
    }
    String id = stream.at("/items/0/id").stringValue();
    assertThat(post("edit-tag", "T", edit, "a", STATE + "starred", "i", id).text()).isEqualTo("OK");
    assertThat(
            get("stream/contents/user%2F-%2Fstate%2Fcom.google%2Fstarred?output=json&n=50&r=d")
                .json()
                .at("/items/0/id")
                .stringValue())
        .isEqualTo(id);
    post("edit-tag", "T", edit, "a", STATE + "kept-unread", "r", STATE + "read", "i", id);
    Said label = post("edit-tag", "T", edit, "a", "user/-/label/Lese später", "i", id);
    assertThat(label.text()).isEqualTo("OK");
    String tagged = "stream/contents/user%2F-%2Flabel%2FLese%20sp%C3%A4ter?output=json";
    assertThat(get(tagged).json().get("items")).hasSize(1);
    for (JsonNode count : get("unread-count?output=json").json().get("unreadcounts")) {
      assertThat(count.get("newestItemTimestampUsec").isString()).isTrue();
    }
    Said left =
        post(
            "subscription/edit",
            "T",
            edit,
            "ac",
            "unsubscribe",
            "s",
            "feed/https://new.example/rss");
    assertThat(left.text()).isEqualTo("OK");
  }
}
