package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Pages crawled by the real program: killed and resumed, and among servers that misbehave.
final class CrawlIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int PAGES = 600;

  @TempDir Path folder;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    over.countDown();
    server.stop(0);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    try (exchange;
        OutputStream out = exchange.getResponseBody()) {
      switch (path) {
        case "/robots.txt" -> exchange.sendResponseHeaders(404, -1);
        case "/round", "/trip" -> {
          exchange.getResponseHeaders().add("Location", path.equals("/round") ? "/trip" : "/round");
          exchange.sendResponseHeaders(302, -1);
        }
        case "/binary" -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, 4_096);
          out.write(new byte[4_096]);
        }
        case "/endless" -> endless(exchange, out);
        case "/slow" -> slow(exchange, out);
        default -> page(exchange, out, path);
      }
    }
  }

  /// Five gigabytes are announced, and come for as long as somebody reads them.
  private static void endless(HttpExchange exchange, OutputStream out) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, 0);
    byte[] much = "<p>and on it goes ".repeat(4_000).getBytes(StandardCharsets.US_ASCII);
    for (long sent = 0; sent < 5_000_000_000L; sent += much.length) out.write(much);
  }

  /// A byte, and then none for as long as the test lasts.
  private void slow(HttpExchange exchange, OutputStream out) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    out.write('<');
    out.flush();
    try {
      over.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void page(HttpExchange exchange, OutputStream out, String path)
      throws IOException {
    int n = path.equals("/") ? 0 : Integer.parseInt(path.substring(2));
    StringBuilder s = new StringBuilder("<html lang=en><title>Page " + n + "</title><p>");
    for (int i = 0; i < 60; i++)
      s.append(Integer.toString((n + 7) * (i + 13) * 7919, 36)).append(' ');
    for (int child = 2 * n + 1; child <= 2 * n + 2 && child < PAGES; child++) {
      s.append("<a href=/p").append(child).append(">next</a> ");
    }
    byte[] body = s.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(200, body.length);
    out.write(body);
  }

  @Test
  void aKilledCrawlGoesOnAndLosesNothingButWhatWasInFlight() throws Exception {
    String[] command = {
      "crawl",
      "--mode=link",
      "--json",
      "--data=d",
      "--allow-private",
      "--set=fetch.gap=5ms",
      url("/")
    };
    try (Program first = Program.start(folder, command)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> first.out().lines().count() > 40);
      first.kill();
    }
    int before = asked.size();
    assertThat(before).isLessThan(PAGES);
    try (Program second = Program.start(folder, command)) {
      assertThat(second.exitStatus()).as(second.err()).isZero();
      JsonNode summary = JSON.readTree(second.out().lines().toList().getLast());
      assertThat(summary.get("waiting").intValue()).isZero();
    }
    Set<String> pages = new HashSet<>(asked);
    pages.remove("/robots.txt");
    assertThat(pages).hasSize(PAGES);
    // One host, one page in flight; robots.txt was read once a run.
    assertThat(asked.size()).isBetween(PAGES + 2, PAGES + 3);
    Set<String> kept = new HashSet<>();
    for (String line : Files.readAllLines(folder.resolve("d/crawl/link/pages.jsonl"))) {
      if (line.endsWith("}")) kept.add(JSON.readTree(line).get("url").stringValue());
    }
    assertThat(kept).hasSize(PAGES);
  }

  @Test
  void serversThatMisbehaveAreReportedEachAndStopNobody() throws Exception {
    try (Program crawl =
        Program.start(
            folder,
            "crawl",
            "--mode=link",
            "--json",
            "--max-pages=5",
            "--allow-private",
            "--set=fetch.max-size=1MB",
            "--set=fetch.first-byte=2s",
            "--set=fetch.whole=3s",
            url("/round"),
            url("/binary"),
            url("/endless"),
            url("/slow"),
            "mailto:x@y.example",
            "http://127.0.0.1:1/",
            url("/"))) {
      assertThat(crawl.exitStatus()).as(crawl.err()).isZero();
      List<String> lines = crawl.out().lines().toList();
      assertThat(lines).anyMatch(l -> l.contains("/round") && l.contains("circle"));
      assertThat(lines).anyMatch(l -> l.contains("/binary") && l.contains("no HTML page"));
      assertThat(lines).anyMatch(l -> l.contains("/endless") && l.contains("larger"));
      assertThat(lines).anyMatch(l -> l.contains("/slow") && l.contains("error"));
      assertThat(lines).anyMatch(l -> l.contains("mailto:") && l.contains("not a web address"));
      assertThat(lines).anyMatch(l -> l.contains("127.0.0.1:1/") && l.contains("error"));
      assertThat(lines).anyMatch(l -> l.contains("Page 1"));
      assertThat(crawl.err()).doesNotContain("Exception");
    }
  }

  @Test
  void theFinderGetsThroughTheSameServersAndALongBrokenList() throws Exception {
    StringBuilder csv = new StringBuilder("name;address\n");
    for (int i = 0; i < 100_000; i++) csv.append("no address here;").append(i).append('\n');
    for (String path : new String[] {"/round", "/binary", "/endless", "/slow", "/"}) {
      csv.append("x;").append(url(path)).append('\n');
    }
    byte[] latin = "Süden;http://127.0.0.1:1/\n\"open;\n".getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = csv.toString().getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = Files.newOutputStream(folder.resolve("sites.csv"))) {
      out.write(all);
      out.write(latin);
    }
    try (Program discover =
        Program.start(
            folder,
            "discover",
            "--json",
            "--csv=sites.csv",
            "--max-pages=5",
            "--max-time=20s",
            "--allow-private",
            "--set=fetch.max-size=1MB",
            "--set=fetch.first-byte=2s",
            "--set=fetch.whole=3s",
            "--report=report.csv")) {
      assertThat(discover.exitStatus()).as(discover.err()).isZero();
      assertThat(discover.err()).contains("lines left out").doesNotContain("Exception");
      List<String> report = Files.readAllLines(folder.resolve("report.csv"));
      assertThat(report).anyMatch(l -> l.contains("/round") && l.contains("circle"));
      assertThat(report).anyMatch(l -> l.contains("/endless") && l.contains("larger"));
      assertThat(report).anyMatch(l -> l.contains("127.0.0.1:1/"));
    }
  }
}
