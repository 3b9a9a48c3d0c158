package freshet.readerapi;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Secrets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What apps do from log-in to the last mark, request by request as their sources have it, and read
/// as strictly as they read: a field that they need and do not find ends the synchronisation there.
///
/// Sources, November 2026: NetNewsWire (ReaderAPICaller, ReaderAPIEntry), Read You
/// (GoogleReaderAPI, FeverAPI), Capy Reader (readerclient), Fluent Reader (greader.ts, fever.ts),
/// Readrops (GReaderDataSource, FeverDataSource and their adapters). Apps of the FeedMe kind keep
/// to Fever's own description.
class ClientReplayTest extends ReaderHouse {
  private static final String READ = STATE + "read";
  private static final String STARRED = STATE + "starred";
  private static final String READING_LIST = STATE + "reading-list";
  private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");

  private String api;
  private long bare;

  /// An entry without a title and a link, of a feed without a folder and a site, among the others.
  @BeforeEach
  void add() {
    api = base + "/api/greader.php/";
    bare = samples.bare(samples.feed("https://bare.example/rss", null), null, NOW, "Words only");
  }

  // -- what is sent

  private Said get(String auth, String path) throws IOException {
    return send(new Request.Builder().url(api + path).header("Authorization", auth));
  }

  private Said post(String auth, String path, RequestBody body) throws IOException {
    return send(new Request.Builder().url(api + path).header("Authorization", auth).post(body));
  }

  private static FormBody many(String name, List<String> values, String... rest) {
    FormBody.Builder form = new FormBody.Builder();
    for (String v : values) form.add(name, v);
    for (int i = 0; i < rest.length; i += 2) form.add(rest[i], rest[i + 1]);
    return form.build();
  }

