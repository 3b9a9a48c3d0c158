package freshet.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A history of publications: which source published when, and from when to when it was recorded.
///
/// @param names of the sources, those that published nothing too
/// @param times each source's publications in seconds since 1970, in order
/// @param source the source of each publication of all, in the order of time
/// @param time the time of each publication of all, in order
/// @param followed how many subscribe to each source; empty if nobody knows
/// @param start and `end` of the recording: a replay's clock runs from the one to the other
public record Trace(
    List<String> names,
    double[][] times,
    int[] source,
    double[] time,
    double[] followed,
    double start,
    double end) {

  public int sources() {
    return names.size();
  }

  public int posts() {
    return time.length;
  }

  /// How many subscribe to a source, 0 if nobody knows.
  public double subscribers(int source) {
    return followed.length == 0 ? 0 : followed[source];
  }

  /// How popular each source is: by its subscribers, or by all its posts where nobody knows them.
  double[] popularity() {
    if (followed.length > 0) return followed;
    return Arrays.stream(times).mapToDouble(t -> t.length).toArray();
  }

  /// The posts from a time on and before another, of the same sources; the clock runs between these
  /// times. An infinite one leaves that end where it is.
  ///
  /// @throws IllegalArgumentException if there is none
  public Trace between(double from, double to) {
    Builder part = new Builder();
    for (int s = 0; s < names.size(); s++) {
      part.source(names.get(s));
      if (followed.length > 0) part.subscribers(names.get(s), followed[s]);
    }
    for (int i = 0; i < time.length; i++) {
      if (time[i] >= from && time[i] < to) part.add(names.get(source[i]), (long) time[i]);
    }
    return part.clock(
            from == Double.NEGATIVE_INFINITY ? start : from,
            to == Double.POSITIVE_INFINITY ? end : to)
        .build();
  }

  /// Collects publications in any order.
  public static final class Builder {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] source = new int[1024];
    private long[] time = new long[1024];
    private double[] followed = new double[0];
    private double start = Double.NaN;
    private double end = Double.NaN;
    private int size;

    public int size() {
      return size;
    }

    public boolean has(String name) {
      return ids.containsKey(name);
    }

    /// A source that may have published nothing.
    public int source(String name) {
      int id = ids.computeIfAbsent(name, _ -> ids.size());
      if (id == names.size()) names.add(name);
      return id;
    }

    /// How many subscribe to a source; the last word counts.
    public void subscribers(String name, double count) {
      int id = source(name);
      if (id >= followed.length) followed = Arrays.copyOf(followed, id + (id >> 1) + 16);
      followed[id] = count;
    }

    /// From when to when was recorded; from the first post to the last unless said.
    public Builder clock(double from, double to) {
      start = from;
      end = to;
      return this;
    }

    public void add(String name, long seconds) {
      int id = source(name);
      if (size == time.length) {
        source = Arrays.copyOf(source, size * 2);
        time = Arrays.copyOf(time, size * 2);
      }
      source[size] = id;
      time[size++] = seconds;
    }

    /// @throws IllegalArgumentException if there is none
    public Trace build() {
      if (size == 0) throw new IllegalArgumentException("The trace has no posts");
      // Time in the high bits, place of arrival in the low ones: one sort of primitives, and
      // stable.
      long first = Long.MAX_VALUE;
      for (int i = 0; i < size; i++) first = Math.min(first, time[i]);
      long[] keys = new long[size];
      for (int i = 0; i < size; i++) keys[i] = (time[i] - first) << 27 | i;
      Arrays.sort(keys);
      int[] bySource = new int[size];
      double[] byTime = new double[size];
      int[] counts = new int[names.size()];
      for (int i = 0; i < size; i++) {
        int at = (int) (keys[i] & ((1L << 27) - 1));
        bySource[i] = source[at];
        byTime[i] = time[at];
        counts[bySource[i]]++;
      }
      double[][] each = new double[names.size()][];
      for (int s = 0; s < each.length; s++) each[s] = new double[counts[s]];
      Arrays.fill(counts, 0);
      for (int i = 0; i < size; i++) each[bySource[i]][counts[bySource[i]]++] = byTime[i];
      return new Trace(
          List.copyOf(names),
          each,
          bySource,
          byTime,
          followed.length == 0 ? followed : Arrays.copyOf(followed, names.size()),
          Double.isNaN(start) ? byTime[0] : start,
          Double.isNaN(end) ? byTime[size - 1] : end);
    }
  }
}
