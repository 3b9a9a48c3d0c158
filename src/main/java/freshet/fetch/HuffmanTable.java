package freshet.fetch;

import java.io.IOException;
import java.util.Arrays;

/// A Huffman code of Zstandard's literals (RFC 8878, section 4.2), looked up by the next bits.
///
/// @param width the longest code
/// @param entries for each value of the next `width` bits: symbol, and length of its code above it
/// @param bytes how many bytes its description took
record HuffmanTable(int width, short[] entries, int bytes) {
  private static final int MOST_WIDTH = 11;

  static final HuffmanTable NONE = new HuffmanTable(0, new short[0], 0);

  static HuffmanTable read(byte[] in, int at) throws IOException {
    int header = in[at] & 0xff;
    int[] weights = new int[256];
    int count;
    int bytes;
    if (header >= 128) {
      count = header - 127;
      bytes = 1 + (count + 1) / 2;
      for (int i = 0; i < count; i++) {
        int pair = in[at + 1 + i / 2];
        weights[i] = (i % 2 == 0 ? pair >> 4 : pair) & 15;
      }
    } else {
      bytes = 1 + header;
      if (at + bytes > in.length) throw Zstd.damaged();
      count = packedWeights(in, at + 1, at + bytes, weights);
    }
    return build(weights, count, bytes);
  }

  /// Two states take turns, until one of them asks for bits that are not there.
  private static int packedWeights(byte[] in, int at, int end, int[] weights) throws IOException {
    FseTable table = FseTable.read(in, at, 6, 255);
    BackwardBits bits = new BackwardBits(in, at + table.bytes(), end);
    int[] states = {bits.read(table.accuracy()), bits.read(table.accuracy())};
    int count = 0;
    for (int turn = 0; ; turn ^= 1) {
      if (count >= 254) throw Zstd.damaged();
      weights[count++] = table.symbol(states[turn]);
      states[turn] = table.next(states[turn], bits);
      if (bits.left() < 0) {
        weights[count++] = table.symbol(states[turn ^ 1]);
        return count;
      }
    }
  }

  private static HuffmanTable build(int[] weights, int count, int bytes) throws IOException {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] > MOST_WIDTH) throw Zstd.damaged();
      if (weights[i] > 0) sum += 1 << (weights[i] - 1);
    }
    if (sum == 0) throw Zstd.damaged();
    // The last symbol's weight is left out: it fills up to a power of two.
    int width = 32 - Integer.numberOfLeadingZeros(sum);
    int rest = (1 << width) - sum;
    if (width > MOST_WIDTH || Integer.bitCount(rest) != 1) throw Zstd.damaged();
    weights[count] = Integer.numberOfTrailingZeros(rest) + 1;
    short[] entries = new short[1 << width];
    int position = 0;
    for (int weight = 1; weight <= width; weight++) {
      for (int symbol = 0; symbol <= count; symbol++) {
        if (weights[symbol] != weight) continue;
        int next = position + (1 << (weight - 1));
        Arrays.fill(entries, position, next, (short) (symbol | ((width + 1 - weight) << 8)));
        position = next;
      }
    }
    return new HuffmanTable(width, entries, bytes);
  }

  void decode(byte[] in, int from, int end, byte[] out, int to, int count) throws IOException {
    if (width == 0) throw Zstd.damaged();
    BackwardBits bits = new BackwardBits(in, from, end);
    for (int i = 0; i < count; i++) {
      int entry = entries[bits.peek(width)];
      out[to + i] = (byte) entry;
      bits.skip(entry >> 8);
    }
    if (bits.left() != 0) throw Zstd.damaged();
  }
}
