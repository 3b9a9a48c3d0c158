package freshet.schedule;

import java.util.Arrays;

/// What every policy keeps of a feed: when it was polled last, and its weight.
public final class Slots {
  public double[] lastPoll = new double[0];
  public float[] weight = new float[0];

  /// Makes room; true if arrays beside these must grow too, to [#capacity].
  public boolean add(int slot, double polled) {
    boolean grown = slot >= lastPoll.length;
    if (grown) {
      int length = Math.max(slot + 1, lastPoll.length + (lastPoll.length >> 1) + 16);
      lastPoll = Arrays.copyOf(lastPoll, length);
      weight = Arrays.copyOf(weight, length);
    }
    lastPoll[slot] = polled;
    weight[slot] = 1;
    return grown;
  }

  public int capacity() {
    return lastPoll.length;
  }
}
