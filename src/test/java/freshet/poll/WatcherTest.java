package freshet.poll;

import static freshet.poll.PollBed.LEAST;
import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.change.Change;
import freshet.fetch.FetchLimits;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
import freshet.model.Story;
import freshet.model.Visibility;
import freshet.store.HubSubscriptions;
import freshet.understand.Understanding;
import freshet.understand.Understanding.Folds;
import freshet.websub.HubSubscription;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The order of one poll, and what becomes of it when something fails.
@Timeout(60)
final class WatcherTest {
  private static final String A = "https://a.example/feed";

  @TempDir Path folder;
  private PollBed bed;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void aFeedIsBookedBeforeItIsAsked() throws InterruptedException {
    long id = bed.add(A);
    var booked = new AtomicReference<@Nullable Instant>();
    bed.watcher(
            request -> {
              booked.set(bed.feed(id).plan().notBefore());
              return fetched(request, rss("one"));
            })
        .start();
    bed.told();
    assertThat(booked.get()).isEqualTo(NOON.plus(LEAST));
  }

  @Test
  void aFeedThatIsPausedAndResumedDuringItsPollIsPolledOn() throws Exception {
    long id = bed.add(A);
    var asked = new AtomicInteger();
    var finished = new AtomicInteger();
    var self = new AtomicReference<@Nullable Watcher>();
    FeedReader local = new LocalReader(request -> fetched(request, rss("one")), PARSER);
    FeedReader reader =
        new FeedReader() {
          @Override
          public FeedReader.Answer read(Request request) throws InterruptedException {
            if (asked.incrementAndGet() == 1) {
              Watcher watcher = java.util.Objects.requireNonNull(self.get());
              watcher.dropped(id);
              watcher.changed(id);
              throw new IllegalStateException("a mistake of ours");
            }
            return local.read(request);
          }

          @Override
          public void finished(Request request) {
            finished.incrementAndGet();
          }
        };
    Watcher watcher = bed.watcher(reader, null, null);
    self.set(watcher);
    watcher.start();
    await().until(() -> finished.get() == 1);
    bed.pass(LEAST.multipliedBy(2));
    bed.told();
    assertThat(watcher.isOver(java.util.Set.of())).isTrue();
  }

  /// What is done once, during a poll: a server that says "unchanged" of what is known.
  private Watcher watcherThatMeets(AtomicReference<@Nullable Runnable> meanwhile) {
    return bed.watcher(request -> {
      Runnable now = meanwhile.getAndSet(null);
      if (now != null) now.run();
      String body = rss(request.url().host().equals("b.example") ? "two" : "one");
      return request.bodyHash() == body.hashCode()
          ? new FetchOutcome.Unchanged(PollBed.answer(request.url(), 304))
          : fetched(request, body);
    });
  }

  @Test
  void aFeedThatMovesWhileItIsPolledIsPolledAgainSoon() throws InterruptedException {
    long id = bed.add(A);
    var meanwhile = new AtomicReference<@Nullable Runnable>();
    Watcher watcher = watcherThatMeets(meanwhile);
    meanwhile.set(() -> {
      bed.store.feeds().move(id, FeedUrl.of("https://b.example/feed"), "b.example");
      watcher.changed(id);
      assertThat(watcher.hurry(id)).isTrue();
    });
    watcher.start();
    assertThat(bed.told().newEntries()).hasSize(1);
    await().until(() -> watcher.explain(id).orElseThrow().nextPoll().isBefore(NOON.plus(LEAST)));
    bed.pass(Duration.ofSeconds(61));
    long second = bed.told().newEntries().getFirst();
    assertThat(bed.store.entries().find(second).orElseThrow().title()).isEqualTo("two");
  }

