package freshet.schedule;

import freshet.text.Spans;
import java.time.Duration;

/// Feeds that share one budget, and whose turn it is. The live [Planner] and the laboratory both
/// drive this class, so a policy chooses the same feeds at the same times in both.
public final class Turns {
  /// The longest interval is stretched to so many rounds of the budget, where it cannot carry more:
  /// else every feed would be overdue and the schedule nothing but a queue.
  private static final double ROUNDS = 4;

  /// @param minInterval no two polls of a feed are closer
  /// @param maxInterval no feed waits longer, if the budget can carry it and the policy leaves
  ///   nobody out
  /// @param worth what a poll must at least be expected to save, in the delay of all entries
  ///   together, even where calls are left over: with 20 s a feed of one entry a month is asked
  ///   every three hours, one of an entry an hour every ten minutes. Zero spends the whole budget,
  ///   and so do policies that do not count delay
  public record Rules(Duration minInterval, Duration maxInterval, Duration worth) {
    public Rules {
      if (minInterval.isNegative()) {
        throw new IllegalArgumentException("The least interval is not under 0");
      }
      if (maxInterval.compareTo(minInterval) < 0) {
        throw new IllegalArgumentException(
            "The longest interval (%s) is shorter than the shortest (%s)"
                .formatted(Spans.brief(maxInterval), Spans.brief(minInterval)));
      }
      if (worth.isNegative()) throw new IllegalArgumentException("A poll is not worth under 0");
    }
  }

  final CallMeter meter;
  final Policy policy;
  final Choice choice;
  private final double minInterval;
  private final double maxInterval;
  private int size;

  public Turns(Budget budget, Rules rules, Policy policy) {
    this.meter = new CallMeter(budget);
    this.policy = policy;
    this.minInterval = Spans.seconds(rules.minInterval());
    this.maxInterval = Spans.seconds(rules.maxInterval());
    double floor = policy.floor(Spans.seconds(rules.worth()));
    this.choice =
        switch (budget.spacing()) {
          case EVEN -> new Ranking(policy, floor);
          case BURST -> new Rounds(policy, floor, budget.calls(), Spans.seconds(budget.window()));
        };
  }

  /// A feed comes in. It does not wait to be polled before [#await].
  ///
  /// @param rhythm as the policy gave it, empty if nothing was learned yet
  public void add(int slot, double lastPoll, byte[] rhythm, double weight) {
    policy.add(slot, lastPoll, rhythm);
    policy.weigh(slot, weight);
    size++;
  }

  void remove(int slot) {
    choice.remove(slot);
    policy.remove(slot);
    size--;
  }

  /// A feed waits for its next poll.
  ///
  /// @param from a time before which it is not polled, if that is later than the least interval
  ///   after the last poll
  public void await(int slot, double now, double lastPoll, double from) {
    double allowed = Math.max(from, lastPoll + minInterval);
    choice.add(slot, now, allowed, Math.max(allowed, lastPoll + longest()));
  }

  /// The longest that a feed is left alone.
  double longest() {
    if (policy.leavesOut()) return Double.POSITIVE_INFINITY;
    return Math.max(maxInterval, ROUNDS * size * meter.budget().gapSeconds());
  }

  /// The feed whose turn it is, and the call that is taken for it; -1 if the budget has none left
  /// or nobody is allowed or worth it.
  public int next(double now) {
    return next(now, Choice.Gate.OPEN);
  }

  int next(double now, Choice.Gate gate) {
    if (meter.freeAt() > now) return -1;
    int slot = choice.next(now, gate);
    if (slot >= 0) meter.count(now);
    return slot;
  }

  /// When it is worth asking [#next] again, if it found none now.
  public double wake(double now) {
    return Math.max(meter.freeAt(), choice.wake(now));
  }

  /// What a poll of a feed would be worth.
  public double value(int slot, double now) {
    return policy.value(slot, now);
  }

  /// Learns from a poll that was answered, with the same doubts about the times of entries as live.
  ///
  /// @param times of the entries that are new, in order; those from `from` up to `to`
  public void polled(int slot, double lastPoll, double now, double[] times, int from, int to) {
    Lesson lesson = Lesson.of(times, from, to, lastPoll, now);
    policy.polled(slot, now, lesson.times(), 0, lesson.times().length, lesson.untimed());
  }

  public Policy policy() {
    return policy;
  }
}
