package freshet.schedule;

import freshet.text.Spans;
import org.jspecify.annotations.Nullable;

/// Keeps to a budget: never more than `calls` in any window, however they fall; spread evenly where
/// the budget says so, with a short memory for calls that could not be made in time.
final class CallMeter {
  /// How far calls may catch up: those of the last ten seconds.
  private static final double MEMORY = 10;

  private final Budget budget;
  private final double window;
  private final double gap;
  private final double[] last;
  private int oldest;
  private double nextEven = Double.NEGATIVE_INFINITY;

  CallMeter(Budget budget) {
    this.budget = budget;
    this.window = Spans.seconds(budget.window());
    this.gap = budget.gapSeconds();
    this.last = new double[budget.calls()];
    java.util.Arrays.fill(last, Double.NEGATIVE_INFINITY);
  }

  /// Goes on with what another one has counted, so that a change of the budget gives no calls away.
  void goOn(CallMeter before) {
    int n = Math.min(last.length, before.last.length);
    for (int i = 1; i <= n; i++) {
      int from = Math.floorMod(before.oldest - i, before.last.length);
      last[last.length - i] = before.last[from];
    }
    oldest = 0;
    nextEven = before.nextEven;
  }

  /// The same for a part of a budget that has grown or shrunk: what came to it somebody else may
  /// have used until now. Spread evenly, it goes on where they were, and ten seconds later, as they
  /// may have caught up by so much; made at once, it is there in the next window.
  ///
  /// @param before null if there was none
  void grow(@Nullable CallMeter before, double now) {
    int known = before == null ? 0 : before.last.length;
    if (before != null && known >= last.length) {
      goOn(before);
      return;
    }
    int more = last.length - known;
    boolean even = budget.spacing() == Budget.Spacing.EVEN;
    for (int i = 0; i < last.length; i++) {
      if (before != null && i < known) last[i] = before.last[i];
      else last[i] = even ? now + MEMORY - window + (i - known + 1) * (window / more) : now;
    }
    java.util.Arrays.sort(last);
    oldest = 0;
    nextEven = before == null ? now : Math.max(before.nextEven, now);
  }

  Budget budget() {
    return budget;
  }

  /// When the next call may be made.
  double freeAt() {
    double byWindow = last[oldest] + window;
    return budget.spacing() == Budget.Spacing.EVEN ? Math.max(byWindow, nextEven) : byWindow;
  }

  /// Whether the window has room for a call beyond the even spread: a further page of an answer.
  boolean hasRoom(double now) {
    return last[oldest] + window <= now;
  }

  /// The clock was set back.
  void setBack(double seconds) {
    for (int i = 0; i < last.length; i++) last[i] -= seconds;
    nextEven -= seconds;
  }

  void count(double now) {
    last[oldest] = now;
    oldest = oldest + 1 == last.length ? 0 : oldest + 1;
    boolean first = nextEven == Double.NEGATIVE_INFINITY;
    nextEven = (first ? now : Math.max(nextEven, now - MEMORY)) + gap;
  }
}
