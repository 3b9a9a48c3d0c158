package freshet.crawl;

import java.util.Arrays;

/// First in, first out, 4 bytes an entry.
final class IntQueue {
  private int[] ring = new int[16];
  private int from;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int value) {
    if (size == ring.length) {
      int[] larger = Arrays.copyOfRange(ring, from, from + 2 * size);
      System.arraycopy(ring, 0, larger, ring.length - from, from);
      ring = larger;
      from = 0;
    }
    ring[(from + size++) & (ring.length - 1)] = value;
  }

  int peek() {
    return ring[from];
  }

  int poll() {
    int value = ring[from];
    from = (from + 1) & (ring.length - 1);
    size--;
    return value;
  }
}
