package freshet.fetch;

import java.io.IOException;
import java.util.Arrays;

/// Unpacks Zstandard (RFC 8878), enough of it for HTTP: no dictionaries, checksums not compared.
/// Written out here because the pure Java library for it reaches into memory in ways that today's
/// Java warns about and tomorrow's forbids (docs/decisions/0031).
///
/// Whole bodies are unpacked into one array, so a match is a copy within it and no window is kept.
/// Array bounds are the last guard against hostile input: an index out of bounds is damage.
final class Zstd {
  private static final int MOST_IN_BLOCK = 128 * 1024;

  private static final int[] LITERAL_BASE = new int[36];
  private static final int[] LITERAL_BITS = bits(16, "1111223346789ABCDEFG");
  private static final int[] MATCH_BASE = new int[53];
  private static final int[] MATCH_BITS = bits(32, "11112233445789ABCDEFG");

  static {
    bases(LITERAL_BASE, LITERAL_BITS, 0);
    bases(MATCH_BASE, MATCH_BITS, 3);
  }

  private static final FseTable DEFAULT_LITERALS =
      FseTable.of(
          6, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
          1, 1, 1, -1, -1, -1, -1);
  private static final FseTable DEFAULT_OFFSETS =
      FseTable.of(
          5, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
          -1);
  private static final FseTable DEFAULT_MATCHES =
      FseTable.of(
          6, 1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1);

  private final byte[] in;
  private final int limit;
  private int at;
  private byte[] out;
  private int size;

  // What a block may take over from the one before it in its frame.
  private int[] offsets = {1, 4, 8};
  private HuffmanTable huffman = HuffmanTable.NONE;
  private FseTable literalCodes = FseTable.NONE;
  private FseTable offsetCodes = FseTable.NONE;
  private FseTable matchCodes = FseTable.NONE;

  private byte[] literals = new byte[0];
  private int literalCount;

  private Zstd(byte[] in, int limit) {
    this.in = in;
    this.limit = limit;
    out = new byte[(int) Math.min(limit, Math.max(1024, in.length * 5L))];
  }

  static byte[] unpack(byte[] packed, int limit) throws IOException {
    try {
      return new Zstd(packed, limit).frames();
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      throw damaged();
    }
  }

  static BadBody damaged() {
    return BadBody.broken("The packed answer (zstd) is damaged");
  }

  private byte[] frames() throws IOException {
    while (at < in.length) {
      int magic = (int) number(4);
      if ((magic & 0xfffffff0) == 0x184d2a50) {
        at = Math.addExact(at, Math.clamp(number(4), 0, in.length)); // a frame to skip
      } else if (magic == 0xfd2fb528) {
        frame();
      } else {
        throw damaged();
      }
    }
    return size == out.length ? out : Arrays.copyOf(out, size);
  }

  private void frame() throws IOException {
    int descriptor = in[at++] & 0xff;
    boolean single = (descriptor & 0x20) != 0;
    if (!single) at++; // the window's size
    int dictionary = (int) number(new int[] {0, 1, 2, 4}[descriptor & 3]);
    int told = new int[] {single ? 1 : 0, 2, 4, 8}[descriptor >> 6];
    number(told);
    if (dictionary != 0 || (descriptor & 8) != 0) throw damaged();
    offsets = new int[] {1, 4, 8};
    huffman = HuffmanTable.NONE;
    literalCodes = offsetCodes = matchCodes = FseTable.NONE;
    boolean last;
    do {
      int header = (int) number(3);
      last = (header & 1) != 0;
      block((header >> 1) & 3, header >> 3);
      if (size > limit) throw BadBody.tooLarge(limit);
    } while (!last);
    if ((descriptor & 4) != 0) number(4); // the checksum
  }

  private void block(int type, int length) throws IOException {
    if (type == 3 || length > MOST_IN_BLOCK) throw damaged();
    if (size + MOST_IN_BLOCK > out.length) {
      // One block may go beyond the limit, and is then refused.
      int most = limit + MOST_IN_BLOCK;
      out =
          Arrays.copyOf(out, (int) Math.min(most, Math.max(out.length * 2L, size + MOST_IN_BLOCK)));
    }
    switch (type) {
      case 0 -> {
        System.arraycopy(in, at, out, size, length);
        at += length;
        size += length;
      }
      case 1 -> {
        Arrays.fill(out, size, size + length, in[at++]);
        size += length;
      }
      default -> {
        int end = at + length;
        if (end > in.length) throw damaged();
        literals();
        sequences(end);
        at = end;
      }
    }
  }

  private void literals() throws IOException {
    int first = in[at] & 0xff;
    int format = (first >> 2) & 3;
    int type = first & 3;
    if (type < 2) {
      int bytes = format == 1 ? 2 : format == 3 ? 3 : 1;
      literalCount = (int) (number(bytes) >> (bytes == 1 ? 3 : 4));
      room();
      if (type == 0) {
        System.arraycopy(in, at, literals, 0, literalCount);
        at += literalCount;
      } else {
        Arrays.fill(literals, 0, literalCount, in[at++]);
      }
      return;
    }
    int bits = format < 2 ? 10 : format == 2 ? 14 : 18;
    long header = number(format < 2 ? 3 : format + 2) >> 4;
    literalCount = (int) (header & ((1 << bits) - 1));
    int end = at + (int) (header >> bits);
    if (end > in.length) throw damaged();
    room();
    if (type == 2) {
      huffman = HuffmanTable.read(in, at);
      at += huffman.bytes();
    }
    if (format == 0) {
      huffman.decode(in, at, end, literals, 0, literalCount);
    } else {
      int each = (literalCount + 3) / 4;
      int from = at + 6;
      int to = 0;
      for (int i = 0; i < 4; i++) {
        int until =
            i == 3 ? end : from + (in[at + 2 * i] & 0xff) + ((in[at + 2 * i + 1] & 0xff) << 8);
        if (until > end) throw damaged();
        huffman.decode(in, from, until, literals, to, Math.min(each, literalCount - to));
        to += Math.min(each, literalCount - to);
        from = until;
      }
    }
    at = end;
  }

