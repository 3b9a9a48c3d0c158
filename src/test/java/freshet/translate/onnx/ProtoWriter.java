package freshet.translate.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Writes messages in the wire format of Protocol Buffers.
final class ProtoWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static byte[] message(Consumer<ProtoWriter> content) {
    ProtoWriter writer = new ProtoWriter();
    content.accept(writer);
    return writer.out.toByteArray();
  }

  ProtoWriter number(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  ProtoWriter decimal(int field, float value) {
    varint(((long) field << 3) | 5);
    int bits = Float.floatToIntBits(value);
    for (int i = 0; i < 4; i++) out.write(bits >> (8 * i));
    return this;
  }

  ProtoWriter bytes(int field, byte[] value) {
    varint(((long) field << 3) | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  ProtoWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoWriter in(int field, Consumer<ProtoWriter> content) {
    return bytes(field, message(content));
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
