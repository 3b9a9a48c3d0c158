package freshet.dedupe;

import java.util.Arrays;

/// The numbers of a text. Reports made by a pattern (the weather, the market, the match) share
/// nearly all their words, but not their figures; an edited text keeps most of them.
///
/// @param hashes one for each different number, ascending; of many, the smallest
record Figures(int[] hashes) {
  static final Figures NONE = new Figures(new int[0]);
  private static final int MOST = 16;

  static Figures of(int[] numbers, int count) {
    if (count == 0) return NONE;
    return new Figures(Arrays.stream(numbers, 0, count).sorted().distinct().limit(MOST).toArray());
  }

  int count() {
    return hashes.length;
  }

  /// Whether two texts agree in less than two thirds of the numbers of the one that has fewer.
  ///
  /// @param least how many each must have for them to tell anything
  boolean differ(Figures other, int least) {
    int fewer = Math.min(count(), other.count());
    // Of a few numbers none need be among the smallest of many.
    if (fewer < least || (fewer < MOST && Math.max(count(), other.count()) == MOST)) return false;
    int matches = 0;
    int i = 0;
    int j = 0;
    while (i < hashes.length && j < other.hashes.length) {
      if (hashes[i] == other.hashes[j]) matches++;
      if (hashes[i] <= other.hashes[j]) i++;
      else j++;
    }
    return 3 * matches < 2 * fewer;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Figures(int[] h) && Arrays.equals(h, hashes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }
}
