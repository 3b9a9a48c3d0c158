package freshet.http;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// An answer of a length that nobody knows before: held until it is whole, unless it grows larger
/// than a few megabytes; from then on it is sent as it is written, and never held whole.
public final class Held extends OutputStream {
  private static final int MOST = 4 << 20;

  private final Context ctx;
  private final String type;
  private final ByteArrayOutputStream start = new ByteArrayOutputStream(8192);
  private @Nullable OutputStream sent;

  /// @param type the content type, should it be sent as it is written
  public Held(Context ctx, String type) {
    this.ctx = ctx;
    this.type = type;
  }

  /// Whether it was too large to be held, and is sent.
  public boolean isSent() {
    return sent != null;
  }

  /// All of it, unless it [#isSent].
  public byte[] bytes() {
    return start.toByteArray();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] b, int from, int length) throws IOException {
    if (sent == null && start.size() + length > MOST) {
      ctx.contentType(type);
      sent = ctx.outputStream();
      start.writeTo(sent);
      start.reset();
    }
    if (sent == null) start.write(b, from, length);
    else sent.write(b, from, length);
  }
}
