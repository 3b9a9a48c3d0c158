package freshet.dictionary;

import java.util.Arrays;

/// Which words of one language are translated by which of another, as one dictionary says.
final class Pairs {
  static final int MOST_RANK = 255;
  private static final int NUMBER = 28;
  private static final int LOW = (1 << NUMBER) - 1;

  private long[] pairs = new long[64];
  private int size;

  /// @param rank how many better translations the word has
  void add(int from, int to, int rank) {
    if (size == pairs.length) pairs = Arrays.copyOf(pairs, size * 3 / 2);
    pairs[size++] = pack(from, to, Math.min(rank, MOST_RANK));
  }

  private static long pack(int from, int to, int rank) {
    return ((long) from << (NUMBER + 8)) | ((long) rank << NUMBER) | to;
  }

  static int from(long pair) {
    return (int) (pair >>> (NUMBER + 8));
  }

  static int to(long pair) {
    return (int) (pair & LOW);
  }

  static int rank(long pair) {
    return (int) (pair >>> NUMBER) & 255;
  }

  /// With other numbers for the words, ascending.
  long[] renumbered(int[] from, int[] to) {
    long[] out = new long[size];
    for (int i = 0; i < size; i++) {
      out[i] = pack(from[from(pairs[i])], to[to(pairs[i])], rank(pairs[i]));
    }
    Arrays.sort(out);
    return out;
  }

  /// The other way round.
  static long[] reversed(long[] pairs) {
    long[] out = new long[pairs.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = pack(to(pairs[i]), from(pairs[i]), rank(pairs[i]));
    }
    Arrays.sort(out);
    return out;
  }
}
