package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import freshet.store.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command and the statistics agree, on a site of loopback.
final class DiscoverCommandTest {
  @TempDir Path folder;
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private String site;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    site = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          asked.add(path);
          String body =
              switch (path) {
                case "/" -> "<html><a href=/more>more</a>";
                case "/more" -> "<html>words";
                case "/feed.xml" -> "<rss version='2.0'><channel><title>t</title></channel></rss>";
                default -> "";
              };
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          if (path.equals("/")) {
            exchange
                .getResponseHeaders()
                .add("Link", "</feed.xml>; rel=alternate; type=application/rss+xml");
          }
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              body.isEmpty() ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String run(String... arguments) {
    StringWriter out = new StringWriter();
    var line = Main.commandLine(arguments);
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    assertThat(line.execute(arguments)).as(out.toString()).isZero();
    return out.toString();
  }

  private String counted() {
    return run("stats", "--data=" + folder.resolve("d"), "--csv", "--table=discovery");
  }

  @Test
  void whatTheCommandHasDoneIsInTheStatisticsAlsoWhileFreshetRuns() {
    String data = "--data=" + folder.resolve("d");
    run("discover", "--json", "--allow-private", data, site);
    long pages = asked.stream().filter(path -> !path.equals("/robots.txt")).count();
    assertThat(counted()).contains(",1," + pages + ",1,1\n");
    run("discover", "--json", "--allow-private", data, site);
    assertThat(asked.stream().filter(path -> path.equals("/more"))).hasSize(1);
    try (Store _ = Store.open(folder.resolve("d"), null)) {
      assertThat(counted()).contains(",1," + pages + ",1,1\n");
    }
    run("discover", "--json", "--allow-private", "--again", data, site);
    assertThat(asked.stream().filter(path -> path.equals("/more"))).hasSize(2);
    assertThat(counted()).contains(",2," + 2 * pages + ",2,1\n");
    assertThat(Files.exists(folder.resolve("d/discover/journal-1"))).isTrue();
  }
}
