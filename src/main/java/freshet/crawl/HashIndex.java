package freshet.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// Finds entries by their 64-bit hash, in a mapped file: 8 bytes a slot (24 bits of the hash and 40
/// of the entry's number), linear probing, doubled when two thirds full. It can always be made anew
/// from the entries, so it is not kept from one run to the next.
final class HashIndex implements AutoCloseable {
  /// What is indexed.
  interface Entries {
    long hashOf(long number);

    void forEach(LongConsumer number);

    /// Whether an entry takes the place of an earlier one with the same hash.
    default boolean isBetter(long number) {
      return false;
    }
  }

  static final long NONE = -1;
  private static final long NUMBER = (1L << 40) - 1;

  private final Path path;
  private final Entries entries;
  private MappedFile slots;
  private long mask;
  private long used;
  private int generation;

  HashIndex(Path path, Entries entries, int log2) throws IOException {
    this.path = path;
    this.entries = entries;
    mask = (1L << log2) - 1;
    slots = file(0);
  }

  private MappedFile file(int generation) throws IOException {
    Path name = path.resolveSibling(path.getFileName() + (generation % 2 == 0 ? ".a" : ".b"));
    MappedFile file = new MappedFile(name, true);
    file.reach((mask + 1) * 8);
    file.claim(0, (mask + 1) * 8);
    return file;
  }

  /// The number of the entry with this hash, or [#NONE].
  long find(long hash) {
    for (long slot = hash & mask; ; slot = (slot + 1) & mask) {
      long value = slots.getLong(slot * 8);
      if (value == 0) return NONE;
      if ((value ^ hash) >>> 40 == 0) {
        long number = (value & NUMBER) - 1;
        if (entries.hashOf(number) == hash) return number;
      }
    }
  }

  /// Lets a hash that is there lead to another entry.
  void replace(long hash, long old, long number) {
    for (long slot = hash & mask; ; slot = (slot + 1) & mask) {
      long value = slots.getLong(slot * 8);
      if ((value ^ hash) >>> 40 == 0 && (value & NUMBER) - 1 == old) {
        slots.setLong(slot * 8, (hash & ~NUMBER) | (number + 1));
        return;
      }
    }
  }

  /// Adds an entry that is not there yet.
  void add(long hash, long number) {
    if ((used + 1) * 3 > (mask + 1) * 2) grow();
    put(hash, number);
  }

  private void put(long hash, long number) {
    long slot = hash & mask;
    while (slots.getLong(slot * 8) != 0) slot = (slot + 1) & mask;
    slots.setLong(slot * 8, (hash & ~NUMBER) | (number + 1));
    used++;
  }

  private void grow() {
    try {
      MappedFile old = slots;
      mask = mask * 2 + 1;
      slots = file(++generation);
      used = 0;
      // Entries come in order of the file, so that this reads it from front to back. Of two with
      // one hash, the one that was to be found before is the one to be found.
      entries.forEach(number -> {
        long hash = entries.hashOf(number);
        if (find(hash) == NONE) put(hash, number);
        else if (entries.isBetter(number)) replace(hash, find(hash), number);
      });
      old.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    slots.close();
    for (String end : new String[] {".a", ".b"}) {
      Files.deleteIfExists(path.resolveSibling(path.getFileName() + end));
    }
  }
}
