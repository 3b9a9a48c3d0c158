package freshet.cluster;

import freshet.change.Background;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.Poll;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Leg;
import freshet.fetch.SiteKey;
import freshet.fetch.Turn;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.ParseOutcome;
import freshet.poll.FeedReader;
import freshet.store.Leases;
import freshet.store.Leases.DeadLetter;
import freshet.store.Leases.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has feeds asked and read by terminals. It alone decides when a host is asked: it takes the
/// host's turn in the gate of this process, which everything else that fetches here takes too, and
/// gives it back only when the answer is here or the lease is over. A lease is in the store before
/// the work leaves, so that whoever takes over knows which hosts may be being asked.
///
/// Every piece of work is for one host. A redirect to another comes back here, and the way goes on
/// with that one's turn.
///
/// An answer counts once, and only while its lease lasts: afterwards nobody waits for it.
public final class RemoteReader implements FeedReader {
  private static final Logger log = LoggerFactory.getLogger(RemoteReader.class);

  /// A piece of work that so many terminals began and none finished is not given out again.
  private static final int MOST_BEGUN = 3;

  /// The same if nobody began it.
  private static final int MOST_LOST = 10;

  private static final Duration TO_ENTER = Duration.ofSeconds(3);

  private final Post post;
  private final Leases leases;
  private final HttpFetcher fetcher;
  private final FeedReader local;
  private final Predicate<Request> stays;
  private final LeaseTimes times;
  private final InstantSource clock;

  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

  /// By feed: what ends with its poll.
  private final Map<Long, List<Waiting>> ending = new ConcurrentHashMap<>();

  final AtomicLong lost = new AtomicLong();
  final AtomicLong late = new AtomicLong();

  /// @param local reads what cannot be sent away
  /// @param stays tells which requests these are
  RemoteReader(
      Post post,
      Leases leases,
      HttpFetcher fetcher,
      FeedReader local,
      Predicate<Request> stays,
      LeaseTimes times,
      InstantSource clock) {
    this.post = post;
    this.leases = leases;
    this.fetcher = fetcher;
    this.local = local;
    this.stays = stays;
    this.times = times;
    this.clock = clock;
  }

  /// A piece of work that is away.
  private static final class Waiting {
    final String request;
    final CompletableFuture<Answered> answer = new CompletableFuture<>();
    volatile @Nullable String begunBy;

    /// What to do when the answer was dealt with.
    volatile Runnable stored = () -> {};

    Waiting(String request) {
      this.request = request;
    }

