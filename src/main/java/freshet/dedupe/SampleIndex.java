package freshet.dedupe;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/// Which entries have a sampled shingle: an open hash table of (hash, entry), eight bytes a place.
/// It grows by a sixth, so that no more than a quarter of it is ever empty.
final class SampleIndex {
  /// A shingle in more entries than this is a phrase of a template and names no story.
  private static final int MOST_POSTINGS = 32;

  private static final double FULLEST = 0.86;
  private static final double GROWTH = 1.16;
  private static final int EMPTY = -1;

  private int[] hashes = new int[64];
  private int[] entries = filled(64);
  private int used;

  private static int[] filled(int size) {
    int[] array = new int[size];
    java.util.Arrays.fill(array, EMPTY);
    return array;
  }

  void add(int hash, int entry) {
    if (used + 1 > hashes.length * FULLEST) resize((int) (hashes.length * GROWTH) + 1, e -> e);
    put(hash, entry);
  }

  private void put(int hash, int entry) {
    int place = place(hash);
    int same = 0;
    while (entries[place] != EMPTY) {
      if (hashes[place] == hash && ++same == MOST_POSTINGS) return;
      if (++place == hashes.length) place = 0;
    }
    hashes[place] = hash;
    entries[place] = entry;
    used++;
  }

  void find(int hash, IntConsumer found) {
    int place = place(hash);
    while (entries[place] != EMPTY) {
      if (hashes[place] == hash) found.accept(entries[place]);
      if (++place == hashes.length) place = 0;
    }
  }

  /// Gives entries other numbers, and drops those whose new number is negative.
  void renumber(IntUnaryOperator numbers) {
    resize(Math.max(64, (int) (used / FULLEST) + 1), numbers);
  }

  private void resize(int size, IntUnaryOperator numbers) {
    int[] oldHashes = hashes;
    int[] oldEntries = entries;
    hashes = new int[size];
    entries = filled(size);
    used = 0;
    for (int i = 0; i < oldHashes.length; i++) {
      int entry = oldEntries[i] == EMPTY ? EMPTY : numbers.applyAsInt(oldEntries[i]);
      if (entry >= 0) put(oldHashes[i], entry);
    }
  }

  long bytes() {
    return 8L * hashes.length;
  }

  /// Samples are small numbers, so they are spread before they are scaled to the table.
  private int place(int hash) {
    long spread = (hash * 0x9E3779B97F4A7C15L) >>> 32;
    return (int) ((spread * hashes.length) >>> 32);
  }
}
