package freshet.torture;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Servers on loopback, each with an address of its own, and a log of who asked them for what.
final class Origin implements AutoCloseable {
  private final List<Host> hosts = new ArrayList<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Asked> log = new CopyOnWriteArrayList<>();

  /// @param nanos when it came, by `System.nanoTime`
  record Asked(long nanos, String host, String path) {}

  /// Answers one request.
  interface Page {
    void answer(HttpExchange exchange) throws IOException, InterruptedException;
  }

  static final class Host {
    final String base;
    private final String name;
    private final HttpServer server;
    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    Host(String name, HttpServer server) {
      this.name = name;
      this.server = server;
      this.base = "http://" + name + ":" + server.getAddress().getPort();
    }

    void put(String path, Page page) {
      pages.put(path, page);
    }

    void put(String path, String type, String text) {
      pages.put(path, x -> send(x, 200, type, text));
    }
  }

  Origin(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String name = "127.0.0." + (2 + i);
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getByName(name), 0), 1000);
      Host host = new Host(name, server);
      server.setExecutor(threads);
      server.createContext("/", x -> answer(host, x));
      server.start();
      hosts.add(host);
    }
  }

  Host host(int number) {
    return hosts.get(number);
  }

  List<Host> hosts() {
    return hosts;
  }

  List<Asked> log() {
    return log;
  }

  private void answer(Host host, HttpExchange x) throws IOException {
    String path = x.getRequestURI().toString();
    log.add(new Asked(System.nanoTime(), host.name, path));
    try (x) {
      Page page = host.pages.get(path);
      if (page != null) page.answer(x);
      else if (path.equals("/robots.txt")) send(x, 200, "text/plain", "User-agent: *\nAllow: /\n");
      else send(x, 404, "text/plain", "There is nothing here.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void send(HttpExchange x, int status, String type, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    x.getResponseHeaders().set("Content-Type", type);
    x.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    x.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    for (Host h : hosts) h.server.stop(0);
    threads.shutdownNow();
  }
}
