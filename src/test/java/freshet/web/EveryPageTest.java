package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.jobs.Job;
import freshet.model.Alert;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.Rule;
import freshet.store.QueryPlans;
import freshet.store.Rules;
import freshet.store.Store;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every page is shown and every form sent once, over an empty store and over one where everything
/// is used. A route that is not visited here fails the test.
class EveryPageTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String STORM =
      "<p>The storm has damaged the wall of the old harbour below the water, and divers will look"
          + " at it for three days while ships are sent to the next port along the coast, the"
          + " harbour master said on Monday evening in the town hall.</p>";
  private static final String ACCOUNT = "/settings/account";
  private static final String INSTALLATION = "/settings/installation";

  /// Parts of queries that may read a large table whole, and why.
  private static final Map<String, String> WHOLE =
      Map.of(
          "SELECT COUNT(*), COALESCE(SUM(x.size), 0)",
          "what is kept and how large it is: the administrator asks for it now and then",
          "SUM(CASE WHEN e.placed >= ? THEN 1 ELSE 0 END) AS entries FROM entry e WHERE +e.placed",
          "how stories spread: a report over any time",
          "SELECT COUNT(*) FROM entry",
          "how far the index is, counted once when it is built anew");

  /// What is asked in the background, if its time comes while the test runs.
  private static final Map<String, String> WHOLE_NOW_AND_THEN =
      Map.of(
          "AS mixed FROM entry",
          "whether the index has the numbers of all entries: compared now and then, along an"
              + " index");

  /// What keys of texts begin with, up to the point.
  private static final Set<String> FAMILIES =
      Texts.in(Locale.ENGLISH).keys().stream()
          .filter(key -> key.contains("."))
          .map(key -> key.substring(0, key.indexOf('.')))
          .collect(Collectors.toSet());

  @TempDir Path folder;
  private Site site;
  private final Set<String> visited = new TreeSet<>();
  private final Set<String> spoken = new TreeSet<>();

  /// Where the store is: in the folder, unless a test of the same says otherwise.
  @Nullable String database() {
    return null;
  }

  @BeforeEach
  void open() {
    site = new Site(folder, Store.open(folder, database()), InstantSource.fixed(NOW));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private void visited(String method, String path) {
    String asked = method + " " + path.replaceFirst("[?].*", "");
    for (String route : site.routes()) {
      if (asked.matches(route.replaceAll("\\{[^}]*}", "[^/]+"))) {
        visited.add(route);
        return;
      }
    }
    throw new AssertionError("no route for " + asked);
  }

  private void shown(int status, String... paths) throws IOException {
    for (String path : paths) {
      int said = path.startsWith("/live") ? site.status(path) : site.get(path).status();
      assertThat(said).as(path).isEqualTo(status);
      if (!path.startsWith("/live") && database() == null && spoken.add(page(path))) {
        inEveryLanguage(path, status);
      }
      visited("GET", path);
    }
  }

  /// Without what narrows it, but with what makes another page of it.
  private static String page(String path) {
    return path.replaceFirst("[?](?!edit|q|days|saved).*", "");
  }

  /// A text that is missing shows its key.
  private void inEveryLanguage(String path, int status) throws IOException {
    for (Locale language : Texts.LANGUAGES) {
      Site.Page page = site.get(path, "Accept-Language", language.toLanguageTag());
      assertThat(page.status()).as(path + " in " + language).isEqualTo(status);
      if (!page.header("Content-Type").startsWith("text/html")) return;
      assertThat(page.text()).contains("<html lang=\"" + language.toLanguageTag() + "\"");
      Matcher key = Pattern.compile("[>\"]\\s*([a-z]+)[.][a-z-]+\\s*[<\"]").matcher(page.text());
      while (key.find()) {
        assertThat(FAMILIES).as(path + " " + key.group()).doesNotContain(key.group(1));
      }
    }
  }

  private Site.Page sent(int status, String from, String path, String... fields)
      throws IOException {
    Map<String, String> form = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) form.put(fields[i], fields[i + 1]);
    Site.Page said = site.post(from, path, form);
    assertThat(said.status()).as(path + " " + form + said.text()).isEqualTo(status);
    visited("POST", path);
    return said;
  }

  @Test
  void nothingIsStoredYet() throws IOException {
    Map<String, Integer> others =
        Map.of(
            "/login",
            303,
            "/login/openid",
            404,
            "/login/openid/back",
            404,
            "/laboratory/report",
            404,
            "/folder",
            404);
    for (String route : site.routes()) {
      if (!route.startsWith("GET ")) continue;
      String path = route.substring(4);
      String asked = path.replaceAll("\\{[^}]*}", "1");
      shown(path.equals(asked) ? others.getOrDefault(path, 200) : 404, asked);
    }
  }

  @Test
  void everythingIsUsed() throws Exception {
    QueryPlans plans = new QueryPlans(site.store);
    long papers = site.samples.feed("https://a.example/feed", "Papers");
    long blog = site.samples.feed("https://b.example/feed", null);
    Text text = Text.of("The harbour is closed", "x", NOW.minusSeconds(3600)).html(STORM).in("en");
    long entry = site.samples.poll(papers, "Paper", NOW, text).getFirst();
    long copy = site.samples.poll(blog, "Blog", NOW, text).getFirst();
    long old =
        site.samples
            .poll(blog, "Blog", NOW, Text.of("Older", "y", NOW.minus(Duration.ofDays(3))).in("et"))
            .getFirst();
    var edited = Made.entry(3, "Older, corrected", NOW.minus(Duration.ofDays(3)), "y", "et");
    FeedUrl address = FeedUrl.of("https://b.example/feed");
    site.store
        .polls()
        .record(Made.poll(blog, address, NOW, List.of(new NewEntry(edited, old, "y", "et"))));
    shown(200, "/entry/" + old + "/before/1?kept=1");
    site.samples.fail(blog, NOW, "It did not answer.", 3);
    site.understanding.start();
    site.understanding.awaitReady();
    site.indexed();
    site.web.page("https://harbour.example/", "<html><title>Harbour</title><p>Boats</p></html>");

    site.articles.start();

    read(entry, copy, old, papers);
    follow(blog);
    saveElsewhere(entry);
    String translation = "/settings/translation";
    shown(200, translation, "/entry/" + entry + "?original=1");
    sent(303, translation, translation, "into", "en", "reads", "de");
    shown(200, translation + "?saved=1", "/", "/entry/" + entry);
    sent(303, translation, translation, "into", "");
    sent(200, translation, translation + "/try", "text", "Hola", "from", "es", "into", "en");
    sent(422, translation, translation + "/forget", "translator", "nobody");
    find(entry);
    explore();
    share(papers);
    visit(entry, copy, papers);
    shown(200, "/icon/" + papers);
    shown(404, "/image/nobody-signed-it");
    shown(200, "/worker.js", "/manifest.webmanifest");
    govern();

    assertThat(plans.asked()).isGreaterThan(100);
    Map<String, String> excused = new TreeMap<>(WHOLE);
    excused.putAll(WHOLE_NOW_AND_THEN);
    assertThat(plans.whole(excused)).as("queries that read a large table whole").isEmpty();
    assertThat(plans.idle(WHOLE)).as("excuses that are not needed any more").isEmpty();
    assertThat(visited).containsExactlyInAnyOrderElementsOf(site.routes());
  }

  private void read(long entry, long copy, long old, long papers) throws IOException {
    sent(303, "/", "/mark", "do", "star:" + entry);
    sent(303, "/", "/mark", "do", "tag:" + copy, "tag", "later");
    assertThat(site.store.reading().starred(1, 9)).containsExactly(entry);
    String marked = sent(303, "/", "/mark-all", "older", "1", "back", "/").header("Location");
    assertThat(site.store.reading().unread(1, 9)).containsExactlyInAnyOrder(entry, copy);
    sent(303, "/", "/unmark", "batch", marked.replaceFirst(".*undo=", ""), "back", "/");
    assertThat(site.store.reading().unread(1, 9)).contains(old);
    sent(303, "/", "/hide", "topic", "weather", "back", "/");
    sent(303, "/", "/hide", "feed", "" + papers, "back", "/");
    sent(303, "/", "/hide", "feed", "" + papers, "as", "show", "back", "/");
    sent(303, "/entry/" + entry, "/entry/" + entry + "/topic", "topic", "crime");
    assertThat(site.get("/entry/" + copy).text()).contains("Crime");
    sent(303, "/settings", "/settings/same", "percent", "60");
    String link = String.valueOf(site.store.entries().find(entry).orElseThrow().link());
    site.web.page(link, "<html><body><article>" + STORM.repeat(4) + "</article></body></html>");
    sent(303, "/entry/" + entry, "/entry/" + entry + "/article");
    assertThat(site.get("/entry/" + entry).text()).contains("Whole article");
  }

  private void follow(long blog) throws IOException {
    site.web.page("https://c.example/feed", "<rss version='2.0'><channel></channel></rss>");
    String made =
        sent(303, "/feeds", "/feeds/add", "address", "https://c.example/feed", "folder", "New")
            .header("Location");
    String added = made.replaceFirst("/[?]feed=(\\d+)&.*", "$1");
    sent(303, "/feeds", "/follow", "feed", "https://d.example/feed");
    String list = "https://e.example/";
    site.web.page(list, "<html><body><ul><li><a href='/one'>One</a></li></ul></body></html>");
    sent(303, "/feeds", "/feeds/list", "address", list, "selector", "li a", "follow", "yes");
    long followed = site.store.feeds().all().getLast().id();
    sent(303, "/feed/" + followed, "/feed/" + followed + "/list", "selector", "a", "save", "yes");
    Site.Page imported =
        site.postFile("/feeds", "/feeds/import", "list.txt", "https://f.example/feed\n");
    assertThat(imported.status()).isEqualTo(200);
    assertThat(imported.text()).contains("f.example");
    visited("POST", "/feeds/import");
    sent(303, "/", "/starters", "list", "country-EE");
    String page = "/feed/" + blog;
    sent(303, page, page + "/story", "topic", "sport", "preferred", "on");
    sent(303, page, page + "/articles", "mode", "never", "take", "article");
    sent(200, page, page + "/articles", "mode", "never", "preview", "1");
    sent(422, page, page + "/articles", "mode", "never", "take", "p[");
    sent(303, page, page + "/edit", "interval", "2h");
    sent(303, page, page + "/edit", "interval", "");
    String rules = page + "/rules";
    shown(200, rules);
    sent(200, rules, page + "/filter", "kind", "hide", "words", "advert", "preview", "1");
    sent(303, rules, page + "/filter", "kind", "hide", "words", "advert");
    sent(303, rules, page + "/unfilter", "rule", "" + site.store.rules().all(1).getLast().id());
    sent(404, rules, page + "/unfilter", "rule", "no number");
    sent(200, rules, page + "/rewrite", "rules", "drop: figure", "preview", "1");
    sent(303, rules, page + "/rewrite", "rules", "drop: figure");
    sent(422, rules, page + "/rewrite", "rules", "dorp: figure");
    sent(303, page, page + "/pause");
    sent(303, page, page + "/resume");
    sent(303, page, page + "/poll");
    sent(303, "/feeds", "/feeds/bulk", "feed", added, "do", "folder", "folder", "More");
    String folder = "/folder?name=More";
    shown(200, folder);
    sent(303, folder, "/folder", "folder", "More", "name", "Most", "in", "Papers");
    sent(303, "/", "/folder/fold", "fold", "Papers/Most", "back", "/");
    sent(303, "/", "/folder/move", "feed", added, "from", "Papers/Most", "to", "Best");
    sent(303, "/folder?name=Best", "/folder/remove", "folder", "Best");
    assertThat(site.store.feeds().folders(1)).doesNotContainKey(Long.valueOf(added));
    int before = site.store.subscriptions().of(1).size();
    sent(303, "/feed/" + added + "/remove", "/feed/" + added + "/remove");
    assertThat(site.store.subscriptions().of(1)).hasSize(before - 1);
  }

  private void find(long entry) throws IOException {
    sent(303, "/search?q=harbour", "/search/save", "q", "harbour", "name", "Harbour");
    sent(303, "/search?q=harbour", "/search/save", "q", "divers", "name", "Divers");
    sent(303, "/search?saved=2", "/search/2/remove");
    assertThat(site.store.savedSearches().all(1)).hasSize(1);
    String[] rule = {"name", "R", "query", "harbour", "action", "alert", "way", "webhook"};
    String[] whole = java.util.Arrays.copyOf(rule, 12);
    whole[8] = "target";
    whole[9] = "https://hook.example/x";
    whole[10] = "enabled";
    whole[11] = "on";
    sent(200, "/rules", "/rules/try", whole);
    sent(303, "/rules", "/rules", whole);
    Rule kept = site.store.rules().all(1).getFirst();
    site.store
        .rules()
        .matched(1, kept, entry, List.of(entry), new Rules.Raising(NOW, NOW, Duration.ofDays(9)));
    List<Alert> alerts = site.store.alerts().page(1, null, null, 9);
    assertThat(alerts).hasSize(1);
    sent(303, "/rules", "/alerts/" + alerts.getFirst().id() + "/retry");
    site.store.alerts().failed(alerts, "It did not answer", null);
    shown(200, "/rules", "/rules?edit=" + kept.id());
    sent(303, "/rules", "/alerts/retry");
    assertThat(site.store.alerts().page(1, Alert.State.WAITING, null, 9)).hasSize(1);
    sent(303, "/rules", "/rules/" + kept.id() + "/remove");
    assertThat(site.store.rules().all(1)).isEmpty();
  }

  private void explore() throws IOException {
    sent(303, "/discover", "/discover", "sites", "https://harbour.example/", "depth", "quick");
    await().until(() -> site.discoveries.find(1, 1).orElseThrow().state() == Job.State.DONE);
    shown(200, "/discover", "/discover/1?show=all", "/statistics", "/statistics?days=7");
    shown(200, "/spread", "/spread?days=7&feed=1", "/spread/stories");
    sent(303, "/discover/1", "/discover/1/remove");
    sent(303, "/discover", "/crawls", "starts", "https://harbour.example/", "mode", "link");
    await().until(() -> site.crawls.find(1).orElseThrow().state() == Job.State.DONE);
    shown(200, "/crawls/1");
    sent(303, "/crawls/1", "/crawls/1/remove");
    sent(
        303,
        "/laboratory",
        "/laboratory",
        "budget",
        "6/10m",
        "interval",
        "10m",
        "policy",
        "round-robin");
    await().untilAsserted(() -> shown(200, "/laboratory/report"));
    shown(200, "/laboratory", "/jobs", "/machines");
    sent(303, "/machines", "/machines/terminal-1/kill");
    sent(303, "/jobs", "/jobs/trial-1/run");
    sent(303, "/laboratory", "/laboratory/stop");
  }

  private void share(long papers) throws IOException {
    for (String view : List.of("/", "/starred", "/?feed=" + papers, "/search?saved=1")) {
      if (!view.startsWith("/search")) sent(303, view, "/out", "view", view, "title", "A view");
      String page = site.get(view).text();
      assertThat(page).as(view).contains("/out/");
      int at = page.indexOf("/out/");
      String out = page.substring(at, page.indexOf(".rss", at));
      for (String form : List.of(".rss", ".atom", ".json")) {
        shown(200, out + form);
        assertThat(site.get(out + form).text()).contains("/story/");
      }
      Site.Page hub =
          site.postPlain(
              "/hub",
              Map.of(
                  "hub.mode", "subscribe",
                  "hub.topic", site.base + out + ".rss",
                  "hub.callback", "https://reader.example/back"));
      assertThat(hub.status()).as(hub.text()).isEqualTo(202);
      visited("POST", "/hub");
    }
    shown(200, "/live", "/live/search");
    shown(200, site.get("/").text().replaceFirst("(?s).*(/static/app[.][^\"]*css).*", "$1"));
  }

  private void visit(long entry, long copy, long papers) throws IOException {
    long event = site.store.events().of(List.of(entry)).values().iterator().next().id();
    shown(
        200,
        "/?folder=Papers",
        "/?topic=crime",
        "/?lang=en",
        "/?tag=later",
        "/?feed=" + papers,
        "/?event=" + event,
        "/?before=9999999999999-" + (copy + 1),
        "/starred",
        "/starred?before=9999999999999-" + (copy + 1),
        "/entry/" + entry,
        "/entry/" + entry + "/with/" + copy,
        "/feeds",
        "/feeds?page=1",
        "/feed/" + papers,
        "/feed/" + papers + "/remove",
        "/search",
        "/search?q=harbour&sort=newest",
        "/search?saved=1",
        "/settings",
        "/settings?percent=10&inside=on",
        ACCOUNT,
        "/about",
        "/about/api");
    // A character that PostgreSQL does not take in a text.
    shown(404, "/folder?name=%00a");
    shown(200, "/?folder=%00a", "/?topic=%00a", "/?lang=%00a", "/?tag=%00a", "/search?q=%00a");
    for (String look : List.of("by=topic", "shown=unread", "view=cards", "theme=dark")) {
      String[] both = look.split("=", -1);
      sent(303, "/about", "/look", both[0], both[1], "back", "/");
      shown(200, "/", "/starred", "/search?q=harbour");
    }
    sent(303, "/statistics", "/hint", "hint", "statistics", "back", "/statistics");
    assertThat(site.get("/statistics").text()).doesNotContain("class=\"hint\"");
    shown(303, "/login");
    shown(404, "/login/openid", "/login/openid/back"); // OpenIdTest has a provider
  }

  private void govern() throws IOException {
    sent(404, ACCOUNT, ACCOUNT + "/link"); // OpenIdTest has a provider
    sent(200, ACCOUNT, ACCOUNT + "/token", "label", "Phone");
    String token = site.store.credentials().tokens(1).getFirst().id();
    sent(303, ACCOUNT, ACCOUNT + "/revoke", "id", token);
    assertThat(site.store.credentials().tokens(1)).isEmpty();
    sent(303, ACCOUNT, ACCOUNT + "/password", "password", "four random words");
    sent(303, ACCOUNT, ACCOUNT + "/add", "name", "maia", "password", "four other words");
    sent(303, ACCOUNT, "/logout");
    logIn("maia", "four other words");
    sent(303, "/feeds", "/feeds/add", "address", "https://b.example/feed");
    shown(
        200, "/", "/starred", "/feeds", "/search?q=harbour", "/settings", "/statistics", "/rules");
    sent(303, ACCOUNT, ACCOUNT + "/everywhere");
    shown(303, "/");
    logIn("me", "four random words");
    long maia = site.store.accounts().named("maia").orElseThrow().id();
    sent(303, ACCOUNT, ACCOUNT + "/remove", "id", "" + maia, "name", "maia");
    assertThat(site.store.accounts().named("maia")).isEmpty();
    shown(200, INSTALLATION);
    sent(422, INSTALLATION, INSTALLATION, "name", "none", "value", "1");
  }

  private void saveElsewhere(long entry) throws IOException {
    String page = "/settings/targets";
    shown(200, page, page + "?ready=0", page + "?ready=99");
    String[] target = {
      "name",
      "Here",
      "way",
      "send",
      "method",
      "POST",
      "address",
      "http://127.0.0.1:9/",
      "body",
      "{url}",
      "secrets",
      "token=s3cret"
    };
    sent(303, page, page, target);
    sent(422, page, page, "name", "x", "way", "mail", "address", "nobody");
    sent(303, page, page, "name", "Out", "way", "open", "address", "https://o.example/{title}");
    shown(200, page + "?edit=1");
    assertThat(site.get(page + "?edit=1").text()).contains("token=").doesNotContain("s3cret");
    assertThat(site.get("/entry/" + entry).text())
        .contains("value=\"1\"><bdi>Here")
        .contains("href=\"https://o.example/");
    sent(502, "/entry/" + entry, "/entry/" + entry + "/save", "target", "1");
    sent(303, "/entry/" + entry, "/entry/" + entry + "/save", "target", "2");
    shown(200, "/entry/" + entry + "?kept=1&saved=Here");
    sent(303, page, page + "/1/remove");
    assertThat(site.store.saveTargets().all(1)).hasSize(1);
  }

  private void logIn(String name, String password) throws IOException {
    sent(303, "/login", "/login", "name", name, "password", password, "next", "/");
  }
}
