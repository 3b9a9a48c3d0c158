package freshet.journey;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Sites on loopback, each at an address of its own with two feeds, that go on publishing and write
/// down who is asking when. One of each site's feeds is behind a redirect of the next site. One
/// more site has pages: its feed gives their titles only.
final class Publisher implements AutoCloseable {
  /// One request, by this machine's steady clock. It ends when its answer is about to be written:
  /// whoever asked cannot have it before, however long this process stands still afterwards.
  record Visit(String host, String path, String agent, long from, long to) {}

  /// That many pages are linked from the first one.
  static final int PAGES = 4;

  /// Every so many items one is of the wire: the same text in all feeds.
  private static final int WIRE = 4;

  private final List<HttpServer> servers = new ArrayList<>();
  private final HttpServer pages;
  private final ConcurrentLinkedQueue<Visit> visits = new ConcurrentLinkedQueue<>();
  private final long begin = System.nanoTime();
  private final Duration every;
  private final int port;
  private volatile long end = Long.MAX_VALUE;

  Publisher(int sites, Duration every) {
    this.every = every;
    int chosen = 0;
    for (int site = 1; site <= sites; site++) {
      HttpServer server = started("127.0.1." + site, chosen);
      chosen = server.getAddress().getPort();
      servers.add(server);
    }
    port = chosen;
    pages = started("127.0.2.1", port);
  }

  private HttpServer started(String address, int at) {
    HttpServer server = bound(address, at);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return server;
  }

