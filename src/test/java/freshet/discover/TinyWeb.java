package freshet.discover;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Sites on loopback, each a server of its own port. Pages are told by their paths; what was asked
/// is kept.
final class TinyWeb implements AutoCloseable {
  private final List<HttpServer> servers = new ArrayList<>();

  static final class Site {
    final String base;
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Answer> answers = new HashMap<>();

    /// Requests that are answered; the others wait.
    final Semaphore allowed = new Semaphore(Integer.MAX_VALUE);

    Site(String base) {
      this.base = base;
    }

    Site page(String path, String body) {
      return answer(path, 200, "text/html; charset=utf-8", "<!doctype html><html>" + body);
    }

    Site feed(String path, String title, int from, int to) {
      StringBuilder s = new StringBuilder("<rss version=\"2.0\"><channel><title>");
      s.append(title).append("</title>");
      for (int i = from; i <= to; i++) {
        s.append("<item><title>Entry ").append(i).append("</title><link>").append(base);
        s.append("/e/").append(i).append("</link></item>");
      }
      return answer(path, 200, "application/rss+xml", s.append("</channel></rss>").toString());
    }

    Site answer(String path, int status, String type, String body) {
      answers.put(path, new Answer(status, type, bytes(body), List.of()));
      return this;
    }

    Site bytes(String path, String type, byte[] body) {
      answers.put(path, new Answer(200, type, body, List.of()));
      return this;
    }

    private static byte[] bytes(String body) {
      return body.getBytes(StandardCharsets.UTF_8);
    }

    /// Adds `Link` headers to an answer.
    Site links(String path, String... headers) {
      Answer a = Objects.requireNonNull(answers.get(path));
      answers.put(path, new Answer(a.status, a.type, a.body, List.of(headers)));
      return this;
    }

    String url(String path) {
      return base + path;
    }

    private void handle(HttpExchange exchange) throws IOException {
      String path = exchange.getRequestURI().toString();
      asked.add(path);
      allowed.acquireUninterruptibly();
      Answer a = answers.get(path);
      if (a == null) a = new Answer(404, "text/html", bytes("<html>nothing here"), List.of());
      byte[] body = a.body;
      exchange.getResponseHeaders().add("Content-Type", a.type);
      for (String link : a.links) exchange.getResponseHeaders().add("Link", link);
      if (a.status / 100 == 3)
        exchange.getResponseHeaders().add("Location", new String(a.body, StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(a.status, body.length == 0 ? -1 : body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private record Answer(int status, String type, byte[] body, List<String> links) {}

  Site site() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    Site site = new Site("http://127.0.0.1:" + server.getAddress().getPort());
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", site::handle);
    server.start();
    servers.add(server);
    return site;
  }

  @Override
  public void close() {
    servers.forEach(s -> s.stop(0));
  }
}
