package freshet.bound;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Who is being read at this moment, in a small file that outlives the program: it is mapped into
/// memory, so writing it costs nothing and what is written stays even if the process is killed.
///
/// A program that ends as it should leaves nobody in it. If it ended otherwise (out of memory, by
/// the system's killer, by a hand), those who were under way are suspects. Nobody is condemned for
/// having been there once: a suspect is read alone the next time, which clears it if the program
/// lives on. A feed is left out if the program ended suddenly during three of its readings without
/// one between them that was finished, or once in a reading on which a processor had already spent
/// more than any honest feed takes.
public final class UnderWay implements AutoCloseable {
  private static final int NONE = -1;

  /// Time of a processor on one reading that no honest feed takes: a feed of 15 MB takes a second.
  static final Duration TOO_LONG = Duration.ofSeconds(4);

  private static final int TOO_OFTEN = 3;

  private static final long MARK = 0x46726573_68657401L;
  private static final int SLOTS = 64;
  private static final int SUSPECTS = 128;

  // A suspect: its feed, and above it the sudden ends before the last.
  private static final int ENDS_SHIFT = 56;
  private static final long FEED = (1L << ENDS_SHIFT) - 1;

  // All numbers of the file: the mark; then feed and milliseconds of each slot; then the suspects.
  private static final int FIRST_SLOT = 2;
  private static final int FIRST_SUSPECT = FIRST_SLOT + 2 * SLOTS;
  private static final int NUMBERS = FIRST_SUSPECT + SUSPECTS;

  private final LongBuffer file;
  private final List<Long> leftOut = new ArrayList<>();

  private UnderWay(LongBuffer file) {
    this.file = file;
    if (file.get(0) != MARK) {
      for (int i = 0; i < NUMBERS; i++) file.put(i, 0);
      file.put(0, MARK);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      long feed = file.get(FIRST_SLOT + 2 * slot);
      long spent = file.get(FIRST_SLOT + 2 * slot + 1);
      if (feed == 0) continue;
      boolean guilty = suspect(feed) >= TOO_OFTEN || spent > TOO_LONG.toMillis();
      if (guilty && !leftOut.contains(feed)) leftOut.add(feed);
    }
    for (int slot = 0; slot < SLOTS; slot++) end(slot, false);
  }

  /// What the last run left is read at once.
  public static UnderWay open(Path path) {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * NUMBERS);
      return new UnderWay(mapped.asLongBuffer());
    } catch (IOException e) {
      throw new UncheckedIOException("The file " + path + " cannot be used", e);
    }
  }

  /// Feeds that made the program end, as far as can be told: to be left out until somebody asks for
  /// them.
  public List<Long> leftOut() {
    return List.copyOf(leftOut);
  }

  /// Was it under way at the last sudden end, and not read to its end since?
  public synchronized boolean isSuspect(long feed) {
    return feed != 0 && placeOf(feed) != NONE;
  }

  /// @return how many sudden ends in a row that makes, at most [#TOO_OFTEN]
  private int suspect(long feed) {
    int place = placeOf(feed);
    if (place != NONE) {
      long before = Math.min((file.get(place) >>> ENDS_SHIFT) + 1, TOO_OFTEN - 1);
      file.put(place, feed | (before << ENDS_SHIFT));
      return (int) before + 1;
    }
    int free = placeOf(0);
    if (free != NONE) file.put(free, feed);
    return 1;
  }

  private void clear(long feed) {
    int place = placeOf(feed);
    if (place != NONE) file.put(place, 0);
  }

  /// Where this suspect stands.
  private int placeOf(long feed) {
    for (int i = FIRST_SUSPECT; i < NUMBERS; i++) {
      if ((file.get(i) & FEED) == feed) return i;
    }
    return NONE;
  }

  /// For one reading of a feed.
  public ReadingPool.Watch of(long feed) {
    return new ReadingPool.Watch() {
      private volatile int slot = UnderWay.NONE;

      @Override
      public boolean alone() {
        return isSuspect(feed);
      }

      @Override
      public void begins() {
        slot = begin(feed);
      }

      @Override
      public void spent(Duration time) {
        UnderWay.this.spent(slot, time);
      }

      @Override
      public void ends() {
        end(slot);
      }
    };
  }

  /// A reading begins.
  ///
  /// @return its place, or [#NONE] if all are taken
  synchronized int begin(long feed) {
    for (int slot = 0; slot < SLOTS; slot++) {
      if (file.get(FIRST_SLOT + 2 * slot) != 0) continue;
      file.put(FIRST_SLOT + 2 * slot + 1, 0);
      file.put(FIRST_SLOT + 2 * slot, feed);
      return slot;
    }
    return NONE;
  }

  /// So much time of a processor it has had.
  synchronized void spent(int slot, Duration time) {
    if (slot != NONE) file.put(FIRST_SLOT + 2 * slot + 1, time.toMillis());
  }

  /// A reading has ended, however; the program lives on.
  synchronized void end(int slot) {
    end(slot, true);
  }

  private void end(int slot, boolean lives) {
    if (slot == NONE) return;
    long feed = file.get(FIRST_SLOT + 2 * slot);
    file.put(FIRST_SLOT + 2 * slot, 0);
    if (lives && feed != 0) clear(feed);
  }

  /// The program ends as it should.
  @Override
  public synchronized void close() {
    for (int slot = 0; slot < SLOTS; slot++) end(slot, false);
  }
}
