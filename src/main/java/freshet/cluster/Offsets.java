package freshet.cluster;

import java.util.TreeSet;

/// How far a partition has been dealt with: messages are read in order and dealt with in any, and
/// the place to go on from is the first that was not.
final class Offsets {
  private final TreeSet<Long> open = new TreeSet<>();
  private long next = -1;

  synchronized void read(long offset) {
    open.add(offset);
    next = offset + 1;
  }

  synchronized void done(long offset) {
    open.remove(offset);
  }

  /// Where to go on after a restart; negative if nothing was read.
  synchronized long position() {
    return open.isEmpty() ? next : open.getFirst();
  }
}