  private static String line(Said said, String name) {
    return said.text()
        .lines()
        .filter(l -> l.startsWith(name + "="))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  // -- how it is read

  private static void texts(JsonNode object, String... names) {
    for (String name : names) {
      assertThat(object.path(name).isString()).as(name + " of " + object).isTrue();
    }
  }

  private static void filled(JsonNode object, String... names) {
    texts(object, names);
    for (String name : names) {
      assertThat(object.get(name).stringValue()).as(name + " of " + object).isNotEmpty();
    }
  }

  private static void numbers(JsonNode object, String... names) {
    for (String name : names) {
      assertThat(object.path(name).isIntegralNumber()).as(name + " of " + object).isTrue();
    }
  }

  private static List<String> refs(JsonNode said) {
    List<String> ids = new ArrayList<>();
    for (JsonNode ref : said.get("itemRefs")) {
      filled(ref, "id");
      ids.add(ref.get("id").stringValue());
    }
    return ids;
  }

  private static String hexadecimal(String decimal) {
    return String.format(Locale.ROOT, "%016x", Long.parseLong(decimal));
  }

  private Set<Long> unread() {
    return Set.copyOf(store.reading().unread(1, 99));
  }

  private List<Long> starred() {
    return store.reading().starred(1, 99);
  }

  @Test
  void netNewsWire() throws IOException {
    Said login =
        send(
            new Request.Builder()
                .url(api + "accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", token)));
    // It splits every line at "=" and takes the second part.
    login.text().lines().forEach(l -> assertThat(l.split("=")).hasSize(2));
    String auth = "GoogleLogin auth=" + line(login, "Auth");
    String write = get(auth, "reader/api/0/token").text();

    String etag;
    Request.Builder list =
        new Request.Builder()
            .url(api + "reader/api/0/subscription/list?output=json")
            .header("Authorization", auth);
    try (Response first = client.newCall(list.build()).execute()) {
      etag = first.header("ETag");
      for (JsonNode s : JSON.readTree(first.body().string()).get("subscriptions")) {
        texts(s, "id", "title", "url");
        for (JsonNode c : s.get("categories")) filled(c, "id", "label");
      }
    }
    try (Response again =
        client.newCall(list.header("If-None-Match", String.valueOf(etag)).build()).execute()) {
      assertThat(again.code()).isEqualTo(304);
    }
    for (JsonNode t : get(auth, "reader/api/0/tag/list?output=json").json().get("tags")) {
      filled(t, "id");
    }
    Set<String> missing = new LinkedHashSet<>();
    for (String query :
        List.of(
            "s=" + READING_LIST + "&n=1000&output=json&ot=" + (NOW.getEpochSecond() - 7_776_000),
            "s=" + READING_LIST + "&n=10000&output=json&xt=" + READ,
            "s=" + STARRED + "&n=10000&output=json")) {
      missing.addAll(refs(get(auth, "reader/api/0/stream/items/ids?" + query).json()));
    }
    assertThat(missing).hasSize(5);
    String body =
        "T=%s&output=json&%s"
            .formatted(
                write,
                String.join(
                    "&",
                    missing.stream()
                        .map(id -> "i=tag:google.com,2005:reader/item/" + hexadecimal(id))
                        .toList()));
    JsonNode entries =
        post(auth, "reader/api/0/stream/items/contents", RequestBody.create(body, FORM)).json();
    filled(entries, "id");
    numbers(entries, "updated");
    assertThat(entries.get("items")).hasSize(5);
    Set<String> known = new LinkedHashSet<>();
    for (JsonNode e : entries.get("items")) {
      filled(e, "id", "title");
      assertThat(e.get("summary").isObject()).isTrue();
      assertThat(e.get("alternate").isArray()).isTrue();
      assertThat(e.get("categories").isArray()).isTrue();
      filled(e.get("origin"), "streamId", "title");
      String id = e.get("id").stringValue();
      known.add(String.valueOf(Long.parseLong(id.substring(id.lastIndexOf('/') + 1), 16)));
    }
    assertThat(known).isEqualTo(missing);
    String one = missing.iterator().next();
    for (String change : List.of("a=" + READ, "a=" + STARRED)) {
      String mark =
          "T=" + write + "&i=tag:google.com,2005:reader/item/" + hexadecimal(one) + "&" + change;
      assertThat(post(auth, "reader/api/0/edit-tag", RequestBody.create(mark, FORM)).text())
          .isEqualTo("OK");
    }
    assertThat(unread()).hasSize(4).doesNotContain(entry(Long.parseLong(one)));
    assertThat(starred()).containsExactly(entry(Long.parseLong(one)));
    for (String change : List.of("a=user/-/label/Fun & é", "r=user/-/label/News & more")) {
      String edit = "T=" + write + "&s=feed/" + news + "&ac=edit&" + change.replace("&", "%26");
      assertThat(
              post(auth, "reader/api/0/subscription/edit", RequestBody.create(edit, FORM)).text())
          .isEqualTo("OK");
    }
    assertThat(store.feeds().folders(1)).containsEntry(news, List.of("Fun & é"));
  }

