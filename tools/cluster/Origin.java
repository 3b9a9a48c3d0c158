import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.GZIPOutputStream;

/// All the hosts of a chaos, in one process on one port, and its log: a line for each request, with
/// the time its first byte was here and the time its answer was about to be sent, both by this
/// machine's steady clock. Each is wrong to one side only: what a stalled process writes down makes
/// the time between two requests longer than it was, never shorter. So whatever is too short in
/// this log was too short. The time after the answer was sent stands beside, for comparison.
final class Origin {
  private static final int DELAY_MS = 100;

  private final Web web;
  private final int port;
  private final BufferedWriter log;

  private Origin(Web web, int port, BufferedWriter log) {
    this.web = web;
    this.port = port;
    this.log = log;
  }

  /// `PORT LOG SEED FEEDS HOSTS BEGIN END MEAN`: see [Web].
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    BufferedWriter log = Files.newBufferedWriter(Path.of(args[1]));
    Origin origin = new Origin(Web.of(args, 2), port, log);
    Runtime.getRuntime().addShutdownHook(new Thread(origin::end));
    try (ServerSocket server = new ServerSocket()) {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress("0.0.0.0", port), 4096);
      System.out.println("It listens");
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> origin.serve(socket));
      }
    }
  }

  private void end() {
    synchronized (log) {
      try {
        log.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      int host = Web.host(socket.getLocalAddress().getAddress());
      InputStream in = new BufferedInputStream(socket.getInputStream(), 2048);
      while (answered(host, in, socket.getOutputStream())) {}
    } catch (IOException e) {
      // whoever asked is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean answered(int host, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    int first = in.read();
    if (first < 0) return false;
    long from = System.nanoTime();
    StringBuilder head = new StringBuilder().append((char) first);
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      int next = in.read();
      if (next < 0 || head.length() > 20_000) return false;
      head.append((char) next);
    }
    String path = head.substring(head.indexOf(" ") + 1, head.indexOf(" ", head.indexOf(" ") + 1));
    long[] sent = {0};
    String status = "cut";
    try {
      Thread.sleep(DELAY_MS);
      status = answer(host, path, head.toString(), out, sent);
    } finally {
      long after = System.nanoTime();
      write(
          host,
          path,
          from,
          sent[0] == 0 ? after : sent[0],
          after,
          status,
          field(head, "User-Agent"));
    }
    return !status.equals("cut");
  }

  private void write(
      int host, String path, long from, long to, long after, String status, String agent)
      throws IOException {
    synchronized (log) {
      log.write(host + " " + path + " " + from + " " + to + " " + after + " " + status + " ");
      log.write(agent.replace(' ', '_') + "\n");
    }
  }

  private static String field(StringBuilder head, String name) {
    String all = head.toString();
    int at = all.toLowerCase().indexOf("\r\n" + name.toLowerCase() + ":");
    return at < 0 ? "" : all.substring(at + name.length() + 3, all.indexOf("\r\n", at + 2)).strip();
  }

  /// @return status, with what was asked for after a colon; `cut` if the connection is to end
  private String answer(int host, String path, String head, OutputStream out, long[] sent)
      throws IOException, InterruptedException {
    if (path.equals("/robots.txt") && web.rulesAt(host) >= 0) {
      // Every second leads to a robots.txt that is that host's own, and may lead on.
      String file = host % 2 == 0 ? "/robots.txt" : "/rules/" + host + ".txt";
      String to = "http://" + web.address(web.rulesAt(host)) + ":" + port + file;
      send(out, "302 Found", "Location: " + to + "\r\n", "", head, sent);
      return "302";
    }
    if (path.startsWith("/rules/")) {
      send(out, "200 OK", "", "User-agent: *\nDisallow: /private\n", head, sent);
      return "200";
    }
    if (path.equals("/robots.txt")) {
      int delay = web.crawlDelay(host);
      send(
          out,
          "200 OK",
          "",
          "User-agent: *\nDisallow: /private\n" + (delay > 0 ? "Crawl-delay: " + delay + "\n" : ""),
          head,
          sent);
      return delay > 0 ? "200:" + delay : "200";
    }
    if (path.startsWith("/p/")) {
      String[] parts = path.split("/");
      String text = web.text(Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
      send(
          out,
          "200 OK",
          "Content-Type: text/html\r\n",
          "<html><head><title>"
              + path
              + "</title></head><body><article><p>"
              + text.replace(". ", ".</p><p>")
              + "</p></article></body></html>",
          head,
          sent);
      return "200";
    }
    boolean there = path.startsWith("/to/");
    if (!path.matches("(/to)?/[0-9]{1,8}\\.xml")) {
      send(out, "404 Not Found", "", "", head, sent);
      return "404";
    }
    int feed = Integer.parseInt(path.replaceAll("\\D", ""));
    ThreadLocalRandom random = ThreadLocalRandom.current();
    // When nothing is published any more, nothing goes wrong any more: all are to be stored soon.
    boolean over = System.currentTimeMillis() > web.end;
    Web.Manner manner = web.manner(feed);
    switch (over && manner != Web.Manner.MOVED ? Web.Manner.PLAIN : manner) {
      case SLOW -> Thread.sleep(1_500 + random.nextInt(4_000));
      case STALLS -> {
        if (random.nextInt(6) == 0) Thread.sleep(22_000 + random.nextInt(10_000));
      }
      case REFUSES -> {
        if (random.nextInt(12) == 0) {
          send(out, "503 Service Unavailable", "Retry-After: 40\r\n", "", head, sent);
          return "503:40";
        }
      }
      case CUTS -> {
        if (random.nextInt(8) == 0) {
          sent[0] = System.nanoTime();
          out.write("HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n<rss><chan".getBytes());
          out.flush();
          return "cut";
        }
      }
      case MOVED -> {
        if (!there) {
          int next = (host + 7) % web.hosts;
          String to = "http://" + web.address(next) + ":" + port + "/to/" + feed + ".xml";
          send(out, "302 Found", "Location: " + to + "\r\n", "", head, sent);
          return "302";
        }
      }
      case PLAIN, TEASERS -> {}
    }
    int count = web.count(feed, System.currentTimeMillis());
    String tag = "\"" + count + "\"";
    if (head.contains(tag)) {
      send(out, "304 Not Modified", "ETag: " + tag + "\r\n", "", head, sent);
      return "304";
    }
    String base = "http://" + web.address(host) + ":" + port;
    send(
        out,
        "200 OK",
        "ETag: " + tag + "\r\nContent-Type: application/rss+xml\r\n",
        web.rss(feed, count, base),
        head,
        sent);
    return "200";
  }

  private static void send(
      OutputStream out, String status, String fields, String body, String head, long[] sent)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 1000 && head.toLowerCase().contains("gzip")) {
      var packed = new java.io.ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(bytes);
      }
      bytes = packed.toByteArray();
      fields += "Content-Encoding: gzip\r\n";
    }
    boolean none = status.startsWith("304");
    String top =
        "HTTP/1.1 "
            + status
            + "\r\n"
            + fields
            + (none ? "" : "Content-Length: " + bytes.length + "\r\n")
            + "\r\n";
    byte[] lines = top.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(lines, lines.length + (none ? 0 : bytes.length));
    if (!none) System.arraycopy(bytes, 0, all, lines.length, bytes.length);
    sent[0] = System.nanoTime();
    out.write(all);
    out.flush();
  }
}
