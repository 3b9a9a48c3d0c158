package freshet.notify;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// Whoever is told: a web server and a mail server on loopback that keep what they are sent.
public final class Inbox implements AutoCloseable {
  public record Post(String path, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final HttpServer web;
  private final ServerSocket mail;
  public final List<Post> posts = new CopyOnWriteArrayList<>();

  /// Mails as they came over the wire.
  public final List<String> mails = new CopyOnWriteArrayList<>();

  /// What the web server answers.
  public volatile int status = 204;

  /// Whether the mail server takes mails.
  public volatile boolean takesMail = true;

  public Inbox() {
    try {
      InetAddress here = InetAddress.getLoopbackAddress();
      web = HttpServer.create(new InetSocketAddress(here, 0), 0);
      web.createContext(
          "/",
          exchange -> {
            Map<String, String> headers = new HashMap<>();
            exchange
                .getRequestHeaders()
                .forEach((k, v) -> headers.put(k.toLowerCase(Locale.ROOT), v.getFirst()));
            posts.add(
                new Post(
                    exchange.getRequestURI().toString(),
                    headers,
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
          });
      web.start();
      mail = new ServerSocket(0, 10, here);
      Thread.ofVirtual().start(this::serveMail);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String web(String path) {
    return "http://127.0.0.1:" + web.getAddress().getPort() + path;
  }

  public String mailServer() {
    return "smtp://127.0.0.1:" + mail.getLocalPort();
  }

  private void serveMail() {
    while (!mail.isClosed()) {
      try (Socket socket = mail.accept()) {
        talk(socket);
      } catch (IOException e) {
        // the other side has gone, or we are closed
      }
    }
  }

  /// As much of RFC 5321 as a sender needs.
  private void talk(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    OutputStream out = socket.getOutputStream();
    say(out, "220 inbox");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (line.substring(0, Math.min(4, line.length())).toUpperCase(Locale.ROOT)) {
        case "EHLO", "HELO", "MAIL", "RSET", "NOOP" -> say(out, "250 ok");
        case "RCPT" -> say(out, takesMail ? "250 ok" : "550 no such person here");
        case "DATA" -> {
          say(out, "354 go on");
          StringBuilder text = new StringBuilder();
          for (String l = in.readLine(); l != null && !l.equals("."); l = in.readLine()) {
            text.append(l).append('\n');
          }
          mails.add(text.toString());
          say(out, "250 taken");
        }
        case "QUIT" -> {
          say(out, "221 bye");
          return;
        }
        default -> say(out, "502 unknown");
      }
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() {
    web.stop(0);
    try {
      mail.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