    /// Null if none came in time.
    @Nullable Answered await(Duration most) throws InterruptedException {
      try {
        return answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        return null;
      } catch (ExecutionException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// What takes the answers for which a program that is no more had asked.
  public interface Taker {
    void brought(long feed, FeedReader.Answer answer) throws InterruptedException;
  }

  @Override
  public FeedReader.Answer read(Request request) throws InterruptedException {
    if (stays.test(request)) return local.read(request);
    List<Hop> hops = List.of();
    Duration spent = Duration.ZERO;
    List<String> begunBy = new ArrayList<>();
    int unanswered = 0;
    while (true) {
      post.awaitTerminal();
      FeedUrl at = hops.isEmpty() ? request.fetch().url() : FeedUrl.stored(hops.getLast().to());
      try (Turn turn = fetcher.turn(at)) {
        if (turn.forbidden() != null) return answer(request, turn.forbidden(), null);
        Waiting work = new Waiting(UUID.randomUUID().toString());
        Answered came = give(request, at, hops, spent, turn, work);
        if (came == null) {
          lost.incrementAndGet();
          if (work.begunBy != null) begunBy.add(work.begunBy);
          if (begunBy.size() < MOST_BEGUN && ++unanswered < MOST_LOST) continue;
          return givenUp(request, at, begunBy, unanswered);
        }
        Leg leg = came.leg();
        turn.came(leg);
        FetchOutcome outcome = leg.outcome(clock.instant());
        if (outcome != null) return answer(request, outcome, came.parsed());
        hops = leg.hops();
        spent = leg.spent();
      }
    }
  }

  /// Null if no answer came while the lease lasted.
  private @Nullable Answered give(
      Request request, FeedUrl at, List<Hop> hops, Duration spent, Turn turn, Waiting work)
      throws InterruptedException {
    waiting.put(work.request, work);
    ending.computeIfAbsent(request.feed(), _ -> new ArrayList<>()).add(work);
    boolean interrupted = true;
    try {
      // Before the lease is written: who is stopped afterwards, and wakes up when another has taken
      // over, sends work that is too late.
      long startBy = post.clock().earliest() + times.start().toMillis();
      long endBy = startBy + times.network().toMillis();
      leases.grant(
          new Lease(work.request, request.feed(), at.toString(), times.whole(), clock.instant()));
      turn.asked();
      post.send(SiteKey.of(at), new Poll(work.request, startBy, endBy, request, hops, spent));
      Answered came = work.await(times.whole());
      interrupted = false;
      return came;
    } finally {
      waiting.remove(work.request);
      // Who ends in the middle leaves the lease to whoever comes after.
      if (interrupted) ending.remove(request.feed());
    }
  }

  private FeedReader.Answer answer(
      Request request, FetchOutcome outcome, @Nullable ParseOutcome parsed) {
    return new FeedReader.Answer(outcome, parsed, fetcher.restsUntil(request.site()));
  }

  private FeedReader.Answer givenUp(
      Request request, FeedUrl at, List<String> begunBy, int unanswered) {
    log.warn("{} was given out {} times and never answered", at.shown(), unanswered);
    leases.bury(
        new DeadLetter(
            request.feed(), at.toString(), begunBy.size(), List.copyOf(begunBy), clock.instant()));
    return answer(
        request,
        new Unreachable(
            Trouble.TIMEOUT,
            "Terminals began to read this feed "
                + begunBy.size()
                + " times and never came to an end. They may have stopped because of it."),
        null);
  }

  @Override
  public void finished(Request request) {
    List<Waiting> over = ending.remove(request.feed());
    if (over == null) return;
    leases.end(over.stream().map(w -> w.request).toList());
    for (Waiting work : over) work.stored.run();
  }

  /// A terminal says that it has begun.
  void begun(Begun begun) {
    Waiting work = waiting.get(begun.request());
    if (work != null) work.begunBy = begun.terminal();
  }

  /// An answer came.
  ///
  /// @param stored to be run when it was dealt with
  void came(Answered answer, Runnable stored) {
    Waiting work = waiting.get(answer.request());
    if (work == null || work.answer.isDone() || !fits(answer)) {
      late.incrementAndGet();
      stored.run();
      return;
    }
    work.stored = stored;
    boolean _ = work.answer.complete(answer);
  }

  /// What was fetched was read, and nothing else.
  private static boolean fits(Answered answer) {
    return (answer.leg().outcome() instanceof Fetched) == (answer.parsed() != null);
  }

  /// Pieces of work that are away at this moment.
  int away() {
    return waiting.size();
  }

  /// Takes over what another program gave away: until their leases are over, counted from now, or
  /// their answers are here, nobody asks their hosts; and what they bring is stored.
  public void resume(Taker taker) throws InterruptedException {
    Map<String, List<Lease>> byHost = new LinkedHashMap<>();
    for (Lease lease : leases.open()) {
      String host = FeedUrl.stored(lease.url()).uri().getRawAuthority();
      byHost.computeIfAbsent(host, _ -> new ArrayList<>()).add(lease);
    }
    if (byHost.isEmpty()) return;
    CountDownLatch inside = new CountDownLatch(byHost.size());
    for (List<Lease> some : byHost.values()) {
      for (Lease lease : some) waiting.put(lease.request(), new Waiting(lease.request()));
      Thread _ = Background.start("leases of another", () -> sitOut(some, inside, taker));
    }
    // Who waits here for a platform has its host already.
    if (!inside.await(TO_ENTER.toMillis(), TimeUnit.MILLISECONDS)) {
      log.info("Leases of another program: not all of their hosts could be entered at once");
    }
  }

  private void sitOut(List<Lease> some, CountDownLatch inside, Taker taker)
      throws InterruptedException {
    long begin = System.nanoTime();
    try (Turn turn = fetcher.turn(FeedUrl.stored(some.getFirst().url()))) {
      inside.countDown();
      turn.asked();
      for (Lease lease : some) {
        Waiting work = waiting.get(lease.request());
        if (work == null) continue;
        Duration gone = Duration.ofNanos(System.nanoTime() - begin);
        Answered came = work.await(lease.lasts().minus(gone));
        waiting.remove(lease.request());
        if (came != null) {
          turn.came(came.leg());
          FetchOutcome outcome = came.leg().outcome();
          if (outcome != null) {
            taker.brought(lease.feed(), new FeedReader.Answer(outcome, came.parsed(), null));
          }
        }
        leases.end(List.of(lease.request()));
        work.stored.run();
      }
    }
  }
}