  @Test
  void readYouOverGoogleReader() throws IOException {
    JsonNode login =
        send(new Request.Builder()
                .url(api + "accounts/ClientLogin")
                .post(
                    form(
                        "output", "json",
                        "Email", "me",
                        "Passwd", token,
                        "client", "ReadYou/0.11.1(35)",
                        "accountType", "HOSTED_OR_GOOGLE",
                        "service", "reader")))
            .json();
    filled(login, "Auth");
    String auth = "GoogleLogin auth=" + login.get("Auth").stringValue();
    String write = get(auth, "reader/api/0/token").text();
    texts(get(auth, "reader/api/0/user-info?output=json").json(), "userId", "userName");
    for (JsonNode s :
        get(auth, "reader/api/0/subscription/list?output=json").json().get("subscriptions")) {
      filled(s, "id", "title", "url");
    }
    String ids = "reader/api/0/stream/items/ids?output=json";
    List<String> unread =
        refs(get(auth, ids + "&s=" + READING_LIST + "&xt=" + READ + "&n=10000").json());
    assertThat(unread).hasSize(5);
    assertThat(refs(get(auth, ids + "&s=" + STARRED + "&n=10000").json())).isEmpty();
    assertThat(refs(get(auth, ids + "&s=" + READ + "&ot=1&n=10000").json())).isEmpty();
    JsonNode contents =
        post(
                auth,
                "reader/api/0/stream/items/contents?output=json",
                many("i", unread.stream().map(ClientReplayTest::hexadecimal).toList(), "T", write))
            .json();
    assertThat(contents.get("items")).hasSize(5);
    for (JsonNode item : contents.get("items")) {
      filled(item, "id", "crawlTimeMsec", "title");
      filled(item.get("canonical").get(0), "href");
      filled(item.get("origin"), "streamId");
      String hex = item.get("id").stringValue().replace("tag:google.com,2005:reader/item/", "");
      assertThat(unread).contains(String.valueOf(Long.parseLong(hex, 16)));
    }
    List<String> all =
        unread.stream().map(i -> "tag:google.com,2005:reader/item/" + hexadecimal(i)).toList();
    post(auth, "reader/api/0/edit-tag?output=json", many("i", all, "a", READ, "T", write));
    assertThat(unread()).isEmpty();
    post(auth, "reader/api/0/edit-tag?output=json", many("i", all, "r", READ, "T", write));
    assertThat(unread()).hasSize(5);
    JsonNode added =
        post(
                auth,
                "reader/api/0/subscription/quickadd?output=json&quickadd=https://n.example/rss",
                form("quickadd", "https://n.example/rss", "T", write))
            .json();
    numbers(added, "numResults");
    filled(added, "query", "streamId", "streamName");
    post(
        auth,
        "reader/api/0/subscription/edit?output=json",
        form(
            "ac",
            "edit",
            "s",
            added.get("streamId").stringValue(),
            "a",
            "user/-/label/Neu",
            "t",
            "Mine",
            "T",
            write));
    assertThat(get(auth, "reader/api/0/subscription/list?output=json").text())
        .contains("\"Mine\"", "\"Neu\"");
  }

  @Test
  void capyReader() throws IOException {
    HttpUrl login =
        HttpUrl.get(api + "accounts/ClientLogin")
            .newBuilder()
            .addQueryParameter("Email", "me")
            .addQueryParameter("Passwd", token)
            .build();
    Said in = send(new Request.Builder().url(login).post(RequestBody.create(new byte[0], null)));
    String auth = "GoogleLogin auth=" + line(in, "Auth");
    String write = get(auth, "reader/api/0/token").text();
    for (JsonNode s :
        get(auth, "reader/api/0/subscription/list?output=json").json().get("subscriptions")) {
      texts(s, "id", "title", "url", "htmlUrl", "iconUrl");
      for (JsonNode c : s.get("categories")) texts(c, "id", "label");
    }
    String ids = "reader/api/0/stream/items/ids?output=json&n=10000&s=";
    List<String> all = refs(get(auth, ids + READING_LIST).json());
    assertThat(refs(get(auth, ids + READING_LIST + "&xt=" + READ).json())).isEqualTo(all);
    for (String form : List.of("decimal", "hexadecimal")) {
      List<String> wanted =
          form.equals("decimal") ? all : all.stream().map(ClientReplayTest::hexadecimal).toList();
      JsonNode items =
          post(
                  auth,
                  "reader/api/0/stream/items/contents?output=json",
                  many("i", wanted, "T", write))
              .json()
              .get("items");
      assertThat(items).hasSize(5);
      for (JsonNode item : items) {
        texts(item, "id", "title");
        numbers(item, "published");
        filled(item.get("canonical").get(0), "href");
        texts(item.get("summary"), "content");
        texts(item.get("origin"), "streamId", "htmlUrl", "title");
        if (item.has("enclosure")) item.get("enclosure").forEach(e -> texts(e, "href", "type"));
      }
    }
    // An expired token is told by a header.
    try (Response stale =
        client
            .newCall(
                new Request.Builder()
                    .url(api + "reader/api/0/edit-tag?output=json")
                    .header("Authorization", "GoogleLogin auth=me/gone")
                    .post(form("i", "1", "a", READ))
                    .build())
            .execute()) {
      assertThat(stale.code()).isEqualTo(401);
      assertThat(stale.header("X-Reader-Google-Bad-Token")).isEqualTo("true");
    }
    post(
        auth,
        "reader/api/0/edit-tag?output=json",
        many("i", List.of(hexadecimal(all.getFirst())), "T", write, "a", STARRED));
    assertThat(starred()).containsExactly(entry(Long.parseLong(all.getFirst())));
  }