  private void room() throws IOException {
    if (literalCount > MOST_IN_BLOCK) throw damaged();
    if (literals.length < literalCount) literals = new byte[Math.max(literalCount, 8192)];
  }

  private void sequences(int end) throws IOException {
    int count = in[at++] & 0xff;
    if (count >= 128) {
      count = count == 255 ? (int) number(2) + 0x7f00 : ((count - 128) << 8) + (in[at++] & 0xff);
    }
    int used = 0;
    if (count > 0) {
      int modes = in[at++];
      if ((modes & 3) != 0) throw damaged();
      literalCodes = table((modes >> 6) & 3, DEFAULT_LITERALS, literalCodes, 9, 35);
      offsetCodes = table((modes >> 4) & 3, DEFAULT_OFFSETS, offsetCodes, 8, 30);
      matchCodes = table((modes >> 2) & 3, DEFAULT_MATCHES, matchCodes, 9, 52);
      used = run(count, end);
    }
    copyLiterals(used, literalCount - used);
  }

  /// Carries out the sequences; returns how many literals they took.
  private int run(int count, int end) throws IOException {
    BackwardBits bits = new BackwardBits(in, at, end);
    int most = size + MOST_IN_BLOCK;
    int literal = bits.read(literalCodes.accuracy());
    int offset = bits.read(offsetCodes.accuracy());
    int match = bits.read(matchCodes.accuracy());
    int used = 0;
    for (int i = 0; i < count; i++) {
      int offsetCode = offsetCodes.symbol(offset);
      int matchCode = matchCodes.symbol(match);
      int literalCode = literalCodes.symbol(literal);
      int value = (1 << offsetCode) + bits.read(offsetCode);
      int length = MATCH_BASE[matchCode] + bits.read(MATCH_BITS[matchCode]);
      int plain = LITERAL_BASE[literalCode] + bits.read(LITERAL_BITS[literalCode]);
      if (i < count - 1) {
        literal = literalCodes.next(literal, bits);
        match = matchCodes.next(match, bits);
        offset = offsetCodes.next(offset, bits);
      }
      if (plain > literalCount - used || size + plain + length > most) throw damaged();
      copyLiterals(used, plain);
      used += plain;
      copyMatch(distance(value, plain == 0), length);
    }
    if (bits.left() != 0) throw damaged();
    return used;
  }

  private void copyLiterals(int from, int count) throws IOException {
    if (count < 0) throw damaged();
    System.arraycopy(literals, from, out, size, count);
    size += count;
  }

  private void copyMatch(int distance, int length) throws IOException {
    int from = size - distance;
    if (distance <= 0 || from < 0) throw damaged();
    if (distance >= length) {
      System.arraycopy(out, from, out, size, length);
      size += length;
    } else {
      for (int i = 0; i < length; i++) out[size++] = out[from++];
    }
  }

  /// Values 1 to 3 name one of the last three distances, which then moves to the front (RFC 8878,
  /// section 3.1.1.5).
  private int distance(int value, boolean noLiterals) {
    int distance;
    int place;
    if (value > 3) {
      distance = value - 3;
      place = 2;
    } else {
      place = value - 1 + (noLiterals ? 1 : 0);
      distance = place == 3 ? offsets[0] - 1 : offsets[place];
      if (place == 3) place = 2;
    }
    if (place == 2) offsets[2] = offsets[1];
    if (place > 0) offsets[1] = offsets[0];
    offsets[0] = distance;
    return distance;
  }

  private FseTable table(
      int mode, FseTable usual, FseTable before, int mostAccuracy, int mostSymbol)
      throws IOException {
    return switch (mode) {
      case 0 -> usual;
      case 1 -> {
        int symbol = in[at++] & 0xff;
        if (symbol > mostSymbol) throw damaged();
        yield FseTable.always(symbol);
      }
      case 2 -> {
        FseTable table = FseTable.read(in, at, mostAccuracy, mostSymbol);
        at += table.bytes();
        yield table;
      }
      default -> {
        if (before.symbols().length == 0) throw damaged(); // nothing to repeat
        yield before;
      }
    };
  }

  /// Little-endian.
  private long number(int bytes) {
    long n = 0;
    for (int i = 0; i < bytes; i++) n |= (in[at++] & 0xffL) << (8 * i);
    return n;
  }

  private static int[] bits(int codesWithout, String rest) {
    int[] bits = new int[codesWithout + rest.length()];
    for (int i = 0; i < rest.length(); i++) {
      bits[codesWithout + i] = Character.digit(rest.charAt(i), 17);
    }
    return bits;
  }

  /// Each code begins where the one before it ends.
  private static void bases(int[] bases, int[] bits, int first) {
    for (int i = 0, base = first; i < bases.length; base += 1 << bits[i++]) bases[i] = base;
  }
}
