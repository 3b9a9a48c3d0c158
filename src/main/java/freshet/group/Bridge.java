package freshet.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the event that an entry tells of among those told in other languages, by its traces.
///
/// Of two happenings in one country on one day much is the same: the country, who governs it, the
/// kind of thing. So it takes several traces that are rare, and most of what the two texts have of
/// them; what is alone in both counts against them. How rare a trace is, is counted as with words.
final class Bridge {
  private static final int MOST_A_KEY = 40;
  private static final int MOST_TRACES = 24;
  private static final int INDEXED = 10;
  private static final int MOST_MARKS = 64;

  /// What it says against two texts that something is in one only: all that a name or a number
  /// says, but less if it may be no name, or is a word that the other may have said otherwise.
  private static float against(byte kind) {
    return kind == Traces.PERHAPS ? 0.35f : kind == Traces.WORD ? 0.3f : 1;
  }

  /// From here on texts name enough for that to be compared within one language, too: where they
  /// share hardly any of it, their words must be more alike.
  private static final float NAMED = 1.5f;

  private static final float HARDLY = 0.2f;
  private static final double DOUBTED = 0.65;

  private final Table table = new Table(1 << Traces.BITS, MOST_A_KEY);
  private long round;

  /// The traces of an entry that say most.
  record Marks(int[][] keys, float[] weights, byte[] kinds, float total) {
    static final Marks NONE = new Marks(new int[0][], new float[0], new byte[0], 0);
  }

  /// Weighs the traces of an entry, and counts them as seen.
  Marks weigh(Traces traces) {
    int n = traces.size();
    if (n == 0) return Marks.NONE;
    float[] weights = new float[n];
    double most = Math.log((table.counted() + 50.0) * 2);
    for (int i = 0; i < n; i++) {
      // The exact form comes first; others meet by chance more often, which is no fault of it.
      int often = table.seen(traces.keys()[i][0]);
      double rare = Math.log((table.counted() + 50.0) / (often + 0.5)) / most;
      weights[i] = (float) (traces.weights()[i] * Math.max(0, rare));
      for (int key : traces.keys()[i]) table.see(key);
    }
    table.count();
    long[] order = Vector.heaviestFirst(weights);
    int kept = Math.min(n, MOST_TRACES);
    int[][] keys = new int[kept][];
    float[] heavy = new float[kept];
    byte[] kinds = new byte[kept];
    float total = 0;
    for (int i = 0; i < kept; i++) {
      int at = (int) order[i];
      keys[i] = traces.keys()[at];
      heavy[i] = weights[at];
      kinds[i] = traces.kinds()[at];
      total += heavy[i] * against(kinds[i]);
    }
    return new Marks(keys, heavy, kinds, total);
  }

  /// What two texts must have in common, in traces that could not be rarer, and which part of all
  /// that they have (docs/decisions/0420-events-across-languages.md).
  private static final double LEAST_SHARED = 1.4;

  /// That much of it in names and numbers: words alone say of what kind a happening is.
  private static final double LEAST_NAMED = 1.15;

  private static final double LEAST_PART = 0.37;
  private static final double HALF_LIFE = Duration.ofDays(2).toSeconds();

  /// A trace that says enough to be one of the two that it takes.
  private static final float TELLING = 0.25f;

  /// @param language none that is told of in it is taken
  /// @param but nor this one
  @Nullable Happening find(
      Marks marks, String language, long epochSecond, @Nullable Happening but) {
    if (marks.keys.length < 2) return null;
    round++;
    Happening best = null;
    double most = 0;
    for (int i = 0; i < Math.min(INDEXED, marks.keys.length); i++) {
      for (int key : marks.keys[i]) {
        int telling = table.telling(key);
        for (int s = 0; s < telling; s++) {
          Strand strand = table.strand(key, s);
          if (strand.crossed == round) continue;
          strand.crossed = round;
          if (strand.of == but || strand.of.in(language) != null) continue;
          double fit = fit(marks, strand.of, epochSecond);
          if (fit > most || (best != null && fit == most && fit > 0 && strand.of.id < best.id)) {
            most = fit;
            best = strand.of;
          }
        }
      }
    }
    return best;
  }

  /// 0 if they are not the same.
  static double fit(Marks marks, Happening event, long epochSecond) {
    double shared = 0;
    double named = 0;
    int strong = 0;
    for (int i = 0; i < marks.keys.length; i++) {
      float w = 0;
      for (Strand strand : event.strands) w = Math.max(w, weight(strand, marks.keys[i]));
      if (w == 0) continue;
      double both = Math.min(w, marks.weights[i]);
      shared += both;
      if (marks.kinds[i] != Traces.WORD) named += both;
      boolean telling = marks.kinds[i] < Traces.COUNTRY || marks.kinds[i] == Traces.PERHAPS;
      if (telling && both > TELLING) strong++;
    }
    if (strong < 2 || shared < LEAST_SHARED || named < LEAST_NAMED) return 0;
    float theirs = 0;
    for (Strand strand : event.strands) theirs += strand.marked;
    double cover = shared / Math.sqrt(marks.total * theirs / event.strands.size());
    double fit = cover * Math.pow(0.5, Math.abs(epochSecond - event.last) / HALF_LIFE);
    return fit < LEAST_PART ? 0 : fit;
  }

  /// What likeness of words is worth where two texts name people, places and numbers, and hardly
  /// any is the same.
  static double doubt(Marks marks, Strand strand) {
    if (marks.total < NAMED || strand.marked < NAMED) return 1;
    float shared = 0;
    for (int i = 0; i < marks.keys.length; i++) {
      if (marks.kinds[i] < Traces.COUNTRY) {
        shared += Math.min(marks.weights[i], weight(strand, marks.keys[i]));
      }
    }
    if (shared > HARDLY * Math.min(marks.total, strand.marked)) return 1;
    return DOUBTED;
  }

  private static float weight(Strand strand, int[] keys) {
    float most = 0;
    for (int key : keys) {
      int at = Arrays.binarySearch(strand.marks, key);
      if (at >= 0) most = Math.max(most, strand.markWeights[at]);
    }
    return most;
  }

  /// Takes in the traces of an entry of a strand.
  void add(Strand strand, Marks marks) {
    float n = strand.entries;
    strand.marked = (strand.marked * (n - 1) + marks.total) / n;
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < marks.keys.length; i++) {
      for (int key : marks.keys[i]) {
        int at = Arrays.binarySearch(strand.marks, key);
        if (at >= 0) {
          strand.markWeights[at] = Math.max(strand.markWeights[at], marks.weights[i]);
        } else if (strand.marks.length < MOST_MARKS) {
          insert(strand, -at - 1, key, marks.weights[i]);
          if (i < INDEXED) fresh.add(key);
        }
      }
    }
    for (int key : fresh) table.put(key, strand);
  }

  private static void insert(Strand strand, int at, int key, float weight) {
    int n = strand.marks.length;
    int[] keys = Arrays.copyOf(strand.marks, n + 1);
    float[] weights = Arrays.copyOf(strand.markWeights, n + 1);
    System.arraycopy(keys, at, keys, at + 1, n - at);
    System.arraycopy(weights, at, weights, at + 1, n - at);
    keys[at] = key;
    weights[at] = weight;
    strand.marks = keys;
    strand.markWeights = weights;
  }

  /// Forgets events of which nothing was heard since a time.
  void forget(long epochSecond) {
    table.forget(epochSecond);
  }

  /// Which events have a trace.
  Table table() {
    return table;
  }
}
