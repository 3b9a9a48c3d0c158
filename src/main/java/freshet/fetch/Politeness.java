package freshet.fetch;

import java.time.Duration;

/// How gently servers are asked.
///
/// @param gap between the end of one request to a host and the start of the next
/// @param obeyRobots whether addresses that robots.txt closes to us are left alone
/// @param goesOn whether a process that has just ended may have asked the same hosts: then each
///   counts as asked at the start
public record Politeness(Duration gap, boolean obeyRobots, boolean goesOn) {
  public static final Politeness DEFAULT = new Politeness(Duration.ofSeconds(1), true);

  /// For one's own servers: demonstrations and measurements on loopback.
  public static final Politeness NONE = new Politeness(Duration.ZERO, false);

  public Politeness(Duration gap, boolean obeyRobots) {
    this(gap, obeyRobots, false);
  }

  public Politeness {
    if (gap.isNegative()) throw new IllegalArgumentException("The gap cannot be shorter than 0");
  }
}
