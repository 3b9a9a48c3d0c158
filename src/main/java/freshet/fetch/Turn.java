package freshet.fetch;

import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Refused;
import java.time.InstantSource;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/// The right to have a host asked from another machine: the same right by which it is asked from
/// this one, so that both are never used at once. Close it when it is certain that nobody there
/// asks any more.
public final class Turn implements AutoCloseable {
  private final HostGate gate;
  private final HostGate.Visit visit;
  private final String host;
  private final @Nullable Forbidden forbidden;
  private final InstantSource clock;

  Turn(
      HostGate gate,
      HostGate.Visit visit,
      String host,
      @Nullable Forbidden forbidden,
      InstantSource clock) {
    this.gate = gate;
    this.visit = visit;
    this.host = host;
    this.forbidden = forbidden;
    this.clock = clock;
  }

  /// Not null if the host rests: then nobody may ask it.
  public @Nullable Forbidden forbidden() {
    return forbidden;
  }

  /// From now on the host may be asked there, so the gap counts.
  public void asked() {
    visit.asked();
  }

  /// Takes over what the host said there of how it wants to be asked.
  public void came(Leg leg) {
    visit.slowTo(leg.crawlDelay());
    if (leg.outcome() == null && leg.robots().isEmpty() && isWithin(leg)) visit.goesOn();
    if (leg.outcome() instanceof Refused refused) gate.refused(host, refused);
    else if (leg.outcome() instanceof Forbidden && leg.restsFor() != null) {
      gate.closed(host, clock.instant().plus(leg.restsFor()));
    }
  }

  private boolean isWithin(Leg leg) {
    HttpUrl to = leg.hops().isEmpty() ? null : HttpUrl.parse(leg.hops().getLast().to());
    return to != null && to.host().equals(host);
  }

  /// Of an inherited one: nobody can be asking any more, so others need not wait any longer.
  public void over() {
    visit.over();
  }

  @Override
  public void close() {
    visit.close();
  }
}
