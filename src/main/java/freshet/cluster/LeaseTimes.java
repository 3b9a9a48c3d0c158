package freshet.cluster;

import freshet.fetch.FetchLimits;
import java.time.Duration;

/// How long a piece of work may take. A host stays closed to everybody else for the sum.
///
/// @param start until it is begun. Shorter than it takes a broker to notice that a terminal is gone
///   (its `group.consumer.session.timeout.ms`, less a heartbeat): so what one terminal has begun no
///   other begins within the lease, though the broker hands it on
/// @param network from then on, to the last byte
/// @param reading from then on, until the answer is here
/// @param margin for clocks of brokers that differ
record LeaseTimes(Duration start, Duration network, Duration reading, Duration margin) {
  static final Duration START = Duration.ofSeconds(6);

  static LeaseTimes of(FetchLimits limits) {
    return new LeaseTimes(
        START, limits.whole().plusSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(2));
  }

  Duration whole() {
    return start.plus(network).plus(reading).plus(margin);
  }
}
