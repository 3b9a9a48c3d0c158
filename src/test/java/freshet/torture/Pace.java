package freshet.torture;

import java.time.Duration;

/// How long a command takes on this machine at present.
final class Pace {
  private volatile Duration took;

  Pace(Duration first) {
    this.took = first;
  }

  /// Some kills are to come when it has just ended what it does.
  Duration most() {
    return took.multipliedBy(11).dividedBy(10);
  }

  /// It was started then and has ended by itself.
  void since(long nanos) {
    took = Duration.ofNanos(System.nanoTime() - nanos);
  }
}
