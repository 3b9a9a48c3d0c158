package freshet.fetch;

import freshet.bound.BodyRoom;
import freshet.model.FetchOutcome.Trouble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import okhttp3.Response;
import okio.BufferedSource;

/// Reads a body as it was sent, within the size limit, then undoes its content codings.
final class BodyReader {
  private static final int FIRST_BUFFER = 256 * 1024;

  private final int limit;

  BodyReader(int limit) {
    this.limit = limit;
  }

  /// @param bytes the body, decoded
  /// @param wire how many bytes came in
  record Body(byte[] bytes, int wire) {}

  Body read(Response response) throws IOException {
    long announced = response.body().contentLength();
    if (announced > limit) throw BadBody.tooLarge(limit);
    BufferedSource source = response.body().source();
    Unclaimed.claim();
    // An announced length may be a lie, so no more than this is set aside for it.
    byte[] buffer = new byte[announced >= 0 ? (int) Math.min(announced, FIRST_BUFFER) : 16 * 1024];
    int size = 0;
    IOException cut = null;
    try {
      while (true) {
        if (size == buffer.length) {
          if (source.exhausted()) break;
          if (size >= limit) throw BadBody.tooLarge(limit);
          int grown = Math.min(limit, Math.max(16 * 1024, size * 2));
          reserve(grown);
          buffer = Arrays.copyOf(buffer, grown);
        }
        int n = source.read(buffer, size, buffer.length - size);
        if (n < 0) break;
        size += n;
        Unclaimed.claim();
        if (BodyRoom.mustYield(size)) {
          throw new BadBody(
              Trouble.TIMEOUT,
              "The server sent its large answer so slowly that others had to be let past");
        }
      }
    } catch (EOFException | ProtocolException | SocketException e) {
      if (BodyRoom.hasWaited()) throw BadBody.noRoom(); // it hung up because we let it wait
      cut = e;
    } catch (InterruptedIOException e) {
      if (BodyRoom.hasWaited()) throw BadBody.noRoom();
      throw e;
    }
    byte[] sent = size == buffer.length ? buffer : Arrays.copyOf(buffer, size);
    if (cut == null) return new Body(Decoding.decode(sent, codings(response), limit), size);
    return new Body(whole(sent, response, announced, cut), size);
  }

  /// Waits until there is room for a body of this size.
  static void reserve(int bytes) throws IOException {
    try {
      if (!BodyRoom.reserve(bytes)) throw BadBody.noRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /// The first bytes of a body, as many as the limit lets in; the rest is left unread.
  byte[] beginning(Response response) throws IOException {
    BufferedSource source = response.body().source();
    while (source.getBuffer().size() < limit && source.request(source.getBuffer().size() + 1)) {
      Unclaimed.claim();
    }
    byte[] sent = source.getBuffer().readByteArray(Math.min(limit, source.getBuffer().size()));
    return Decoding.decode(sent, codings(response), limit * 4);
  }

  /// Some servers announce the length of another body (of the unpacked one, say) and hang up after
  /// the real one. What came is good if it shows its own end; otherwise it was cut.
  private byte[] whole(byte[] sent, Response response, long announced, IOException cut)
      throws IOException {
    if (sent.length > 0 && !(cut instanceof InterruptedIOException)) {
      try {
        byte[] body = Decoding.decode(sent, codings(response), limit);
        if (ends(body)) return body;
      } catch (BadBody e) {
        cut.addSuppressed(e);
      }
    }
    String of = announced > 0 ? " of " + announced : "";
    throw BadBody.broken("The server broke off its answer after " + sent.length + of + " bytes");
  }

  private static boolean ends(byte[] body) {
    int from = Math.max(0, body.length - 64);
    String tail = new String(body, from, body.length - from, StandardCharsets.ISO_8859_1).strip();
    return tail.endsWith("</rss>") || tail.endsWith("</feed>") || tail.endsWith("</rdf:RDF>");
  }

  private static String codings(Response response) {
    return String.join(",", response.headers("Content-Encoding"));
  }
}
