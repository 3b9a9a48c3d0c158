package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Forbidden;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What asking one host came to, redirects within itself followed.
///
/// @param outcome null if the last redirect leads to another host, whose turn has to be awaited
/// @param hops all redirects up to here, those of earlier legs included
/// @param spent on the network, earlier legs included
/// @param crawlDelay what the host's robots.txt asks for, if it is more than the usual gap
/// @param restsFor how long the host is to be left alone from now on, if it said so
public record Leg(
    @Nullable FetchOutcome outcome,
    List<Hop> hops,
    Duration spent,
    @Nullable Duration crawlDelay,
    @Nullable Duration restsFor) {

  public Leg {
    hops = List.copyOf(hops);
  }

  /// The host was not asked: it is to be left alone.
  boolean resting() {
    return outcome instanceof Forbidden(Ban ban, _) && ban == Ban.RESTING;
  }
}
