package freshet.numbers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32;

/// Writes numbers, many at a time, with a checksum at the end of each section.
public final class NumbersOut {
  private final WritableByteChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32 sum = new CRC32();

  public NumbersOut(WritableByteChannel channel) {
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

  public void number(long value) throws IOException {
    room(Long.BYTES);
    buffer.putLong(value);
  }

  /// The first of an array, and how many they are.
  public void all(int[] values, int count) throws IOException {
    number(count);
    for (int i = 0; i < count; i++) {
      room(Integer.BYTES);
      buffer.putInt(values[i]);
    }
  }

  public void all(long[] values, int count) throws IOException {
    number(count);
    for (int i = 0; i < count; i++) {
      room(Long.BYTES);
      buffer.putLong(values[i]);
    }
  }

  public void all(byte[] values) throws IOException {
    number(values.length);
    for (int at = 0; at < values.length; ) {
      room(1);
      int some = Math.min(buffer.remaining(), values.length - at);
      buffer.put(values, at, some);
      at += some;
    }
  }

  public void all(float[] values) throws IOException {
    number(values.length);
    for (float value : values) {
      room(Float.BYTES);
      buffer.putFloat(value);
    }
  }

  /// The end of a section; another may follow.
  public void end() throws IOException {
    flush();
    buffer.putLong(sum.getValue()).flip();
    while (buffer.hasRemaining()) channel.write(buffer);
    buffer.clear();
    sum.reset();
  }
}
