package freshet.fetch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback that sends exactly the bytes a test wants, however wrong.
final class RawServer implements AutoCloseable {
  interface Answer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  interface Talk {
    void with(Socket socket, InputStream in, OutputStream out)
        throws IOException, InterruptedException;
  }

  final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket socket;

  RawServer(Talk talk) throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> accept(talk));
  }

  /// Reads a request's head, answers, hangs up.
  static RawServer answering(Answer answer) throws IOException {
    return new RawServer((_, in, out) -> {
      head(in);
      answer.write(out);
      out.flush();
    });
  }

  static RawServer saying(String text) throws IOException {
    return answering(out -> out.write(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /// The head of an answer, from its lines.
  static String lines(String... lines) {
    return String.join("\r\n", lines) + "\r\n\r\n";
  }

  int port() {
    return socket.getLocalPort();
  }

  /// The lines of a request up to the empty one.
  static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) break;
      head.append((char) c);
    }
    return head.toString();
  }

  private void accept(Talk talk) {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> talk(talk, client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private static void talk(Talk talk, Socket client) {
    try (client) {
      talk.with(client, new BufferedInputStream(client.getInputStream()), client.getOutputStream());
      client.shutdownOutput();
      while (client.getInputStream().read() >= 0) {} // no reset before the answer was read
    } catch (IOException e) {
      // the client hung up, as it should
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
