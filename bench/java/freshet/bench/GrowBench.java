package freshet.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// What a feed costs as their number grows: `bench/run grow [--minutes=10] [--per-day=5]
/// [--db=jdbc:postgresql://…] [--peers] [SIZE…]`, by default 1,000 and 10,000 feeds; 100,000 and
/// 1,000,000 when they are named. `--db` needs an empty database for each size, `--peers` has
/// newsboat and sfeed fetch the same feeds once.
///
/// For each size: the feeds, small ones of three entries ([GrowOrigin]), are imported from OPML and
/// polled for the first time as fast as it goes. Then the program is started again, and lives: each
/// feed is asked about every five minutes, new entries come at the rate of `--per-day` per feed,
/// and from the second third on four readers and phones ask for page after page ([GrowReaders]).
///
/// CPU time is that of the whole process: compilers and collector are in it. Memory is what the
/// kernel says, after the life and before a full collection is asked for. The program runs with its
/// usual settings but for those that a test on loopback needs, and without the pages behind
/// entries.
public final class GrowBench {
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");
  private static final Pattern FEED = Pattern.compile("\"id\":\"?([^\",]+)");

  private int minutes = 10;
  private double perDay = 5;
  private String database = "";
  private boolean peers;
  private final List<Integer> sizes = new ArrayList<>();

  private GrowBench() {}

  public static void main(String[] args) throws Exception {
    GrowBench bench = new GrowBench();
    for (String arg : args) bench.take(arg);
    if (bench.sizes.isEmpty()) bench.sizes.addAll(List.of(1_000, 10_000));
    for (int feeds : bench.sizes) bench.measure(feeds);
  }

  private void take(String arg) {
    String value = arg.substring(arg.indexOf('=') + 1);
    if (arg.startsWith("--minutes=")) minutes = Integer.parseInt(value);
    else if (arg.startsWith("--per-day=")) perDay = Double.parseDouble(value);
    else if (arg.startsWith("--db=")) database = value;
    else if (arg.equals("--peers")) peers = true;
    else sizes.add(Integer.parseInt(arg.replaceAll("[,_]", "")));
  }

