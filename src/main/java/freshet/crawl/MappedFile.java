package freshet.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A file that is read and written like memory and grows by whole chunks. It lives in the page
/// cache of the system, not in Java's heap, and what was written is there after the process is
/// killed. For one thread at a time.
final class MappedFile implements AutoCloseable {
  static final int CHUNK = 1 << 24;

  /// Room is claimed in steps of this size.
  static final int STEP = 1 << 18;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private final Arena arena = Arena.ofShared();
  private final FileChannel channel;
  private final List<MemorySegment> chunks = new ArrayList<>();

  /// @param fresh whether to begin with an empty file
  MappedFile(Path path, boolean fresh) throws IOException {
    Set<StandardOpenOption> how =
        fresh
            ? Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)
            : Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel = FileChannel.open(path, how);
    boolean free;
    try {
      free = channel.tryLock() != null;
    } catch (java.nio.channels.OverlappingFileLockException e) {
      free = false;
    }
    if (!free) {
      channel.close();
      throw new IOException("Another crawl is using the folder " + path.getParent());
    }
    long size = channel.size();
    for (long at = 0; at < size; at += CHUNK) map(at);
  }

  /// How far it reaches; a multiple of the chunk.
  long size() {
    return (long) chunks.size() * CHUNK;
  }

  /// Makes room up to an offset.
  void reach(long end) {
    while (size() < end) map(size());
  }

  private void map(long at) {
    try {
      chunks.add(channel.map(MapMode.READ_WRITE, at, CHUNK, arena));
    } catch (IOException e) {
      throw new UncheckedIOException("The disk has no room for the crawl's files", e);
    }
  }

  /// Makes sure that the disk has room for a part in which nothing is yet, by writing zeros there.
  /// To write into a hole of a mapped file on a full disk would be a fault of the whole process.
  void claim(long from, long to) {
    try {
      ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(to - from, STEP));
      for (long at = from; at < to; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), to - at));
        at += channel.write(zeros, at);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The disk has no room for the crawl's files", e);
    }
  }

  private MemorySegment chunk(long at) {
    return chunks.get((int) (at >>> 24));
  }

  long getLong(long at) {
    return chunk(at).get(LONG, at & (CHUNK - 1));
  }

  void setLong(long at, long value) {
    chunk(at).set(LONG, at & (CHUNK - 1), value);
  }

  int getInt(long at) {
    return chunk(at).get(INT, at & (CHUNK - 1));
  }

  void setInt(long at, int value) {
    chunk(at).set(INT, at & (CHUNK - 1), value);
  }

  int getShort(long at) {
    return chunk(at).get(ValueLayout.JAVA_SHORT, at & (CHUNK - 1)) & 0xffff;
  }

  void setShort(long at, int value) {
    chunk(at).set(ValueLayout.JAVA_SHORT, at & (CHUNK - 1), (short) value);
  }

  int getByte(long at) {
    return chunk(at).get(ValueLayout.JAVA_BYTE, at & (CHUNK - 1)) & 0xff;
  }

  void setByte(long at, int value) {
    chunk(at).set(ValueLayout.JAVA_BYTE, at & (CHUNK - 1), (byte) value);
  }

  /// The bytes must not reach over the end of a chunk.
  byte[] getBytes(long at, int length) {
    byte[] bytes = new byte[length];
    MemorySegment.copy(chunk(at), ValueLayout.JAVA_BYTE, at & (CHUNK - 1), bytes, 0, length);
    return bytes;
  }

  void setBytes(long at, byte[] bytes) {
    MemorySegment.copy(bytes, 0, chunk(at), ValueLayout.JAVA_BYTE, at & (CHUNK - 1), bytes.length);
  }

  /// What was set before is written before what is set after.
  static void inOrder() {
    VarHandle.releaseFence();
  }

  /// Onto the disk itself, which only a failing machine needs.
  void force() {
    for (MemorySegment chunk : chunks) chunk.force();
  }

  @Override
  public void close() throws IOException {
    arena.close();
    channel.close();
  }
}
