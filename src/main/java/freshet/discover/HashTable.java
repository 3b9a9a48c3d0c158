package freshet.discover;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A set of 64-bit hashes as a file: a count, then slots of eight bytes with linear probing,
/// doubled when two thirds are taken. Nothing of it is in Java's heap. A process that is killed
/// while it doubles leaves the old file as it was.
///
/// For one thread and one process at a time; [SearchMemory] sees to that, and calls [#refresh]
/// whenever another process may have written. No channel: an interrupted thread would close that
/// for all.
final class HashTable implements AutoCloseable {
  private static final int HEAD = 8;
  private static final long FIRST_SLOTS = 1 << 10;

  private final Path path;
  private RandomAccessFile file;
  private @Nullable Object identity;
  private long slots;

  HashTable(Path path) throws IOException {
    this.path = path;
    if (!Files.exists(path)) make(path, FIRST_SLOTS).close();
    file = new RandomAccessFile(path.toFile(), "rw");
    opened();
  }

  private void opened() throws IOException {
    identity = identity();
    slots = (file.length() - HEAD) / 8;
    if (slots < FIRST_SLOTS || Long.bitCount(slots) != 1) {
      file.close();
      throw new IOException(path + " is damaged; without it pages are visited again");
    }
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private static RandomAccessFile make(Path path, long slots) throws IOException {
    Files.deleteIfExists(path);
    RandomAccessFile made = new RandomAccessFile(path.toFile(), "rw");
    made.setLength(HEAD + slots * 8);
    return made;
  }

  /// Opens the file anew if another process has doubled or replaced it.
  void refresh() throws IOException {
    if (Objects.equals(identity, identity())) return;
    reopen();
  }

  private void reopen() throws IOException {
    file.close();
    file = new RandomAccessFile(path.toFile(), "rw");
    opened();
  }

  boolean contains(long hash) throws IOException {
    return get(file, find(file, slots, taken(hash))) != 0;
  }

  /// False if it was there.
  boolean add(long hash) throws IOException {
    long at = find(file, slots, taken(hash));
    if (get(file, at) != 0) return false;
    long count = size() + 1;
    set(file, at, taken(hash));
    set(file, 0, count);
    if (count * 3 > slots * 2) grow(count);
    return true;
  }

  long size() throws IOException {
    return get(file, 0);
  }

  /// 0 marks a free slot.
  private static long taken(long hash) {
    return hash == 0 ? 1 : hash;
  }

  private static long find(RandomAccessFile in, long size, long hash) throws IOException {
    long slot = (hash ^ (hash >>> 32)) & (size - 1);
    while (true) {
      long there = get(in, HEAD + slot * 8);
      if (there == 0 || there == hash) return HEAD + slot * 8;
      slot = (slot + 1) & (size - 1);
    }
  }

  private void grow(long count) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".next");
    try (RandomAccessFile larger = make(next, slots * 2)) {
      byte[] some = new byte[1 << 16];
      file.seek(HEAD);
      for (int n = file.read(some); n > 0; n = file.read(some)) {
        ByteBuffer hashes = ByteBuffer.wrap(some, 0, n / 8 * 8);
        while (hashes.hasRemaining()) {
          long hash = hashes.getLong();
          if (hash != 0) set(larger, find(larger, slots * 2, hash), hash);
        }
      }
      set(larger, 0, count);
    }
    Files.move(next, path, StandardCopyOption.REPLACE_EXISTING);
    reopen();
  }

  private static long get(RandomAccessFile in, long at) throws IOException {
    in.seek(at);
    return in.readLong();
  }

  private static void set(RandomAccessFile in, long at, long value) throws IOException {
    in.seek(at);
    in.writeLong(value);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
