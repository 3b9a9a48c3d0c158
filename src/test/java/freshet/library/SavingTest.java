package freshet.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import freshet.alert.MailServer;
import freshet.alert.Mailer;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.Account;
import freshet.model.SaveTarget;
import freshet.model.SaveTarget.Way;
import freshet.notify.Inbox;
import freshet.notify.Saver;
import freshet.store.Store;
import freshet.web.Samples;
import freshet.web.Samples.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Saving to small servers on loopback that take what the documents of the real ones ask for, and
/// nothing else.
final class SavingTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);
  private static final String TITLE = "Ship \"Ägir\" & {url} + 100 %";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir Path folder;
  private final Inbox inbox = new Inbox();
  private final List<String> taken = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private String base;
  private Store store;
  private HttpFetcher fetcher;
  private Saving saving;
  private Account me;
  private long entry;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/oauth/v2/token", this::wallabagToken);
    server.createContext("/api/entries.json", this::wallabag);
    server.createContext("/api/bookmarks/", this::linkding);
    server.createContext("/api/v3/save/", this::readwise);
    server.createContext("/api/add", this::instapaper);
    server.start();
    base = "http://127.0.0.1:" + server.getAddress().getPort();
    store = Store.open(folder, null);
    Samples samples = new Samples(store, NOW);
    long feed = samples.feed("https://news.example/feed", "News");
    entry =
        samples.poll(feed, "News", NOW, Text.of(TITLE, "An excerpt\nof two lines", NOW)).getFirst();
    me = store.accounts().find(1).orElseThrow();
    fetcher = fetcher(true);
    saving = saving(fetcher);
  }

  private static HttpFetcher fetcher(boolean allowPrivate) {
    return new HttpFetcher(
        new Identity("Freshet", "1", null),
        FetchLimits.DEFAULT,
        new Network(null, allowPrivate),
        Politeness.NONE,
        CLOCK,
        new Random(1));
  }

  private Saving saving(HttpFetcher by) {
    Mailer mailer = new Mailer(MailServer.of(inbox.mailServer(), "freshet@a.example"));
    return new Saving(store, new Browsing(store, null, CLOCK), new Saver(by, mailer, CLOCK));
  }

  @AfterEach
  void close() {
    fetcher.close();
    store.close();
    server.stop(0);
    inbox.close();
  }

  // -- the servers

  private void wallabagToken(HttpExchange ask) throws IOException {
    Map<String, String> form = form(ask);
    boolean right =
        form.equals(
            Map.of(
                "grant_type", "password",
                "client_id", "1_abc",
                "client_secret", "s&c=ret",
                "username", "me",
                "password", "pass word"));
    answer(ask, right ? 200 : 400, right ? "{\"access_token\":\"T0ken\"}" : "{\"error\":\"no\"}");
  }

  private void wallabag(HttpExchange ask) throws IOException {
    if (!"Bearer T0ken".equals(ask.getRequestHeaders().getFirst("Authorization"))) {
      answer(ask, 401, "{}");
      return;
    }
    Map<String, String> form = form(ask);
    taken.add("wallabag " + form.get("url") + " " + form.get("title"));
    answer(ask, 200, "{\"id\":1}");
  }

  private void linkding(HttpExchange ask) throws IOException {
    boolean right =
        "Token abc".equals(ask.getRequestHeaders().getFirst("Authorization"))
            && "application/json".equals(ask.getRequestHeaders().getFirst("Content-Type"))
            && ask.getRequestMethod().equals("POST");
    JsonNode body = JSON.readTree(ask.getRequestBody().readAllBytes());
    if (right) {
      taken.add(
          "linkding "
              + body.get("url").asString()
              + " "
              + body.get("title").asString()
              + " "
              + body.get("description").asString());
    }
    answer(ask, right ? 201 : 401, right ? "{}" : "{\"detail\":\"Invalid token.\"}");
  }

  private void readwise(HttpExchange ask) throws IOException {
    JsonNode body = JSON.readTree(ask.getRequestBody().readAllBytes());
    taken.add("readwise " + body.get("url").asString() + " " + body.get("title").asString());
    answer(ask, 201, "{}");
  }

  private void instapaper(HttpExchange ask) throws IOException {
    Map<String, String> form = form(ask);
    boolean right = "me".equals(form.get("username")) && "pw".equals(form.get("password"));
    if (right) taken.add("instapaper " + form.get("url") + " " + form.get("title"));
    answer(ask, right ? 201 : 403, "");
  }

  private static Map<String, String> form(HttpExchange ask) throws IOException {
    Map<String, String> form = new HashMap<>();
    String body = new String(ask.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    for (String part : body.split("&", -1)) {
      String[] both = part.split("=", 2);
      form.put(both[0], URLDecoder.decode(both[1], StandardCharsets.UTF_8));
    }
    return form;
  }

  private static void answer(HttpExchange ask, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    ask.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) ask.getResponseBody().write(bytes);
    ask.close();
  }

  // -- saving

  private SaveTarget ready(String name, String secrets) {
    SaveTarget t =
        saving.ready().stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
    String address = t.address().replaceFirst("https://[^/]+", base);
    return new SaveTarget(
        0,
        t.name(),
        t.way(),
        t.method(),
        address,
        t.headers(),
        t.body(),
        t.logIn().replaceFirst("https://[^/]+", base),
        t.logInForm(),
        secrets);
  }

  private Saving.Offer saved(SaveTarget target) throws InterruptedException {
    return saving.send(me, saving.save(me, target).id(), entry);
  }

  @Test
  void theReadyMadeOnesSpeakAsTheirServersWant() throws Exception {
    String link =
        store.entries().find(freshet.model.Visibility.EVERYTHING, entry).orElseThrow().link();
    saved(
        ready(
            "Wallabag", "client_id=1_abc\nclient_secret=s&c=ret\nusername=me\npassword=pass word"));
    saved(ready("Linkding", "token=abc"));
    saved(ready("Readwise Reader", "token=abc"));
    saved(ready("Instapaper", "username=me\npassword=pw"));
    assertThat(taken)
        .containsExactly(
            "wallabag " + link + " " + TITLE,
            "linkding " + link + " " + TITLE + " An excerpt\nof two lines",
            "readwise " + link + " " + TITLE,
            "instapaper " + link + " " + TITLE);
    SaveTarget hook = ready("Webhook", "");
    saved(
        new SaveTarget(
            0,
            "Hook",
            Way.SEND,
            "PUT",
            inbox.web("/hook/{entry}"),
            "X-Title: {title}",
            hook.body(),
            "",
            "",
            ""));
    assertThat(inbox.posts.getFirst().path()).isEqualTo("/hook/" + entry);
    assertThat(JSON.readTree(inbox.posts.getFirst().body()).get("title").asString())
        .isEqualTo(TITLE);
    assertThat(inbox.posts.getFirst().headers().get("x-title")).startsWith("=?UTF-8?B?");
    SaveTarget mail = ready("E-mail", "");
    saved(new SaveTarget(0, "Mail", Way.MAIL, "POST", "me@b.example", "", mail.body(), "", "", ""));
    assertThat(inbox.mails).hasSize(1);
    assertThat(inbox.mails.getFirst()).contains("To: me@b.example").contains("of two lines");
  }

  @Test
  void whatTheBrowserOpensIsOnlyAnAddress() throws Exception {
    Saving.Offer offer =
        saved(
            new SaveTarget(
                0, "Share", Way.OPEN, "GET", "https://a.example/?t={title}", "", "", "", "", ""));
    assertThat(offer.open())
        .isEqualTo(
            "https://a.example/?t=Ship%20%22%C3%84gir%22%20%26%20%7Burl%7D%20%2B%20100%20%25");
    assertThat(saving.offers(me, new Browsing(store, null, CLOCK).entry(me, entry)))
        .containsExactly(offer);
    for (String bad : List.of("javascript:alert(1)", "file:///etc/passwd", "{url}")) {
      assertWrong("address", new SaveTarget(0, "x", Way.OPEN, "GET", bad, "", "", "", "", ""));
    }
  }

  private void assertWrong(String field, SaveTarget target) {
    assertThatThrownBy(() -> saving.save(me, target))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.field).isEqualTo(field));
  }

  @Test
  void whatIsNotTakenIsSaid() throws Exception {
    SaveTarget wrong = saving.save(me, ready("Linkding", "token=no"));
    assertThatThrownBy(() -> saving.send(me, wrong.id(), entry))
        .isInstanceOf(Refusal.class)
        .hasMessage("It was answered with 401: {\"detail\":\"Invalid token.\"}");
    SaveTarget noLogIn =
        saving.save(me, ready("Wallabag", "client_id=\nclient_secret=\nusername=\npassword="));
    assertThatThrownBy(() -> saving.send(me, noLogIn.id(), entry))
        .hasMessage("The log-in was answered with 400 and gave no token");
    try (HttpFetcher guarded = fetcher(false)) {
      assertThatThrownBy(() -> saving(guarded).send(me, wrong.id(), entry))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("private");
    }
    assertThat(taken).isEmpty();
  }

  @Test
  void secretsStayWithTheirServerAndNobodyElseHasThem() {
    SaveTarget made = saving.save(me, ready("Linkding", "token=abc"));
    assertThat(made.toString()).doesNotContain("abc");
    SaveTarget renamed = saving.save(me, changed(made, made.address(), "token="));
    assertThat(renamed.secretsByName()).containsEntry("token", "abc");
    SaveTarget moved =
        saving.save(me, changed(made, "https://other.example/api/bookmarks/", "token="));
    assertThat(moved.secretsByName()).containsEntry("token", "");
    Account other = store.accounts().add("other", null, NOW).orElseThrow();
    assertThat(saving.targets(other)).isEmpty();
    assertThatThrownBy(() -> saving.target(other, made.id())).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> saving.send(other, made.id(), entry)).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> saving.remove(other, made.id())).isInstanceOf(Refusal.class);
    saving.remove(me, made.id());
    assertThat(saving.targets(me)).isEmpty();
  }

  private static SaveTarget changed(SaveTarget t, String address, String secrets) {
    return new SaveTarget(
        t.id(),
        "Renamed",
        t.way(),
        t.method(),
        address,
        t.headers(),
        t.body(),
        t.logIn(),
        t.logInForm(),
        secrets);
  }

  @Test
  void mistakesAreFoundBeforeTheButtonIsPressed() {
    SaveTarget good = ready("Linkding", "token=abc");
    assertWrong("headers", ready("Linkding", "tokn=abc"));
    assertWrong("secrets", ready("Linkding", "no secret"));
    assertWrong("address", changed(good, "ftp://a.example/", "token=abc"));
    assertWrong(
        "body",
        new SaveTarget(0, "x", Way.SEND, "POST", base, "", "{\"u\":\"{link}\"}", "", "", ""));
    assertWrong(
        "headers", new SaveTarget(0, "x", Way.SEND, "POST", base, "no colon", "", "", "", ""));
    assertWrong("method", new SaveTarget(0, "x", Way.SEND, "DELETE", base, "", "", "", "", ""));
    assertWrong("address", new SaveTarget(0, "x", Way.MAIL, "POST", "me", "", "", "", "", ""));
  }
}