  @Test
  void fluentReaderOverGoogleReader() throws IOException {
    Said login =
        send(
            new Request.Builder()
                .url(api + "accounts/ClientLogin")
                .post(form("Email", "me", "Passwd", token)));
    String auth = "GoogleLogin auth=" + line(login, "Auth");
    assertThat(get(auth, "reader/api/0/user-info").status()).isEqualTo(200);
    String ids = "reader/api/0/stream/items/ids?output=json&n=1000&s=";
    List<String> unread = refs(get(auth, ids + READING_LIST + "&xt=" + READ).json());
    refs(get(auth, ids + STARRED).json());
    JsonNode said = get(auth, "reader/api/0/stream/contents?output=json&n=125").json();
    List<String> items = new ArrayList<>();
    for (JsonNode item : said.get("items")) {
      String id = item.get("id").stringValue();
      items.add(String.valueOf(Long.parseUnsignedLong(id.substring(id.lastIndexOf('/') + 1), 16)));
      filled(item.get("origin"), "streamId");
      texts(item.get("summary"), "content");
      texts(item, "title", "crawlTimeMsec");
      filled(item.get("canonical").get(0), "href");
      numbers(item, "published");
    }
    assertThat(items).containsExactlyElementsOf(unread);
    // It puts ids together as text.
    String refs = "i=" + String.join("&i=", items) + "&a=" + READ;
    post(auth, "reader/api/0/edit-tag", RequestBody.create(refs, FORM));
    assertThat(unread()).isEmpty();
  }

  @Test
  void readropsOverGoogleReader() throws IOException {
    Said login =
        send(
            new Request.Builder()
                .url(api + "accounts/ClientLogin")
                .post(
                    new MultipartBody.Builder()
                        .setType(MultipartBody.FORM)
                        .addFormDataPart("Email", "me")
                        .addFormDataPart("Passwd", token)
                        .build()));
    String auth = "GoogleLogin auth=" + line(login, "Auth");
    String write = get(auth, "reader/api/0/token").text();
    for (JsonNode s :
        get(auth, "reader/api/0/subscription/list?output=json").json().get("subscriptions")) {
      filled(s, "title", "url", "id");
      assertThat(s.get("categories").size()).isLessThan(2);
    }
    String stream = "reader/api/0/stream/contents/user/-/state/com.google/";
    JsonNode items =
        get(auth, stream + "reading-list?xt=" + READ + "&xt=" + STARRED + "&n=2147483647").json();
    Set<String> remote = new LinkedHashSet<>();
    for (JsonNode item : items.get("items")) {
      filled(item, "id", "title");
      numbers(item, "published");
      filled(item.get("origin"), "streamId");
      item.get("alternate").forEach(a -> texts(a, "href"));
      remote.add(item.get("id").stringValue());
    }
    assertThat(get(auth, stream + "starred?n=2147483647").json().get("items")).isEmpty();
    String ids = "reader/api/0/stream/items/ids?s=" + READING_LIST + "&n=2147483647";
    Set<String> built = new LinkedHashSet<>();
    for (JsonNode ref : get(auth, ids + "&xt=" + READ).json().get("itemRefs")) {
      assertThat(ref.propertyNames()).containsExactly("id");
      // The hexadecimal form, padded to the length of the decimal one.
      String decimal = ref.get("id").stringValue();
      String hex = Long.toHexString(Long.parseLong(decimal));
      built.add(
          "tag:google.com,2005:reader/item/"
              + "0".repeat(Math.max(0, decimal.length() - hex.length()))
              + hex);
    }
    assertThat(built).isEqualTo(remote).hasSize(5);
    assertThat(get(auth, ids + "&xt=" + STATE + "unread").json().get("itemRefs")).isEmpty();
    post(auth, "reader/api/0/edit-tag", many("i", List.copyOf(remote), "T", write, "a", READ));
    assertThat(get(auth, ids + "&xt=" + STATE + "unread").json().get("itemRefs")).hasSize(5);
    Said folder = post(auth, "reader/api/0/edit-tag", form("T", write, "a", "user/-/label/Neu"));
    assertThat(folder.status()).isEqualTo(200);
    String feed = "feed/https://blog.example/feed";
    post(
        auth,
        "reader/api/0/subscription/edit",
        form("T", write, "s", feed, "t", "Blog", "a", "user/-/label/Neu", "ac", "edit"));
    assertThat(store.feeds().folders(1)).containsEntry(blog, List.of("Neu"));
    post(auth, "reader/api/0/subscription/edit", form("T", write, "s", feed, "ac", "unsubscribe"));
    assertThat(store.subscriptions().find(1, blog)).isEmpty();
  }

