package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.Poll;
import freshet.fetch.FetchLimits;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Leg;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.poll.FeedReader;
import freshet.poll.FeedReader.Request;
import freshet.store.Leases.Lease;
import freshet.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A controller without Kafka: what it sends is answered here, or not.
final class RemoteReaderTest {
  private static final FeedUrl URL = FeedUrl.of("http://a.example/feed");
  private static final Request REQUEST = new Request(7, FetchRequest.of(URL), "a.example", null);

  /// Short, so that leases are over while a test waits.
  private static final LeaseTimes TIMES =
      new LeaseTimes(
          Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofMillis(50), Duration.ZERO);

  private static final LeaseTimes LONG = LeaseTimes.of(FetchLimits.DEFAULT);

  @TempDir Path folder;
  private Store store;
  private HttpFetcher fetcher;
  private final ConcurrentLinkedQueue<Poll> sent = new ConcurrentLinkedQueue<>();
  private final AtomicInteger stored = new AtomicInteger();

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    fetcher =
        new HttpFetcher(
            new Identity("Freshet", "1", null),
            FetchLimits.DEFAULT,
            Network.DIRECT,
            new Politeness(Duration.ZERO, true),
            InstantSource.system(),
            RandomGenerator.of("Xoshiro256PlusPlus"));
  }

  @AfterEach
  void close() {
    fetcher.close();
    store.close();
  }

  private interface Terminals {
    void take(RemoteReader reader, Poll work);
  }

  private RemoteReader reader(LeaseTimes times, Terminals terminals) {
    BrokerClock clock = new BrokerClock(BrokerClock.Ticks.SYSTEM);
    clock.measured(clock.mark(), 5_000_000);
    var itself = new CompletableFuture<RemoteReader>();
    Post post =
        new Post() {
          @Override
          public void send(String site, Poll work) {
            sent.add(work);
            terminals.take(itself.join(), work);
          }

          @Override
          public BrokerClock clock() {
            return clock;
          }

          @Override
          public void awaitTerminal() {}
        };
    FeedReader local =
        _ -> {
          throw new AssertionError("nothing is asked here");
        };
    RemoteReader reader =
        new RemoteReader(
            post, store.leases(), fetcher, local, _ -> false, times, InstantSource.system());
    itself.complete(reader);
    return reader;
  }

  private static Unchanged unchanged() {
    return new Unchanged(
        new Answer(
            304, URL, null, Validators.NONE, null, null, null, 0, Instant.EPOCH, Duration.ZERO));
  }

  private static Answered answered(Poll work, @Nullable FetchOutcome outcome, Hop... hops) {
    return new Answered(
        work.request(), "t", new Leg(outcome, List.of(hops), Duration.ZERO, null, null), null);
  }

  @Test
  void anAnswerComesBackAndItsLeaseEndsWhenItIsStored() throws InterruptedException {
    RemoteReader reader =
        reader(LONG, (r, work) -> r.came(answered(work, unchanged()), stored::incrementAndGet));
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    assertThat(store.leases().open()).extracting(Lease::feed).containsExactly(7L);
    assertThat(stored.get()).isZero();
    reader.finished(REQUEST);
    assertThat(store.leases().open()).isEmpty();
    assertThat(stored.get()).isEqualTo(1);
  }

  @Test
  void workIsToBeBegunSoonAndToBeOverBeforeItsLease() throws InterruptedException {
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, unchanged()), () -> {}));
    reader.read(REQUEST);
    Poll work = sent.element();
    assertThat(work.startBy()).isBetween(5_000_000L, 5_000_000L + 6_000 + 5_000);
    assertThat(work.endBy() - work.startBy()).isEqualTo(62_000);
    assertThat(LONG.whole()).isGreaterThan(Duration.ofSeconds(6 + 62));
  }

  @Test
  void aRedirectToAnotherHostIsASecondPieceOfWork() throws InterruptedException {
    Hop hop = new Hop("http://b.example/feed", 302);
    RemoteReader reader =
        reader(
            LONG,
            (r, work) ->
                r.came(answered(work, work.hops().isEmpty() ? null : unchanged(), hop), () -> {}));
    reader.read(REQUEST);
    assertThat(sent).hasSize(2);
    assertThat(new ArrayList<>(sent).get(1).hops()).containsExactly(hop);
    assertThat(store.leases().open())
        .extracting(Lease::url)
        .containsExactlyInAnyOrder("http://a.example/feed", "http://b.example/feed");
  }

  @Test
  void aLeaseThatEndsUnansweredIsGivenAgainAndALateAnswerCountsNothing()
      throws InterruptedException {
    RemoteReader reader =
        reader(
            TIMES,
            (r, work) -> {
              if (sent.size() < 2) return;
              r.came(
                  answered(sent.element(), new Unreachable(Trouble.TIMEOUT, "too late")), () -> {});
              r.came(answered(work, unchanged()), () -> {});
              r.came(
                  answered(work, new Unreachable(Trouble.TIMEOUT, "again")),
                  stored::incrementAndGet);
            });
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    assertThat(sent).hasSize(2);
    assertThat(reader.late.get()).isEqualTo(2);
    assertThat(stored.get()).as("what counts nothing is read over").isEqualTo(1);
  }

  @Test
  void whatThreeTerminalsBeganAndNoneFinishedIsADeadLetter() throws InterruptedException {
    RemoteReader reader =
        reader(TIMES, (r, work) -> r.begun(new Begun(work.request(), "t" + sent.size())));
    FeedReader.Answer answer = reader.read(REQUEST);
    assertThat(answer.outcome()).isInstanceOf(Unreachable.class);
    assertThat(store.leases().deadLetters())
        .singleElement()
        .satisfies(letter -> {
          assertThat(letter.feed()).isEqualTo(7);
          assertThat(letter.terminals()).containsExactly("t1", "t2", "t3");
        });
  }

  @Test
  void aSiteThatRefusesRestsHereToo() throws InterruptedException {
    Refused refused = new Refused(429, Duration.ofHours(1), unchanged().answer());
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, refused), () -> {}));
    assertThat(reader.read(REQUEST).restsUntil()).isNotNull();
    assertThat(reader.read(REQUEST).outcome()).isInstanceOf(FetchOutcome.Forbidden.class);
    assertThat(sent).as("it is not asked again").hasSize(1);
  }

  @Test
  void oneHostIsAskedOnceAtATime() throws InterruptedException {
    var away = new AtomicInteger();
    var most = new AtomicInteger();
    RemoteReader reader =
        reader(
            LONG,
            (r, work) -> {
              most.accumulateAndGet(away.incrementAndGet(), Math::max);
              Thread.ofVirtual()
                  .start(() -> {
                    await().pollDelay(Duration.ofMillis(20)).until(() -> true);
                    away.decrementAndGet();
                    r.came(answered(work, unchanged()), () -> {});
                  });
            });
    List<Thread> polls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Request one = new Request(i, FetchRequest.of(URL), "a.example", null);
      polls.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  reader.read(one);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }));
    }
    for (Thread poll : polls) poll.join();
    assertThat(sent).hasSize(5);
    assertThat(most.get()).isEqualTo(1);
  }

  @Test
  void whoTakesOverLeavesTheHostsOfOpenLeasesAloneAndStoresWhatTheyBring()
      throws InterruptedException {
    store
        .leases()
        .grant(new Lease("old", 9, "http://a.example/other", Duration.ofHours(1), Instant.EPOCH));
    List<Long> brought = new CopyOnWriteArrayList<>();
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, unchanged()), () -> {}));
    reader.resume((feed, _) -> brought.add(feed));
    Thread poll =
        Thread.ofVirtual()
            .start(() -> {
              try {
                reader.read(REQUEST);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    poll.join(Duration.ofMillis(200));
    assertThat(sent).as("somebody may still be asking it").isEmpty();
    reader.came(
        new Answered("old", "t", new Leg(unchanged(), List.of(), Duration.ZERO, null, null), null),
        stored::incrementAndGet);
    poll.join();
    assertThat(sent).hasSize(1);
    assertThat(brought).containsExactly(9L);
    assertThat(stored.get()).isEqualTo(1);
    assertThat(store.leases().open()).extracting(Lease::request).doesNotContain("old");
  }
}