  @Test
  void rulesThatAreSavedWhileAFeedIsPolledTakeEffect() throws InterruptedException {
    long id = bed.add(A);
    var meanwhile = new AtomicReference<@Nullable Runnable>();
    Watcher watcher = watcherThatMeets(meanwhile);
    watcher.start();
    long entry = bed.told().newEntries().getFirst();
    await().until(() -> bed.feed(id).asking().bodyHash() != 0);
    meanwhile.set(() -> {
      bed.store.rewritings().put(id, "title: one => other");
      watcher.changed(id);
      watcher.hurry(id);
    });
    bed.pass(Duration.ofSeconds(61));
    assertThat(watcher.hurry(id)).isTrue();
    await().until(() -> meanwhile.get() == null);
    await().until(() -> bed.store.polls().of(id, 9).size() == 2);
    bed.pass(Duration.ofSeconds(61));
    assertThat(bed.told().editedEntries()).containsExactly(entry);
    assertThat(bed.store.entries().find(entry).orElseThrow().title()).isEqualTo("other");
    // Nothing was changed during this one.
    await()
        .until(() ->
            !watcher
                .explain(id)
                .orElseThrow()
                .nextPoll()
                .isBefore(bed.clock.instant().plus(LEAST)));
  }

  @Test
  void whoChangesAFeedTellsTheOthersEvenIfItIsPolledHere() {
    long id = bed.add(A);
    Watcher watcher = bed.watcher(request -> fetched(request, rss("one")));
    var told = new java.util.ArrayList<String>();
    new SharedPolling(watcher, bed.store, (feeds, what) -> told.add(what + " " + feeds))
        .changed(id);
    assertThat(watcher.polls(id)).isTrue();
    assertThat(told).containsExactly("CHANGED [" + id + "]");
  }

  @Test
  void entriesAreStoredBeforeAnybodyIsToldOfThem() throws InterruptedException {
    bed.add(A);
    var there = new ConcurrentLinkedQueue<Boolean>();
    bed.changes.listen(
        c -> c.newEntries().forEach(e -> there.add(bed.store.entries().find(e).isPresent())));
    bed.watcher(request -> fetched(request, rss("one", "two"))).start();
    assertThat(bed.told().newEntries()).hasSize(2);
    await().untilAsserted(() -> assertThat(there).containsExactly(true, true));
  }

  @Test
  void anEntryPolledRightAfterARestartHasTheTopicThatAPersonGaveItsFeed()
      throws InterruptedException {
    long id = bed.add(A);
    boolean given = bed.store.topics().giveFeed(id, "boats", NOON.minus(Duration.ofDays(14)), NOON);
    assertThat(given).isTrue();
    var understanding = new Understanding(bed.store, Folds.USUAL, bed.clock);
    Fetcher web = request -> fetched(request, rss("The ferry sails every hour"));
    bed.watcher(new LocalReader(web, PARSER), understanding, null).start();
    await().until(() -> isWaiting("watcher"));
    understanding.start();
    Change change = bed.told();
    long entry = change.newEntries().getFirst();
    Story story = bed.store.stories().find(Visibility.EVERYTHING, entry).orElseThrow();
    assertThat(story.topic()).isEqualTo("boats");
    understanding.close();
  }

