package freshet.fetch;

import freshet.text.Cut;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.brotli.dec.BrotliInputStream;

/// Undoes content codings. The size limit holds while unpacking, so a bomb costs no more than an
/// honest body of the largest size.
final class Decoding {
  /// What we ask for: no more than we can undo.
  static final String ACCEPTED = "gzip, deflate, br";

  private static final int MOST_LAYERS = 3;

  /// An Inflater owns native memory; a few are kept and reset.
  private static final ArrayBlockingQueue<Inflater> IDLE = new ArrayBlockingQueue<>(16);

  private Decoding() {}

  /// @param codings a Content-Encoding header, in the order the server applied them
  static byte[] decode(byte[] sent, String codings, int limit) throws IOException {
    byte[] body = sent;
    if (!codings.isEmpty()) {
      String[] names = codings.toLowerCase(Locale.ROOT).split(",", 20);
      if (names.length > MOST_LAYERS) {
        throw BadBody.broken("The answer is packed " + names.length + " times over");
      }
      for (int i = names.length - 1; i >= 0; i--) {
        if (body.length > 0) body = undo(names[i].strip(), body, limit);
      }
    }
    // Feeds stored as feed.xml.gz come without a Content-Encoding.
    return isGzip(body) ? gunzip(body, limit) : body;
  }

  private static byte[] undo(String coding, byte[] body, int limit) throws IOException {
    return switch (coding) {
      case "", "identity", "none", "utf-8", "utf8" -> body; // the last two are seen in the wild
      // Some servers say gzip and send plain text.
      case "gzip", "x-gzip" -> isGzip(body) ? gunzip(body, limit) : body;
      case "deflate" -> inflate(body, hasZlibHeader(body) ? 2 : 0, limit);
      case "br" -> unbrotli(body, limit);
      default ->
          throw BadBody.broken(
              "The answer is packed with '"
                  + Cut.to(coding, 30)
                  + "', which was not asked for and cannot be read");
    };
  }

  private static boolean isGzip(byte[] b) {
    return b.length > 18 && b[0] == 0x1f && b[1] == (byte) 0x8b && b[2] == 8;
  }

  /// Servers mean by "deflate" now the zlib format, as they should, now the naked stream.
  private static boolean hasZlibHeader(byte[] b) {
    return b.length > 2 && (b[0] & 0x0f) == 8 && (((b[0] & 0xff) << 8) + (b[1] & 0xff)) % 31 == 0;
  }

  /// RFC 1952. Several members follow each other; what comes after the last is ignored, and so are
  /// the checksums: the parser sees damage better, and truncation shows in the stream itself.
  private static byte[] gunzip(byte[] b, int limit) throws IOException {
    return inflate(b, gzipHeader(b, 0), limit);
  }

  private static int gzipHeader(byte[] b, int start) throws IOException {
    int flags = b[start + 3];
    int at = start + 10;
    if ((flags & 4) != 0) at += 2 + (at(b, at) | (at(b, at + 1) << 8));
    if ((flags & 8) != 0) at = afterZero(b, at);
    if ((flags & 16) != 0) at = afterZero(b, at);
    if ((flags & 2) != 0) at += 2;
    if (at >= b.length) throw BadBody.broken("The packed answer ends within its header");
    return at;
  }

  private static int at(byte[] b, int i) {
    return i < b.length ? b[i] & 0xff : 0;
  }

  private static int afterZero(byte[] b, int at) {
    while (at < b.length && b[at] != 0) at++;
    return at + 1;
  }

  private static byte[] inflate(byte[] b, int start, int limit) throws IOException {
    Inflater inflater = IDLE.poll();
    if (inflater == null) inflater = new Inflater(true);
    try {
      int guess = firstGuess(b, start, limit);
      BodyReader.reserve(guess);
      byte[] out = new byte[guess];
      int size = 0;
      while (true) {
        inflater.reset();
        inflater.setInput(b, start, b.length - start);
        while (!inflater.finished()) {
          if (size == out.length) {
            if (size >= limit) {
              // The stream may end exactly here: then nothing more comes out.
              if (inflater.inflate(new byte[1]) == 0 && inflater.finished()) break;
              throw BadBody.tooLarge(limit);
            }
            int grown = (int) Math.min(limit, Math.max(1024L, size * 2L));
            BodyReader.reserve(grown);
            out = Arrays.copyOf(out, grown);
          }
          int n = inflater.inflate(out, size, out.length - size);
          if (n == 0
              && !inflater.finished()
              && (inflater.needsInput() || inflater.needsDictionary())) {
            throw BadBody.broken("The packed answer breaks off after " + size + " bytes");
          }
          size += n;
        }
        int next = b.length - inflater.getRemaining() + 8;
        boolean member =
            start > 2 && next + 18 < b.length && b[next] == 0x1f && b[next + 1] == (byte) 0x8b;
        if (!member) return size == out.length ? out : Arrays.copyOf(out, size);
        start = gzipHeader(b, next);
      }
    } catch (DataFormatException e) {
      throw BadBody.broken("The packed answer is damaged");
    } finally {
      if (!IDLE.offer(inflater)) inflater.end();
    }
  }

  /// Gzip ends with the unpacked size. It may lie, so it only saves copying when it is likely.
  private static int firstGuess(byte[] b, int start, int limit) {
    int n = b.length;
    if (start > 2 && n > 4) {
      long declared =
          at(b, n - 4) | (at(b, n - 3) << 8) | (at(b, n - 2) << 16) | ((long) at(b, n - 1) << 24);
      if (declared > 0 && declared <= Math.min(limit, n * 12L)) return (int) declared;
    }
    return (int) Math.min(limit, Math.max(1024, n * 4L));
  }

  private static byte[] unbrotli(byte[] b, int limit) throws IOException {
    try (BrotliInputStream in = new BrotliInputStream(new ByteArrayInputStream(b))) {
      int guess = (int) Math.min(limit, Math.max(1024, b.length * 5L));
      BodyReader.reserve(guess);
      byte[] out = new byte[guess];
      int size = 0;
      byte[] next = new byte[1]; // its read() of a single byte takes 0x80 to 0xff for the end
      while (true) {
        if (size == out.length) {
          if (in.read(next, 0, 1) < 0) return out;
          if (size >= limit) throw BadBody.tooLarge(limit);
          int grown = (int) Math.min(limit, size * 2L);
          BodyReader.reserve(grown);
          out = Arrays.copyOf(out, grown);
          out[size++] = next[0];
        }
        int n = in.read(out, size, out.length - size);
        if (n < 0) return Arrays.copyOf(out, size);
        size += n;
      }
    } catch (BadBody | InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw BadBody.broken("The packed answer (br) is damaged");
    }
  }
}
