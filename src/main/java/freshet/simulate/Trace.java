package freshet.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A history of publications: which source published when.
///
/// @param names of the sources
/// @param times each source's publications in seconds since 1970, in order
/// @param source the source of each publication of all, in the order of time
/// @param time the time of each publication of all, in order
public record Trace(List<String> names, double[][] times, int[] source, double[] time) {

  public int sources() {
    return names.size();
  }

  public int posts() {
    return time.length;
  }

  public double start() {
    return time[0];
  }

  public double end() {
    return time[time.length - 1];
  }

  /// The posts from a time on and before another.
  ///
  /// @throws IllegalArgumentException if there is none
  public Trace between(double from, double to) {
    Builder part = new Builder();
    for (int i = 0; i < time.length; i++) {
      if (time[i] >= from && time[i] < to) part.add(names.get(source[i]), (long) time[i]);
    }
    return part.build();
  }

  /// Collects publications in any order.
  public static final class Builder {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private int[] source = new int[1024];
    private long[] time = new long[1024];
    private int size;

    public int size() {
      return size;
    }

    public void add(String name, long seconds) {
      int id = ids.computeIfAbsent(name, _ -> ids.size());
      if (id == names.size()) names.add(name);
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
      return new Trace(List.copyOf(names), each, bySource, byTime);
    }
  }
}
