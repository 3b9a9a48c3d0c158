package freshet.schedule;

import java.util.Arrays;

/// Polls in rounds, as advaRSS and air balloon have it: every round the k feeds that are worth most
/// at its start are polled, all at once. Every waiting feed is looked at once a round. Feeds that
/// are due as soon as they are allowed (new ones, those that a user wants now or at an interval of
/// their own) wait for no round if a call is left.
final class Rounds implements Choice {
  /// A feed that is allowed so soon after a round's start, in parts of the round, still belongs to
  /// it: live calls take a moment, and those of the last round ended a moment after its start.
  private static final double SLACK = 0.01;

  private final Policy policy;
  private final double floor;
  private final int calls;
  private final double window;
  private double[] notBefore = new double[0];
  private double[] mustBy = new double[0];
  private boolean[] waiting = new boolean[0];
  private int size;

  // The feeds of this round that are still to be polled.
  private int[] chosen = new int[0];
  private double[] values = new double[0];
  private int left;
  private double opens = Double.NEGATIVE_INFINITY;
  private double blockedUntil = Double.POSITIVE_INFINITY;
  private double price;
  private final WakeHeap urgent = new WakeHeap();

  /// @param calls of a round, which takes `window` seconds
  Rounds(Policy policy, double floor, int calls, double window) {
    this.policy = policy;
    this.floor = floor;
    this.calls = calls;
    this.window = window;
  }

  @Override
  public void add(int slot, double now, double from, double by) {
    if (slot >= notBefore.length) {
      int length = Math.max(slot + 1, notBefore.length + (notBefore.length >> 1) + 16);
      notBefore = Arrays.copyOf(notBefore, length);
      mustBy = Arrays.copyOf(mustBy, length);
      waiting = Arrays.copyOf(waiting, length);
    }
    size = Math.max(size, slot + 1);
    notBefore[slot] = from;
    mustBy[slot] = Math.max(from, by);
    waiting[slot] = true;
    urgent.remove(slot);
    if (by <= from) urgent.put(slot, from);
  }

  @Override
  public void remove(int slot) {
    if (slot < waiting.length) waiting[slot] = false;
    urgent.remove(slot);
  }

  @Override
  public int next(double now, Gate gate) {
    if (now >= opens) open(now);
    blockedUntil = Double.POSITIVE_INFINITY;
    for (int i = 0; i < left; i++) {
      int slot = chosen[i];
      double free = waiting[slot] ? Math.max(notBefore[slot], gate.freeAt(slot, now)) : now;
      if (free > now) {
        blockedUntil = Math.min(blockedUntil, free);
        continue;
      }
      left--;
      System.arraycopy(chosen, i + 1, chosen, i, left - i);
      if (!waiting[slot]) {
        i--;
        continue;
      }
      return taken(slot, now);
    }
    while (urgent.topKey() <= now) {
      int slot = urgent.top();
      double free = gate.freeAt(slot, now);
      if (free <= now) return taken(slot, now);
      urgent.put(slot, free);
    }
    return -1;
  }

  private int taken(int slot, double now) {
    waiting[slot] = false;
    urgent.remove(slot);
    blockedUntil = now;
    return slot;
  }

  /// Chooses the feeds of a round; whoever of the last one could not be polled is looked at anew.
  private void open(double now) {
    // By the clock, unless it stood still for long.
    opens = now - opens > window ? now + window : opens + window;
    if (chosen.length < size) {
      chosen = new int[size];
      values = new double[size];
    }
    int n = 0;
    for (int slot = 0; slot < size; slot++) {
      if (!waiting[slot] || notBefore[slot] > now + SLACK * window) continue;
      double value = mustBy[slot] <= now ? Double.MAX_VALUE : policy.value(slot, now);
      if (value < floor) continue;
      chosen[n] = slot;
      values[n++] = value;
    }
    left = best(n, calls);
    price = floor;
    for (int i = 0; i < left; i++) price = i == 0 ? values[i] : Math.min(price, values[i]);
    Arrays.sort(chosen, 0, left);
  }

  /// Brings the best k of n to the front (Hoare's selection); among equals those that came first.
  private int best(int n, int k) {
    if (k >= n) return n;
    int low = 0;
    int high = n - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      double pivot = values[middle];
      int slot = chosen[middle];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] > pivot || (values[i] == pivot && chosen[i] < slot)) i++;
        while (values[j] < pivot || (values[j] == pivot && chosen[j] > slot)) j--;
        if (i <= j) swap(i++, j--);
      }
      if (k - 1 <= j) high = j;
      else if (k - 1 >= i) low = i;
      else break;
    }
    return k;
  }

  private void swap(int i, int j) {
    int slot = chosen[i];
    chosen[i] = chosen[j];
    chosen[j] = slot;
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
  }

  @Override
  public double wake(double now) {
    if (size == 0) return Double.POSITIVE_INFINITY;
    double round = left > 0 ? Math.min(blockedUntil, opens) : opens;
    return Math.max(now, Math.min(round, urgent.topKey()));
  }

  @Override
  public double expected(int slot, double now) {
    double from = Math.max(now, notBefore[slot]);
    return urgent.contains(slot) ? from : Math.max(from, opens);
  }

  @Override
  public double notBefore(int slot) {
    return notBefore[slot];
  }

  @Override
  public double price() {
    return price;
  }

  @Override
  public void setBack(double seconds) {
    opens -= seconds;
    blockedUntil -= seconds;
  }
}
