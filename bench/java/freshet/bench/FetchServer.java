package freshet.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;

/// Ten thousand publishers on loopback, in a process of their own so that their work is not counted
/// as ours: every address 127.x.y.z answers. `/ms100` waits 100 ms; a request with a validator gets
/// 304, any other a feed of 66 KB, packed; under `/plain/` both come without a hint when to ask
/// again, and the feed of each number has its own texts.
public final class FetchServer {
  private static final String HINT = "Cache-Control: max-age=900\r\n";
  private static final byte[] NOT_MODIFIED = notModified(HINT);
  private static final byte[] NOT_MODIFIED_PLAIN = notModified("");

  private FetchServer() {}

  private static final Map<String, byte[]> TEXTS = new ConcurrentHashMap<>();
  private static final List<String> WORDS = new GeneratedEntries().words(0);

  public static void main(String[] args) throws IOException {
    byte[] feed = answer(feed(new Random(5)), true);
    try (ServerSocket server = new ServerSocket()) {
      server.bind(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0), 4096);
      System.out.println(server.getLocalPort());
      Thread.startVirtualThread(FetchServer::endWithParent);
      while (true) {
        Socket socket = server.accept();
        Thread.startVirtualThread(() -> serve(socket, feed));
      }
    }
  }

  private static byte[] notModified(String hint) {
    return ("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n" + hint + "Connection: close\r\n\r\n")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void serve(Socket socket, byte[] feed) {
    try (socket) {
      String head = head(socket.getInputStream());
      int wait = head.indexOf("/ms");
      if (wait >= 0) {
        int end = wait + 3;
        while (Character.isDigit(head.charAt(end))) end++;
        Thread.sleep(Integer.parseInt(head.substring(wait + 3, end)));
      }
      OutputStream out = socket.getOutputStream();
      boolean plain = head.startsWith("GET /plain/");
      byte[] unchanged = plain ? NOT_MODIFIED_PLAIN : NOT_MODIFIED;
      out.write(head.contains("If-None-Match") ? unchanged : plain ? texts(head) : feed);
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {}
    } catch (IOException e) {
      // the client is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] texts(String head) {
    String number = head.substring("GET /plain/".length(), head.indexOf(' ', 4));
    return TEXTS.computeIfAbsent(number, n -> answer(feed(new Random(Integer.parseInt(n))), false));
  }

  private static String head(InputStream in) throws IOException {
    byte[] buffer = new byte[4096];
    int size = 0;
    while (size < buffer.length) {
      int n = in.read(buffer, size, buffer.length - size);
      if (n < 0) break;
      size += n;
      if (size >= 4 && buffer[size - 1] == '\n' && buffer[size - 3] == '\n') break;
    }
    return new String(buffer, 0, size, StandardCharsets.ISO_8859_1);
  }

  /// 35 entries with markup and words as in English, 66 KB.
  private static byte[] feed(Random random) {
    StringBuilder feed = new StringBuilder("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>");
    for (int i = 0; i < 35; i++) {
      feed.append("<item><title>");
      for (int w = 0; w < 8; w++) feed.append(GeneratedEntries.word(WORDS, random)).append(' ');
      feed.append("</title><description>&lt;p&gt;");
      int end = feed.length() + 1720;
      for (int w = 0; feed.length() < end; w++) {
        feed.append(GeneratedEntries.word(WORDS, random));
        feed.append(w % 40 == 39 ? ".&lt;/p&gt;&lt;p&gt;" : w % 12 == 11 ? ". " : " ");
      }
      feed.append("&lt;/p&gt;</description></item>");
    }
    return feed.append("</channel></rss>").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] answer(byte[] feed, boolean hint) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(feed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nETag: \"a\"\r\n"
            + (hint ? HINT : "")
            + "Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: "
            + packed.size()
            + "\r\n\r\n";
    all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(packed.toByteArray());
    return all.toByteArray();
  }
}
