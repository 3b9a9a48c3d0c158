package freshet.schedule;

import freshet.text.Spans;
import java.util.Arrays;
import java.util.List;

/// Which of a poll's new entries teach the rhythm, and how many only count.
///
/// Only a believable time teaches an hour. An entry that gives a day alone, a time in the future, a
/// time before we looked last, or the very moment of our poll (feeds that stamp their entries when
/// they are asked) is known to be new, but not since when.
///
/// @param times in order, after the last poll and not after this one
/// @param untimed entries that are new, but without such a time
record Lesson(double[] times, int untimed) {
  /// Clocks of servers differ from ours by this much.
  private static final double SKEW = 120;

  /// An entry may show up in the feed this much after its time.
  private static final double LATE = 6 * 3600;

  private static final double STAMPED = 2;
  private static final double OLDEST = 366 * 86_400.0;

  /// @param lastPoll NaN at the first poll: then all entries are history
  static Lesson of(List<PollReport.Sighting> entries, double lastPoll, double now) {
    boolean history = Double.isNaN(lastPoll);
    double[] times = new double[entries.size()];
    int n = 0;
    for (PollReport.Sighting e : entries) {
      if (e.published() == null || e.dateOnly()) continue;
      double t = Spans.seconds(e.published());
      if (t > now + SKEW || Math.abs(t - now) <= STAMPED) continue;
      if (history ? t < now - OLDEST : t < lastPoll - LATE) continue;
      times[n++] = Math.min(now, history ? t : Math.max(t, lastPoll));
    }
    times = Arrays.copyOf(times, n);
    Arrays.sort(times);
    Lesson lesson = of(times, entries.size());
    return history ? new Lesson(lesson.times, 0) : lesson;
  }

  /// The same where all times are known and after the last poll, as in the laboratory.
  ///
  /// @param times in order; those from `from` up to `to`
  static Lesson of(double[] times, int from, int to, double lastPoll, double now) {
    int end = to;
    while (end > from && now - times[end - 1] <= STAMPED) end--;
    double[] believed = new double[end - from];
    for (int i = from; i < end; i++) believed[i - from] = Math.max(lastPoll, times[i]);
    return of(believed, to - from);
  }

  /// @param times that can be believed, in order
  /// @param all how many entries there are
  private static Lesson of(double[] times, int all) {
    int n = times.length;
    // All at one time: the feed re-dates its entries whenever it is made anew.
    boolean redated = n >= 3 && times[n - 1] - times[0] < 1;
    return redated ? new Lesson(new double[0], all) : new Lesson(times, all - n);
  }
}