  private static HttpServer bound(String address, int port) {
    try {
      return HttpServer.create(new InetSocketAddress(address, port), 50);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> feeds() {
    return IntStream.rangeClosed(1, servers.size())
        .boxed()
        .flatMap(site -> List.of(at(site, "/a.xml"), at(site, "/moved.xml")).stream())
        .toList();
  }

  /// The site of pages.
  String pages() {
    return "http://127.0.2.1:" + port;
  }

  private String at(int site, String path) {
    return "http://127.0.1." + site + ":" + port + path;
  }

  private void answer(HttpExchange exchange) throws IOException {
    long from = System.nanoTime();
    long to = Long.MAX_VALUE;
    String host = exchange.getLocalAddress().getAddress().getHostAddress();
    String path = exchange.getRequestURI().getPath();
    int site = Integer.parseInt(host.substring(host.lastIndexOf('.') + 1));
    String agent = exchange.getRequestHeaders().getFirst("User-Agent");
    try (exchange) {
      Thread.sleep(100);
      to = System.nanoTime();
      if (path.equals("/robots.txt")) send(exchange, 200, "User-agent: *\nDisallow: /private\n");
      else if (path.equals("/moved.xml")) {
        int next = site % servers.size() + 1;
        exchange.getResponseHeaders().set("Location", at(next, "/from" + site + ".xml"));
        send(exchange, 302, "");
      } else if (host.equals("127.0.2.1")) page(exchange, path);
      else send(exchange, 200, feed(host + path));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      visits.add(new Visit(host, path, agent, from, Math.min(to, System.nanoTime())));
    }
  }

  private static void page(HttpExchange exchange, String path) throws IOException {
    boolean feed = path.equals("/titles.xml");
    exchange.getResponseHeaders().set("Content-Type", feed ? "application/rss+xml" : "text/html");
    StringBuilder text = new StringBuilder();
    if (feed) text.append("<rss version='2.0'><channel><title>Titles</title>");
    else text.append("<html><head><title>Page ").append(path).append("</title>");
    if (path.equals("/")) {
      text.append("<link rel='alternate' type='application/rss+xml' href='/titles.xml'>");
    }
    for (int n = 1; n <= PAGES; n++) {
      if (feed) {
        text.append("<item><guid isPermaLink='false'>pages#").append(n).append("</guid><title>");
        text.append("Page ").append(n).append("</title><link>http://");
        text.append(exchange.getRequestHeaders().getFirst("Host")).append('/').append(n);
        text.append("</link></item>");
      } else if (path.equals("/")) {
        text.append("<p><a href='/").append(n).append("'>Page ").append(n).append("</a>");
      } else if (path.equals("/" + n)) {
        text.append("<article>");
        for (int i = 0; i < 12; i++) {
          text.append("<p>What page ").append(n).append(" tells in its paragraph ").append(i);
          text.append(" nobody can read in the feed, which gives the title and no more.</p>");
        }
        text.append("</article>");
      }
    }
    send(exchange, 200, text.append(feed ? "</channel></rss>" : "").toString());
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    if (!exchange.getResponseHeaders().containsKey("Content-Type")) {
      exchange.getResponseHeaders().set("Content-Type", "application/rss+xml");
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private long published() {
    return (Math.min(System.nanoTime(), end) - begin) / every.toNanos() + 1;
  }

  private String feed(String name) {
    StringBuilder rss = new StringBuilder("<rss version='2.0'><channel><title>");
    rss.append(name).append("</title>");
    for (long n = published(); n > 0; n--) {
      rss.append("<item><guid isPermaLink='false'>").append(name).append('#').append(n);
      rss.append("</guid><title>").append(n % WIRE == 0 ? "Wire" : name).append(" number ");
      rss.append(n).append("</title>");
      if (n % WIRE == 0) rss.append("<description>").append(wire(n)).append("</description>");
      rss.append("</item>");
    }
    return rss.append("</channel></rss>").toString();
  }

  /// A text that all print in the same instant.
  private static String wire(long n) {
    Random random = new Random(n);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 120; word++) {
      for (int letter = 0; letter < 6; letter++) text.append((char) ('a' + random.nextInt(26)));
      text.append(word % 12 == 11 ? ". " : " ");
    }
    return text.toString();
  }

  /// Which hosts were asked since a time of the steady clock.
  Set<String> askedSince(long nanos) {
    Set<String> hosts = new HashSet<>();
    for (Visit v : visits) if (v.from > nanos) hosts.add(v.host);
    return hosts;
  }

  /// The most polls that began in any span of this length.
  int mostWithin(Duration span) {
    long[] begun =
        visits.stream()
            .filter(v -> v.path.equals("/a.xml") || v.path.equals("/moved.xml"))
            .mapToLong(Visit::from)
            .sorted()
            .toArray();
    int most = 0;
    int oldest = 0;
    for (int i = 0; i < begun.length; i++) {
      while (begun[i] - begun[oldest] > span.toNanos()) oldest++;
      most = Math.max(most, i - oldest + 1);
    }
    return most;
  }

  /// Ends publishing.
  void stop() {
    end = System.nanoTime();
  }

  /// All that was published until it ended.
  Set<String> guids() {
    Set<String> all = new HashSet<>();
    for (int site = 1; site <= servers.size(); site++) {
      int before = site == 1 ? servers.size() : site - 1;
      for (String path : List.of("/a.xml", "/from" + before + ".xml")) {
        for (long n = 1; n <= published(); n++) all.add("127.0.1." + site + path + "#" + n);
      }
    }
    return all;
  }

  /// All who asked, by what they call themselves.
  Set<String> agents() {
    return visits.stream().map(Visit::agent).collect(Collectors.toSet());
  }

  int asked() {
    return visits.size();
  }

  /// Requests to a host that began before the one before them had been over for so long.
  List<String> tooClose(Duration gap) {
    List<String> found = new ArrayList<>();
    for (HttpServer server : Stream.concat(servers.stream(), Stream.of(pages)).toList()) {
      String host = server.getAddress().getAddress().getHostAddress();
      List<Visit> here =
          visits.stream()
              .filter(v -> v.host.equals(host))
              .sorted(Comparator.comparingLong(Visit::from))
              .toList();
      for (int i = 1; i < here.size(); i++) {
        Visit one = here.get(i - 1);
        Visit next = here.get(i);
        long between = next.from - one.to;
        if (between < gap.toNanos()) {
          found.add(host + one.path + " " + next.path + ": " + between / 1_000_000 + " ms");
        }
      }
    }
    return found;
  }

  @Override
  public void close() {
    for (HttpServer server : servers) server.stop(0);
    pages.stop(0);
  }
}
