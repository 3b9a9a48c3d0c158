package freshet.schedule;

import java.util.Arrays;

/// Finds the feed whose poll is worth most now, without looking at every feed.
///
/// The going *price* is the running mean of what the chosen polls were worth. Each waiting feed is
/// in a heap under the time at which its value can come near the price (or at which it must be
/// polled in any case); when that time has come it moves to a short *ready* list. A call goes to
/// the ready feed of the highest exact value. Ready feeds that turn out to be worth much less than
/// the price go back to the heap under a new time. When the price has fallen, the times in the heap
/// are too late: a few thousand feeds are given new times at once, more of them step by step. A
/// call so costs O(log n), and some ten evaluations of the policy.
///
/// A feed that must be polled by some time is from then on worth the price at least, and more the
/// longer it waits; so nobody is forgotten, and after an outage the busiest feeds still come first.
final class Ranking implements Choice {
  /// So few feeds are all looked at for each call.
  private static final int FEW = 200;

  private static final int READY = 64;
  private static final int CROWDED = 32;
  private static final double NEAR = 0.8;
  private static final double FAR = 0.6;
  private static final int AT_ONCE = 20_000;
  private static final int SWEEP = 8;

  /// Seconds after which it is worth looking again for what may have become cheaper.
  private static final double AGAIN = 1;

  private final Policy policy;
  private final double floor;
  private final WakeHeap heap = new WakeHeap();
  private final int[] ready = new int[FEW];
  private final double[] worth = new double[FEW];
  private int readySize;
  private double[] notBefore = new double[0];
  private double[] mustBy = new double[0];
  private double price;
  private double keyLevel;
  private int sweepAt;
  private double noneAt = Double.NaN;

  /// @param floor the least a poll must be worth; 0 spends the whole budget
  Ranking(Policy policy, double floor) {
    this.policy = policy;
    this.floor = floor;
  }

  @Override
  public double price() {
    return price;
  }

  @Override
  public void add(int slot, double now, double from, double by) {
    if (slot >= notBefore.length) {
      int length = Math.max(slot + 1, notBefore.length + (notBefore.length >> 1) + 16);
      notBefore = Arrays.copyOf(notBefore, length);
      mustBy = Arrays.copyOf(mustBy, length);
    }
    notBefore[slot] = from;
    mustBy[slot] = Math.max(from, by);
    heap.put(slot, keyOf(slot, now));
  }

  @Override
  public void remove(int slot) {
    heap.remove(slot);
    for (int i = 0; i < readySize; i++) {
      if (ready[i] == slot) {
        takeOut(i);
        return;
      }
    }
  }

  @Override
  public int next(double now, Gate gate) {
    if (keyLevel > 0 && level() < FAR * keyLevel) sweep(now);
    boolean searched = false;
    while (true) {
      fill(now);
      int best = best(now);
      if (best < 0) {
        if (searched || !search(now)) {
          noneAt = now;
          return -1;
        }
        searched = true;
        continue;
      }
      int slot = ready[best];
      double value = worth[best];
      takeOut(best);
      double free = gate.freeAt(slot, now);
      if (free > now) {
        heap.put(slot, free);
        continue;
      }
      // Slots that are overdue say nothing about the price; one of great worth must not set it.
      if (mustBy[slot] > now) {
        double counted = price > 0 ? Math.min(value, 2 * price) : value;
        double slow = 1.0 / Math.clamp(heap.size() / 8, 16, 256);
        price = price > 0 ? price + slow * (counted - price) : counted;
      }
      keyLevel = Math.max(keyLevel, level());
      return slot;
    }
  }

  @Override
  public double wake(double now) {
    if (readySize > 0) return now;
    // Where the price has fallen the times in the heap are too late; the next look tells.
    boolean late = keyLevel > floor && heap.size() > 0;
    if (late && noneAt != now) return now;
    return late ? Math.min(heap.topKey(), now + AGAIN) : heap.topKey();
  }

  @Override
  public double expected(int slot, double now) {
    if (!heap.contains(slot)) return now;
    double reaches = policy.reaches(slot, Math.max(price, floor), Math.max(now, notBefore[slot]));
    return Math.max(Math.max(now, notBefore[slot]), Math.min(reaches, mustBy[slot]));
  }

  @Override
  public double notBefore(int slot) {
    return notBefore[slot];
  }

  private double level() {
    return few() ? floor : Math.max(floor, NEAR * price);
  }

  private boolean few() {
    return heap.size() + readySize < FEW;
  }

  private double keyOf(int slot, double now) {
    double from = Math.max(now, notBefore[slot]);
    if (mustBy[slot] <= from) return from;
    return Math.clamp(policy.reaches(slot, level(), from), from, mustBy[slot]);
  }

  private double valueOf(int slot, double now) {
    double value = policy.value(slot, now);
    double late = now - mustBy[slot];
    if (late < 0) return value;
    double span = Math.max(60, mustBy[slot] - notBefore[slot]);
    return Math.max(value, Math.max(price, floor) * (1 + late / span));
  }

  /// Moves to the ready list what has come due.
  private void fill(double now) {
    int most = few() ? FEW : READY;
    while (readySize < most && heap.topKey() <= now) {
      int slot = heap.top();
      heap.remove(slot);
      ready[readySize++] = slot;
    }
  }

  /// The place of the best ready feed; feeds that came too early go back.
  private int best(double now) {
    int best = -1;
    boolean crowded = readySize > CROWDED && !few();
    double least = Math.max(floor, FAR * price);
    for (int i = 0; i < readySize; ) {
      double value = valueOf(ready[i], now);
      if (value < floor || (crowded && value < least)) {
        // A little later at least, so that a bad forecast costs few looks.
        int slot = ready[i];
        takeOut(i);
        heap.put(
            slot, Math.max(keyOf(slot, now), now + 1 + 0.01 * Math.max(0, now - notBefore[slot])));
        continue;
      }
      worth[i] = value;
      if (best < 0 || value > worth[best]) best = i;
      i++;
    }
    return best;
  }

  private void takeOut(int i) {
    readySize--;
    ready[i] = ready[readySize];
    worth[i] = worth[readySize];
  }

  /// Nothing is ready: the price has fallen. Looks for the best of the waiting.
  private boolean search(double now) {
    if (keyLevel <= floor) return false;
    if (heap.size() > AT_ONCE) {
      price *= 0.9;
      sweep(now);
      return heap.topKey() <= now;
    }
    double best = -1;
    for (int i = 0; i < heap.size(); i++) {
      int slot = heap.at(i);
      if (notBefore[slot] <= now) best = Math.max(best, policy.value(slot, now));
    }
    price = Math.max(0, Math.min(price, best));
    rekeyAll(now);
    return best >= floor;
  }

  private void sweep(double now) {
    if (heap.size() <= AT_ONCE) {
      rekeyAll(now);
      return;
    }
    for (int i = 0; i < SWEEP && sweepAt < heap.size(); i++) {
      int slot = heap.at(sweepAt++);
      double key = keyOf(slot, now);
      if (key < heap.key(slot)) heap.put(slot, key);
    }
    if (sweepAt >= heap.size()) {
      sweepAt = 0;
      keyLevel = level();
    }
  }

  private void rekeyAll(double now) {
    int n = heap.size();
    int[] all = new int[n];
    for (int i = 0; i < n; i++) all[i] = heap.at(i);
    for (int slot : all) heap.put(slot, keyOf(slot, now));
    keyLevel = level();
  }
}
