package freshet.torture;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// Many feeds, one in ten of them hostile, and readers on the pages: how much memory it takes by
/// the minute, and how fast pages come.
final class Load {
  private static final int HOSTS = 40;
  private static final int FEEDS = 400;
  private static final int READERS = 4;
  private static final Duration PAGES_WITHIN = Duration.ofMillis(150);
  private static final List<String> PAGES =
      List.of("", "feeds", "search?q=harbour", "api/v1/entries?limit=50", "statistics");

  private final Installation installation;
  private final Path folder;
  private final Random random;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final List<Long> times = new ArrayList<>();
  private final List<Long> all = new ArrayList<>();
  private int failed;

  Load(Installation installation, Path folder, long seed) {
    this.installation = installation.with(List.of("-Xmx512m"));
    this.folder = folder.toAbsolutePath().resolve("load");
    this.random = new Random(seed);
  }

  /// @return whether pages came in time and memory stayed flat
  boolean run(int minutes) throws IOException, InterruptedException {
    Folders.delete(folder);
    Round round = new Round(installation, folder, random, false);
    try (Origin origin = new Origin(HOSTS);
        Press press = new Press(random)) {
      List<String> hostile = new ArrayList<>();
      for (int i = 0; i < FEEDS; i++) {
        Origin.Host host = origin.host(i % HOSTS);
        if (i % 10 == 9) hostile.add(hostile(host, i));
        else press.publish(press.feed(host, "/feed" + i + ".xml"));
      }
      press.run(Duration.ofMillis(50));
      Program program =
          round
              .serve(
                  List.of(
                      "interval.min=20s",
                      "interval.max=60s",
                      "budget=300/10s",
                      "fetch.gap=100ms",
                      "fetch.allow-private=true"))
              .ready();
      press.feeds().forEach(f -> hostile.add(f.url));
      Program.Said said = program.follow(hostile);
      if (!said.isGood()) throw new IOException("The feeds were not taken: " + said);
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        int first = i;
        readers.add(Thread.ofVirtual().start(() -> read(program, first)));
      }
      System.out.println("minute  RSS MB  heap after GC MB  pages  95 % ms  failed");
      List<Long> heaps = new ArrayList<>();
      for (int minute = 1; minute <= minutes && program.isAlive(); minute++) {
        TimeUnit.MINUTES.sleep(1);
        long heap = heap(program);
        heaps.add(heap);
        List<Long> taken = taken();
        System.out.printf(
            Locale.ROOT,
            "%6d  %6d  %16d  %5d  %7d  %6d%n",
            minute,
            resident(program),
            heap,
            taken.size(),
            late(taken),
            failed);
      }
      if (!program.isAlive()) System.out.println("It has ended: " + program.log());
      System.out.printf(
          Locale.ROOT, "%d pages, %d failed, 95 %% within %d ms%n", all.size(), failed, late(all));
      boolean inTime = late(all) <= PAGES_WITHIN.toMillis();
      boolean good = program.isAlive() && isFlat(heaps) && failed == 0 && inTime;
      open.set(false);
      for (Thread t : readers) t.join();
      program.end();
      return good;
    }
  }

  /// The last third has no more than the middle one and a fifth as much again.
  private static boolean isFlat(List<Long> heaps) {
    int third = heaps.size() / 3;
    if (third == 0) return true;
    long before = heaps.subList(third, 2 * third).stream().mapToLong(h -> h).max().orElse(0);
    long after = heaps.subList(2 * third, heaps.size()).stream().mapToLong(h -> h).max().orElse(0);
    return after <= before * 6 / 5;
  }

  private void read(Program program, int first) {
    for (int i = first; open.get() && program.isAlive(); i++) {
      long begun = System.nanoTime();
      boolean good = false;
      try {
        good = program.get(PAGES.get(i % PAGES.size())).isGood();
      } catch (IOException e) {
        // counted below
      }
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      synchronized (times) {
        times.add(took);
        if (!good) failed++;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(250);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /// Those of the last minute.
  private List<Long> taken() {
    synchronized (times) {
      List<Long> taken = List.copyOf(times);
      times.clear();
      all.addAll(taken);
      return taken;
    }
  }

  /// What 95 of 100 did not take longer than.
  private static long late(List<Long> taken) {
    List<Long> sorted = taken.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() * 95 / 100);
  }

  private static long resident(Program program) throws IOException {
    Path status = Path.of("/proc", Long.toString(program.pid()), "status");
    if (!Files.exists(status)) return 0;
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS")) return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
    }
    return 0;
  }

  private static long heap(Program program) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = Long.toString(program.pid());
    FullDisk.run(jcmd, pid, "GC.run");
    Process info = new ProcessBuilder(jcmd, pid, "GC.heap_info").start();
    String text = new String(info.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher found = Pattern.compile("total \\d+K, used (\\d+)K").matcher(text);
    long used = 0;
    while (found.find()) used += Long.parseLong(found.group(1));
    return used / 1024;
  }

  private String hostile(Origin.Host host, int number) {
    String path = "/hostile" + number + ".xml";
    host.put(
        path,
        switch (number / 10 % 6) {
          case 0 -> x -> send(x, "<title>" + "x".repeat(5_000_000) + "</title>");
          case 1 ->
              x -> send(x, "<description>" + "&lt;a href=\"".repeat(100_000) + "</description>");
          case 2 -> x -> send(x, "<title>" + "<![CDATA[".repeat(50_000));
          case 3 -> Load::drip;
          case 4 -> Load::bomb;
          default -> Load::endless;
        });
    return host.base + path;
  }

  private static void send(HttpExchange x, String item) throws IOException {
    Origin.send(
        x,
        200,
        "application/rss+xml",
        "<rss version='2.0'><channel><title>h</title><item><guid>"
            + System.nanoTime()
            + "</guid>"
            + item
            + "</item></channel></rss>");
  }

  private static void drip(HttpExchange x) throws IOException, InterruptedException {
    x.sendResponseHeaders(200, 0);
    for (int i = 0; i < 1000; i++) {
      x.getResponseBody().write('<');
      x.getResponseBody().flush();
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private static void bomb(HttpExchange x) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 100; i++) zip.write(zeros);
    }
    x.getResponseHeaders().set("Content-Encoding", "gzip");
    x.sendResponseHeaders(200, bytes.size());
    x.getResponseBody().write(bytes.toByteArray());
  }

  private static void endless(HttpExchange x) throws IOException {
    x.sendResponseHeaders(200, 0);
    byte[] some =
        "<rss><channel><item><title>and so on</title></item>".getBytes(StandardCharsets.US_ASCII);
    while (true) x.getResponseBody().write(some);
  }
}
