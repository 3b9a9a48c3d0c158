package freshet.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/// A publisher on loopback with any number of feeds, for [WarmUpCommand]: 35 entries each, packed,
/// and 304 for whoever has them already.
final class WarmUpPublisher implements AutoCloseable {
  private static final int ENTRIES = 35;
  private static final String[] WORDS =
      ("the of and a to in river council harbour that for on with as by market at from they been"
              + " museum which their bridge after first new school more than season into over light"
              + " some when team water could year only before street while every morning")
          .split(" ");

  private final HttpServer server;
  private final AtomicInteger answers = new AtomicInteger();

  private WarmUpPublisher(HttpServer server) {
    this.server = server;
  }

  static WarmUpPublisher start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    WarmUpPublisher publisher = new WarmUpPublisher(server);
    server.createContext("/feed/", publisher::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return publisher;
  }

  String address(int feed) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/feed/" + feed;
  }

  int answers() {
    return answers.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    answers.incrementAndGet();
    try (exchange) {
      exchange.getResponseHeaders().add("ETag", "\"1\"");
      if (exchange.getRequestHeaders().containsKey("If-None-Match")) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
      String path = exchange.getRequestURI().getPath();
      String feed = feed(Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)));
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (OutputStream out = new GZIPOutputStream(packed)) {
        out.write(feed.getBytes(StandardCharsets.UTF_8));
      }
      exchange.getResponseHeaders().add("Content-Type", "application/rss+xml");
      exchange.getResponseHeaders().add("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(200, packed.size());
      packed.writeTo(exchange.getResponseBody());
    }
  }

  String feed(int number) {
    Random random = new Random(number);
    StringBuilder out = new StringBuilder(70_000);
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        .append("<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
        .append(" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"><channel><title>Feed ")
        .append(number)
        .append("</title><link>http://example.org/</link><language>en</language>");
    Instant now = Instant.parse("2026-11-15T12:00:00Z");
    for (int i = 0; i < ENTRIES; i++) {
      String link = "http://example.org/" + number + "/" + i;
      out.append("<item><title>");
      words(out, random, 8);
      out.append("</title><link>").append(link).append("</link><guid>").append(link);
      out.append("</guid><dc:creator>desk</dc:creator><category>sport</category><pubDate>");
      out.append(
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              now.minusSeconds(3000L * i).atOffset(ZoneOffset.UTC)));
      out.append("</pubDate><description>");
      words(out, random, 25);
      out.append("</description><content:encoded><![CDATA[");
      for (int p = 0; p < 4; p++) {
        out.append("<p class=\"a\">");
        words(out, random, 45);
        out.append(" <a href=\"/b\" onclick=\"x()\">");
        words(out, random, 3);
        out.append("</a> <em>&amp; more</em></p><img src=\"/c.png\" alt=\"d\">");
      }
      out.append("]]></content:encoded></item>");
    }
    return out.append("</channel></rss>").toString();
  }

  private static void words(StringBuilder out, Random random, int count) {
    for (int i = 0; i < count; i++) {
      if (i > 0) out.append(' ');
      out.append(WORDS[random.nextInt(WORDS.length)]);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
