package freshet.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import freshet.alert.MailServer;
import freshet.alert.Mailer;
import freshet.catalog.Catalog;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.library.Alerting;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.Alert;
import freshet.model.Article;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.store.Store;
import freshet.store.StoryResolver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules over a real store and index; alerts go to real servers on loopback.
final class RulebookTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder;
  private final Inbox inbox = new Inbox();
  private volatile Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private final InstantSource clock = () -> now;

  /// How often the sender of alerts has no time, which is a mistake of ours.
  private final AtomicInteger failures = new AtomicInteger();

  private Store store;
  private Changes changes;
  private Catalog catalog;
  private HttpFetcher fetcher;
  private AlertSender sender;
  private Rulebook rulebook;
  private Alerting alerting;
  private Account me;
  private long feed;
  private long key = 1;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    feed =
        store.feeds().add(FeedUrl.of("https://a.example/feed"), "a.example", null, null, now).id();
    start(true);
  }

  @AfterEach
  void close() {
    stop();
    store.close();
    inbox.close();
  }

  private void start(boolean allowPrivate) {
    changes = new Changes();
    catalog = Catalog.open(store, folder, clock, ZoneOffset.UTC);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            new FetchLimits(
                Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(3), 200_000, 5),
            new Network(null, allowPrivate),
            new Politeness(Duration.ZERO, false),
            InstantSource.system(),
            new Random(1));
    sender =
        new AlertSender(
            store,
            fetcher,
            new Mailer(MailServer.of(inbox.mailServer(), "freshet@a.example")),
            () -> {
              if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) throw new AssertionError();
              return now;
            });
    rulebook =
        new Rulebook(
            store,
            catalog,
            sender,
            new Rulebook.Mail(true, LocalTime.of(7, 0), ZoneOffset.UTC),
            clock);
    alerting = new Alerting(store, catalog, rulebook, clock);
    me = store.accounts().find(Account.FIRST).orElseThrow();
    catalog.keeper().start(changes);
    sender.start();
    rulebook.start();
  }

  private void stop() {
    rulebook.close();
    sender.close();
    fetcher.close();
    catalog.close();
  }

  private List<Long> arrive(String... titles) {
    return arrive(now, titles);
  }

  private List<Long> arrive(Instant published, String... titles) {
    List<NewEntry> entries =
        java.util.Arrays.stream(titles)
            .map(t ->
                new NewEntry(
                    Made.entry(key++, t, published, "<p>Of " + t + "</p>", null),
                    0,
                    "About " + t,
                    "en"))
            .toList();
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    List<Long> ids = store.polls().record(Made.poll(feed, url, now, entries)).newEntries();
    changes.publish(Made.change(feed, ids));
    return ids;
  }

  private Rule rule(String query, Way way, @Nullable String target, @Nullable String secret) {
    return rule(query, Set.of(Action.ALERT), way, target, secret, Frequency.AT_ONCE);
  }

  private Rule rule(
      String query,
      Set<Action> actions,
      Way way,
      @Nullable String target,
      @Nullable String secret,
      Frequency frequency) {
    return new Rule(0, "Lights", query, actions, way, target, secret, frequency, true, now, null);
  }

  private List<Alert> alerts() {
    return store.alerts().page(1, null, null, 100);
  }

  private void awaitState(Alert.State state, int tries) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> {
          assertThat(alerts()).isNotEmpty().allMatch(a -> a.state() == state);
          assertThat(alerts().getFirst().tries()).isEqualTo(tries);
        });
  }

  private void saved(Rule rule) {
    Rule _ = alerting.save(me, rule);
  }

  @Test
  void aWebhookIsToldOfWhatFitsSignedWithItsSecret() throws Exception {
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), "s3cret"));
    arrive("A lighthouse is lit — Grüße", "Cats sleep");
    awaitState(Alert.State.SENT, 1);
    assertThat(inbox.posts).hasSize(1);
    Inbox.Post post = inbox.posts.getFirst();
    assertThat(post.path()).isEqualTo("/hook");
    assertThat(post.text()).contains("\"title\":\"A lighthouse is lit — Grüße\"");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    assertThat(post.headers().get("x-freshet-signature"))
        .isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(post.body())));
    assertThat(post.headers().get("x-freshet-alert"))
        .isEqualTo(Long.toString(alerts().getFirst().id()));
  }

  /// As they were stored before such rules were refused.
  @Test
  void aStoredRuleThatIsNotUnderstoodDoesNothing() {
    for (String query : List.of("lang:klingon", "😀", "feed:" + feed + " (topic:)", "()")) {
      Rule _ = store.rules().add(1, rule(query, Way.LIST, null, null));
    }
    saved(rule("lighthouse", Way.LIST, null, null));
    arrive("A lighthouse", "Cats sleep");
    await()
        .atMost(SOON)
        .until(() ->
            store.rules().everybody().stream()
                .allMatch(r ->
                    store.rules().seen(r.rule().id()) >= store.translationTasks().lastEntry()));
    assertThat(alerts()).extracting(a -> a.entry().title()).containsExactly("A lighthouse");
  }

  @Test
  void whatFailsIsTriedAgainLaterAndLaterThenGivenUpUntilAPersonSaysSo() {
    inbox.status = 500;
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    arrive("A lighthouse");
    for (int tries = 1; tries < AlertSender.MOST_TRIES; tries++) {
      awaitState(Alert.State.WAITING, tries);
      Alert waiting = alerts().getFirst();
      assertThat(waiting.trouble()).isEqualTo("Answered with 500");
      assertThat(Duration.between(now, waiting.nextTry())).isEqualTo(AlertSender.waitAfter(tries));
      now = waiting.nextTry();
      sender.wake();
    }
    awaitState(Alert.State.DEAD, AlertSender.MOST_TRIES);
    inbox.status = 200;
    assertThat(alerting.retryDead(me)).isEqualTo(1);
    awaitState(Alert.State.SENT, 1);
    assertThatThrownBy(() -> alerting.retry(me, alerts().getFirst().id()))
        .isInstanceOf(Refusal.class);
    assertThat(inbox.posts).hasSize(AlertSender.MOST_TRIES + 1);
  }

  @Test
  void aReceiverThatTakesNothingIsNotAskedForEachOfManyAlerts() {
    inbox.status = 503;
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    arrive("One lighthouse", "Two lighthouse", "Three lighthouse");
    await().atMost(SOON).until(() -> alerts().stream().anyMatch(a -> a.tries() == 1));
    await().atMost(SOON).until(() -> alerts().stream().allMatch(a -> a.nextTry().isAfter(now)));
    assertThat(inbox.posts).hasSize(1);
  }

  @Test
  void pushServersGetWhatTheyUnderstand() {
    saved(rule("zebra", Way.NTFY, inbox.web("/topic"), "tk_1"));
    saved(rule("zebra", Way.GOTIFY, inbox.web("/g"), "tok"));
    arrive("Zebra über alles");
    await().atMost(SOON).until(() -> inbox.posts.size() == 2);
    Inbox.Post ntfy =
        inbox.posts.stream().filter(p -> p.path().equals("/topic")).findAny().orElseThrow();
    assertThat(ntfy.text()).startsWith("About Zebra über alles").contains("Lights");
    assertThat(ntfy.headers().get("title")).startsWith("=?UTF-8?B?");
    assertThat(ntfy.headers().get("click")).isEqualTo("https://a.example/1");
    assertThat(ntfy.headers().get("authorization")).isEqualTo("Bearer tk_1");
    Inbox.Post gotify =
        inbox.posts.stream().filter(p -> p.path().startsWith("/g/")).findAny().orElseThrow();
    assertThat(gotify.path()).isEqualTo("/g/message?token=tok");
    assertThat(gotify.text()).contains("\"title\":\"Zebra über alles\"").contains("\"priority\":5");
  }

  @Test
  void aMailBringsAllThatIsDueAndADailyOneWaitsForTheMorning() {
    saved(rule("cats", Way.EMAIL, "me@b.example", null));
    saved(rule("dogs", Set.of(Action.ALERT), Way.EMAIL, "me@b.example", null, Frequency.DAILY));
    arrive("Cats are grün", "Dogs one", "Dogs two");
    await().atMost(SOON).until(() -> inbox.mails.size() == 1);
    assertThat(inbox.mails.getFirst())
        .contains("To: me@b.example")
        .contains("From: freshet@a.example")
        .contains("Auto-Submitted: auto-generated")
        .contains("https://a.example/1");
    await()
        .atMost(SOON)
        .until(() -> store.alerts().due(now.plus(Duration.ofDays(1)), List.of(), 9).size() == 2);
    now = Instant.parse("2026-11-16T07:00:00Z");
    sender.wake();
    await().atMost(SOON).until(() -> inbox.mails.size() == 2);
    assertThat(inbox.mails.getLast())
        .contains("Subject: [Lights] 2 new entries")
        .contains("Dogs one")
        .contains("Dogs two");
    awaitState(Alert.State.SENT, 1);
  }

  @Test
  void aWeeklyMailWaitsForMonday() {
    Instant sunday = Instant.parse("2026-11-15T12:00:00Z");
    var at = java.time.LocalTime.of(7, 0);
    var utc = java.time.ZoneOffset.UTC;
    Instant monday = Instant.parse("2026-11-16T07:00:00Z");
    assertThat(Rulebook.nextWeekly(sunday, at, utc)).isEqualTo(monday);
    assertThat(Rulebook.nextWeekly(monday.minusSeconds(1), at, utc)).isEqualTo(monday);
    assertThat(Rulebook.nextWeekly(monday, at, utc)).isEqualTo(monday.plus(Duration.ofDays(7)));
    saved(rule("dogs", Set.of(Action.ALERT), Way.EMAIL, "me@b.example", null, Frequency.WEEKLY));
    arrive("Dogs one");
    await().atMost(SOON).until(() -> !alerts().isEmpty());
    assertThat(alerts().getFirst().nextTry()).isEqualTo(Rulebook.nextWeekly(now, at, utc));
    assertThat(store.rules().all(Account.FIRST).getFirst().weekly()).isTrue();
  }

  @Test
  void anEntryIsTaggedAndReadByARuleAsByAPerson() {
    long feedUnread = store.subscriptions().of(1).getFirst().unread();
    Rule r =
        rule(
            "cats",
            Set.of(Action.TAG, Action.READ, Action.ALERT),
            Way.LIST,
            null,
            null,
            Frequency.AT_ONCE);
    saved(
        new Rule(
            0,
            r.name(),
            r.query(),
            r.actions(),
            r.way(),
            null,
            null,
            Frequency.AT_ONCE,
            true,
            now,
            " pets "));
    List<Long> both = arrive("Cats", "Dogs");
    await().atMost(SOON).until(() -> !alerts().isEmpty());
    assertThat(store.reading().mark(1, both.getFirst()).tags()).containsExactly("pets");
    assertThat(store.reading().mark(1, both.getFirst()).unread()).isFalse();
    assertThat(store.reading().mark(1, both.getLast()).tags()).isEmpty();
    assertThat(store.reading().mark(1, both.getLast()).unread()).isTrue();
    assertThat(store.subscriptions().of(1).getFirst().unread()).isEqualTo(feedUnread + 1);
    assertWrong("tag", rule("x", Set.of(Action.TAG), Way.LIST, null, null, Frequency.AT_ONCE));
  }

  @Test
  void aRuleFitsAnEntryByItsArticleAndTellsOfItOnce() {
    saved(
        rule(
            "lighthouse",
            Set.of(Action.ALERT, Action.READ),
            Way.LIST,
            null,
            null,
            Frequency.AT_ONCE));
    List<Long> both = arrive("A lighthouse is lit", "Something else");
    await().atMost(SOON).until(() -> alerts().size() == 1);
    store.reading().read(1, both, false, now);
    store.articleQueue().take(both, List.of(), both.getLast(), now);
    for (long id : both) {
      assertThat(
              store
                  .articles()
                  .arrived(
                      id,
                      feed,
                      new Article(
                          "<p>On its page there is a word on the lighthouse, too.</p>",
                          "https://a.example/" + id,
                          null,
                          null,
                          null,
                          null,
                          now),
                      null,
                      null,
                      StoryResolver.NONE,
                      learned -> learned))
          .isTrue();
      changes.publish(new Change(feed, List.of(), List.of(), List.of(id), false));
    }
    await().atMost(SOON).until(() -> alerts().size() == 2);
    assertThat(alerts()).extracting(a -> a.entry().id()).containsExactlyInAnyOrderElementsOf(both);
    await().atMost(SOON).until(() -> !store.reading().mark(1, both.getLast()).unread());
    assertThat(store.reading().mark(1, both.getFirst()).unread())
        .as("what it fitted before is left as its reader wants it")
        .isTrue();
  }

  @Test
  void aMailThatIsRefusedIsKeptWithWhatTheServerSaid() {
    inbox.takesMail = false;
    saved(rule("cats", Way.EMAIL, "nobody@b.example", null));
    arrive("Cats");
    awaitState(Alert.State.WAITING, 1);
    assertThat(alerts().getFirst().trouble()).contains("550 no such person here");
  }

  @Test
  void entriesAreStarredReadAndHiddenByRules() throws SQLException {
    saved(
        rule(
            "cats",
            Set.of(Action.STAR, Action.READ, Action.HIDE, Action.ALERT),
            Way.LIST,
            null,
            null,
            Frequency.AT_ONCE));
    long cats = arrive("Cats", "Dogs").getFirst();
    await().atMost(SOON).until(() -> !alerts().isEmpty());
    assertThat(alerts()).hasSize(1).allMatch(a -> a.state() == Alert.State.SENT);
    try (var db = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("freshet.db"));
        var rows = db.createStatement().executeQuery("SELECT * FROM reading")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong("entry_id")).isEqualTo(cats);
      assertThat(rows.getLong("read_at")).isEqualTo(now.toEpochMilli());
      assertThat(rows.getLong("starred_at")).isEqualTo(now.toEpochMilli());
      assertThat(rows.getLong("hidden_at")).isEqualTo(now.toEpochMilli());
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void aKillLosesNothingThatArrivedOrWasRaised() {
    inbox.status = 500;
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    arrive("First lighthouse");
    awaitState(Alert.State.WAITING, 1);
    stop();
    // Stored while nobody looked: by a program that was killed before it came to the rules.
    changes = new Changes();
    arrive("Second lighthouse");
    inbox.status = 200;
    now = now.plus(Duration.ofMinutes(1));
    start(true);
    await()
        .atMost(SOON)
        .until(() -> alerts().size() == 2 && alerts().stream().allMatch(a -> a.sent() != null));
    assertThat(inbox.posts.getLast().text() + inbox.posts.get(inbox.posts.size() - 2).text())
        .contains("First lighthouse")
        .contains("Second lighthouse");
  }

  @Test
  void alertsAreSentAlthoughAPassFailedByAMistakeOfOurs() {
    failures.set(1);
    sender.wake();
    await().atMost(SOON).until(() -> failures.get() == 0);
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    arrive("A lighthouse");
    awaitState(Alert.State.SENT, 1);
  }

  @Test
  void rulesAreTriedAgainAfterAPassThatFailed() throws SQLException {
    saved(rule("lighthouse", Way.LIST, null, null));
    change("UPDATE rule SET way = 'pigeon'");
    arrive("A lighthouse");
    List<Long> later = arrive("Cats");
    await().atMost(SOON).until(() -> catalog.keeper().findable() == later.getFirst());
    assertThat(alerts()).isEmpty();
    change("UPDATE rule SET way = 'list'");
    await().atMost(SOON).until(() -> alerts().size() == 1);
  }

  private void change(String sql) throws SQLException {
    try (var db = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("freshet.db"));
        var statement = db.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void theArchiveOfAFeedIsNoNews() {
    saved(rule("lighthouse", Way.LIST, null, null));
    arrive(now.minus(Duration.ofDays(30)), "An old lighthouse");
    arrive("A new lighthouse");
    await().atMost(SOON).until(() -> !alerts().isEmpty());
    assertThat(alerts()).hasSize(1);
    assertThat(alerts().getFirst().entry().title()).isEqualTo("A new lighthouse");
  }

  @Test
  void aPrivateAddressIsNotToldUnlessItIsAllowed() {
    stop();
    start(false);
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    arrive("A lighthouse");
    awaitState(Alert.State.WAITING, 1);
    assertThat(inbox.posts).isEmpty();
    assertThat(alerts().getFirst().trouble()).contains("private");
  }

  @Test
  void aRuleIsTriedOnWhatIsStoredAndLooksOnlyAtWhatComesAfterIt() {
    arrive("A lighthouse", "Cats", "Dogs");
    await().atMost(SOON).until(() -> alerting.tryOut(me, "cats OR dogs").matched() == 2);
    Alerting.Trial trial = alerting.tryOut(me, "lighthouse");
    assertThat(trial.matched()).isEqualTo(1);
    assertThat(trial.of()).isEqualTo(3);
    assertThat(trial.newest().getFirst().title()).isEqualTo("A lighthouse");
    saved(rule("lighthouse OR zebra", Way.LIST, null, null));
    arrive("A zebra");
    await().atMost(SOON).until(() -> !alerts().isEmpty());
    assertThat(alerts()).hasSize(1);
  }

  @Test
  void wrongRulesAreRefusedWithTheFieldThatIsWrong() {
    assertWrong("target", rule("x", Way.WEBHOOK, "javascript:alert(1)", null));
    assertWrong("target", rule("x", Way.EMAIL, "me@b.example\r\nBcc: all@b.example", null));
    assertWrong("secret", rule("x", Way.GOTIFY, "https://g.example", null));
    assertWrong("secret", rule("x", Way.NTFY, "https://n.example/t", "a\r\nb"));
    assertWrong("query", rule(" ", Way.LIST, null, null));
    assertWrong("actions", rule("x", Set.of(), Way.LIST, null, null, Frequency.AT_ONCE));
    assertWrong("daily", rule("x", Set.of(Action.STAR), Way.LIST, null, null, Frequency.DAILY));
    assertThat(store.rules().all(1)).isEmpty();
  }

  private void assertWrong(String field, Rule rule) {
    assertThatThrownBy(() -> alerting.save(me, rule))
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.field).isEqualTo(field));
  }

  @Test
  void aChangedRuleKeepsItsSecretOnlyForTheSameReceiver() {
    Rule made = alerting.save(me, rule("x", Way.WEBHOOK, inbox.web("/a"), null));
    assertThat(made.secret()).hasSize(32);
    Rule same = change(made, inbox.web("/a"));
    assertThat(same.secret()).isEqualTo(made.secret());
    assertThat(change(made, inbox.web("/b")).secret()).isNotEqualTo(made.secret());
  }

  private Rule change(Rule r, String target) {
    return alerting.save(
        me,
        new Rule(
            r.id(),
            "New",
            "y",
            r.actions(),
            r.way(),
            target,
            null,
            Frequency.AT_ONCE,
            true,
            r.added(),
            null));
  }

  @Test
  void anAlertWhoseMarkTheStoreDoesNotTakeIsPostedOnce() throws Exception {
    saved(rule("lighthouse", Way.WEBHOOK, inbox.web("/hook"), null));
    database("CREATE TRIGGER no BEFORE UPDATE ON alert BEGIN SELECT RAISE(ABORT, 'no'); END");
    arrive("Lighthouse lit again");
    await().atMost(SOON).until(() -> inbox.posts.size() == 1);
    for (int i = 0; i < 3; i++) {
      sender.wake();
      await().pollDelay(Duration.ofMillis(300)).until(() -> true);
    }
    assertThat(store.alerts().due(now, List.of(), 10)).hasSize(1);
    database("DROP TRIGGER no");
    sender.wake();
    await().atMost(SOON).until(() -> store.alerts().due(now, List.of(), 10).isEmpty());
    assertThat(inbox.posts).hasSize(1);
  }

  @Test
  void aRuleWithMoreAlertsThanAreReadAtOnceKeepsNoOtherWaiting() throws Exception {
    HttpServer slow =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.createContext(
        "/",
        exchange -> {
          LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    slow.start();
    String address = "http://127.0.0.1:" + slow.getAddress().getPort() + "/";
    try {
      saved(rule("lighthouse", Way.WEBHOOK, address, null));
      String[] many = new String[900];
      for (int i = 0; i < many.length; i++) many[i] = "Lighthouse " + i;
      arrive(many);
      await().atMost(SOON).until(() -> store.alerts().due(now, List.of(), 900).size() > 700);
      now = now.plusSeconds(60);
      saved(rule("harbour", Way.WEBHOOK, inbox.web("/hook"), null));
      arrive("Harbour closed");
      await().atMost(SOON).until(() -> inbox.posts.size() == 1);
      assertThat(store.alerts().due(now, List.of(), 900)).hasSizeGreaterThan(500);
    } finally {
      slow.stop(0);
    }
  }

  private void database(String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("freshet.db"));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
