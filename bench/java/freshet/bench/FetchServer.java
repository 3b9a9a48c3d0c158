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
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// Ten thousand publishers on loopback, in a process of their own so that their work is not counted
/// as ours: every address 127.x.y.z answers. `/ms100` waits 100 ms; a request with a validator gets
/// 304, any other a feed of 66 KB, packed; under `/plain/` both come without a hint when to ask
/// again.
public final class FetchServer {
  private static final byte[] NOT_MODIFIED =
      "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nCache-Control: max-age=900\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.ISO_8859_1);

  private FetchServer() {}

  public static void main(String[] args) throws IOException {
    byte[] feed = answer();
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
      byte[] answer = head.contains("If-None-Match") ? NOT_MODIFIED : feed;
      out.write(head.startsWith("GET /plain/") ? withoutHint(answer) : answer);
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {}
    } catch (IOException e) {
      // the client is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] withoutHint(byte[] answer) {
    byte[] plain = answer.clone();
    byte[] hint = "Cache-Control: max-age=900".getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i + hint.length < plain.length; i++) {
      if (java.util.Arrays.equals(plain, i, i + hint.length, hint, 0, hint.length)) {
        plain[i] = 'X'; // a header nobody knows, of the same length
        break;
      }
    }
    return plain;
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

  /// 35 entries with markup and words, 66 KB.
  static byte[] feed() {
    Random random = new Random(5);
    StringBuilder feed = new StringBuilder("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>");
    for (int i = 0; i < 35; i++) {
      feed.append("<item><title>Entry ").append(i).append("</title><description>&lt;p&gt;");
      for (int w = 0; w < 280; w++) {
        int length = random.nextInt(2, 9);
        for (int c = 0; c < length; c++) feed.append((char) ('a' + random.nextInt(26)));
        feed.append(w % 40 == 39 ? "&lt;/p&gt;&lt;p&gt;" : " ");
      }
      feed.append("&lt;/p&gt;</description></item>");
    }
    return feed.append("</channel></rss>").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] answer() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(feed());
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nETag: \"a\"\r\n"
            + "Cache-Control: max-age=900\r\nContent-Encoding: gzip\r\nConnection: close\r\n"
            + "Content-Length: "
            + packed.size()
            + "\r\n\r\n";
    all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    packed.writeTo(all);
    return all.toByteArray();
  }
}