  private void measure(int feeds) throws Exception {
    System.out.printf(Locale.ROOT, "%,d feeds%n", feeds);
    Process origin =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                GrowOrigin.class.getName(),
                "" + perDay)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (TemporaryFolder folder = TemporaryFolder.named("grow");
        BufferedReader said = Programs.reader(origin)) {
      int port = Integer.parseInt(said.readLine());
      if (peers) {
        PollPeers.measure(
                IntStream.range(0, feeds).mapToObj(i -> GrowOrigin.address(port, i)).toList())
            .forEach((name, cpu) ->
                System.out.printf(
                    Locale.ROOT, "  %s, once: CPU ms a feed %.2f%n", name, cpu * 1000 / feeds));
      }
      Path data = folder.path().resolve("data");
      takeIn(feeds, port, folder.path(), data);
      firstRound(feeds, data);
      HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/begin")).build(),
              HttpResponse.BodyHandlers.discarding());
      double entries = life(feeds, data);
      GrowDisk.print(data, database, 3L * feeds + (long) entries);
    } finally {
      origin.destroy();
      origin.waitFor();
    }
  }

  private void takeIn(int feeds, int port, Path folder, Path data) throws Exception {
    StringBuilder opml = new StringBuilder("<opml version=\"2.0\"><head/><body>\n");
    for (int i = 0; i < feeds; i++) {
      if (i % 500 == 0) opml.append("<outline text=\"Folder ").append(i / 500).append("\">\n");
      opml.append("<outline type=\"rss\" text=\"Feed ").append(i).append("\" xmlUrl=\"");
      opml.append(GrowOrigin.address(port, i)).append("\"/>\n");
      if (i % 500 == 499 || i == feeds - 1) opml.append("</outline>\n");
    }
    Path list = Files.writeString(folder.resolve("feeds.opml"), opml.append("</body></opml>\n"));
    List<String> command = new ArrayList<>(List.of(Path.of("freshet").toAbsolutePath().toString()));
    command.addAll(List.of("import", list.toString(), "--set=fetch.allow-private=true"));
    command.addAll(where(data));
    long begun = System.nanoTime();
    TimedCommand taken = TimedCommand.run(folder, command);
    System.out.printf(
        Locale.ROOT,
        "  import by OPML: %.1f s, CPU %.1f s%n",
        (System.nanoTime() - begun) / 1e9,
        taken.cpu());
  }

  private List<String> where(Path data) {
    List<String> arguments = new ArrayList<>(List.of("--data=" + data));
    if (!database.isEmpty()) arguments.add("--db=" + database);
    return arguments;
  }

  private GrowProgram start(Path data, String budget, String least)
      throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "serve",
                "--port=0",
                "--set=budget=" + budget,
                "--set=interval.min=" + least,
                "--set=interval.max=6m",
                "--set=articles.share=0",
                "--set=fetch.gap=0s",
                "--set=fetch.allow-private=true",
                "--set=fetch.obey-robots=false"));
    arguments.addAll(where(data));
    return new GrowProgram(arguments);
  }

  private void firstRound(int feeds, Path data) throws Exception {
    try (GrowProgram program = start(data, "100000/1s", "1m")) {
      GrowProgram.Done before = program.done();
      GrowProgram.Done now = before;
      while (now.entries() < 3.0 * feeds && now.polls() < 1.5 * feeds) {
        TimeUnit.SECONDS.sleep(2); // asking costs some milliseconds of what is measured
        now = program.done();
      }
      System.out.printf(
          Locale.ROOT,
          "  first round: CPU ms a poll %.2f (three entries each; %.2f with the start), polls a"
              + " second %.0f%n",
          now.cpuMillisAPollSince(before),
          now.cpuSeconds() * 1000 / now.polls(),
          now.pollsASecondSince(before));
      memory("  after it", program);
    }
  }

  private double life(int feeds, Path data) throws Exception {
    int aSecond = Math.max(1, feeds / 300);
    long begun = System.nanoTime();
    try (GrowProgram program = start(data, aSecond + "/1s", "1m")) {
      while (program.done().polls() == 0 && System.nanoTime() - begun < 90e9) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      System.out.printf(
          Locale.ROOT,
          "  start: answers after %.1f s, first page %.1f s, first poll %s%n",
          program.answersAfter,
          program.pageAfter,
          program.done().polls() == 0
              ? "not within 90 s"
              : String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begun) / 1e9));
      Matcher token = TOKEN.matcher(program.post("api/v1/tokens", "{\"name\":\"grow\"}"));
      if (!token.find()) throw new IOException("no token was given");
      TimeUnit.SECONDS.sleep(minutes * 10L); // until what the start brought is over
      GrowProgram.Done before = program.done();
      TimeUnit.SECONDS.sleep(minutes * 10L);
      GrowProgram.Done quiet = program.done();
      System.out.printf(
          Locale.ROOT,
          "  life: CPU ms a poll %.2f, polls a second %.1f, new entries %.0f%n",
          quiet.cpuMillisAPollSince(before),
          quiet.pollsASecondSince(before),
          quiet.entries() - before.entries());
      Matcher some = FEED.matcher(program.get("api/v1/feeds?limit=1"));
      if (!some.find()) throw new IOException("no feed was named");
      GrowReaders readers = new GrowReaders(program.base, token.group(1), some.group(1));
      readers.begin(4);
      TimeUnit.SECONDS.sleep(minutes * 40L);
      readers.end();
      GrowProgram.Done end = program.done();
      System.out.printf(
          Locale.ROOT,
          "  with four readers: CPU ms a second %.0f, polls a second %.1f, new entries %.0f%n",
          (end.cpuSeconds() - quiet.cpuSeconds()) * 1e12 / (end.nanos() - quiet.nanos()),
          end.pollsASecondSince(quiet),
          end.entries() - quiet.entries());
      readers.print();
      memory("  after " + minutes + " minutes", program);
      return end.entries();
    }
  }

  private static void memory(String when, GrowProgram program) throws Exception {
    Map<String, Long> memory = program.memory();
    long resident = memory.getOrDefault("Rss", 0L);
    long anonymous = memory.getOrDefault("Anonymous", 0L);
    long most = program.peak();
    System.out.printf(
        Locale.ROOT,
        "%s: resident %d MB (anonymous %d, files %d; shared out %d), at most %d; heap after a full"
            + " collection %d MB%n",
        when,
        resident,
        anonymous,
        resident - anonymous,
        memory.getOrDefault("Pss", 0L),
        most,
        program.heap());
  }
}
