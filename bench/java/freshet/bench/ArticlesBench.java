package freshet.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The whole program, as users run it, on 100 feeds of teasers on 100 hosts, ten entries each: the
/// 1,000 pages behind them are fetched, read, understood, stored and indexed. Then all feeds have
/// new entries, some times over: the first round runs on a cold machine, the last on a warm one.
/// What the same feeds cost without the pages is measured in a second run and taken off. The
/// baseline is `wget` on the same pages.
public final class ArticlesBench {
  private static final int HOSTS = 100;
  private static final int PAGES = 1000;
  private static final int ROUNDS = 9;
  private static final int LAST = 3;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private ArticlesBench() {}

  public static void main(String[] args) throws Exception {
    Process origin = java(List.of("-Xmx512m", ArticleServer.class.getName()));
    try (TemporaryFolder folder = TemporaryFolder.named("articles-bench");
        BufferedReader said = Programs.reader(origin)) {
      int port = Integer.parseInt(said.readLine());
      double with =
          run(
              folder.path().resolve("with"),
              port,
              100,
              "freshet_articles_total{outcome=\"there\"}");
      double without = run(folder.path().resolve("without"), port, 0, "freshet_entries_new_total");
      say(
          "CPU ms for an article page, once warm",
          (with - without) * 1000 / PAGES,
          "   (to reach: 4)");
      double wget = wget(folder.path(), port);
      say("CPU ms of wget for the same page", wget * 1000 / PAGES, "");
      say("ratio", (with - without) / wget, "   (to reach: 2)");
    } finally {
      origin.destroy();
    }
  }

  /// CPU seconds of the last rounds, for one of them.
  ///
  /// @param share of the budget that articles may have
  /// @param counted what has to go up by a page's entry in each round
  private static double run(Path data, int port, int share, String counted) throws Exception {
    StringBuilder feeds = new StringBuilder();
    for (int i = 0; i < HOSTS; i++)
      feeds.append(host(port, i)).append("/feed/").append(i).append(".xml\n");
    Files.createDirectories(data);
    Path list = Files.writeString(data.resolve("feeds.txt"), feeds);
    Process importing = freshet("import", list.toString(), "--data=" + data);
    if (importing.waitFor() != 0) throw new IllegalStateException("the import failed");
    Process program =
        freshet(
            "serve",
            "--port=0",
            "--data=" + data,
            "--set=budget=100000/1s",
            "--set=articles.share=" + share,
            "--set=interval.min=10s",
            "--set=interval.max=12s",
            "--set=fetch.gap=0s",
            "--set=fetch.allow-private=true");
    try (BufferedReader out = Programs.reader(program)) {
      String base = out.readLine().replace("Freshet is at ", "");
      String control = "http://127.0.4.1:" + port + "/round";
      return rounds(
          program.pid(), base, control, counted, share == 0 ? "polls alone" : "with pages");
    } finally {
      program.destroy();
      program.waitFor();
    }
  }

  private static double rounds(long pid, String base, String control, String counted, String name)
      throws Exception {
    double last = 0;
    double before = 0;
    double all = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      if (round > 1) get(control);
      while (metric(base, counted) < (double) round * PAGES) Thread.sleep(500);
      Thread.sleep(10_000); // what is written and indexed later is part of it
      double now = Programs.cpuSeconds(pid);
      last = now - before;
      before = now;
      if (round > ROUNDS - LAST) all += last;
      say(name + ", CPU ms for an entry, round " + round, last * 1000 / PAGES, "");
    }
    return all / LAST;
  }

  private static void say(String what, double value, String goal) {
    System.out.printf(Locale.ROOT, "%-52s %7.2f%s%n", what, value, goal);
  }

  private static double wget(Path folder, int port) throws Exception {
    if (!TimedCommand.isInstalled("wget")) return Double.NaN;
    StringBuilder pages = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      int host = i % HOSTS;
      pages
          .append(host(port, host))
          .append("/page/" + host + "/" + ROUNDS + "/" + i / HOSTS)
          .append('\n');
    }
    Files.writeString(folder.resolve("pages.txt"), pages);
    return TimedCommand.run(folder, List.of("wget", "-q", "-i", "pages.txt", "-O", "all.html"))
        .cpu();
  }

  private static String host(int port, int i) {
    return "http://127.0.4." + (1 + i) + ":" + port;
  }

  private static String get(String address) throws IOException, InterruptedException {
    return HTTP.send(
            HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(30)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static double metric(String base, String counted)
      throws IOException, InterruptedException {
    for (String line : get(base + "metrics").split("\n")) {
      if (line.startsWith(counted + " "))
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
    return 0;
  }

  private static Process java(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// As users start it; the launcher becomes the Java machine, so the process is the same.
  private static Process freshet(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("./freshet"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
