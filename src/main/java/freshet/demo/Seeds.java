package freshet.demo;

/// Numbers by chance that are always the same: a hash of what they are for (SplitMix64's mixer).
final class Seeds {
  private Seeds() {}

  static long mix(long seed, long... what) {
    long z = seed;
    for (long w : what) {
      z += w * 0x9E3779B97F4A7C15L + 0x9E3779B97F4A7C15L;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      z ^= z >>> 31;
    }
    return z;
  }
}
