package freshet.web;

import freshet.poll.Polling;
import freshet.schedule.Week;
import freshet.schedule.Why;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Polls nobody, and remembers what it was asked to poll.
final class FakePolling implements Polling {
  final List<Long> hurried = new ArrayList<>();
  final List<Long> paused = new ArrayList<>();
  private final InstantSource clock;

  /// From how many entries the rhythms were learned.
  double learned = 60;

  FakePolling(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void followed(List<Long> feeds) {}

  @Override
  public void changed(long feed) {
    paused.remove(feed);
  }

  @Override
  public void dropped(long feed) {
    paused.add(feed);
  }

  @Override
  public boolean hurry(long feed) {
    return !paused.contains(feed) && hurried.add(feed);
  }

  @Override
  public Optional<Why> explain(long feed) {
    return Optional.of(
        new Why(
            "By then about two new entries are expected.",
            null,
            "It was the feed with the most entries to expect.",
            clock.instant().plusSeconds(40 + 311 * feed),
            feed % 4 == 0 ? "the feed asks for 30 minutes between polls" : null,
            12.4,
            1.7,
            900,
            0.5,
            0.4));
  }

  @Override
  public Week week(long feed) {
    return feed % 5 == 0 ? Week.UNKNOWN : new Week(rhythm(feed), learned, 30);
  }

  /// Office hours with a peak before noon, quieter at the end of the week.
  private static float[] rhythm(long seed) {
    float[] rhythm = new float[168];
    for (int i = 0; i < 168; i++) {
      int day = i / 24;
      int hour = i % 24;
      double peak = Math.exp(-Math.pow(hour - 10 - (double) (seed % 3), 2) / 8);
      double evening = 0.6 * Math.exp(-Math.pow(hour - 18, 2) / 5);
      double daily = day > 4 ? 0.3 : 1;
      rhythm[i] = hour < 5 ? 0 : (float) (2.2 * daily * (peak + evening));
    }
    return rhythm;
  }

  @Override
  public Duration leastInterval() {
    return Duration.ofMinutes(10);
  }

  @Override
  public boolean isAlive() {
    return true;
  }
}
