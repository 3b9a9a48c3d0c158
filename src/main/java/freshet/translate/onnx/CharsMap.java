package freshet.translate.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// How a SentencePiece model writes characters before it cuts them (its `precompiled_charsmap`,
/// mostly NFKC): the size of a trie, the trie as a double array of Darts-clone, and behind it what
/// is written instead, each ended by a zero byte. The longest match counts.
final class CharsMap {
  private static final CharsMap NOTHING = new CharsMap(new int[0], new byte[0]);

  private final int[] trie;
  private final byte[] instead;

  private CharsMap(int[] trie, byte[] instead) {
    this.trie = trie;
    this.instead = instead;
  }

  static CharsMap of(byte[] blob) throws BrokenModel {
    if (blob.length == 0) return NOTHING;
    int size = blob.length < 4 ? -1 : ProtoReader.littleEndian(blob, 0);
    if (size < 4 || size % 4 != 0 || size > blob.length - 4) {
      throw new BrokenModel("its table of characters is broken");
    }
    int[] trie = new int[size / 4];
    for (int i = 0; i < trie.length; i++) trie[i] = ProtoReader.littleEndian(blob, 4 + 4 * i);
    byte[] instead = new byte[blob.length - 4 - size];
    System.arraycopy(blob, 4 + size, instead, 0, instead.length);
    return new CharsMap(trie, instead);
  }

  String apply(String text) {
    if (trie.length == 0) return text;
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
    for (int at = 0; at < in.length; ) {
      long match = longest(in, at);
      if (match < 0) {
        int length = Math.min(lengthOf(in[at]), in.length - at);
        out.write(in, at, length);
        at += length;
      } else {
        for (int i = (int) match; i >= 0 && i < instead.length && instead[i] != 0; i++) {
          out.write(instead[i]);
        }
        at += (int) (match >>> 32);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /// The length of the longest match above, its value below; -1 for none.
  private long longest(byte[] in, int from) {
    long found = -1;
    int node = offset(trie[0]);
    for (int i = from; i < in.length; i++) {
      int c = in[i] & 0xFF;
      node ^= c;
      if (node < 0 || node >= trie.length) return found;
      int unit = trie[node];
      if ((unit & 0x800000FF) != c) return found;
      node ^= offset(unit);
      if (node < 0 || node >= trie.length) return found;
      boolean leaf = (unit >>> 8 & 1) == 1;
      if (leaf) found = (long) (i + 1 - from) << 32 | (trie[node] & 0x7FFFFFFF);
    }
    return found;
  }

  private static int offset(int unit) {
    return unit >>> 10 << ((unit & 1 << 9) >>> 6);
  }

  private static int lengthOf(byte first) {
    int b = first & 0xFF;
    return b < 0xC0 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
  }
}
