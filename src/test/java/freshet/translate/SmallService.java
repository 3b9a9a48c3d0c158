package freshet.translate;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/// A translation service on loopback that answers as it is told, and remembers what it was asked.
public final class SmallService implements AutoCloseable {

  public record Asked(String path, String type, String key, String body) {}

  public record Answer(int status, String body, String... headers) {}

  public interface Handler {
    Answer answer(Asked asked) throws InterruptedException;
  }

  private final HttpServer server;
  public final List<Asked> asked = new CopyOnWriteArrayList<>();
  public volatile Handler handler;

  public SmallService(Handler handler) throws IOException {
    this.handler = handler;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(task -> Thread.ofVirtual().start(task));
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    String key = headers.getFirst("Authorization");
    if (key == null) key = String.valueOf(headers.getFirst("X-Goog-Api-Key"));
    Asked now =
        new Asked(
            exchange.getRequestURI().toString(),
            String.valueOf(headers.getFirst("Content-Type")),
            key,
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    asked.add(now);
    try {
      Answer answer = handler.answer(now);
      byte[] body = answer.body.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < answer.headers.length; i += 2) {
        exchange.getResponseHeaders().set(answer.headers[i], answer.headers[i + 1]);
      }
      exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  static HttpFetcher fetcher(Duration patience) {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        new FetchLimits(patience, patience, patience, 100_000, 0),
        new Network(null, true),
        Politeness.NONE,
        () -> Instant.EPOCH,
        new Random(1));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
