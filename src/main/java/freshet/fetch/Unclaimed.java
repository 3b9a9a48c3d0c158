package freshet.fetch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/// What has come in from a server without anybody having got a byte of it. Between the bytes of a
/// body stand headers, interim answers and the sizes of chunks, and OkHttp reads some of them to
/// their end however far it is: a size of a chunk that is followed by text without a line end fills
/// the memory within seconds.
///
/// Counted by the thread, as a request, its answer and their TLS are all read on the thread of
/// whoever asked (we speak HTTP/1.1 only).
final class Unclaimed {
  /// OkHttp takes 256 KB of headers.
  static final int MOST = 320 * 1024;

  private static final ThreadLocal<int[]> COUNT = ThreadLocal.withInitial(() -> new int[1]);

  private Unclaimed() {}

  /// What came so far has been asked for, or has arrived where it should.
  static void claim() {
    COUNT.get()[0] = 0;
  }

  private static void came(int bytes) throws ProtocolException {
    if (bytes <= 0) return;
    int[] count = COUNT.get();
    count[0] += bytes;
    if (count[0] > MOST)
      throw new ProtocolException("more than " + MOST + " bytes beside the body");
  }

  /// Counts what is read of a connection.
  static InputStream counting(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        int b = super.read();
        if (b >= 0) came(1);
        return b;
      }

      @Override
      public int read(byte[] to, int from, int length) throws IOException {
        int n = super.read(to, from, length);
        came(n);
        return n;
      }
    };
  }
}
