package freshet.fetch;

import java.io.IOException;

/// A table of finite state entropy (RFC 8878, section 4.1): each state stands for a symbol, and
/// says how many bits lead to the next state.
///
/// @param bytes how many bytes its description took
record FseTable(int accuracy, byte[] symbols, byte[] bitCounts, short[] bases, int bytes) {
  static final FseTable NONE = new FseTable(0, new byte[0], new byte[0], new short[0], 0);

  static FseTable always(int symbol) {
    return new FseTable(0, new byte[] {(byte) symbol}, new byte[1], new short[1], 1);
  }

  static FseTable of(int accuracy, int... counts) {
    return build(accuracy, counts, counts.length, 0);
  }

  int symbol(int state) {
    return symbols[state] & 0xff;
  }

  int next(int state, BackwardBits bits) {
    return bases[state] + bits.read(bitCounts[state]);
  }

  static FseTable read(byte[] in, int at, int mostAccuracy, int mostSymbol) throws IOException {
    int accuracy = (in[at] & 15) + 5;
    if (accuracy > mostAccuracy) throw Zstd.damaged();
    int[] counts = new int[mostSymbol + 1];
    int position = 4; // in bits
    int remaining = 1 << accuracy;
    int symbol = 0;
    while (remaining > 0) {
      if (symbol > mostSymbol) throw Zstd.damaged();
      int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
      int value = bits(in, at, position, width);
      int low = (1 << (width - 1)) - 1;
      int threshold = (1 << width) - 1 - (remaining + 1);
      position += width;
      if ((value & low) < threshold) {
        position--; // small values take a bit less
        value &= low;
      } else if (value > low) {
        value -= threshold;
      }
      int count = value - 1;
      remaining -= Math.abs(count);
      counts[symbol++] = count;
      while (count == 0) {
        int zeros = bits(in, at, position, 2);
        position += 2;
        symbol += zeros;
        if (zeros < 3) break;
      }
    }
    if (remaining < 0) throw Zstd.damaged();
    return build(accuracy, counts, Math.min(symbol, counts.length), (position + 7) / 8);
  }

  private static int bits(byte[] in, int at, int position, int width) {
    int value = 0;
    for (int i = 0; i < width; i++) {
      int bit = position + i;
      value |= ((in[at + (bit >> 3)] >> (bit & 7)) & 1) << i;
    }
    return value;
  }

  private static FseTable build(int accuracy, int[] counts, int symbols, int bytes) {
    int size = 1 << accuracy;
    byte[] table = new byte[size];
    int[] next = new int[symbols];
    int high = size;
    for (int s = 0; s < symbols; s++) {
      next[s] = Math.abs(counts[s]);
      if (counts[s] < 0) table[--high] = (byte) s; // "less than one": a state at the end
    }
    int step = (size >> 1) + (size >> 3) + 3;
    int position = 0;
    for (int s = 0; s < symbols; s++) {
      for (int i = 0; i < counts[s]; i++) {
        table[position] = (byte) s;
        do {
          position = (position + step) & (size - 1);
        } while (position >= high);
      }
    }
    byte[] bitCounts = new byte[size];
    short[] bases = new short[size];
    for (int i = 0; i < size; i++) {
      int state = next[table[i] & 0xff]++;
      int width = accuracy - (31 - Integer.numberOfLeadingZeros(state));
      bitCounts[i] = (byte) width;
      bases[i] = (short) ((state << width) - size);
    }
    return new FseTable(accuracy, table, bitCounts, bases, bytes);
  }
}
