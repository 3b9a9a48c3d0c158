package freshet.fetch;

import static java.util.Objects.requireNonNull;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Forbidden;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What asking one host came to, redirects within itself followed.
///
/// @param outcome null if the last redirect leads to another host, whose turn has to be awaited, or
///   within this one, for whose Crawl-delay there was no time; or if the host's robots.txt does
/// @param hops all redirects up to here, those of earlier legs included
/// @param spent on the network, earlier legs included
/// @param crawlDelay how long the host is left alone afterwards, if it is more than the usual gap:
///   its robots.txt asks for that, or it was so slow that the request was broken off
/// @param restsFor how long the host is to be left alone from now on, if it said so
/// @param robots the redirects of its robots.txt, if that leads to another host: it has to be asked
///   for there, before this one is asked again
public record Leg(
    @Nullable FetchOutcome outcome,
    List<Hop> hops,
    Duration spent,
    @Nullable Duration crawlDelay,
    @Nullable Duration restsFor,
    List<Hop> robots) {

  public Leg {
    hops = List.copyOf(hops);
    robots = List.copyOf(robots);
    requireNonNull(spent, "spent");
  }

  public Leg(
      @Nullable FetchOutcome outcome,
      List<Hop> hops,
      Duration spent,
      @Nullable Duration crawlDelay,
      @Nullable Duration restsFor) {
    this(outcome, hops, spent, crawlDelay, restsFor, List.of());
  }

  /// The same with another outcome.
  public Leg with(FetchOutcome other) {
    return new Leg(other, hops, spent, crawlDelay, restsFor, robots);
  }

  /// The outcome with its times by a clock here: the one of the machine that asked may show
  /// another.
  ///
  /// @param now by the clock here
  public @Nullable FetchOutcome outcome(Instant now) {
    return outcome instanceof Forbidden f && f.until() != null && restsFor != null
        ? new Forbidden(f.ban(), f.reason(), now.plus(restsFor))
        : outcome;
  }
}
