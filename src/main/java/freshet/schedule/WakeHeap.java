package freshet.schedule;

import java.util.Arrays;

/// Slots in the order of a key, the smallest first: a binary heap that knows where each slot is, so
/// that any of them can be moved or taken out in O(log n).
final class WakeHeap {
  private static final int ABSENT = -1;

  private int[] heap = new int[16];
  private int[] place = new int[0];
  private double[] keys = new double[0];
  private int size;

  int size() {
    return size;
  }

  int top() {
    return heap[0];
  }

  double topKey() {
    return size == 0 ? Double.POSITIVE_INFINITY : keys[heap[0]];
  }

  double key(int slot) {
    return keys[slot];
  }

  boolean contains(int slot) {
    return slot < place.length && place[slot] != ABSENT;
  }

  /// The slot at a place of the heap, in no order: for walking over all.
  int at(int index) {
    return heap[index];
  }

  /// Puts a slot in, or moves it.
  void put(int slot, double key) {
    if (slot >= place.length) grow(slot + 1);
    int at = place[slot];
    double old = keys[slot];
    keys[slot] = key;
    if (at == ABSENT) {
      if (size == heap.length) heap = Arrays.copyOf(heap, size + (size >> 1));
      at = size++;
      up(at, slot);
    } else if (key < old) {
      up(at, slot);
    } else {
      down(at, slot);
    }
  }

  void remove(int slot) {
    if (!contains(slot)) return;
    int at = place[slot];
    place[slot] = ABSENT;
    int last = heap[--size];
    if (last == slot) return;
    if (keys[last] < keys[slot]) up(at, last);
    else down(at, last);
  }

  private void up(int at, int slot) {
    double key = keys[slot];
    while (at > 0) {
      int parent = (at - 1) >> 1;
      int other = heap[parent];
      if (keys[other] <= key) break;
      heap[at] = other;
      place[other] = at;
      at = parent;
    }
    heap[at] = slot;
    place[slot] = at;
  }

  private void down(int at, int slot) {
    double key = keys[slot];
    for (int child; (child = 2 * at + 1) < size; ) {
      if (child + 1 < size && keys[heap[child + 1]] < keys[heap[child]]) child++;
      int other = heap[child];
      if (keys[other] >= key) break;
      heap[at] = other;
      place[other] = at;
      at = child;
    }
    heap[at] = slot;
    place[slot] = at;
  }

  private void grow(int atLeast) {
    int old = place.length;
    int length = Math.max(atLeast, old + (old >> 1) + 16);
    place = Arrays.copyOf(place, length);
    Arrays.fill(place, old, length, ABSENT);
    keys = Arrays.copyOf(keys, length);
  }
}
