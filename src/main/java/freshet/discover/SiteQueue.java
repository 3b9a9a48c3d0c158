package freshet.discover;

import freshet.discover.Item.Kind;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is still to be looked at for one input: first in, first out within each kind. Bounded,
/// since sites link without end and no more than so many pages are ever looked at.
final class SiteQueue {
  private final Map<Kind, ArrayDeque<Item>> waiting = new EnumMap<>(Kind.class);
  private final Set<Long> known = new HashSet<>();
  private final Set<Long> gone = new HashSet<>();
  private final Set<Long> guessed = new HashSet<>();
  private final int mostPages;
  private int size;

  /// @param mostPages that can be waiting at once
  SiteQueue(int mostPages) {
    this.mostPages = mostPages;
  }

  /// False if it was there before (other than as a guess), or there is no room.
  ///
  /// @param key of its address, see [Visited#key]
  boolean add(Item item, long key) {
    ArrayDeque<Item> row = waiting.computeIfAbsent(item.kind(), _ -> new ArrayDeque<>());
    if (item.kind().isPage() && row.size() >= mostPages) return false;
    // What was only a guess, which may never be made, is worth more once somebody names it.
    boolean named = !item.kind().isGuess() && guessed.remove(key);
    if (!known.add(key) && !named) return false;
    if (item.kind().isGuess()) guessed.add(key);
    row.add(item);
    size++;
    return true;
  }

  boolean knows(long key) {
    return known.contains(key);
  }

  /// Looked at under another address: not to be added.
  void know(long key) {
    known.add(key);
  }

  /// Looked at by an earlier run: though it may be waiting here, it is not given out again.
  void forget(long key) {
    boolean waits = !known.add(key);
    if (gone.add(key) && waits) size--;
  }

  void again(Item item) {
    waiting.computeIfAbsent(item.kind(), _ -> new ArrayDeque<>()).addFirst(item);
    size++;
  }

  @Nullable Item next() {
    for (ArrayDeque<Item> row : waiting.values()) {
      while (!row.isEmpty()) {
        Item item = row.remove();
        if (!gone.isEmpty() && gone.contains(Visited.key(item.url()))) continue;
        size--;
        return item;
      }
    }
    return null;
  }

  int size() {
    return size;
  }
}
