package freshet.dedupe;

import java.util.Arrays;

/// Hashes of the runs of so many words of a text, all or every second, third …, ascending as
/// unsigned numbers; a run that occurs twice is in here twice. Because they ascend, the first few
/// are a sample that every other text with the same shingles draws too.
///
/// 32 bits are enough: two unrelated texts of 300 words share a hash by accident once in 50,000
/// pairs, and one shared shingle of 290 is no story.
public record Shingles(int length, int[] hashes) {
  private static final long BASE = 0x9E3779B97F4A7C15L;

  /// @param step words from the start of one to that of the next
  static Shingles of(long[] words, int count, int length, int step) {
    if (count < length) return new Shingles(length, new int[0]);
    long top = 1;
    for (int i = 1; i < length; i++) top *= BASE;
    int[] hashes = new int[(count - length) / step + 1];
    long rolling = 0;
    for (int i = 0; i < count; i++) {
      if (i >= length) rolling -= words[i - length] * top;
      rolling = rolling * BASE + words[i];
      int at = i - length + 1;
      if (at >= 0 && at % step == 0) hashes[at / step] = mix(rolling + length);
    }
    // Flipping the top bit makes signed order the unsigned one.
    for (int i = 0; i < hashes.length; i++) hashes[i] ^= Integer.MIN_VALUE;
    Arrays.sort(hashes);
    for (int i = 0; i < hashes.length; i++) hashes[i] ^= Integer.MIN_VALUE;
    return new Shingles(length, hashes);
  }

  /// The finaliser of MurmurHash3; the rolling sum alone is no good hash.
  static int mix(long x) {
    long h = x;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return (int) (h >>> 32);
  }

  public int count() {
    return hashes.length;
  }

  /// How many shingles both have.
  int matches(Shingles other) {
    int matches = 0;
    int i = 0;
    int j = 0;
    while (i < hashes.length && j < other.hashes.length) {
      int order = Integer.compareUnsigned(hashes[i], other.hashes[j]);
      if (order == 0) matches++;
      if (order <= 0) i++;
      if (order >= 0) j++;
    }
    return matches;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shingles(int l, int[] h) && l == length && Arrays.equals(h, hashes);
  }

  @Override
  public int hashCode() {
    return 31 * length + Arrays.hashCode(hashes);
  }
}
