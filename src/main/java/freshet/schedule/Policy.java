package freshet.schedule;

/// What a poll of a feed is worth now. A policy knows feeds by small numbers (slots) and time as
/// seconds since 1970; it has no clock. Live planner and laboratory run the same policies: which
/// feed is allowed at all, and the search for the highest value, are the affair of [Turns].
///
/// The value of a feed must not fall between two of its polls by much: `Ranking` looks again only
/// when [#reaches] says so.
public interface Policy {

  /// A feed starts, or a stored one comes back.
  ///
  /// @param lastPoll the time from which entries may be waiting
  /// @param rhythm as [#rhythm] gave it, or empty
  void add(int slot, double lastPoll, byte[] rhythm);

  /// Forgets a feed; its slot may be used again.
  void remove(int slot);

  /// How much a second of this feed's delay counts; 1 unless said.
  void weigh(int slot, double weight);

  /// What a poll would be worth.
  double value(int slot, double now);

  /// The earliest time from `now` on at which the value can be `level`; may be too early, must not
  /// be too late. [Double#POSITIVE_INFINITY] if never.
  double reaches(int slot, double level, double now);

  /// A poll found the entries `times[from]` to `times[to - 1]`, in order, all after the last poll,
  /// and `untimed` more whose time is not known.
  void polled(int slot, double now, double[] times, int from, int to, int untimed);

  /// A poll got no answer: nothing is known, so what was waiting still is.
  default void failed(int slot, double now) {}

  /// A first poll shows old entries: `times[from]` to `times[to - 1]`, in order.
  default void history(int slot, double now, double[] times, int from, int to) {
    polled(slot, now, times, to, to, 0);
  }

  /// Whether some feeds are not to be polled at all; else none waits longer than the longest
  /// interval.
  default boolean leavesOut() {
    return false;
  }

  /// The value of a poll that saves so many seconds of delay, of all entries together; 0 for a
  /// policy that does not count delay.
  default double floor(double seconds) {
    return 0;
  }

  /// The zone the feed lives in, if it can be told.
  default void zone(int slot, int offsetSeconds) {}

  /// What was learned, in at most 1 KB.
  default byte[] rhythm(int slot) {
    return new byte[0];
  }

  /// The entries expected in each hour of the usual day of this feed, in its own time; empty if the
  /// policy has no such notion.
  default float[] day(int slot) {
    return new float[0];
  }

  /// The entries expected in each hour of a week, Monday first, in the feed's own time; empty if
  /// the policy has no such notion. A policy that does not tell days apart repeats its day.
  default float[] week(int slot) {
    float[] day = day(slot);
    float[] week = new float[7 * day.length];
    for (int d = 0; d < 7; d++) System.arraycopy(day, 0, week, d * day.length, day.length);
    return week;
  }

  /// How many entries with a time, and how many days, were learned from; old ones count less.
  default Learned learned(int slot) {
    return new Learned(0, 0);
  }

  record Learned(double entries, double days) {}

  /// How much all feeds publish in each hour of the day, UTC; all the same if not known.
  default double[] worldHours() {
    return new double[24];
  }

  /// What is believed to wait for this feed now: entries and their added-up delay in seconds.
  default Pending pending(int slot, double now) {
    return new Pending(0, 0, 0);
  }

  /// @param perDay the feed's usual rate
  record Pending(double entries, double delaySeconds, double perDay) {}
}
