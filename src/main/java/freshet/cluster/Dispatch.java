package freshet.cluster;

import freshet.change.Background;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Begun;
import freshet.cluster.Message.HandedBack;
import freshet.cluster.Message.Kind;
import freshet.cluster.Message.RobotsFile;
import freshet.cluster.Message.Work;
import freshet.fetch.Hop;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Leg;
import freshet.fetch.SiteKey;
import freshet.fetch.Turn;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.poll.FeedReader;
import freshet.store.Leases;
import freshet.store.Leases.DeadLetter;
import freshet.store.Leases.Lease;
import freshet.store.StoreUnavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has terminals ask for things. It alone decides when a host is asked: it takes the host's turn in
/// the gate of this process, which everything else that fetches here takes too, and gives it back
/// only when the answer is here or the lease is over. A lease is in the store before the work
/// leaves, so that whoever takes over knows which hosts may be being asked.
///
/// Every piece of work is for one host. A redirect to another comes back here, of a page or of a
/// robots.txt, and the way goes on with that one's turn.
///
/// An answer counts once, only while its lease lasts, and only if it is one to what was asked.
final class Dispatch {
  private static final Logger log = LoggerFactory.getLogger(Dispatch.class);

  /// A piece of work that so many terminals began and none finished is not given out again.
  private static final int MOST_BEGUN = 3;

  /// The same if nobody began it.
  private static final int MOST_LOST = 10;

  /// The same if a host's robots.txt leads elsewhere each time that it is asked.
  private static final int MOST_LED = 3;

  private static final Duration TRY_EVERY = Duration.ofSeconds(1);
  private static final Duration TO_ENTER = Duration.ofSeconds(3);

  private final Post post;
  private final Leases leases;
  private final HttpFetcher fetcher;
  private final LeaseTimes times;
  private final InstantSource clock;
  private final Map<String, Piece> away = new ConcurrentHashMap<>();

  final AtomicLong lost = new AtomicLong();
  final AtomicLong late = new AtomicLong();
  final AtomicLong madeUp = new AtomicLong();

  Dispatch(Post post, Leases leases, HttpFetcher fetcher, LeaseTimes times, InstantSource clock) {
    this.post = post;
    this.leases = leases;
    this.fetcher = fetcher;
    this.times = times;
    this.clock = clock;
  }

  /// Something to be asked for, over all hosts that redirects lead to.
  ///
  /// @param feed that it is for, 0 if it is for none
  /// @param url where it begins
  record Task(Kind kind, long feed, FeedUrl url, Making making) {}

  /// Makes the message.
  interface Making {
    Work work(String request, long startBy, long endBy, List<Hop> hops, Duration spent);
  }

  /// How far it has come: what is asked of the next host.
  ///
  /// @param robots the redirects of the robots.txt of the page's host, if that leads elsewhere: it
  ///   is asked for first
  private record Step(Task task, List<Hop> hops, Duration spent, List<Hop> robots) {
    Kind kind() {
      return robots.isEmpty() ? task.kind : Kind.ROBOTS;
    }

    FeedUrl page() {
      return hops.isEmpty() ? task.url : FeedUrl.stored(hops.getLast().to());
    }

    List<Hop> way() {
      return robots.isEmpty() ? hops : robots;
    }

    FeedUrl at() {
      return way().isEmpty() ? task.url : FeedUrl.stored(way().getLast().to());
    }

    Work work(String request, long startBy, long endBy) {
      return robots.isEmpty()
          ? task.making.work(request, startBy, endBy, hops, spent)
          : new RobotsFile(request, startBy, endBy, page(), robots, spent);
    }
  }

  /// What it came to.
  ///
  /// @param answer null if nobody was asked, or nobody answered
  record Result(FetchOutcome outcome, @Nullable Answered answer) {}