  // -- Fever

  private JsonNode ask(String url, RequestBody body) throws IOException {
    JsonNode said = send(new Request.Builder().url(url).post(body)).json();
    assertThat(said.get("auth").intValue()).isEqualTo(1);
    numbers(said, "api_version", "last_refreshed_on_time");
    return said;
  }

  private static void feverItem(JsonNode item) {
    numbers(item, "id", "feed_id", "is_saved", "is_read", "created_on_time");
    filled(item, "title", "url");
    texts(item, "author", "html");
  }

  @Test
  void readYouOverFever() throws IOException {
    FormBody key = form("api_key", Secrets.feverKey("me", token));
    String url = base + "/fever/?api=&";
    ask(url, key);
    JsonNode groups = ask(url + "groups", key);
    JsonNode feeds = ask(url + "feeds", key);
    Set<String> inGroups = new LinkedHashSet<>();
    for (JsonNode g : feeds.get("feeds_groups")) {
      assertThat(g.get("group_id").canConvertToInt()).isTrue();
      inGroups.addAll(Arrays.asList(g.get("feed_ids").stringValue().split(",")));
    }
    for (JsonNode g : groups.get("groups")) assertThat(g.get("id").canConvertToInt()).isTrue();
    for (JsonNode f : feeds.get("feeds")) {
      assertThat(inGroups).contains(f.get("id").asString());
      texts(f, "title", "url", "site_url");
      numbers(f, "favicon_id", "is_spark");
    }
    ask(url + "favicons", key);
    int seen = 0;
    String since = "0";
    while (true) {
      JsonNode items = ask(url + "items&since_id=" + since, key).get("items");
      if (items.isEmpty()) break;
      items.forEach(ClientReplayTest::feverItem);
      since = items.get(items.size() - 1).get("id").asString();
      seen += items.size();
    }
    assertThat(seen).isEqualTo(5);
    texts(ask(url + "unread_item_ids", key), "unread_item_ids");
    texts(ask(url + "saved_item_ids", key), "saved_item_ids");
    ask(url + "&mark=item&as=read&id=" + since, key);
    assertThat(unread()).doesNotContain(entry(Long.parseLong(since)));
    ask(url + "&mark=feed&as=read&id=" + news + "&before=9223372036854775", key);
    assertThat(unread()).doesNotContainAnyElementsOf(newsIds);
    ask(url + "&mark=feed&as=unread&id=" + news + "&before=9223372036854775", key);
  }

