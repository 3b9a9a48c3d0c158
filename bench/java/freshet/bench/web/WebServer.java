package freshet.bench.web;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Serves a [Web] on all addresses 127.x.y.z at one port, a virtual thread a connection, which is
/// kept open between requests. Counts what was asked.
public final class WebServer implements AutoCloseable {
  private final ServerSocket server;
  private final Web web;
  private final int latencyMillis;
  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();

  /// @param latencyMillis before every answer
  public WebServer(Web web, int latencyMillis) throws IOException {
    this.web = web;
    this.latencyMillis = latencyMillis;
    server = new ServerSocket();
    server.bind(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0), 8192);
    Thread.ofPlatform().daemon().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /// `http://127.1.0.7:1234` of a host.
  public String origin(String host) {
    return "http://" + host + ":" + port();
  }

  /// All requests so far, `host path` each, in order.
  public List<String> log() {
    return List.copyOf(log);
  }

  public int requests() {
    return requests.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.startVirtualThread(() -> serve(socket));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 2048);
      OutputStream out = socket.getOutputStream();
      while (true) {
        String head = head(in);
        if (head.isEmpty()) return;
        int blank = head.indexOf(' ');
        String path = head.substring(blank + 1, head.indexOf(' ', blank + 1));
        String host = socket.getLocalAddress().getHostAddress();
        requests.incrementAndGet();
        log.add(host + " " + path);
        if (latencyMillis > 0) Thread.sleep(latencyMillis);
        out.write(bytes(web.answer(host, path)));
        out.flush();
      }
    } catch (IOException e) {
      // the client is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] bytes(Reply reply) {
    String head =
        "HTTP/1.1 "
            + reply.status()
            + " X\r\nContent-Type: "
            + reply.type()
            + "\r\nContent-Length: "
            + reply.body().length
            + (reply.location().isEmpty() ? "" : "\r\nLocation: " + reply.location())
            + (reply.link().isEmpty() ? "" : "\r\nLink: " + reply.link())
            + "\r\n\r\n";
    ByteArrayOutputStream all = new ByteArrayOutputStream(head.length() + reply.body().length);
    all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(reply.body());
    return all.toByteArray();
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder s = new StringBuilder(256);
    while (true) {
      int c = in.read();
      if (c < 0) return "";
      s.append((char) c);
      int n = s.length();
      if (c == '\n' && n >= 4 && s.charAt(n - 3) == '\n') return s.toString();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
