package freshet.numbers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.zip.CRC32;

/// Reads what [NumbersOut] wrote. Whatever else it is given, it takes no more room than that has.
public final class NumbersIn {
  private final ReadableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private final CRC32 sum = new CRC32();
  private long left;

  /// @param size bytes that there are
  public NumbersIn(ReadableByteChannel channel, long size) {
    this.channel = channel;
    this.left = size;
  }

  private void have(int bytes) throws IOException {
    while (buffer.remaining() < bytes) {
      buffer.compact();
      int read = channel.read(buffer);
      buffer.flip();
      if (read < 0) throw new IOException("it ends too soon");
    }
  }

  private void take(int bytes) throws IOException {
    left -= bytes;
    if (left < 0) throw new IOException("it ends too soon");
    have(bytes);
    sum.update(buffer.slice(buffer.position(), bytes));
  }

  public long number() throws IOException {
    take(Long.BYTES);
    return buffer.getLong();
  }

  /// How many of something follow, each of at least so many bytes.
  public int count(int bytesEach) throws IOException {
    long count = number();
    if (count < 0 || count > left / bytesEach) throw new IOException("it is damaged");
    return (int) count;
  }

  public float[] floats() throws IOException {
    int[] bits = ints(0);
    float[] values = new float[bits.length];
    for (int i = 0; i < values.length; i++) values[i] = Float.intBitsToFloat(bits[i]);
    return values;
  }

  /// @param room more places than were written, for what is to come
  public int[] ints(int room) throws IOException {
    int count = count(Integer.BYTES);
    int[] values = new int[count + room];
    for (int at = 0; at < count; ) {
      int some = Math.min(count - at, buffer.capacity() / Integer.BYTES);
      take(some * Integer.BYTES);
      buffer.asIntBuffer().get(values, at, some);
      buffer.position(buffer.position() + some * Integer.BYTES);
      at += some;
    }
    return values;
  }

  public long[] longs(int room) throws IOException {
    int count = count(Long.BYTES);
    long[] values = new long[count + room];
    for (int at = 0; at < count; ) {
      int some = Math.min(count - at, buffer.capacity() / Long.BYTES);
      take(some * Long.BYTES);
      buffer.asLongBuffer().get(values, at, some);
      buffer.position(buffer.position() + some * Long.BYTES);
      at += some;
    }
    return values;
  }

  public byte[] bytes() throws IOException {
    byte[] values = new byte[count(1)];
    for (int at = 0; at < values.length; ) {
      int some = Math.min(values.length - at, buffer.capacity());
      take(some);
      buffer.get(values, at, some);
      at += some;
    }
    return values;
  }

  /// The end of a section.
  ///
  /// @throws IOException if something else was written
  public void end() throws IOException {
    long expected = sum.getValue();
    have(Long.BYTES);
    if (buffer.getLong() != expected) throw new IOException("it is damaged");
    sum.reset();
  }
}
