package freshet.group;

import java.util.Arrays;

/// What is told of an event in one language.
final class Strand {
  final String language;

  /// Another one after two events were found to be one.
  Happening of;

  /// The sum of its entries' vectors: words ascending, with their weights.
  int[] words = {};

  float[] weights = {};
  double length;
  int entries;

  /// The forms of its traces, ascending, with their weights.
  int[] marks = {};

  float[] markWeights = {};

  /// How much the traces of an entry weigh, on average.
  float marked;

  /// The rounds in which it was last looked at, by words and by traces.
  long looked;

  long crossed;

  /// While it is written down.
  int number;

  Strand(String language, Happening of) {
    this.language = language;
    this.of = of;
  }

  double alike(Vector vector) {
    double dot = 0;
    for (int i = 0; i < words.length; i++) {
      if (!vector.mayHave(words[i])) continue;
      int theirs = Arrays.binarySearch(vector.words(), words[i]);
      if (theirs >= 0) dot += weights[i] * vector.weights()[theirs];
    }
    return dot == 0 ? 0 : dot / (length * vector.length());
  }

  /// Takes in the words of an entry; says which were not there.
  int[] add(Vector vector) {
    int[] theirs = vector.words();
    int[] all = new int[words.length + theirs.length];
    float[] sums = new float[all.length];
    int[] fresh = new int[theirs.length];
    int n = 0;
    int added = 0;
    int mine = 0;
    int next = 0;
    while (mine < words.length || next < theirs.length) {
      int own = mine < words.length ? words[mine] : Integer.MAX_VALUE;
      int other = next < theirs.length ? theirs[next] : Integer.MAX_VALUE;
      all[n] = Math.min(own, other);
      if (own <= other) sums[n] = weights[mine++];
      if (other <= own) sums[n] += vector.weights()[next++];
      if (other < own) fresh[added++] = other;
      n++;
    }
    words = Arrays.copyOf(all, n);
    weights = Arrays.copyOf(sums, n);
    return Arrays.copyOf(fresh, added);
  }

  /// Keeps the heaviest words; says which it has no longer.
  int[] keep(int most) {
    long[] order = Vector.heaviestFirst(weights);
    int[] gone = new int[order.length - most];
    for (int i = most; i < order.length; i++) gone[i - most] = words[(int) order[i]];
    int[] places = new int[most];
    for (int i = 0; i < most; i++) places[i] = (int) order[i];
    Arrays.sort(places);
    int[] kept = new int[most];
    float[] heavy = new float[most];
    for (int i = 0; i < most; i++) {
      kept[i] = words[places[i]];
      heavy[i] = weights[places[i]];
    }
    words = kept;
    weights = heavy;
    return gone;
  }
}
