package freshet.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// What time it is at the broker. Deadlines are given in its time, because the clocks of
/// controllers and terminals may differ by minutes, while each of them can find out the broker's to
/// within the time that a message takes there and back: the broker writes its time on every
/// message.
///
/// A measurement gives two bounds. When the message was acknowledged, the broker's clock stood at
/// its stamp or later; when it was sent, at the stamp or earlier. What passes afterwards is
/// measured here: by the clock that nobody sets, and also by the one of the day, which goes on
/// while a whole machine sleeps. Who decides whether work may still begin believes the longer of
/// both.
final class BrokerClock implements InstantSource {
  /// The clocks of a machine: one that is never set, and the one of the day.
  interface Ticks {
    long nanos();

    long dayMillis();

    Ticks SYSTEM =
        new Ticks() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public long dayMillis() {
            return System.currentTimeMillis();
          }
        };
  }

  /// One at a time of these clocks.
  record Mark(long nanos, long dayMillis) {}

  private record Measured(Mark sent, Mark acknowledged, long broker) {}

  private final Ticks ticks;
  private volatile @Nullable Measured measured;

  BrokerClock(Ticks ticks) {
    this.ticks = ticks;
  }

  Mark mark() {
    return new Mark(ticks.nanos(), ticks.dayMillis());
  }

  /// What has passed since, at most.
  Duration since(Mark mark) {
    long steady = (ticks.nanos() - mark.nanos) / 1_000_000 + 1;
    return Duration.ofMillis(Math.max(steady, ticks.dayMillis() - mark.dayMillis));
  }

  /// @param sent before the message was given away
  /// @param broker the time that the broker wrote on it, in ms
  void measured(Mark sent, long broker) {
    measured = new Measured(sent, mark(), broker);
  }

  boolean isKnown() {
    return measured != null;
  }

  /// In ms; the broker's clock shows this or more.
  long earliest() {
    Measured m = known();
    return m.broker + Math.max(0, (ticks.nanos() - m.acknowledged.nanos) / 1_000_000);
  }

  /// In ms; the broker's clock shows this or less.
  long latest() {
    Measured m = known();
    long steady = (ticks.nanos() - m.sent.nanos) / 1_000_000 + 1;
    long day = ticks.dayMillis() - m.sent.dayMillis;
    return m.broker + 1 + Math.max(steady, day);
  }

  /// How long it certainly is until a time of the broker; negative if it may be over.
  Duration until(long time) {
    return Duration.ofMillis(time - latest());
  }

  private Measured known() {
    Measured m = measured;
    if (m == null) throw new IllegalStateException("the broker has not been heard of yet");
    return m;
  }

  @Override
  public Instant instant() {
    return isKnown() ? Instant.ofEpochMilli(latest()) : Instant.ofEpochMilli(ticks.dayMillis());
  }
}