  /// @param given gets the pieces of work that were given away for it. Whoever has dealt with the
  ///   result [ends][#end] them
  /// @return null if some terminal does not know this kind of work: nobody was asked
  @Nullable Result run(Task task, List<Piece> given) throws InterruptedException {
    Step step = new Step(task, List.of(), Duration.ZERO, List.of());
    List<String> begunBy = new ArrayList<>();
    int unanswered = 0;
    int led = 0;
    while (true) {
      post.awaitRoom(this::away);
      if (!post.allTake(step.kind())) return null;
      FeedUrl at = step.at();
      Piece piece = new Piece(UUID.randomUUID().toString(), step.kind(), at, step.way());
      Turn turn = fetcher.turn(at);
      try {
        if (turn.forbidden() != null) return new Result(turn.forbidden(), null);
        Answered came = give(step, piece, turn, given);
        if (piece.isHandedBack()) return null;
        if (came == null && piece.isNotSent()) continue;
        if (came == null) {
          lost.incrementAndGet();
          if (piece.begunBy() != null) begunBy.add(piece.begunBy());
          if (begunBy.size() < MOST_BEGUN && ++unanswered < MOST_LOST) continue;
          return givenUp(task, at, begunBy, unanswered);
        }
        Leg leg = came.leg();
        turn.came(leg);
        if (step.kind() == Kind.ROBOTS) {
          FetchOutcome stays = leg.outcome(clock.instant());
          if (stays != null && leg.robots().equals(step.robots)) return new Result(stays, null);
          // Whatever else it came to, the terminal knows now, and the page is asked for there.
          step = new Step(task, step.hops, leg.spent(), leg.robots());
          continue;
        }
        FetchOutcome outcome = leg.outcome(clock.instant());
        if (outcome != null) return new Result(outcome, came);
        if (!leg.robots().isEmpty() && ++led > MOST_LED) {
          String why = "leads to another host and could not be read there";
          return new Result(HttpFetcher.rulesUnknown(at.host(), why, null), null);
        }
        step = new Step(task, leg.hops(), leg.spent(), leg.robots());
      } finally {
        if (away.containsKey(piece.request)) keepTurn(step.kind(), turn, piece);
        else turn.close();
      }
    }
  }

  /// The same of what needs no storing: its pieces of work end with it.
  @Nullable Result once(Task task) throws InterruptedException {
    List<Piece> pieces = new ArrayList<>();
    try {
      return run(task, pieces);
    } finally {
      end(pieces.stream().filter(p -> !away.containsKey(p.request)).toList());
    }
  }

  /// Null if no answer came while the lease lasted.
  private @Nullable Answered give(Step step, Piece piece, Turn turn, List<Piece> given)
      throws InterruptedException {
    given.add(piece);
    // Before the lease is written: who is stopped afterwards, and wakes up when another has taken
    // over, sends work that is too late.
    long startBy = post.clock().earliest() + times.start().toMillis();
    long endBy = startBy + times.network().toMillis();
    leases.grant(
        new Lease(
            piece.request,
            step.kind().word(),
            step.task.feed,
            step.at().toString(),
            times.whole(),
            clock.instant()));
    away.put(piece.request, piece);
    turn.asked();
    // Also what is asked elsewhere: one terminal is to know all of a site's robots.txt.
    post.send(SiteKey.of(step.page()), step.work(piece.request, startBy, endBy), piece::notSent);
    Answered came = piece.await(times.whole());
    away.remove(piece.request);
    return came;
  }

  /// Who waited was interrupted, or failed: the host may be being asked all the same, and keeps its
  /// turn for as long as that can be. Of a poll the lease is left to whoever comes after, who will
  /// store what it brings.
  private void keepTurn(Kind kind, Turn turn, Piece piece) {
    Thread _ =
        Background.start(
            "work that nobody waits for",
            () -> {
              try (turn) {
                Answered came = piece.await(times.whole());
                if (came != null) turn.came(came.leg());
              } finally {
                away.remove(piece.request);
              }
              if (kind != Kind.POLL) end(List.of(piece));
            });
  }

  private Result givenUp(Task task, FeedUrl at, List<String> begunBy, int unanswered) {
    log.warn("{} was given out {} times and never answered", at.shown(), unanswered);
    leases.bury(
        new DeadLetter(
            task.feed, at.toString(), begunBy.size(), List.copyOf(begunBy), clock.instant()));
    return new Result(
        new Unreachable(
            Trouble.TIMEOUT,
            "Terminals began to read this "
                + (task.kind == Kind.POLL ? "feed" : "page")
                + " "
                + begunBy.size()
                + " times and never came to an end. They may have stopped because of it."),
        null);
  }

  /// What they brought is stored, or there is nothing to store. While the store is away that is
  /// written down later: leases and answers that never end would be given out, and read, again.
  void end(List<Piece> pieces) {
    if (pieces.isEmpty() || ended(pieces)) return;
    Thread _ =
        Background.start(
            "ends of leases",
            () -> {
              do {
                Thread.sleep(TRY_EVERY);
              } while (!ended(pieces));
            });
  }