  @Test
  void fluentReaderOverFever() throws IOException {
    String key = "api_key=" + Secrets.feverKey("me", token);
    String url = base + "/fever/?api";
    JsonNode feeds = ask(url + "&feeds", RequestBody.create(key, FORM));
    assertThat(feeds.get("feeds_groups")).isNotEmpty();
    for (JsonNode g : ask(url + "&groups", RequestBody.create(key, FORM)).get("groups")) {
      filled(g, "title");
    }
    JsonNode items =
        ask(url + "&items&max_id=9007199254740991", RequestBody.create(key, FORM)).get("items");
    assertThat(items).hasSize(5);
    for (JsonNode item : items) {
      feverItem(item);
      // A number of JavaScript.
      assertThat(item.get("id").longValue()).isLessThan(1L << 53);
    }
    String newest = items.get(0).get("id").asString();
    ask(url, RequestBody.create(key + "&mark=item&as=saved&id=" + newest, FORM));
    assertThat(starred()).containsExactly(bare);
    ask(url, RequestBody.create(key + "&mark=item&as=unsaved&id=" + newest, FORM));
    assertThat(starred()).isEmpty();
  }

  @Test
  void readropsOverFever() throws IOException {
    MultipartBody body =
        new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
            .addFormDataPart("api_key", Secrets.feverKey("me", token))
            .build();
    String url = base + "/fever/?api";
    ask(url + "&feeds", body);
    ask(url + "&groups", body);
    List<String> unread =
        new ArrayList<>(
            List.of(
                ask(url + "&unread_item_ids", body)
                    .get("unread_item_ids")
                    .stringValue()
                    .split(",")));
    // It takes the last thousand, and goes on before the newest.
    String newest = unread.reversed().getFirst();
    assertThat(entry(Long.parseLong(newest))).isEqualTo(bare);
    String max = newest;
    int seen = 0;
    while (true) {
      JsonNode items = ask(url + "&items&max_id=" + max, body).get("items");
      if (items.isEmpty()) break;
      items.forEach(ClientReplayTest::feverItem);
      seen += items.size();
      long least = Long.MAX_VALUE;
      for (JsonNode item : items) least = Math.min(least, item.get("id").longValue());
      max = String.valueOf(least);
    }
    assertThat(seen).isEqualTo(4);
    // As text, the greatest is the newest.
    assertThat(unread.stream().sorted().toList()).isEqualTo(unread);
    ask(url + "&items&since_id=" + newest, body);
    ask(url + "&mark=item&as=read&id=" + newest, body);
    assertThat(unread()).doesNotContain(bare);
  }

  /// FeedMe, Reeder and others: everything at once, then page by page, marks in the body.
  @Test
  void appsOfTheFeedMeKindOverFever() throws IOException {
    String key = Secrets.feverKey("me", token).toUpperCase(Locale.ROOT);
    JsonNode all =
        ask(
            base + "/api/fever.php?api&groups&feeds&favicons&unread_item_ids&saved_item_ids",
            form("api_key", key));
    for (String list : List.of("groups", "feeds", "feeds_groups", "favicons")) {
      assertThat(all.get(list).isArray()).as(list).isTrue();
    }
    List<String> ids = List.of(all.get("unread_item_ids").stringValue().split(","));
    JsonNode items =
        ask(
                base + "/api/fever.php?api&items&with_ids=" + String.join(",", ids),
                form("api_key", key))
            .get("items");
    assertThat(items).hasSize(5);
    items.forEach(ClientReplayTest::feverItem);
    String before = String.valueOf(NOW.getEpochSecond() + 1);
    ask(
        base + "/api/fever.php?api",
        form("api_key", key, "mark", "group", "as", "read", "id", "0", "before", before));
    assertThat(unread()).isEmpty();
    JsonNode back =
        ask(
            base + "/api/fever.php?api",
            form("api_key", key, "mark", "item", "as", "unread", "id", ids.getFirst()));
    assertThat(back.has("auth")).isTrue();
    assertThat(unread()).containsExactly(entry(Long.parseLong(ids.getFirst())));
  }
}
