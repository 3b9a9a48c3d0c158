package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlPlan.Mode;
import freshet.crawl.CrawlPlan.Upkeep;
import freshet.crawl.CrawlSettings;
import freshet.fetch.Fetcher;
import freshet.model.Account;
import freshet.model.Answer;
import freshet.model.Entry;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Selection;
import freshet.model.Subscription;
import freshet.model.Validators;
import freshet.model.Visibility;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.understand.Understanding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of crawls as entries: written once, edited when they change, left out if they are no
/// articles, visited again when they are due, and deleted with their crawl.
final class CrawlCorpusTest {
  private static final String SITE = "https://valley.example";
  private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");

  @TempDir Path folder;
  private final Web web = new Web();
  private final List<Change> told = Collections.synchronizedList(new ArrayList<>());
  private volatile Instant now = NOON;
  private volatile boolean allowed = true;
  private Store store;
  private Understanding understanding;
  private Crawls crawls;

  @BeforeEach
  void open() throws InterruptedException {
    store = Store.open(folder, null);
    understanding = new Understanding(store, Understanding.Folds.USUAL, () -> now);
    understanding.start();
    understanding.awaitReady();
    Changes changes = new Changes();
    changes.listen(told::add);
    crawls =
        new Crawls(
            folder.resolve("crawls"),
            web,
            CrawlSettings.DEFAULT,
            new CrawlCorpus(store, understanding, changes, () -> now),
            () -> allowed,
            () -> now);
    crawls.start();
    web.put("/", list("/otter", "/heron", "/kingfisher"));
    web.put("/otter", article("The otter is back", "otters", "weir"));
    web.put("/heron", article("A heron at the lock", "herons", "sluice"));
    web.put("/kingfisher", article("Kingfishers nest late", "kingfishers", "bank"));
  }

  @AfterEach
  void close() {
    crawls.close();
    understanding.close();
    store.close();
  }

  private void restart() throws InterruptedException {
    close();
    open();
  }

