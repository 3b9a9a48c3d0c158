package freshet.bench;

import com.sun.management.OperatingSystemMXBean;
import freshet.fetch.FetchLimits;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Identity;
import freshet.fetch.Network;
import freshet.fetch.Politeness;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/// What a poll costs, next to a bare OkHttp call in the same run. Servers run in another process.
public final class FetchBench {
  private static final OperatingSystemMXBean OS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final Validators KNOWN = new Validators("\"a\"", null);

  /// One way to ask. Returns whether the answer was the expected one.
  interface Poll {
    boolean ask(String url, boolean conditional) throws IOException, InterruptedException;
  }

  private record Figure(double perSecond, double cpuMillis, int wrong) {}

  private FetchBench() {}

  public static void main(String[] args) throws Exception {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                FetchServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        HttpFetcher fetcher =
            new HttpFetcher(
                new Identity("Freshet", "0.1", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                Politeness.NONE,
                InstantSource.system(),
                new Random(1))) {
      int port = Integer.parseInt(out.readLine());
      Poll ours = ours(fetcher);
      Poll plain = plain();
      for (Poll poll : new Poll[] {plain, ours}) {
        run(poll, port, 2000, 32, "/", true);
        run(poll, port, 2000, 32, "/", false);
      }
      System.out.println("figure                                      freshet  bare OkHttp  ratio");
      row("304, CPU ms a poll", port, ours, plain, 10_000, 32, "/", true, false);
      row("66 KB packed, CPU ms a poll", port, ours, plain, 5_000, 32, "/", false, false);
      row(
          "10,000 hosts at 100 ms, 304, polls a second",
          port,
          ours,
          plain,
          10_000,
          2000,
          "/ms100",
          true,
          true);
      row(
          "10,000 hosts at 100 ms, 66 KB, polls a second",
          port,
          ours,
          plain,
          10_000,
          500,
          "/ms100",
          false,
          true);
      System.out.println("most memory of the process, MB              " + peakMemory());
    } finally {
      server.destroy();
    }
  }

  private static Poll ours(HttpFetcher fetcher) {
    return (url, conditional) -> {
      Validators validators = conditional ? KNOWN : Validators.NONE;
      var outcome = fetcher.fetch(new FetchRequest(FeedUrl.of(url), validators, 1, Map.of()));
      return conditional ? outcome instanceof Unchanged : outcome instanceof Fetched;
    };
  }

  private static Poll plain() {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
            .build();
    return (url, conditional) -> {
      Request.Builder request = new Request.Builder().url(url);
      if (conditional) request.header("If-None-Match", "\"a\"");
      try (Response response = client.newCall(request.build()).execute()) {
        int length = response.body().bytes().length;
        return conditional ? response.code() == 304 : length > 60_000;
      }
    };
  }

  private static void row(
      String name,
      int port,
      Poll ours,
      Poll plain,
      int polls,
      int atOnce,
      String path,
      boolean conditional,
      boolean rate)
      throws InterruptedException {
    // Alternating, and the better of two: the machine is shared.
    Figure b = run(plain, port, polls, atOnce, path, conditional);
    Figure a = run(ours, port, polls, atOnce, path, conditional);
    b = better(b, run(plain, port, polls, atOnce, path, conditional));
    a = better(a, run(ours, port, polls, atOnce, path, conditional));
    double x = rate ? a.perSecond : a.cpuMillis;
    double y = rate ? b.perSecond : b.cpuMillis;
    String wrong = a.wrong + b.wrong == 0 ? "" : "   FAILED: " + a.wrong + " and " + b.wrong;
    System.out.printf(
        Locale.ROOT,
        rate ? "%-43s %7.0f %12.0f %6.2f%s%n" : "%-43s %7.3f %12.3f %6.2f%s%n",
        name,
        x,
        y,
        x / y,
        wrong);
  }

  private static Figure better(Figure a, Figure b) {
    return new Figure(
        Math.max(a.perSecond, b.perSecond),
        Math.min(a.cpuMillis, b.cpuMillis),
        Math.max(a.wrong, b.wrong));
  }

  private static Figure run(
      Poll poll, int port, int polls, int atOnce, String path, boolean conditional)
      throws InterruptedException {
    Semaphore places = new Semaphore(atOnce);
    AtomicInteger wrong = new AtomicInteger();
    long cpu = OS.getProcessCpuTime();
    long begun = System.nanoTime();
    for (int i = 0; i < polls; i++) {
      String url =
          "http://127."
              + (1 + i / 65536 % 250)
              + "."
              + i / 250 % 250
              + "."
              + (1 + i % 250)
              + ":"
              + port
              + path;
      places.acquire();
      Thread.startVirtualThread(() -> {
        try {
          if (!poll.ask(url, conditional)) wrong.incrementAndGet();
        } catch (IOException e) {
          wrong.incrementAndGet();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } finally {
          places.release();
        }
      });
    }
    places.acquire(atOnce);
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpuMillis = (OS.getProcessCpuTime() - cpu) / 1e6 / polls;
    return new Figure(polls / seconds, cpuMillis, wrong.get());
  }

  private static String peakMemory() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return "unknown here";
    try (var lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> line.replaceAll("\\D", ""))
          .map(kb -> String.valueOf(Long.parseLong(kb) / 1024))
          .findFirst()
          .orElse("unknown here");
    }
  }
}
