package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.article.PageFetcher;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.HandedBack;
import freshet.cluster.Message.Kind;
import freshet.cluster.Message.Work;
import freshet.fetch.FetchLimits;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Leg;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.fetch.Turn;
import freshet.model.Answer;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.ParseOutcome;
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
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
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
  private final ConcurrentLinkedQueue<Work> sent = new ConcurrentLinkedQueue<>();
  private final List<String> keys = new ArrayList<>();
  private final AtomicInteger stored = new AtomicInteger();
  private final Set<Kind> takes = EnumSet.allOf(Kind.class);
  private Dispatch dispatch;

  /// So many pieces of work do not get out.
  private int away;

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
    dispatch = dispatch(LONG, (_, _) -> {});
  }

  @AfterEach
  void close() {
    fetcher.close();
    store.close();
  }

  private interface Terminals {
    void take(Dispatch dispatch, Work work);
  }

  private Dispatch dispatch(LeaseTimes times, Terminals terminals) {
    BrokerClock clock = new BrokerClock(BrokerClock.Ticks.SYSTEM);
    clock.measured(clock.mark(), 5_000_000);
    var itself = new CompletableFuture<Dispatch>();
    Post post =
        new Post() {
          @Override
          public void send(String site, Work work, Runnable notSent) {
            sent.add(work);
            keys.add(site);
            if (away-- > 0) {
              notSent.run();
              return;
            }
            terminals.take(itself.join(), work);
          }

          @Override
          public BrokerClock clock() {
            return clock;
          }

          @Override
          public void awaitRoom(IntSupplier away) {}

          @Override
          public boolean allTake(Kind kind) {
            return takes.contains(kind);
          }
        };
    Dispatch made = new Dispatch(post, store.leases(), fetcher, times, InstantSource.system());
    itself.complete(made);
    dispatch = made;
    return made;
  }

  private RemoteReader reader(LeaseTimes times, Terminals terminals) {
    FeedReader local =
        _ -> {
          throw new AssertionError("nothing is asked here");
        };
    return new RemoteReader(dispatch(times, terminals), fetcher, local, _ -> false);
  }

  private static Unchanged unchanged() {
    return unchanged(URL);
  }

  private static Unchanged unchanged(FeedUrl at) {
    return new Unchanged(
        new Answer(
            304, at, null, Validators.NONE, null, null, null, 0, Instant.EPOCH, Duration.ZERO));
  }

  private static Answered answered(Work work, @Nullable FetchOutcome outcome, Hop... hops) {
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
  void whatDidNotGetOutIsGivenOutAgainWithoutWaitingForItsLease() throws InterruptedException {
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, unchanged()), () -> {}));
    away = 12;
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    assertThat(sent).hasSize(13);
    reader.finished(REQUEST);
    assertThat(store.leases().open()).isEmpty();
  }

  @Test
  void workIsToBeBegunSoonAndToBeOverBeforeItsLease() throws InterruptedException {
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, unchanged()), () -> {}));
    reader.read(REQUEST);
    Work work = sent.element();
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
                r.came(
                    answered(
                        work, work.hops().isEmpty() ? null : unchanged(FeedUrl.of(hop.to())), hop),
                    () -> {}));
    reader.read(REQUEST);
    assertThat(sent).hasSize(2);
    assertThat(new ArrayList<>(sent).get(1).hops()).containsExactly(hop);
    assertThat(store.leases().open())
        .extracting(Lease::url)
        .containsExactlyInAnyOrder("http://a.example/feed", "http://b.example/feed");
  }

  /// One host at a time is asked also for a robots.txt that leads elsewhere: in that one's turn, by
  /// a lease of its own, and by the terminal that knows the site.
  @Test
  void aRobotsFileOfAnotherHostIsAPieceOfWorkOfItsOwn() throws InterruptedException {
    Hop robots = new Hop("http://b.example/rules", 301);
    Leg led = new Leg(null, List.of(), Duration.ZERO, null, null, List.of(robots));
    List<String> hosts = new ArrayList<>();
    RemoteReader reader =
        reader(
            LONG,
            (r, work) -> {
              hosts.add(store.leases().open().getLast().url());
              boolean first = sent.size() == 1;
              boolean file = work instanceof Message.RobotsFile;
              r.came(
                  first
                      ? new Answered(work.request(), "t", led, null)
                      : answered(work, file ? null : unchanged()),
                  () -> {});
            });
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    assertThat(sent).extracting(Work::sort).containsExactly(Kind.POLL, Kind.ROBOTS, Kind.POLL);
    assertThat(hosts).contains("http://a.example/feed", robots.to());
    assertThat(keys).containsExactly("a.example", "a.example", "a.example");
    reader.finished(REQUEST);
    assertThat(store.leases().open()).isEmpty();
  }

  @Test
  void aRobotsFileThatLeadsElsewhereEachTimeEndsSomewhere() throws InterruptedException {
    Hop robots = new Hop("http://b.example/rules", 301);
    Leg led = new Leg(null, List.of(), Duration.ZERO, null, null, List.of(robots));
    RemoteReader reader =
        reader(
            LONG,
            (r, work) ->
                r.came(
                    work.sort() == Kind.ROBOTS
                        ? answered(work, null)
                        : new Answered(work.request(), "t", led, null),
                    () -> {}));
    assertThat(reader.read(REQUEST).outcome()).isInstanceOf(FetchOutcome.Forbidden.class);
    assertThat(sent).hasSize(7);
  }

  /// A terminal that lies could have a host asked again and again by one poll.
  @Test
  void aWayThatComesNoNearerToItsEndIsLeftOut() throws InterruptedException {
    Hop robots = new Hop("http://b.example/robots.txt", 301);
    Hop hop = new Hop("http://b.example/feed", 301);
    RemoteReader reader =
        reader(
            LONG,
            (d, work) -> {
              boolean file = work.sort() == Kind.ROBOTS;
              Leg stands =
                  file
                      ? new Leg(null, List.of(), Duration.ZERO, null, null, List.of(robots))
                      : new Leg(null, List.of(), Duration.ZERO, null, null);
              Leg circles =
                  file
                      ? new Leg(
                          null,
                          List.of(),
                          Duration.ZERO,
                          null,
                          null,
                          Collections.nCopies(6, robots))
                      : new Leg(null, Collections.nCopies(9, hop), Duration.ZERO, null, null);
              for (Leg leg : List.of(stands, circles)) {
                d.came(new Answered(work.request(), "t", leg, null), stored::incrementAndGet);
              }
              Leg led = new Leg(null, List.of(), Duration.ZERO, null, null, List.of(robots));
              d.came(
                  sent.size() == 1
                      ? new Answered(work.request(), "t", led, null)
                      : answered(work, file ? null : unchanged()),
                  () -> {});
            });
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    assertThat(sent).extracting(Work::sort).containsExactly(Kind.POLL, Kind.ROBOTS, Kind.POLL);
    assertThat(dispatch.madeUp.get()).isEqualTo(6);
  }

  @Test
  void aHostThatCannotBeAskedForARobotsFileNowEndsThePoll() throws InterruptedException {
    Hop robots = new Hop("http://b.example/robots.txt", 301);
    var rests = new FetchOutcome.Forbidden(FetchOutcome.Ban.RESTING, "It rests.");
    RemoteReader reader =
        reader(
            LONG,
            (d, work) -> {
              FetchOutcome outcome = work.sort() == Kind.ROBOTS ? rests : null;
              Leg leg = new Leg(outcome, List.of(), Duration.ZERO, null, null, List.of(robots));
              d.came(new Answered(work.request(), "t", leg, null), () -> {});
            });
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(rests);
    assertThat(sent).hasSize(2);
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
    assertThat(dispatch.late.get()).isEqualTo(2);
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
        .grant(
            new Lease(
                "old", "poll", 9, "http://a.example/other", Duration.ofHours(1), Instant.EPOCH));
    List<Long> brought = new CopyOnWriteArrayList<>();
    RemoteReader reader = reader(LONG, (r, work) -> r.came(answered(work, unchanged()), () -> {}));
    dispatch.resume((feed, _) -> brought.add(feed));
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
    dispatch.came(
        new Answered("old", "t", new Leg(unchanged(), List.of(), Duration.ZERO, null, null), null),
        stored::incrementAndGet);
    poll.join();
    assertThat(sent).hasSize(1);
    assertThat(brought).containsExactly(9L);
    assertThat(stored.get()).isEqualTo(1);
    assertThat(store.leases().open()).extracting(Lease::request).doesNotContain("old");
  }

  private static Fetched fetched(FeedUrl at) {
    return new Fetched(
        new byte[0],
        "text/html",
        1,
        new Answer(
            200, at, null, Validators.NONE, null, null, null, 0, Instant.EPOCH, Duration.ZERO));
  }

  /// Whoever may write answers can make up entries only for a feed that it was asked for: every
  /// forgery here is left out, and the true answer counts.
  @Test
  void whatNobodyAskedForIsLeftOut() throws InterruptedException {
    ParseOutcome entries = new ParseOutcome.NotAFeed("made up");
    Leg elsewhere =
        new Leg(fetched(FeedUrl.of("http://evil.example/")), List.of(), Duration.ZERO, null, null);
    Leg lured =
        new Leg(
            unchanged(),
            List.of(new Hop("http://evil.example/feed", 301)),
            Duration.ZERO,
            null,
            null);
    RemoteReader reader =
        reader(
            LONG,
            (d, work) -> {
              d.begun(new Begun(work.request(), "t"));
              Leg here = new Leg(fetched(URL), List.of(), Duration.ZERO, null, null);
              // for nobody's request, by somebody who did not begin it, of another host, of
              // another kind
              d.came(new Answered("no such", "t", here, entries), stored::incrementAndGet);
              d.came(new Answered(work.request(), "rogue", here, entries), () -> {});
              d.came(new Answered(work.request(), "t", elsewhere, entries), () -> {});
              d.came(new Answered(work.request(), "t", lured, null), () -> {});
              d.came(
                  new Answered(
                      work.request(), "t", here, null, new PageFetcher.Reading.NoPage(), List.of()),
                  () -> {});
              // with times that would keep the host closed for ever
              Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
              for (Leg leg :
                  List.of(
                      new Leg(unchanged(), List.of(), Duration.ZERO, ever, null),
                      new Leg(unchanged(), List.of(), Duration.ofSeconds(-1), null, null),
                      new Leg(unchanged(), List.of(), Duration.ZERO, null, ever))) {
                d.came(new Answered(work.request(), "t", leg, null), () -> {});
              }
              d.came(answered(work, unchanged()), stored::incrementAndGet);
            });
    assertThat(reader.read(REQUEST).outcome()).isEqualTo(unchanged());
    reader.finished(REQUEST);
    assertThat(dispatch.madeUp.get()).isEqualTo(7);
    assertThat(dispatch.late.get()).isEqualTo(1);
    assertThat(stored.get()).isEqualTo(2);
  }

  private static final PageFetcher.Request PAGE =
      new PageFetcher.Request(7, FetchRequest.of(URL), Recipe.USUAL, null, 2);

  private static PageFetcher here(AtomicInteger asked) {
    return new PageFetcher() {
      @Override
      public PageFetcher.Answer fetch(PageFetcher.Request request) {
        asked.incrementAndGet();
        return new PageFetcher.Answer(new Unreachable(Trouble.TLS, "asked here"), null);
      }

      @Override
      public @Nullable Instant restsUntil(FeedUrl url) {
        return null;
      }
    };
  }

  @Test
  void aPageIsReadByATerminalAndItsLeaseEndsWithIt() throws InterruptedException {
    var asked = new AtomicInteger();
    var read = new PageFetcher.Reading.NoPage();
    Dispatch to =
        dispatch(
            LONG,
            (d, work) -> {
              assertThat(store.leases().open()).extracting(Lease::kind).containsExactly("page");
              Leg leg = new Leg(fetched(URL), List.of(), Duration.ZERO, null, null);
              d.came(
                  new Answered(work.request(), "t", leg, null, read, List.of()),
                  stored::incrementAndGet);
            });
    assertThat(new RemotePages(to, here(asked)).fetch(PAGE).read()).isEqualTo(read);
    assertThat(store.leases().open()).isEmpty();
    assertThat(stored.get()).isEqualTo(1);
    assertThat(asked.get()).isZero();
  }

  @Test
  void whatSomeTerminalDoesNotKnowIsDoneHere() throws InterruptedException {
    var asked = new AtomicInteger();
    takes.remove(Kind.PAGE);
    Dispatch to =
        dispatch(
            LONG, (d, work) -> d.handedBack(new HandedBack(work.request(), "one that joined")));
    PageFetcher pages = new RemotePages(to, here(asked));
    pages.fetch(PAGE);
    assertThat(sent).as("an older terminal must not get it").isEmpty();
    takes.add(Kind.PAGE);
    pages.fetch(PAGE);
    assertThat(sent).as("handed back").hasSize(1);
    assertThat(asked.get()).isEqualTo(2);
    assertThat(store.leases().open()).isEmpty();
  }

  /// A search or a crawl is stopped while a terminal asks for one of its pages.
  @Test
  void whoNoLongerWaitsLeavesTheHostAloneUntilTheTerminalIsDone() throws InterruptedException {
    var fetch = new RemoteFetcher(dispatch(LONG, (_, _) -> {}), fetcher);
    Thread stopped =
        Thread.ofVirtual()
            .start(() -> {
              try {
                fetch.fetch(FetchRequest.of(URL));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    await().until(() -> sent.size() == 1);
    stopped.interrupt();
    stopped.join();
    var next = new CompletableFuture<Turn>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            next.complete(fetcher.turn(URL));
          } catch (InterruptedException e) {
            next.completeExceptionally(e);
          }
        });
    await().during(Duration.ofMillis(100)).until(() -> !next.isDone());
    dispatch.came(answered(sent.element(), unchanged()), stored::incrementAndGet);
    next.join().close();
    await().until(() -> store.leases().open().isEmpty());
    assertThat(stored.get()).isEqualTo(1);
  }

  @Test
  void whatACrawlAsksForComesAsItIsWithTheSitemaps() throws InterruptedException {
    Fetched body = new Fetched(new byte[] {1, 2}, "text/html", 1, fetched(URL).answer());
    Leg leg = new Leg(body, List.of(), Duration.ZERO, null, null);
    var fetch =
        new RemoteFetcher(
            dispatch(
                LONG,
                (d, work) ->
                    d.came(
                        new Answered(work.request(), "t", leg, null, null, List.of("/map.xml")),
                        () -> {})),
            fetcher);
    assertThat(fetch.fetch(FetchRequest.of(URL), 100)).isSameAs(body);
    assertThat(((Message.Fetch) sent.element()).mostBytes()).isEqualTo(100);
    assertThat(fetch.sitemaps(FeedUrl.of("http://a.example/other"))).containsExactly("/map.xml");
  }
}
