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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// The whole program, as users run it, on 1,000 feeds of 66 KB (35 entries each) on 100 hosts:
/// cold, fetched, parsed, sanitised and stored durably, counted from the start of its Java machine;
/// then all of them again, unchanged. The baselines are a Java machine of its own that only fetches
/// the same 1,000 bodies with OkHttp and drops them, and other readers. `bench/run poll off` runs
/// it without understanding only, `on` with it only; FRESHET_JAVA_OPTS tries options of the Java
/// machine.
public final class PollBench {
  private static final int FEEDS = 1000;
  private static final int HOSTS = 100;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private PollBench() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("only-fetch")) {
      onlyFetch(Integer.parseInt(args[1]));
      return;
    }
    Process origin = java(List.of("-Xmx256m", FetchServer.class.getName()), null);
    try (TemporaryFolder folder = TemporaryFolder.named("poll-bench");
        BufferedReader said = Programs.reader(origin)) {
      int port = Integer.parseInt(said.readLine());
      double bare = bare(port);
      System.out.printf(Locale.ROOT, "CPU seconds, only fetching in a JVM: %.2f%n", bare);
      Map<String, Double> others =
          PollPeers.measure(IntStream.range(0, FEEDS).mapToObj(i -> address(port, i)).toList());
      others.forEach(
          (name, cpu) -> System.out.printf(Locale.ROOT, "CPU seconds, %s: %.2f%n", name, cpu));
      others.put("only fetching", bare);
      for (boolean understanding : new boolean[] {false, true}) {
        if (args.length > 0 && args[0].equals(understanding ? "off" : "on")) continue;
        Path data = Files.createDirectory(folder.path().resolve(understanding ? "on" : "off"));
        System.out.println("understanding " + (understanding ? "on" : "off") + ":");
        whole(port, data, others, understanding);
      }
    } finally {
      origin.destroy();
    }
  }

  private static String address(int port, int feed) {
    return "http://127.0.3." + (1 + feed % HOSTS) + ":" + port + "/plain/" + feed;
  }

  private static double bare(int port) throws Exception {
    Process fetching = java(List.of(PollBench.class.getName(), "only-fetch", "" + port), null);
    try (BufferedReader said = Programs.reader(fetching)) {
      if (!"done".equals(said.readLine())) throw new IllegalStateException("the baseline failed");
      double cpu = Programs.cpuSeconds(fetching.pid());
      fetching.destroy();
      return cpu;
    }
  }

  private static void onlyFetch(int port) throws Exception {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
            .build();
    AtomicInteger left = new AtomicInteger(FEEDS);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < HOSTS; t++) {
      int host = t;
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int i = host; i < FEEDS; i += HOSTS) {
              try (Response r =
                  client.newCall(new Request.Builder().url(address(port, i)).build()).execute()) {
                if (r.body().bytes().length > 60_000) left.decrementAndGet();
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            }
          }));
    }
    for (Thread t : threads) t.join();
    System.out.println(left.get() == 0 ? "done" : "failed");
    Thread.sleep(60_000);
  }

  private static void whole(
      int port, Path folder, Map<String, Double> others, boolean understanding) throws Exception {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < FEEDS; i++) list.append(address(port, i)).append('\n');
    Files.writeString(folder.resolve("list.txt"), list);
    List<String> jar =
        List.of("-Xmx512m", "-jar", Path.of("target/freshet.jar").toAbsolutePath().toString());
    Process importing = java(plus(jar, "import", "list.txt"), folder);
    if (importing.waitFor() != 0) throw new IllegalStateException("the import failed");
    Process program =
        launcher(
            "serve",
            "--port=0",
            "--set=budget=100000/1s",
            "--set=interval.min=45s",
            "--set=interval.max=46s",
            "--set=articles.share=0",
            "--set=fetch.gap=0s",
            "--set=understand=" + understanding,
            "--set=search=" + understanding,
            "--set=fetch.allow-private=true",
            "--set=fetch.obey-robots=false",
            "--data=" + folder.resolve("data"));
    try (BufferedReader said = Programs.reader(program)) {
      String base = said.readLine().replace("Freshet is at ", "");
      long begun = System.nanoTime();
      double polls = 0;
      while (polls < FEEDS) {
        Thread.sleep(1000); // asking costs some milliseconds of what is measured
        polls = metric(base, "freshet_polls_total{outcome=\"new\"}");
      }
      double cold = Programs.cpuSeconds(program.pid());
      double wall = (System.nanoTime() - begun) / 1e9;
      double entries = metric(base, "freshet_entries ");
      System.out.printf(
          Locale.ROOT,
          "%-50s %7.2f   (figure to reach: %d)%n",
          "CPU seconds for 1,000 feeds, from the start",
          cold,
          understanding ? 25 : 10);
      others.forEach(
          (name, cpu) -> System.out.printf(Locale.ROOT, "  %.2f times %s%n", cold / cpu, name));
      System.out.printf(
          Locale.ROOT,
          "  wall %.1f s from its first answer, %,.0f entries stored%n",
          wall,
          entries);
      double unchangedBefore = metric(base, "freshet_polls_total{outcome=\"unchanged\"}");
      double cpuBefore = Programs.cpuSeconds(program.pid());
      double unchanged = unchangedBefore;
      Thread.sleep(44_000);
      while (unchanged < unchangedBefore + FEEDS) {
        Thread.sleep(1000);
        unchanged = metric(base, "freshet_polls_total{outcome=\"unchanged\"}");
      }
      double perPoll =
          (Programs.cpuSeconds(program.pid()) - cpuBefore) * 1000 / (unchanged - unchangedBefore);
      System.out.printf(
          Locale.ROOT,
          "%-50s %7.2f   (figure to reach: 1)%n",
          "CPU ms for a feed again, 304",
          perPoll);
      System.out.printf(
          Locale.ROOT,
          "%-50s %7.0f   (figure to reach: 512)%n",
          "most memory of the process, MB",
          peakMegabytes(program.pid()));
    } finally {
      program.destroy();
      program.waitFor();
    }
  }

  private static double metric(String base, String name) throws Exception {
    String text =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(base + "metrics"))
                    .timeout(Duration.ofSeconds(30))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    for (String line : text.split("\n")) {
      if (line.startsWith(name))
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
    return 0;
  }

  private static double peakMegabytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmHWM:")) return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
    }
    return Double.NaN;
  }

  private static Process java(List<String> arguments, @Nullable Path folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    if (!arguments.contains("-jar"))
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    if (folder != null) builder.directory(folder.toFile());
    return builder.start();
  }

  /// As users start it; the launcher becomes the Java machine, so the process is the same.
  private static Process launcher(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("./freshet"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().merge("FRESHET_JAVA_OPTS", "-Xmx512m", (given, _) -> given);
    return builder.start();
  }

  private static List<String> plus(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return all;
  }
}
