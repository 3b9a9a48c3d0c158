package freshet.cluster;

import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Kind;
import freshet.fetch.FetchLimits;
import freshet.fetch.Hop;
import freshet.fetch.Leg;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A piece of work that is away, and what may be answered to it.
final class Piece {
  /// No robots.txt that is read here asks for more, and no request takes longer.
  private static final Duration LONGEST_DELAY = Duration.ofHours(1);

  /// Of what headers say.
  private static final Duration LONGEST_REST = Duration.ofDays(366);

  final String request;
  private final Kind kind;
  private final FeedUrl at;
  private final List<Hop> hops;

  private final CompletableFuture<@Nullable Answered> answer = new CompletableFuture<>();
  private volatile @Nullable String begunBy;
  private volatile boolean handedBack;
  private volatile boolean notSent;

  /// What to do when the answer was dealt with.
  private volatile Runnable stored = () -> {};

  /// @param at the address that is asked
  /// @param hops that led there
  Piece(String request, Kind kind, FeedUrl at, List<Hop> hops) {
    this.request = request;
    this.kind = kind;
    this.at = at;
    this.hops = hops;
  }

  /// A terminal says that it begins. Only the first may: work is never begun twice.
  void begun(String terminal) {
    if (begunBy == null) begunBy = terminal;
  }

  @Nullable String begunBy() {
    return begunBy;
  }

  /// A terminal says that it does not know how to do it.
  void handBack() {
    if (begunBy != null) return;
    handedBack = true;
    boolean _ = answer.complete(null);
  }

  /// It never left this process.
  void notSent() {
    notSent = true;
    boolean _ = answer.complete(null);
  }

  boolean isNotSent() {
    return notSent;
  }

  boolean isHandedBack() {
    return handedBack;
  }

  boolean isAnswered() {
    return answer.isDone();
  }

  void came(Answered came, Runnable then) {
    stored = then;
    boolean _ = answer.complete(came);
  }

  void stored() {
    stored.run();
  }

  /// Null if none came in time, or it was handed back or not sent.
  @Nullable Answered await(Duration most) throws InterruptedException {
    try {
      return answer.get(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /// Whether an answer is one to this piece of work: of who began it, of its kind, and from where
  /// it was to ask. Whoever may write answers may not make up what nobody asked for.
  boolean fits(Answered came) {
    String by = begunBy;
    if (by != null && !by.equals(came.terminal())) return false;
    FetchOutcome outcome = came.leg().outcome();
    boolean body = outcome instanceof Fetched;
    boolean rightKind =
        switch (kind) {
          case POLL -> body == (came.parsed() != null) && came.read() == null;
          case PAGE -> body == (came.read() != null) && came.parsed() == null;
          case FETCH, ROBOTS -> came.parsed() == null && came.read() == null;
        };
    if (!rightKind || !areTimes(came)) return false;
    Leg leg = came.leg();
    return kind == Kind.ROBOTS
        ? leadsOn(leg)
        : isOnTheWay(leg)
            && leg.robots().size() <= FetchLimits.MOST_FOR_ROBOTS
            && areAddresses(leg.robots());
  }

  /// Whether it ends here, or comes nearer to its end: otherwise it could go on for ever.
  private boolean leadsOn(Leg leg) {
    List<Hop> way = leg.robots();
    return switch (leg.outcome()) {
      case null -> way.isEmpty() || isLonger(way, FetchLimits.MOST_FOR_ROBOTS);
      case Forbidden _, Unreachable _ ->
          way.isEmpty() || way.equals(hops) || isLonger(way, FetchLimits.MOST_FOR_ROBOTS);
      default -> false;
    };
  }

  private boolean isLonger(List<Hop> way, int most) {
    return way.size() > hops.size() && way.size() <= most && goesOn(way);
  }

  /// Whether its times can be those of an answer: longer ones would keep a host closed for ever.
  private static boolean areTimes(Answered came) {
    Leg leg = came.leg();
    FetchOutcome outcome = leg.outcome();
    Duration retry = outcome instanceof Refused refused ? refused.retryAfter() : null;
    boolean longest =
        isTime(leg.spent(), LONGEST_DELAY)
            && isTime(leg.crawlDelay(), LONGEST_DELAY)
            && (leg.restsFor() == null || isTime(leg.restsFor().abs(), LONGEST_REST))
            && isTime(retry, LONGEST_REST);
    Answer said = said(outcome);
    return longest
        && (said == null
            || (isTime(said.freshFor(), LONGEST_REST) && isTime(said.took(), LONGEST_DELAY)));
  }

  private static boolean isTime(@Nullable Duration time, Duration most) {
    return time == null || (!time.isNegative() && time.compareTo(most) <= 0);
  }

  private static @Nullable Answer said(@Nullable FetchOutcome outcome) {
    return switch (outcome) {
      case Fetched f -> f.answer();
      case Unchanged u -> u.answer();
      case Gone g -> g.answer();
      case Refused r -> r.answer();
      case Unreachable _, Forbidden _ -> null;
      case null -> null;
    };
  }

  private boolean goesOn(List<Hop> way) {
    return way.size() >= hops.size()
        && way.subList(0, hops.size()).equals(hops)
        && areAddresses(way);
  }

  private static boolean areAddresses(List<Hop> way) {
    try {
      for (Hop hop : way) {
        FeedUrl _ = FeedUrl.stored(hop.to());
      }
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Whether it goes on where it was to begin, and answers from where its redirects led.
  private boolean isOnTheWay(Leg leg) {
    List<Hop> way = leg.hops();
    if (way.size() > FetchLimits.DEFAULT.maxRedirects() || !goesOn(way)) return false;
    boolean goesOn = leg.outcome() == null && leg.robots().isEmpty();
    if (goesOn && way.size() == hops.size()) return false;
    Answer said = said(leg.outcome());
    if (said == null) return true;
    Set<String> hosts = new HashSet<>();
    for (Hop hop : way) hosts.add(FeedUrl.stored(hop.to()).host());
    FeedUrl end = way.isEmpty() ? at : FeedUrl.stored(way.getLast().to());
    FeedUrl moved = said.movedTo();
    return said.finalUrl().host().equals(end.host())
        && (moved == null || hosts.contains(moved.host()));
  }
}
