package freshet.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Papers on loopback, in a process of their own: every address 127.x.y.z answers. `/feed/N.xml` is
/// a feed of ten teasers, `/page/N/ROUND/I` the article behind one of them, some 50 KB with menus,
/// scripts, styles, related links and a footer around 4,000 letters of text. `/round` gives every
/// feed ten new entries.
public final class ArticleServer {
  private static final List<String> WORDS = new GeneratedEntries().words(0);
  private static final Map<String, byte[]> PAGES = new ConcurrentHashMap<>();
  private static final AtomicInteger ROUND = new AtomicInteger(1);

  private ArticleServer() {}

  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.bind(new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0), 4096);
      System.out.println(server.getLocalPort());
      int port = server.getLocalPort();
      Thread.startVirtualThread(ArticleServer::endWithParent);
      while (true) {
        Socket socket = server.accept();
        Thread.startVirtualThread(() -> serve(socket, port));
      }
    }
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void serve(Socket socket, int port) {
    try (socket) {
      byte[] head = new byte[4096];
      int n = 0;
      while (n < head.length) {
        int read = socket.getInputStream().read(head, n, head.length - n);
        if (read < 0) return;
        n += read;
        if (new String(head, 0, n, StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) break;
      }
      String asked = new String(head, 0, n, StandardCharsets.ISO_8859_1);
      String path = asked.split(" ", 3)[1];
      socket.getOutputStream().write(answer(path, port));
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {}
    } catch (IOException e) {
      // the client is gone
    }
  }

  private static byte[] answer(String path, int port) {
    if (path.equals("/round")) {
      PAGES.clear();
      return http("text/plain", "round " + ROUND.incrementAndGet());
    }
    if (path.startsWith("/feed/")) return http("application/rss+xml", feed(path, port));
    if (path.startsWith("/page/"))
      return PAGES.computeIfAbsent(path, p -> http("text/html", page(p)));
    return http("text/plain", "User-agent: *\nAllow: /\n");
  }

  private static byte[] http(String type, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Type: "
                + type
                + "; charset=utf-8\r\nContent-Length: "
                + body.length
                + "\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  private static String feed(String path, int port) {
    String number = path.substring(6, path.length() - 4);
    int now = ROUND.get();
    StringBuilder x = new StringBuilder("<rss version=\"2.0\"><channel><title>Paper ");
    x.append(number).append("</title><language>en</language>");
    for (int i = 0; i < 10; i++) {
      String page = "/page/" + number + "/" + now + "/" + i;
      Random random = new Random(page.hashCode());
      x.append("<item><title>").append(sentence(random, 7)).append("</title><link>http://127.0.4.");
      x.append(1 + Integer.parseInt(number))
          .append(':')
          .append(port)
          .append(page)
          .append("</link>");
      x.append("<description>").append(sentence(random, 20)).append("…</description><pubDate>");
      x.append(
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Instant.now().minusSeconds(i).atOffset(ZoneOffset.UTC)));
      x.append("</pubDate></item>\n");
    }
    return x.append("</channel></rss>").toString();
  }

  private static String page(String path) {
    Random random = new Random(path.hashCode());
    StringBuilder x = new StringBuilder("<!doctype html><html lang=en><head><title>");
    x.append(sentence(random, 7)).append("</title><meta property=og:image content=/lead.jpg>");
    x.append(
        "<script"
            + " type=application/ld+json>{\"@type\":\"NewsArticle\",\"author\":{\"name\":\"Desk\"},");
    x.append("\"datePublished\":\"2026-11-15T10:00:00Z\"}</script><style>");
    for (int i = 0; i < 120; i++)
      x.append(".c").append(i).append("{color:#222;margin:0 ").append(i).append("px}\n");
    x.append("</style><script>");
    for (int i = 0; i < 250; i++)
      x.append("window.x").append(i).append("=function(a){return a+").append(i).append("};\n");
    x.append("</script></head><body><header><nav><ul>");
    for (int i = 0; i < 60; i++) link(x, random, i, "li");
    x.append("</ul></nav></header><main><article class=c1><h1>").append(sentence(random, 7));
    x.append("</h1><p class=c2>").append(sentence(random, 25)).append("</p>");
    for (int i = 0; i < 20; i++) {
      x.append("<p class=\"c").append(i).append(" text\">");
      for (int s = 0; s < 2; s++) x.append(sentence(random, 17)).append(' ');
      if (i % 5 == 2) link(x, random, i, "span");
      x.append("</p>\n");
      if (i % 7 == 3)
        x.append("<figure><img src=/p")
            .append(i)
            .append(".jpg width=640 height=360 alt=''><figcaption>Picture</figcaption></figure>");
    }
    x.append("<div class=share><a href=/s>Share</a></div></article><aside class=related>");
    for (int i = 0; i < 150; i++) link(x, random, i, "div");
    x.append("</aside></main><footer>");
    for (int i = 0; i < 60; i++) link(x, random, i, "p");
    return x.append("</footer></body></html>").toString();
  }

  private static void link(StringBuilder x, Random random, int i, String element) {
    x.append('<')
        .append(element)
        .append(" class=c")
        .append(i)
        .append("><a href=\"/other/")
        .append(i);
    x.append("?from=page\">")
        .append(sentence(random, 5))
        .append("</a></")
        .append(element)
        .append(">\n");
  }

  private static String sentence(Random random, int words) {
    StringBuilder x = new StringBuilder();
    for (int i = 0; i < words; i++) {
      double u = random.nextDouble();
      x.append(i == 0 ? "" : " ").append(WORDS.get((int) (WORDS.size() * u * u * u)));
    }
    return x.append('.').toString();
  }
}
