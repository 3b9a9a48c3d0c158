package freshet.group;

/// An entry's most telling roots.
///
/// @param rarest the words that few entries have, the rarest first
/// @param words all of them ascending, with their weights
/// @param bits one for each word, so that most others are told from them at a glance
record Vector(int[] rarest, int[] words, float[] weights, double length, long[] bits) {
  private static final int BITS = 1 << 11;

  static Vector of(int[] rarest, int[] words, float[] weights) {
    long[] bits = new long[BITS / Long.SIZE];
    for (int word : words) bits[(word & (BITS - 1)) >> 6] |= 1L << word;
    return new Vector(rarest, words, weights, length(weights), bits);
  }

  boolean mayHave(int word) {
    return (bits[(word & (BITS - 1)) >> 6] >>> word & 1) != 0;
  }

  static double length(float[] weights) {
    double squares = 0;
    for (float w : weights) squares += w * w;
    return Math.sqrt(squares);
  }

  /// The numbers of weights in their lower halves, the heaviest first. Weights are not negative, so
  /// their bits are ordered as they are.
  static long[] heaviestFirst(float[] weights) {
    long[] order = new long[weights.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) ~Float.floatToRawIntBits(weights[i]) << 32) | i;
    }
    java.util.Arrays.sort(order);
    return order;
  }
}
