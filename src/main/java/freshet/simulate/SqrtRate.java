package freshet.simulate;

import freshet.schedule.Policy;
import freshet.schedule.Slots;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Visits in proportion to the square root of a feed's rate (Sia, Cho and others, "Efficient
/// monitoring algorithm for fast news alerts", 2007): what keeps the mean delay least when rates
/// are constant. As an index: the delay added up since the last poll, λ·t²/2.
public final class SqrtRate implements Policy {
  private final double memory;
  private final double prior;
  private final double start;
  private final Slots feeds = new Slots();
  private double[] count = new double[0];
  private double[] exposure = new double[0];

  /// @param memorySeconds counts fade with this time constant
  /// @param prior entries' worth of belief in the starting rate
  /// @param start rate of a feed nothing is known of, entries a second
  public SqrtRate(double memorySeconds, double prior, double start) {
    this.memory = memorySeconds;
    this.prior = prior;
    this.start = start;
  }

  @Override
  public void add(int slot, double lastPoll, byte[] rhythm) {
    if (feeds.add(slot, lastPoll)) {
      count = Arrays.copyOf(count, feeds.capacity());
      exposure = Arrays.copyOf(exposure, feeds.capacity());
    }
    count[slot] = 0;
    exposure[slot] = 0;
    if (rhythm.length == 16) {
      ByteBuffer in = ByteBuffer.wrap(rhythm);
      count[slot] = in.getDouble();
      exposure[slot] = in.getDouble();
    }
  }

  @Override
  public void remove(int slot) {
    count[slot] = 0;
    exposure[slot] = 0;
  }

  @Override
  public void weigh(int slot, double weight) {
    feeds.weight[slot] = (float) weight;
  }

  private double rate(int slot) {
    return (count[slot] + prior) / (exposure[slot] + prior / start);
  }

  @Override
  public double value(int slot, double now) {
    double t = Math.max(0, now - feeds.lastPoll[slot]);
    return feeds.weight[slot] * rate(slot) * t * t / 2;
  }

  @Override
  public double reaches(int slot, double level, double now) {
    double t = Math.sqrt(2 * level / (feeds.weight[slot] * rate(slot)));
    return Math.max(now, feeds.lastPoll[slot] + t);
  }

  @Override
  public void polled(int slot, double now, double[] times, int from, int to, int untimed) {
    double t = Math.max(0, now - feeds.lastPoll[slot]);
    double fade = Math.exp(-t / memory);
    count[slot] = count[slot] * fade + (to - from) + untimed;
    exposure[slot] = exposure[slot] * fade + t;
    feeds.lastPoll[slot] = now;
  }

  @Override
  public double floor(double seconds) {
    return seconds;
  }

  @Override
  public void history(int slot, double now, double[] times, int from, int to) {
    if (to - from >= 2) {
      count[slot] = to - from - 1;
      exposure[slot] = now - times[from];
    }
    feeds.lastPoll[slot] = now;
  }

  @Override
  public byte[] rhythm(int slot) {
    return ByteBuffer.allocate(16).putDouble(count[slot]).putDouble(exposure[slot]).array();
  }

  @Override
  public Pending pending(int slot, double now) {
    double t = Math.max(0, now - feeds.lastPoll[slot]);
    double rate = rate(slot);
    return new Pending(rate * t, rate * t * t / 2, rate * 86_400);
  }
}
