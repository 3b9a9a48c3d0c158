package freshet.store;

import freshet.model.EntryBody;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Media;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Entry bodies as bytes: length-prefixed strings behind a format byte, deflated where that pays.
/// HTML shrinks to about a third at the fastest level, which also spares the disk and the page
/// cache. A short text shrinks by a few hundred bytes only, for as much work as storing it.
final class Bodies {
  private static final byte PLAIN = 1;
  private static final byte DEFLATED = 2;
  private static final int WORTH_DEFLATING = 3000;

  private Bodies() {}

  /// Writes the bodies of one poll: what deflating needs is 256 KB, taken once and not an entry.
  static final class Packer implements AutoCloseable {
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);

    byte @Nullable [] write(EntryBody body) {
      if (body.equals(EntryBody.EMPTY)) return null;
      bytes.reset();
      Bodies.write(body, new DataOutputStream(bytes));
      return pack(bytes.toByteArray());
    }

    private byte[] pack(byte[] plain) {
      if (plain.length >= WORTH_DEFLATING) {
        deflater.reset();
        deflater.setInput(plain);
        deflater.finish();
        byte[] out = new byte[plain.length];
        out[0] = DEFLATED;
        writeInt(out, 1, plain.length);
        int n = deflater.deflate(out, 5, out.length - 5);
        if (deflater.finished()) return Arrays.copyOf(out, n + 5);
      }
      byte[] out = new byte[plain.length + 1];
      out[0] = PLAIN;
      System.arraycopy(plain, 0, out, 1, plain.length);
      return out;
    }

    @Override
    public void close() {
      deflater.end();
    }
  }

  private static void write(EntryBody body, DataOutputStream out) {
    try {
      text(out, body.summary());
      text(out, body.content());
      text(out, body.comments());
      text(out, body.copyright());
      out.writeInt(body.links().size());
      for (Link l : body.links()) {
        text(out, l.rel());
        text(out, l.url());
        text(out, l.type());
      }
      out.writeInt(body.enclosures().size());
      for (Enclosure e : body.enclosures()) {
        text(out, e.url());
        text(out, e.type());
        out.writeLong(e.length() == null ? -1 : e.length());
      }
      out.writeInt(body.media().size());
      for (Media m : body.media()) {
        text(out, m.url());
        text(out, m.type());
        text(out, m.medium());
        out.writeInt(m.width() == null ? -1 : m.width());
        out.writeInt(m.height() == null ? -1 : m.height());
        text(out, m.title());
        text(out, m.description());
        text(out, m.thumbnail());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen: the stream is an array
    }
  }

  static EntryBody read(byte @Nullable [] stored) {
    if (stored == null || stored.length == 0) return EntryBody.EMPTY;
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(unpack(stored)));
      String summary = text(in);
      String content = text(in);
      String comments = text(in);
      String copyright = text(in);
      List<Link> links = new ArrayList<>();
      for (int n = in.readInt(); n > 0; n--) {
        String rel = text(in);
        links.add(new Link(rel, required(text(in)), text(in)));
      }
      List<Enclosure> enclosures = new ArrayList<>();
      for (int n = in.readInt(); n > 0; n--) {
        String url = required(text(in));
        String type = text(in);
        long length = in.readLong();
        enclosures.add(new Enclosure(url, type, length < 0 ? null : length));
      }
      List<Media> media = new ArrayList<>();
      for (int n = in.readInt(); n > 0; n--) {
        String url = required(text(in));
        String type = text(in);
        String medium = text(in);
        int width = in.readInt();
        int height = in.readInt();
        media.add(
            new Media(
                url,
                type,
                medium,
                width < 0 ? null : width,
                height < 0 ? null : height,
                text(in),
                text(in),
                text(in)));
      }
      return new EntryBody(summary, content, links, enclosures, media, comments, copyright);
    } catch (IOException | DataFormatException e) {
      throw new StoreUnavailable("The stored body of an entry is damaged", e);
    }
  }

  private static byte[] unpack(byte[] stored) throws DataFormatException {
    return switch (stored[0]) {
      case PLAIN -> Arrays.copyOfRange(stored, 1, stored.length);
      case DEFLATED -> {
        Inflater inflater = new Inflater(true);
        try {
          inflater.setInput(stored, 5, stored.length - 5);
          byte[] plain = new byte[readInt(stored, 1)];
          if (inflater.inflate(plain) != plain.length) throw new DataFormatException("too short");
          yield plain;
        } finally {
          inflater.end();
        }
      }
      default -> throw new DataFormatException("unknown format " + stored[0]);
    };
  }

  private static void text(DataOutputStream out, @Nullable String s) throws IOException {
    if (s == null) {
      out.writeInt(-1);
    } else {
      byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static @Nullable String text(DataInputStream in) throws IOException {
    int n = in.readInt();
    if (n < 0) return null;
    if (n > in.available()) throw new IOException("a text is cut off");
    return new String(in.readNBytes(n), StandardCharsets.UTF_8);
  }

  private static String required(@Nullable String s) throws IOException {
    if (s == null) throw new IOException("a text is missing");
    return s;
  }

  private static void writeInt(byte[] to, int at, int value) {
    for (int i = 0; i < 4; i++) to[at + i] = (byte) (value >>> (24 - 8 * i));
  }

  private static int readInt(byte[] from, int at) {
    int value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | (from[at + i] & 0xff);
    return value;
  }
}