  private static boolean isWaiting(String thread) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().equals(thread))
        .anyMatch(t ->
            t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING);
  }

  @Test
  void aMistakeOfOursIsSaidOnTheFeedsPageAndTheFeedTriedAgainAtItsUsualInterval()
      throws InterruptedException {
    assertMistakeIsNotedAndPasses(() -> {
      throw new IllegalStateException("a mistake of ours");
    });
  }

  @Test
  void anErrorEndsOnePollAndNoMore() throws InterruptedException {
    assertMistakeIsNotedAndPasses(() -> {
      throw new StackOverflowError("of a body that is nested too deeply");
    });
  }

  @Test
  void anErrorOfTheScheduleDoesNotEndTheLoop() throws InterruptedException {
    long before = LoggedErrors.counted().count();
    Watcher watcher = bed.watcher(request -> fetched(request, rss("one")));
    watcher.start();
    bed.failures.set(1);
    bed.timetable.remove(-1); // a change, so that the loop looks at the clock
    await().until(() -> LoggedErrors.counted().count() == before + 1);
    watcher.changed(bed.add(A));
    assertThat(bed.told().newEntries()).hasSize(1);
  }

  private void assertMistakeIsNotedAndPasses(Runnable mistake) throws InterruptedException {
    long id = bed.add(A);
    long before = LoggedErrors.counted().count();
    var calls = new AtomicInteger();
    bed.watcher(
            request -> {
              if (calls.incrementAndGet() == 1) mistake.run();
              return fetched(request, rss("one"));
            })
        .start();
    assertMistakeIsNoted(id);
    assertThat(LoggedErrors.counted().count()).isEqualTo(before + 1);
    bed.pass(LEAST);
    assertThat(bed.told().newEntries()).hasSize(1);
    await().untilAsserted(() -> assertThat(bed.feed(id).health().outcome()).isEqualTo("new"));
  }

  @Test
  void anErrorEndsOnePollAndNoOther() throws InterruptedException {
    long id = bed.add(A);
    var calls = new AtomicInteger();
    bed.watcher(
            request -> {
              if (calls.incrementAndGet() == 1) throw new OutOfMemoryError("as if");
              return fetched(request, rss("one"));
            })
        .start();
    assertMistakeIsNoted(id);
    bed.pass(LEAST);
    assertThat(bed.told().newEntries()).hasSize(1);
  }

  @Test
  void aBugOfTheParserIsNoFailureOfThePublisher() throws InterruptedException {
    long id = bed.add(A);
    var calls = new AtomicInteger();
    Fetcher web = request -> fetched(request, rss("one"));
    FeedReader reader =
        request -> {
          FeedReader.Answer read = new LocalReader(web, PARSER).read(request);
          return calls.incrementAndGet() > 1
              ? read
              : new FeedReader.Answer(read.outcome(), new ParseOutcome.Broken(), null);
        };
    bed.watcher(reader, null, null).start();
    assertMistakeIsNoted(id);
    bed.pass(LEAST);
    assertThat(bed.told().newEntries()).hasSize(1);
  }

  private void assertMistakeIsNoted(long id) {
    await()
        .untilAsserted(() -> {
          Feed feed = bed.feed(id);
          assertThat(feed.health().outcome()).isEqualTo("mistake");
          assertThat(feed.health().message()).contains("bug of its own");
          assertThat(feed.health().failures()).isZero();
          assertThat(feed.asking().bodyHash()).as("it is read again").isZero();
          assertThat(bed.timetable.explain(id).orElseThrow().nextPoll())
              .isEqualTo(NOON.plus(LEAST));
        });
    assertThat(bed.store.polls().of(id, 9)).hasSize(1);
  }

  @Test
  void aPausedFeedIsNotPolled() throws InterruptedException {
    long paused = bed.add(A);
    var asked = new ConcurrentLinkedQueue<String>();
    Watcher watcher =
        bed.watcher(request -> {
          asked.add(request.url().host());
          return fetched(request, rss("one"));
        });
    // As if it were paused between the schedule's choice and the booking: the schedule has it.
    new PlanLoader(bed.store, bed.timetable, OwnPart.ALL, bed.clock).restore(1);
    bed.store.feeds().edit(Account.FIRST, paused, FeedEdit.state(Feed.State.PAUSED), false);
    bed.add("https://b.example/feed");
    watcher.start();
    bed.told();
    await().until(() -> bed.timetable.explain(paused).isEmpty());
    assertThat(asked).containsExactly("b.example");
    assertThat(bed.store.polls().of(paused, 9)).isEmpty();
  }

  @Test
  void whatIsRemovedWhileItIsPolledLeavesNothingBehind() throws InterruptedException {
    long id = bed.add(A);
    Watcher[] watcher = new Watcher[1];
    var asked = new CountDownLatch(1);
    watcher[0] =
        bed.watcher(request -> {
          watcher[0].dropped(id);
          assertThat(bed.store.feeds().remove(id)).isTrue();
          asked.countDown();
          return fetched(request, rss("one"));
        });
    watcher[0].start();
    asked.await();
    watcher[0].close();
    assertThat(bed.store.feeds().find(id)).isEmpty();
    assertThat(bed.store.polls().of(id, 9)).isEmpty();
  }

  @Test
  void closingWaitsForPollsUnderWay() throws InterruptedException {
    long id = bed.add(A);
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    Watcher watcher =
        bed.watcher(request -> {
          asked.countDown();
          answer.await();
          return fetched(request, rss("one"));
        });
    watcher.start();
    asked.await();
    Thread closing = Thread.ofPlatform().name("closing").start(watcher::close);
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
    assertThat(watcher.isAlive()).isFalse();
    answer.countDown();
    closing.join();
    assertThat(bed.feed(id).entries()).isEqualTo(1);
  }

  @Test
  void aSiteThatRestsIsLeftAloneWithAllItsFeeds() throws InterruptedException {
    long id = bed.add(A);
    Instant until = NOON.plus(Duration.ofHours(2));
    Fetcher web =
        new Fetcher() {
          @Override
          public FetchOutcome fetch(FetchRequest request) {
            return new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, "It rests.");
          }

          @Override
          public Instant restsUntil(String site) {
            assertThat(site).isEqualTo("a.example");
            return until;
          }
        };
    bed.watcher(web).start();
    await()
        .untilAsserted(() -> {
          var why = bed.timetable.explain(id).orElseThrow();
          assertThat(why.nextPoll()).isEqualTo(until);
          assertThat(why.heldBy()).contains("asked to be left alone");
        });
    assertThat(bed.store.polls().of(id, 9)).isEmpty();
  }

  @Test
  void aFeedWhoseHostIsClosedAtThisTimeOfTheDayIsPlannedForWhenItOpens() {
    long id = bed.add(A);
    Instant opens = NOON.plus(Duration.ofHours(10));
    String reason = "The robots.txt of a.example wants robots to come from 22:00 to 06:00.";
    var asked = new AtomicInteger();
    bed.watcher(
            request -> {
              asked.incrementAndGet();
              if (!bed.clock.instant().isBefore(opens)) return fetched(request, rss("one"));
              return new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, reason, opens);
            })
        .start();
    await()
        .untilAsserted(() -> {
          var why = bed.timetable.explain(id).orElseThrow();
          assertThat(why.nextPoll()).isEqualTo(opens);
          assertThat(why.heldBy()).isEqualTo(reason.substring(0, reason.length() - 1));
          assertThat(bed.feed(id).plan().notBefore()).isEqualTo(opens);
        });
    for (int hour = 0; hour < 10; hour++) {
      assertThat(asked).hasValue(1);
      bed.pass(Duration.ofHours(1));
    }
    await().untilAsserted(() -> assertThat(bed.feed(id).entries()).isEqualTo(1));
    assertThat(asked).hasValue(2);
  }

  @Test
  void aHubThatHangsKeepsNoEntryWaiting() throws Exception {
    bed.add(A);
    try (ServerSocket hub = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        HttpFetcher http = http()) {
      Fetcher web = withHub("http://127.0.0.1:" + hub.getLocalPort() + "/hub");
      bed.watcher(new LocalReader(web, PARSER), null, hubs(http)).start();
      assertThat(bed.told().newEntries()).hasSize(1); // nobody answers at the hub
      try (Socket asked = hub.accept()) {
        byte[] method = asked.getInputStream().readNBytes(4);
        assertThat(method).isEqualTo(new byte[] {'P', 'O', 'S', 'T'});
      }
    }
  }

  @Test
  void aFeedWhoseHubTellsUsIsPolledRarely() throws InterruptedException {
    long id = bed.add(A);
    String hub = "http://127.0.0.1:9/hub";
    Instant lease = NOON.plus(Duration.ofDays(9));
    bed.store
        .hubSubscriptions()
        .put(new HubSubscriptions.Row(id, "id", hub, A, "secret", true, lease, lease));
    try (HttpFetcher http = http()) {
      bed.watcher(new LocalReader(withHub(hub), PARSER), null, hubs(http)).start();
      bed.told();
      Instant next = NOON.plus(HubSubscription.SAFETY_NET);
      assertThat(bed.feed(id).plan().notBefore()).isEqualTo(next);
      assertThat(bed.feed(id).plan().heldBy()).isEqualTo("its hub tells us of new entries");
      assertThat(bed.timetable.explain(id).orElseThrow().nextPoll()).isEqualTo(next);
    }
  }

  private HubClient hubs(HttpFetcher http) {
    return new HubClient(bed.store, http, PARSER, "https://freshet.example/", bed.clock);
  }

  private static HttpFetcher http() {
    return new HttpFetcher(
        new Identity("Freshet", "1", null),
        FetchLimits.DEFAULT,
        new Network(null, true),
        new Politeness(Duration.ZERO, false),
        InstantSource.system(),
        new Random(1));
  }

  private static Fetcher withHub(String hub) {
    return request -> {
      String link = "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='hub' href='";
      return fetched(request, rss("one").replace("<item>", link + hub + "'/><item>"));
    };
  }
}