  private static String article(String title, String animal, String place) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      text.append("<p>On the ")
          .append(i + 2)
          .append("th morning of the count the ")
          .append(animal)
          .append(" came down to the ")
          .append(place)
          .append(" before the boats did, and those who keep the list wrote ")
          .append(animal.substring(0, 4).repeat(i % 3 + 1))
          .append(" beside the hour.</p>");
    }
    return "<html lang=en><title>" + title + "</title><article>" + text + "</article></html>";
  }

  private static String list(String... links) {
    StringBuilder html = new StringBuilder("<html lang=en><title>Valley news</title><ul>");
    for (String link : links) {
      html.append("<li><a href=").append(link).append(">What there is to be read about ");
      html.append(link, 1, link.length()).append(" in the valley today</a></li>");
    }
    return html + "</ul></html>";
  }

  /// A site that answers conditional requests.
  private static final class Web implements Fetcher {
    final Map<String, String> pages = new ConcurrentHashMap<>();
    final List<FetchRequest> asked = Collections.synchronizedList(new ArrayList<>());

    void put(String path, String html) {
      pages.put(SITE + path, html);
    }

    List<String> paths() {
      return asked.stream().map(r -> r.url().uri().getPath()).toList();
    }

    @Override
    public FetchOutcome fetch(FetchRequest request) {
      String body = pages.get(request.url().toString());
      asked.add(request);
      String tag = body == null ? null : "\"" + body.hashCode() + "\"";
      Answer answer =
          new Answer(
              body == null ? 404 : 200,
              request.url(),
              null,
              new Validators(tag, null),
              null,
              null,
              null,
              100,
              NOON,
              Duration.ZERO);
      if (body == null) return new FetchOutcome.Refused(404, null, answer);
      boolean same = tag != null && tag.equals(request.validators().etag());
      if (same || request.bodyHash() == body.hashCode()) return new FetchOutcome.Unchanged(answer);
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      String type = body.startsWith("<rss") ? "application/rss+xml" : "text/html";
      return new FetchOutcome.Fetched(bytes, type, body.hashCode(), answer);
    }

    @Override
    public @Nullable Instant restsUntil(String site) {
      return null;
    }
  }

  private static CrawlPlan plan(Mode mode, String start, Upkeep upkeep) {
    return new CrawlPlan(
        mode,
        List.of(start),
        List.of(),
        3,
        null,
        true,
        false,
        CrawlPlan.limits(100, null, 60_000),
        upkeep);
  }

  private Crawl begin(Upkeep upkeep) {
    Crawl crawl = crawls.begin(plan(Mode.link, SITE + "/", upkeep));
    awaitDone(crawl);
    return crawl;
  }

  /// On a machine with much else to do.
  private static ConditionFactory soon() {
    return await().atMost(Duration.ofSeconds(60));
  }

  private static void awaitDone(Crawl crawl) {
    soon().until(() -> crawl.state() == Job.State.DONE);
  }

  private List<Entry> entries(Crawl crawl) {
    return store
        .stories()
        .page(
            Selection.ofFeed(crawl.feed().orElseThrow()),
            Stories.Reader.of(Visibility.EVERYTHING),
            null,
            100)
        .stream()
        .map(s -> s.entry())
        .toList();
  }

  private Entry entry(Crawl crawl, String path) {
    return entries(crawl).stream()
        .filter(e -> (SITE + path).equals(e.link()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void pagesBecomeEntriesAndListsAreLeftOutAndCounted() {
    Crawl crawl = begin(Upkeep.USUAL);
    assertThat(entries(crawl))
        .extracting(Entry::title)
        .containsExactlyInAnyOrder(
            "The otter is back", "A heron at the lock", "Kingfishers nest late");
    assertThat(entries(crawl)).allSatisfy(e -> assertThat(e.language()).isEqualTo("en"));
    assertThat(crawl.gathered().leftOut()).isEqualTo(Map.of("list", 1));
    assertThat(crawl.entries()).isEqualTo(3);
    assertThat(told.stream().flatMap(c -> c.newEntries().stream())).hasSize(3);
    // Neither the schedule nor the count of feeds has heard of it.
    assertThat(store.feeds().planned(crawl.feed().orElseThrow())).isEmpty();
    assertThat(store.feeds().counts().active()).isZero();
  }

  @Test
  void nothingOfACrawlIsUnreadUnlessItIsShownInTheRiver() {
    Crawl crawl = begin(Upkeep.USUAL);
    long feed = crawl.feed().orElseThrow();
    Subscription followed = store.subscriptions().find(Account.FIRST, feed).orElseThrow();
    assertThat(followed.hidden()).isTrue();
    assertThat(followed.unread()).isZero();
    store.subscriptions().setHidden(Account.FIRST, feed, false);
    web.put("/", list("/otter", "/heron", "/kingfisher", "/dipper"));
    web.put("/dipper", article("The dipper sings", "dippers", "ford"));
    now = now.plus(Duration.ofDays(2));
    crawl.visitAgain();
    soon().until(() -> crawl.entries() == 4);
    awaitDone(crawl);
    assertThat(store.subscriptions().find(Account.FIRST, feed).orElseThrow().unread()).isOne();
    store.subscriptions().setHidden(Account.FIRST, feed, true);
    assertThat(store.subscriptions().find(Account.FIRST, feed).orElseThrow().unread()).isZero();
  }

  @Test
  void aPageThatChangedIsAnEditedEntryAndThoseThatDidNotCostNoBody() {
    Crawl crawl = begin(Upkeep.USUAL);
    long before = entry(crawl, "/otter").id();
    web.put("/otter", article("The otter is back, with young", "otters", "weir"));
    web.asked.clear();
    now = now.plus(Duration.ofDays(2));
    crawls.visitAgain();
    soon().until(() -> String.valueOf(entry(crawl, "/otter").title()).endsWith("young"));
    awaitDone(crawl);
    assertThat(entry(crawl, "/otter").id()).isEqualTo(before);
    assertThat(store.entries().versions(before)).hasSize(1);
    assertThat(crawl.entries()).isEqualTo(3);
    assertThat(web.paths()).containsExactlyInAnyOrder("/", "/otter", "/heron", "/kingfisher");
    assertThat(web.asked).allSatisfy(r -> assertThat(r.validators().etag()).isNotNull());
    assertThat(crawl.gathered().pages("", "", 0, 100)).hasSize(4);
    assertThat(crawl.progress().orElseThrow().pagesFetched()).isEqualTo(4);
  }

  @Test
  void pagesAreVisitedAgainAsOftenAsTheyChangeAndOnlyWithinTheBudget() throws Exception {
    Crawl crawl = begin(Upkeep.USUAL);
    Instant due = crawl.nextVisit().orElseThrow();
    assertThat(due).isEqualTo(NOON.plus(Duration.ofDays(1)));
    web.asked.clear();
    crawls.visitAgain();
    assertThat(crawl.state()).isEqualTo(Job.State.DONE);
    allowed = false;
    now = due;
    crawls.visitAgain();
    awaitDone(crawl);
    assertThat(web.asked).isEmpty();
    // What is due is known after a restart.
    restart();
    Crawl same = crawls.find(crawl.id()).orElseThrow();
    allowed = true;
    crawls.visitAgain();
    soon().until(() -> web.asked.size() == 4);
    awaitDone(same);
    // Nothing had changed: it takes longer until the next visit.
    assertThat(same.nextVisit().orElseThrow()).isEqualTo(due.plus(Duration.ofHours(36)));
  }

  @Test
  void aCrawlThatIsToVisitOnceDoesNotComeAgain() {
    Crawl crawl = begin(new Upkeep(true, false, false));
    web.asked.clear();
    now = now.plus(Duration.ofDays(400));
    crawls.visitAgain();
    assertThat(crawl.state()).isEqualTo(Job.State.DONE);
    assertThat(web.asked).isEmpty();
  }

  @Test
  void aCrawlThatWasCutShortHasEachPageOnceWhenItGoesOn() throws Exception {
    for (int i = 0; i < 40; i++) {
      // Pages alike would be taken for a trap.
      StringBuilder page = new StringBuilder("<html lang=en><title>Note " + i + "</title><p>");
      Random words = new Random(i);
      for (int w = 0; w < 60; w++) page.append(Long.toString(words.nextLong(), 36)).append(' ');
      web.put("/n" + i, page.toString());
    }
    String[] links = new String[40];
    for (int i = 0; i < links.length; i++) links[i] = "/n" + i;
    web.put("/", list(links));
    Crawl crawl = crawls.begin(plan(Mode.link, SITE + "/", Upkeep.USUAL));
    soon().until(() -> crawl.entries() > 5);
    crawls.close();
    understanding.close();
    store.close();
    open();
    Crawl same = crawls.find(crawl.id()).orElseThrow();
    awaitDone(same);
    assertThat(same.entries()).isEqualTo(40);
    assertThat(entries(same)).extracting(Entry::link).doesNotHaveDuplicates().hasSize(40);
  }

  @Test
  void aCrawlIsDeletedWhole() {
    Crawl crawl = begin(Upkeep.USUAL);
    long feed = crawl.feed().orElseThrow();
    assertThat(crawls.remove(crawl.id())).isTrue();
    assertThat(store.feeds().find(feed)).isEmpty();
    assertThat(store.searchRows().count()).isZero();
    assertThat(told.getLast().removed()).isTrue();
    // Its number is not given again while anything might remember it.
    assertThat(begin(Upkeep.USUAL).id()).isGreaterThan(crawl.id());
  }

  @Test
  void thePagesOfAnEarlierCrawlCanBeTakenIn() {
    Crawl crawl = begin(Upkeep.NONE);
    assertThat(crawl.feed()).isEmpty();
    assertThat(store.searchRows().count()).isZero();
    now = now.plusSeconds(5);
    crawl.keep(new Upkeep(true, false, false));
    soon().until(() -> crawl.entries() == 3);
    awaitDone(crawl);
    assertThat(crawl.gathered().pages("", "", 0, 100)).hasSize(4);
  }

  @Test
  void theRssRobotAsksForItsFeedsAgainAndForEachPageOnce() {
    web.put("/news.rss", feed("/otter"));
    Crawl crawl = crawls.begin(plan(Mode.rss, "sport=" + SITE + "/news.rss", Upkeep.USUAL));
    awaitDone(crawl);
    assertThat(entries(crawl)).extracting(Entry::title).containsExactly("About /otter");
    assertThat(store.topics().names(Visibility.EVERYTHING)).contains("sport");
    web.asked.clear();
    web.put("/news.rss", feed("/otter", "/heron"));
    now = now.plus(Duration.ofHours(1));
    crawls.visitAgain();
    soon().until(() -> crawl.entries() == 2);
    awaitDone(crawl);
    assertThat(web.paths()).containsExactlyInAnyOrder("/news.rss", "/heron");
  }

  @Test
  void aFeedThatIsNotThereIsTriedAgainOnTheNextDay() {
    Crawl crawl = crawls.begin(plan(Mode.rss, "sport=" + SITE + "/news.rss", Upkeep.USUAL));
    awaitDone(crawl);
    assertThat(crawl.troubles()).hasSize(1);
    assertThat(crawl.nextVisit()).contains(NOON.plus(Duration.ofDays(1)));
    web.put("/news.rss", feed("/otter"));
    now = now.plus(Duration.ofDays(1));
    crawls.visitAgain();
    soon().until(() -> crawl.entries() == 1);
    awaitDone(crawl);
    assertThat(crawl.gathered().words(w -> "noun".equals(w.kind()), 100))
        .contains(new WordCounts.CountedWord("sport", "weir", "noun", 6, 1));
  }

  private static String feed(String... paths) {
    StringBuilder rss = new StringBuilder("<rss version=\"2.0\"><channel><title>Valley</title>");
    for (String path : paths) {
      rss.append("<item><title>About ").append(path).append("</title><link>").append(SITE);
      rss.append(path).append("</link></item>");
    }
    return rss + "</channel></rss>";
  }
}
