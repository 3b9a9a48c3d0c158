package freshet.dedupe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32;

/// Writes numbers, many at a time, with a checksum at the end.
final class NumbersOut {
  private final WritableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32 sum = new CRC32();

  NumbersOut(WritableByteChannel channel) {
    this.channel = channel;
  }

  private void room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) flush();
  }

  private void flush() throws IOException {
    buffer.flip();
    sum.update(buffer.duplicate());
    while (buffer.hasRemaining()) channel.write(buffer);
    buffer.clear();
  }

  void number(long value) throws IOException {
    room(Long.BYTES);
    buffer.putLong(value);
  }

  /// The first of an array, and how many they are.
  void all(int[] values, int count) throws IOException {
    number(count);
    for (int i = 0; i < count; i++) {
      room(Integer.BYTES);
      buffer.putInt(values[i]);
    }
  }

  void all(long[] values, int count) throws IOException {
    number(count);
    for (int i = 0; i < count; i++) {
      room(Long.BYTES);
      buffer.putLong(values[i]);
    }
  }

  void all(byte[] values) throws IOException {
    number(values.length);
    for (int at = 0; at < values.length; ) {
      room(1);
      int some = Math.min(buffer.remaining(), values.length - at);
      buffer.put(values, at, some);
      at += some;
    }
  }

  void end() throws IOException {
    flush();
    buffer.putLong(sum.getValue()).flip();
    while (buffer.hasRemaining()) channel.write(buffer);
  }
}
