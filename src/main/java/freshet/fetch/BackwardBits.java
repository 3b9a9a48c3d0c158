package freshet.fetch;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Bits that are read from the end of some bytes towards their beginning, as Zstandard writes them.
/// The highest bit set in the last byte marks where they start.
final class BackwardBits {
  private static final VarHandle LITTLE_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int from;
  private int left;

  BackwardBits(byte[] bytes, int from, int end) throws IOException {
    if (end <= from || bytes[end - 1] == 0) throw Zstd.damaged();
    this.bytes = bytes;
    this.from = from;
    int padding = Integer.numberOfLeadingZeros(bytes[end - 1] & 0xff) - 24 + 1;
    left = (end - from) * 8 - padding;
  }

  /// How many there are still; below 0 if more were read than there were. Those are zeros.
  int left() {
    return left;
  }

  int read(int count) {
    int value = peek(count);
    left -= count;
    return value;
  }

  void skip(int count) {
    left -= count;
  }

  int peek(int count) {
    if (count == 0) return 0;
    int start = left - count;
    if (start < 0) {
      // Only what is really there, followed by zeros.
      return left <= 0 ? 0 : bits(0, left) << -start;
    }
    return bits(start, count);
  }

  private int bits(int start, int count) {
    int index = from + (start >> 3);
    long word = 0;
    if (index + 8 <= bytes.length) {
      word = (long) LITTLE_ENDIAN.get(bytes, index);
    } else {
      for (int i = bytes.length - 1; i >= index; i--) word = (word << 8) | (bytes[i] & 0xff);
    }
    return (int) (word >>> (start & 7)) & ((1 << count) - 1);
  }
}