  private boolean ended(List<Piece> pieces) {
    try {
      leases.end(pieces.stream().map(p -> p.request).toList());
    } catch (StoreUnavailable e) {
      log.debug("Ends of leases cannot be written yet: {}", e.getMessage());
      return false;
    }
    for (Piece piece : pieces) piece.stored();
    return true;
  }

  /// Whether an answer of this name would count; those of others need not be read.
  boolean awaits(String request) {
    return away.containsKey(request);
  }

  /// A terminal says that it has begun.
  void begun(Begun begun) {
    Piece piece = away.get(begun.request());
    if (piece != null) piece.begun(begun.terminal());
  }

  /// A terminal does not know how.
  void handedBack(HandedBack back) {
    Piece piece = away.get(back.request());
    if (piece != null) piece.handBack();
  }

  /// An answer came.
  ///
  /// @param stored to be run when it was dealt with
  void came(Answered answer, Runnable stored) {
    Piece piece = away.get(answer.request());
    if (piece == null || piece.isAnswered()) {
      late.incrementAndGet();
      stored.run();
    } else if (!piece.fits(answer)) {
      madeUp.incrementAndGet();
      log.warn(
          "{} answers to {} what it was not asked: it is left out",
          answer.terminal(),
          answer.request());
      stored.run();
    } else {
      piece.came(answer, stored);
    }
  }

  /// Pieces of work that are away at this moment.
  int away() {
    return away.size();
  }

  /// Takes over what another program gave away: until their leases are over, counted from now, or
  /// their answers are here, nobody asks their hosts; and what polls bring is stored.
  void resume(RemoteReader.Taker taker) throws InterruptedException {
    Map<String, List<Lease>> byHost = new LinkedHashMap<>();
    for (Lease lease : leases.open()) {
      String host = FeedUrl.stored(lease.url()).uri().getRawAuthority();
      byHost.computeIfAbsent(host, _ -> new ArrayList<>()).add(lease);
    }
    if (byHost.isEmpty()) return;
    CountDownLatch inside = new CountDownLatch(byHost.size());
    for (List<Lease> some : byHost.values()) {
      for (Lease lease : some) away.put(lease.request(), piece(lease));
      Thread _ = Background.start("leases of another", () -> sitOut(some, inside, taker));
    }
    // Who waits here for a platform has its host already.
    if (!inside.await(TO_ENTER.toMillis(), TimeUnit.MILLISECONDS)) {
      log.info("Leases of another program: not all of their hosts could be entered at once");
    }
  }

  private static Piece piece(Lease lease) {
    Kind kind = Kind.POLL;
    for (Kind one : Kind.values()) if (one.word().equals(lease.kind())) kind = one;
    return new Piece(lease.request(), kind, FeedUrl.stored(lease.url()), List.of());
  }

  /// What cannot be stored is asked for again at the feed's next poll.
  private static void bring(Lease lease, FeedReader.Answer answer, RemoteReader.Taker taker)
      throws InterruptedException {
    try {
      taker.brought(lease.feed(), answer);
    } catch (StoreUnavailable e) {
      log.warn("What came for feed {} could not be stored: {}", lease.feed(), e.getMessage());
    }
  }

  private void sitOut(List<Lease> some, CountDownLatch inside, RemoteReader.Taker taker)
      throws InterruptedException {
    long begin = System.nanoTime();
    try (Turn turn = fetcher.inheritedTurn(FeedUrl.stored(some.getFirst().url()))) {
      inside.countDown();
      turn.asked();
      for (Lease lease : some) {
        Piece piece = away.get(lease.request());
        if (piece == null) continue;
        Duration gone = Duration.ofNanos(System.nanoTime() - begin);
        Answered came = piece.await(lease.lasts().minus(gone));
        away.remove(lease.request());
        if (came != null) {
          turn.came(came.leg());
          FetchOutcome outcome = came.leg().outcome();
          if (outcome != null && lease.kind().equals(Kind.POLL.word())) {
            bring(lease, new FeedReader.Answer(outcome, came.parsed(), null), taker);
          }
        }
        end(List.of(piece));
      }
      turn.over();
    }
  }
}
