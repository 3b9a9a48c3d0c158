package freshet.api;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Entrance;
import freshet.account.Secrets;
import freshet.model.ParsedFeed.Enclosure;
import freshet.pipeline.Watcher;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The Google Reader API and the Fever API, called as clients call them.
final class ReaderApiTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STATE = "user/-/state/com.google/";

  @TempDir Path folder;
  private Store store;
  private ApiServer server;
  private String base;
  private String token;
  private long news;
  private long blog;
  private List<Long> newsIds;
  private long blogId;
  private final OkHttpClient client = new OkHttpClient();

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    InstantSource clock = InstantSource.fixed(NOW);
    Samples samples = new Samples(store, NOW);
    news = samples.feed("https://news.example/feed", "News & more");
    blog = samples.feed("https://blog.example/feed", null);
    newsIds =
        samples.poll(
            news,
            "The News",
            NOW.minusSeconds(100),
            Text.of("One <b>", "e", NOW.minusSeconds(300)).html("<p>Text one</p>"),
            Text.of("Two", "e", NOW.minusSeconds(200))
                .with(new Enclosure("https://news.example/a.mp3", "audio/mpeg", 7L)),
            Text.of("Three", "e", NOW.minusSeconds(150)));
    blogId =
        samples
            .poll(blog, "A Blog", NOW.minusSeconds(50), Text.of("Post", "e", NOW.minusSeconds(60)))
            .getFirst();
    Entrance entrance = ApiServer.entrance(store, clock);
    token = entrance.newToken(store.accounts().find(1).orElseThrow(), "test");
    Watcher watcher = ApiServer.watcher(store, clock);
    server =
        new ApiServer(
            store,
            clock,
            List.of(
                new ReaderApi(store, watcher, entrance, clock)::register,
                new FeverApi(store, entrance, clock)::register));
    base = server.base;
  }

  @AfterEach
  void close() {
    server.close();
    store.close();
  }

  private record Said(int status, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }
  }

  private Said send(Request.Builder request) throws IOException {
    try (Response answer = client.newCall(request.build()).execute()) {
      return new Said(answer.code(), answer.body().string());
    }
  }

  private Request.Builder to(String path) {
    return new Request.Builder()
        .url(base + path)
        .header("Authorization", "GoogleLogin auth=me/" + token);
  }

  private Said get(String path) throws IOException {
    return send(to("/api/greader.php/reader/api/0/" + path));
  }

  private Said post(String path, String... fields) throws IOException {
    return send(to("/reader/api/0/" + path).post(form(fields)));
  }

  private static FormBody form(String... fields) {
    FormBody.Builder form = new FormBody.Builder();
    for (int i = 0; i < fields.length; i += 2) form.add(fields[i], fields[i + 1]);
    return form.build();
  }

  private static String item(long id) {
    return "tag:google.com,2005:reader/item/" + String.format(Locale.ROOT, "%016x", id);
  }

  private List<Long> ids(String query) throws IOException {
    List<Long> ids = new ArrayList<>();
    get("stream/items/ids?output=json&" + query)
        .json()
        .get("itemRefs")
        .forEach(i -> ids.add(Long.valueOf(i.get("id").stringValue())));
    return ids;
  }

  @Test
  void aClientLogsInWithItsTokenAndNothingElse() throws IOException {
    for (String path : List.of("/accounts/ClientLogin", "/api/greader.php/accounts/ClientLogin")) {
      Said in =
          send(
              new Request.Builder()
                  .url(base + path)
                  .post(form("Email", "ME", "Passwd", token, "service", "reader")));
      assertThat(in.text).contains("\nAuth=me/" + token + "\n").startsWith("SID=");
    }
    Said wrong =
        send(
            new Request.Builder()
                .url(base + "/accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", "x")));
    assertThat(wrong.status).isEqualTo(403);
    assertThat(wrong.text).isEqualTo("Error=BadAuthentication\n");
    for (String header :
        new String[] {"", "GoogleLogin auth=", "GoogleLogin auth=you/" + token, "Bearer x"}) {
      Said said =
          send(
              new Request.Builder()
                  .url(base + "/reader/api/0/subscription/list")
                  .header("Authorization", header));
      assertThat(said.status).as(header).isEqualTo(401);
    }
    Said bearer =
        send(
            new Request.Builder()
                .url(base + "/reader/api/0/user-info")
                .header("Authorization", "Bearer " + token));
    assertThat(bearer.json().get("userName").stringValue()).isEqualTo("me");
    assertThat(get("token").text).hasSize(57);
  }

  @Test
  void subscriptionsFoldersAndCountsAreListed() throws IOException {
    JsonNode subscriptions = get("subscription/list?output=json").json().get("subscriptions");
    assertThat(subscriptions).hasSize(2);
    JsonNode feed = subscriptions.get(1);
    assertThat(feed.get("id").stringValue()).isEqualTo("feed/" + news);
    assertThat(feed.get("title").stringValue()).isEqualTo("The News");
    assertThat(feed.get("categories").get(0).get("id").stringValue())
        .isEqualTo("user/-/label/News & more");
    JsonNode counts = get("unread-count?output=json").json();
    assertThat(counts.get("max").intValue()).isEqualTo(4);
    assertThat(counts.toString())
        .contains("\"id\":\"feed/" + news + "\",\"count\":3")
        .contains("\"id\":\"user/-/label/News & more\",\"count\":3")
        .contains("reading-list\",\"count\":4");
    assertThat(get("tag/list").text).contains("starred").contains("\"type\":\"folder\"");
    assertThat(get("subscription/export").text).contains("xmlUrl=\"https://news.example/feed\"");
  }

  @Test
  void streamsComeByPagesUntilTheyEnd() throws IOException {
    JsonNode first = get("stream/items/ids?n=3&s=" + STATE + "reading-list").json();
    assertThat(first.get("itemRefs")).hasSize(3);
    String on = first.get("continuation").stringValue();
    JsonNode second = get("stream/items/ids?n=3&c=" + on).json();
    assertThat(second.get("itemRefs")).hasSize(1);
    assertThat(second.has("continuation")).isFalse();
    assertThat(ids("n=9&r=o&s=feed/" + news)).isEqualTo(newsIds);
    assertThat(ids("n=9&s=user/123/label/News%20%26%20more")).hasSize(3);
    assertThat(ids("n=9&s=user/-/label/none")).isEmpty();
    assertThat(ids("n=9&s=" + STATE + "broadcast-friends")).isEmpty();
    assertThat(ids("n=9&ot=" + NOW.minusSeconds(60).getEpochSecond())).containsExactly(blogId);
  }

  @Test
  void contentsAreWholeInEveryFormOfAnItemsNumber() throws IOException {
    long two = newsIds.get(1);
    JsonNode items =
        post(
                "stream/items/contents",
                "i",
                item(newsIds.get(0)),
                "i",
                String.valueOf(two),
                "i",
                String.format(Locale.ROOT, "%016x", blogId),
                "i",
                "999999")
            .json()
            .get("items");
    assertThat(items).hasSize(3);
    JsonNode one = items.get(0);
    assertThat(one.get("title").stringValue()).isEqualTo("One <b>");
    assertThat(one.get("summary").get("content").stringValue()).isEqualTo("<p>Text one</p>");
    assertThat(one.get("origin").get("streamId").stringValue()).isEqualTo("feed/" + news);
    assertThat(one.get("published").longValue()).isEqualTo(NOW.minusSeconds(300).getEpochSecond());
    assertThat(one.get("categories").toString()).doesNotContain("/read\"");
    assertThat(items.get(1).get("enclosure").get(0).get("type").stringValue())
        .isEqualTo("audio/mpeg");
    JsonNode stream = get("stream/contents/feed%2F" + news + "?n=2").json();
    assertThat(stream.get("items")).hasSize(2);
    assertThat(stream.has("continuation")).isTrue();
    assertThat(get("stream/contents/feed/" + news).json().get("items")).hasSize(3);
  }

  @Test
  void readStarAndLabelsAreSetAndTakenBack() throws IOException {
    String one = item(newsIds.get(0));
    Said ok = post("edit-tag", "i", one, "a", STATE + "read", "r", STATE + "kept-unread", "T", "x");
    assertThat(ok.text).isEqualTo("OK");
    assertThat(ids("n=9&xt=" + STATE + "read")).hasSize(3).doesNotContain(newsIds.get(0));
    assertThat(ids("n=9&it=" + STATE + "read")).containsExactly(newsIds.get(0));
    post("edit-tag", "i", one, "r", STATE + "read", "a", STATE + "kept-unread");
    assertThat(ids("n=9&xt=" + STATE + "read")).hasSize(4);
    post(
        "edit-tag", "i", one, "i", item(blogId), "a", STATE + "starred", "a", "user/-/label/Later");
    assertThat(ids("n=9&s=" + STATE + "starred")).containsExactly(blogId, newsIds.get(0));
    assertThat(ids("n=9&s=user/-/label/Later")).hasSize(2);
    assertThat(get("tag/list").text).contains("user/-/label/Later");
    post("rename-tag", "s", "user/-/label/Later", "dest", "user/-/label/Soon");
    assertThat(ids("n=9&s=user/-/label/Soon")).hasSize(2);
    post("disable-tag", "s", "user/-/label/Soon");
    assertThat(ids("n=9&s=user/-/label/Soon")).isEmpty();
  }

  @Test
  void allIsMarkedAsReadUpToATime() throws IOException {
    String time = NOW.minusSeconds(70).getEpochSecond() + "000000";
    post("mark-all-as-read", "s", STATE + "reading-list", "ts", time);
    assertThat(ids("n=9&xt=" + STATE + "read")).containsExactly(blogId);
    post("mark-all-as-read", "s", "feed/" + blog);
    assertThat(ids("n=9&xt=" + STATE + "read")).isEmpty();
  }

  @Test
  void feedsAreAddedRenamedMovedAndLeft() throws IOException {
    JsonNode added = post("subscription/quickadd", "quickadd", "https://new.example/rss").json();
    String stream = added.get("streamId").stringValue();
    post("subscription/edit", "ac", "edit", "s", stream, "t", "Mine", "a", "user/-/label/F");
    assertThat(get("subscription/list").text).contains("\"Mine\"").contains("user/-/label/F");
    post("subscription/edit", "ac", "edit", "s", stream, "r", "user/-/label/F");
    assertThat(get("subscription/list").text).doesNotContain("user/-/label/F\"");
    Said other =
        post("subscription/edit", "ac", "subscribe", "s", "feed/https://b.example/", "t", "B");
    assertThat(other.text).isEqualTo("OK");
    post("subscription/edit", "ac", "unsubscribe", "s", stream);
    post("subscription/edit", "ac", "unsubscribe", "s", "feed/https://b.example/");
    assertThat(get("subscription/list").json().get("subscriptions")).hasSize(2);
  }

  @Test
  void whatOthersFollowIsNotShown() throws IOException {
    long other = store.accounts().add("other", null, NOW).orElseThrow().id();
    String theirs = Secrets.token();
    store.keys().addToken(other, "t", Secrets.hash(theirs), "f", NOW);
    for (String path :
        List.of(
            "stream/items/ids?n=9",
            "stream/items/ids?n=9&s=feed/" + news,
            "stream/items/contents?i=" + blogId)) {
      Said said =
          send(
              new Request.Builder()
                  .url(base + "/reader/api/0/" + path)
                  .header("Authorization", "GoogleLogin auth=other/" + theirs));
      assertThat(said.status).isEqualTo(200);
      assertThat(said.text).as(path).doesNotContain("\"" + blogId + "\"").doesNotContain("Post");
    }
  }

  @Test
  void wrongParametersAreNamedInAProblem() throws IOException {
    for (String path :
        List.of(
            "stream/items/ids?s=feed/x",
            "stream/items/ids?n=x",
            "stream/items/ids?c=-1",
            "stream/items/ids?ot=yesterday",
            "stream/items/ids?s=nonsense",
            "stream/items/contents",
            "stream/items/contents?i=xyz",
            "stream/contents/feed/%27%3B--")) {
      Said said = get(path);
      assertThat(said.status).as(path).isEqualTo(400);
      assertThat(said.json().get("detail").stringValue()).as(path).startsWith("'");
    }
    assertThat(post("edit-tag", "a", STATE + "read").status).isEqualTo(400);
    assertThat(post("edit-tag", "i", "1", "a", "user/-/label/ ").status).isEqualTo(400);
    assertThat(post("mark-all-as-read").status).isEqualTo(400);
    assertThat(post("subscription/edit", "ac", "burn", "s", "feed/1").status).isEqualTo(400);
    assertThat(post("subscription/edit", "ac", "edit", "s", "feed/9999").status).isEqualTo(400);
    assertThat(post("subscription/quickadd", "quickadd", "not an address").status).isEqualTo(400);
    assertThat(get("no/such/call").status).isEqualTo(404);
  }

  @Test
  void theAtomOfAStreamTellsWhatIsRead() throws IOException {
    post("edit-tag", "i", item(newsIds.get(2)), "a", STATE + "read");
    Said atom = send(to("/reader/atom/feed%2F" + news + "?n=20"));
    assertThat(atom.text)
        .contains("<title>The News</title>", "<title>One &lt;b></title>".replace(">", ">"))
        .contains("label=\"read\"", "label=\"fresh\"", item(newsIds.get(0)));
  }

  private Said fever(String query, String... fields) throws IOException {
    FormBody.Builder form = new FormBody.Builder();
    form.add("api_key", Secrets.feverKey("me", token));
    for (int i = 0; i < fields.length; i += 2) form.add(fields[i], fields[i + 1]);
    HttpUrl url = HttpUrl.get(base + "/fever/?api" + query);
    return send(new Request.Builder().url(url).post(form.build()));
  }

  @Test
  void feverTellsGroupsFeedsAndItems() throws IOException {
    JsonNode all =
        fever("&groups&feeds&favicons&items&links&unread_item_ids&saved_item_ids").json();
    assertThat(all.get("auth").intValue()).isEqualTo(1);
    assertThat(all.get("groups").get(0).get("title").stringValue()).isEqualTo("News & more");
    assertThat(all.get("feeds")).hasSize(2);
    assertThat(all.get("feeds_groups").get(0).get("feed_ids").stringValue())
        .isEqualTo(String.valueOf(news));
    assertThat(all.get("items")).hasSize(4);
    assertThat(all.get("items").get(0).get("id").longValue()).isEqualTo(newsIds.getFirst());
    assertThat(all.get("items").get(0).get("html").stringValue()).isEqualTo("<p>Text one</p>");
    assertThat(all.get("total_items").intValue()).isEqualTo(4);
    assertThat(all.get("unread_item_ids").stringValue().split(",")).hasSize(4);
    assertThat(all.get("saved_item_ids").stringValue()).isEmpty();
    assertThat(fever("&items&since_id=" + newsIds.get(2)).json().get("items")).hasSize(1);
    assertThat(fever("&items&max_id=" + newsIds.get(1)).json().get("items")).hasSize(1);
    assertThat(fever("&items&with_ids=" + blogId + ",77").json().get("items")).hasSize(1);
  }

  @Test
  void feverMarksItemsFeedsAndGroups() throws IOException {
    String one = String.valueOf(newsIds.getFirst());
    JsonNode said = fever("", "mark", "item", "as", "read", "id", one).json();
    assertThat(said.get("unread_item_ids").stringValue().split(",")).hasSize(3);
    fever("", "mark", "item", "as", "unread", "id", one);
    fever("", "mark", "item", "as", "saved", "id", one);
    assertThat(fever("&saved_item_ids").json().get("saved_item_ids").stringValue()).isEqualTo(one);
    fever("", "mark", "item", "as", "unsaved", "id", one);
    long group = FeverApi.group("News & more");
    String before = String.valueOf(NOW.getEpochSecond());
    fever("", "mark", "group", "as", "read", "id", String.valueOf(group), "before", before);
    assertThat(store.reading().unread(1, 9)).containsExactly(blogId);
    fever("", "mark", "group", "as", "read", "id", "-1", "before", before);
    assertThat(store.reading().unread(1, 9)).hasSize(1);
    fever("", "mark", "feed", "as", "read", "id", String.valueOf(blog), "before", before);
    assertThat(store.reading().unread(1, 9)).isEmpty();
  }

  @Test
  void feverRefusesWrongKeysAndNamesWrongParameters() throws IOException {
    for (String key : new String[] {"", "x", "0".repeat(32)}) {
      Said said =
          send(new Request.Builder().url(base + "/fever/?api&items").post(form("api_key", key)));
      assertThat(said.json().get("auth").intValue()).isZero();
      assertThat(said.json().has("items")).isFalse();
    }
    assertThat(fever("&items&with_ids=a").status).isEqualTo(400);
    assertThat(fever("&items&since_id=a").status).isEqualTo(400);
    assertThat(fever("", "mark", "item", "as", "eaten", "id", "1").status).isEqualTo(400);
    assertThat(fever("", "mark", "item", "as", "read").status).isEqualTo(400);
    assertThat(fever("", "mark", "world", "as", "read", "id", "1").status).isEqualTo(400);
  }
}
