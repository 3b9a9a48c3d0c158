package freshet.bench;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.Random;

/// Any number of small feeds on loopback, in a process of its own so that its work is not counted
/// as ours. Every address 127.x.y.z answers; `/feed/N` is feed N. It begins with three entries;
/// from `/begin` on (and until `/end`), new ones come at a rate of its own: a few feeds publish
/// every hour, most hardly ever (log-normal), with the mean that was given in entries per feed and
/// day. A feed that did not change answers 304. Texts are the same for the same numbers, whenever
/// they are asked for.
///
/// `GrowOrigin ENTRIES_PER_FEED_AND_DAY [MILLISECONDS_BEFORE_EACH_ANSWER [PORT]]`; the first line
/// it prints is its port.
public final class GrowOrigin {
  private static final int FIRST = 3;
  private static final int SHOWN = 10;

  /// Of the logarithm of a feed's rate; e^(SPREAD²/2) is the mean over the median.
  private static final double SPREAD = 1.5;

  private static final GeneratedEntries GENERATED = new GeneratedEntries();
  private static Instant made = Instant.EPOCH;
  private static double perDay;
  private static int delay;
  private static volatile long begun = Long.MAX_VALUE;

  private GrowOrigin() {}

  public static void main(String[] args) throws IOException {
    perDay = Double.parseDouble(args[0]);
    delay = args.length > 1 ? Integer.parseInt(args[1]) : 0;
    made = Instant.now();
    try (ServerSocket server = new ServerSocket()) {
      server.bind(
          new InetSocketAddress(
              InetAddress.getByName("0.0.0.0"), args.length > 2 ? Integer.parseInt(args[2]) : 0),
          4096);
      System.out.println(server.getLocalPort());
      Thread.startVirtualThread(GrowOrigin::endWithParent);
      while (true) {
        Socket socket = server.accept();
        Thread.startVirtualThread(() -> serve(socket));
      }
    }
  }

  static String address(int port, int feed) {
    int host = feed / 5;
    return "http://127."
        + (10 + host / 40_000)
        + "."
        + (1 + host / 200 % 200)
        + "."
        + (1 + host % 200)
        + ":"
        + port
        + "/feed/"
        + feed;
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

  private static void serve(Socket socket) {
    try (socket) {
      String head = head(socket.getInputStream());
      if (delay > 0) Thread.sleep(delay);
      socket.getOutputStream().write(answer(head).getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      while (socket.getInputStream().read() >= 0) {}
    } catch (IOException e) {
      // the client is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String answer(String head) {
    if (head.startsWith("GET /begin ") || head.startsWith("GET /end ")) {
      begun = head.startsWith("GET /begin ") ? System.nanoTime() : Long.MAX_VALUE;
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }
    if (!head.startsWith("GET /feed/")) {
      return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    }
    int feed = Integer.parseInt(head.substring("GET /feed/".length(), head.indexOf(' ', 4)));
    double[] rhythm = rhythm(feed);
    int count = FIRST + (int) (rhythm[0] * elapsedDays() + rhythm[1]);
    String tag = "ETag: \"" + count + "\"\r\nConnection: close\r\n";
    if (head.contains("\"" + count + "\"")) return "HTTP/1.1 304 Not Modified\r\n" + tag + "\r\n";
    String body = feed(feed, count, rhythm);
    return "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
        + tag
        + "Content-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  private static double elapsedDays() {
    long since = begun;
    return since == Long.MAX_VALUE ? 0 : (System.nanoTime() - since) / 86_400e9;
  }

  /// Entries a day, and how much of the next one has passed at the beginning.
  private static double[] rhythm(int feed) {
    Random random = new Random(feed * 0x9E3779B97F4A7C15L);
    double rate = perDay * Math.exp(SPREAD * random.nextGaussian() - SPREAD * SPREAD / 2);
    return new double[] {rate, random.nextDouble()};
  }

  private static String feed(int feed, int count, double[] rhythm) {
    Random language = new Random(feed);
    List<String> words = GENERATED.words(language.nextInt(2) == 0 ? 0 : language.nextInt(12));
    StringBuilder out =
        new StringBuilder(
                "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Feed number ")
            .append(feed)
            .append("</title><link>http://site")
            .append(feed)
            .append(".example/</link>");
    for (int entry = count; entry > Math.max(0, count - SHOWN); entry--) {
      Random random = new Random(feed * 1_000_003L + entry);
      String link = "http://site" + feed + ".example/" + entry;
      out.append("<item><title>");
      text(out, words, random, 8);
      out.append("</title><link>").append(link).append("</link><guid>").append(link);
      out.append("</guid><pubDate>")
          .append(
              DateTimeFormatter.RFC_1123_DATE_TIME.format(
                  published(entry, rhythm, random).atOffset(ZoneOffset.UTC)))
          .append("</pubDate><description>&lt;p&gt;");
      text(out, words, random, 30 + random.nextInt(40));
      out.append("&lt;/p&gt;</description></item>");
    }
    return out.append("</channel></rss>").toString();
  }

  private static Instant published(int entry, double[] rhythm, Random random) {
    if (entry <= FIRST) {
      return made.minusSeconds((FIRST - entry) * 20_000L + random.nextInt(20_000));
    }
    double days = (entry - FIRST - rhythm[1]) / rhythm[0];
    long since = System.nanoTime() - begun;
    return Instant.now().minusNanos(since).plusSeconds((long) (days * 86_400));
  }

  private static void text(StringBuilder out, List<String> words, Random random, int count) {
    for (int i = 0; i < count; i++) {
      if (i > 0) out.append(i % 12 == 11 ? ". " : " ");
      out.append(GeneratedEntries.word(words, random));
    }
  }

  private static String head(InputStream in) throws IOException {
    byte[] buffer = new byte[4096];
    int size = 0;
    while (size < buffer.length) {
      int n = in.read(buffer, size, buffer.length - size);
      if (n < 0) break;
      size += n;
      if (size >= 4 && buffer[size - 1] == '\n' && buffer[size - 3] == '\n') break;
    }
    return new String(buffer, 0, size, StandardCharsets.ISO_8859_1);
  }
}
