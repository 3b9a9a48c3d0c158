package freshet.translate.onnx;

import java.nio.charset.StandardCharsets;

/// Reads a message in the wire format of Protocol Buffers (protobuf.dev, "Encoding"), field by
/// field. Nothing is believed: what does not fit is [BrokenModel].
final class ProtoReader {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int LENGTH = 2;
  private static final int FOUR_BYTES = 5;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int wire;

  ProtoReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private ProtoReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /// The number of the next field, 0 at the end. The field has to be read or skipped.
  int next() throws BrokenModel {
    if (at == end) return 0;
    long key = varint();
    wire = (int) (key & 7);
    long field = key >>> 3;
    if (field < 1 || field > 0x1FFFFFFF) throw broken();
    return (int) field;
  }

  long number() throws BrokenModel {
    if (wire != VARINT) throw broken();
    return varint();
  }

  float decimal() throws BrokenModel {
    if (wire != FOUR_BYTES) throw broken();
    int from = take(4);
    return Float.intBitsToFloat(littleEndian(bytes, from));
  }

  String text() throws BrokenModel {
    int length = length();
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  byte[] blob() throws BrokenModel {
    int length = length();
    byte[] blob = new byte[length];
    System.arraycopy(bytes, take(length), blob, 0, length);
    return blob;
  }

  ProtoReader message() throws BrokenModel {
    int length = length();
    int from = take(length);
    return new ProtoReader(bytes, from, from + length);
  }

  void skip() throws BrokenModel {
    int _ =
        switch (wire) {
          case VARINT -> (int) varint();
          case EIGHT_BYTES -> take(8);
          case LENGTH -> take(length());
          case FOUR_BYTES -> take(4);
          default -> throw broken();
        };
  }

  static int littleEndian(byte[] bytes, int at) {
    return (bytes[at] & 0xFF)
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | (bytes[at + 3] & 0xFF) << 24;
  }

  private int length() throws BrokenModel {
    if (wire != LENGTH) throw broken();
    long length = varint();
    if (length < 0 || length > end - at) throw broken();
    return (int) length;
  }

  private int take(int count) throws BrokenModel {
    if (count > end - at) throw broken();
    int from = at;
    at += count;
    return from;
  }

  private long varint() throws BrokenModel {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte b = bytes[take(1)];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) return value;
    }
    throw broken();
  }

  private static BrokenModel broken() {
    return new BrokenModel("it is no SentencePiece model");
  }
}
