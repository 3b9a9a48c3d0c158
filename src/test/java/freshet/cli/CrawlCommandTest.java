package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The crawl command on a site of loopback: one page in four is about lynxes, and every page links
/// to four others, which say what they are about.
final class CrawlCommandTest {
  private static final int PAGES = 80;
  private static final String[] WORDS =
      ("the river was high that morning and nobody wanted to cross it before they had heard what"
              + " people from other villages said about bridges which were built when their fathers"
              + " still worked in winter under a roof of stone with horses carts lanterns bread")
          .split(" ", -1);

  @TempDir Path folder;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final PrintStream console = System.out;
  private HttpServer server;
  private String site;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    site = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          asked.add(path);
          boolean page = path.equals("/") || path.startsWith("/p");
          byte[] body = page ? page(path).getBytes(StandardCharsets.UTF_8) : new byte[0];
          exchange.getResponseHeaders().add("Content-Type", "text/html; charset=UTF-8");
          exchange.getResponseHeaders().add("Server", "Loopback/1");
          exchange.getResponseHeaders().add("Last-Modified", "Sun, 15 Nov 2026 12:00:00 GMT");
          exchange.sendResponseHeaders(page ? 200 : 404, page ? body.length : -1);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    System.setOut(console);
    server.stop(0);
  }

  private static String subject(int n) {
    return n % 4 == 0 ? "lynx" : "engine";
  }

  private static String page(String path) {
    int n = path.equals("/") ? 0 : Integer.parseInt(path.substring(2));
    Random random = new Random(n);
    StringBuilder s = new StringBuilder("<html lang=en><head><title>The ");
    s.append(subject(n)).append(' ').append(n).append("</title></head><body><p>");
    for (int i = 0; i < 90; i++) s.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    for (int k = 1; k <= 4; k++) {
      int to = (n + k) % PAGES;
      s.append("<a href=/p").append(to).append(">about the ").append(subject(to)).append("</a> ");
    }
    return s.toString();
  }

  private List<String> run(String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    int status = Main.commandLine(arguments).execute(arguments);
    System.setOut(console);
    assertThat(status).as(bytes.toString(StandardCharsets.UTF_8)).isZero();
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void bothRobotsAreComparedByTheShareOfTheirPagesOnTheTopic() {
    List<String> lines =
        run(
            "crawl",
            "--compare",
            "--topic=Felis=lynx,cat",
            "--allow-private",
            "--max-pages=20",
            "--json",
            site);
    JsonNode row = JsonLines.MAPPER.readTree(lines.getFirst());
    assertThat(row.path("topic").asString()).isEqualTo("Felis");
    assertThat(row.path("linkFocused").path("pages").asInt()).isEqualTo(20);
    assertThat(row.path("linkFocused").path("percent").asDouble()).isBetween(20.0, 35.0);
    assertThat(row.path("topicSelective").path("percent").asDouble()).isGreaterThan(90);
    assertThat(row.path("linkFocused").path("languagePercent").path("en").asDouble()).isPositive();
    lines = run("crawl", "--compare", "--words=lynx", "--allow-private", "--max-pages=8", site);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).matches("lynx +\\d+ % of 8 pages +100 % of 8 pages");
  }

  @Test
  void linksAreKeptWithTheirMatchAndPagesWithServerEncodingAndDate() throws IOException {
    Path csv = folder.resolve("links.csv");
    List<String> lines =
        run(
            "crawl",
            "--mode=topic",
            "--words=lynx",
            "--allow-private",
            "--max-pages=5",
            "--json",
            "--links=" + csv,
            site);
    JsonNode page = JsonLines.MAPPER.readTree(lines.getFirst());
    assertThat(page.path("server").asString()).isEqualTo("Loopback/1");
    assertThat(page.path("encoding").asString()).isEqualTo("utf-8");
    assertThat(page.path("lastModified").asString()).isEqualTo("Sun, 15 Nov 2026 12:00:00 GMT");
    JsonNode summary = JsonLines.MAPPER.readTree(lines.getLast());
    assertThat(summary.path("languagePercent").path("en").asDouble()).isEqualTo(100);
    List<String> links = Files.readAllLines(csv);
    assertThat(links.getFirst()).isEqualTo("page,link,text,followed,match");
    assertThat(links).contains(site + "," + site + "p1,about the engine,no,");
    assertThat(links).contains(site + "," + site + "p4,about the lynx,yes,lynx");
  }

  @Test
  void theWordsAndPagesOfAnEarlierCrawlAreTheBeginningOfAnother() {
    run(
        "crawl",
        "--mode=focus",
        "--threshold=2",
        "--data=" + folder,
        "--allow-private",
        "--max-pages=30",
        "--json",
        site);
    asked.clear();
    List<String> lines =
        run(
            "crawl",
            "--mode=topic",
            "--from=" + folder,
            "--threshold=2",
            "--allow-private",
            "--max-pages=60",
            "--json");
    assertThat(lines.size()).isGreaterThan(30);
    assertThat(asked).contains("/p1", "/p60");
    JsonNode summary = JsonLines.MAPPER.readTree(lines.getLast());
    assertThat(summary.path("pages").asInt()).isGreaterThan(30);
  }

  @Test
  void theWordsThatAnEarlierCrawlWasGivenAreTaken() {
    run("crawl", "--mode=topic", "--words=lynx", "--data=" + folder, "--allow-private", site);
    asked.clear();
    run("crawl", "--mode=topic", "--from=" + folder, "--allow-private", "--json");
    assertThat(asked).contains("/p4").doesNotContain("/p1");
  }
}
