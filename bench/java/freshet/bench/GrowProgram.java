package freshet.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A running Freshet, started as users start it: what it counts, and what the kernel and its Java
/// machine say of it.
final class GrowProgram implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final BufferedReader said;
  final String base;

  /// Until it said where it is, and until its first page was there, in seconds.
  final double answersAfter;

  final double pageAfter;

  GrowProgram(List<String> arguments) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    List<String> command = new ArrayList<>(List.of("./freshet"));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    said = Programs.reader(process);
    String line = said.readLine();
    if (line == null) throw new IOException("Freshet did not start");
    base = line.replace("Freshet is at ", "");
    answersAfter = (System.nanoTime() - begun) / 1e9;
    get("");
    pageAfter = (System.nanoTime() - begun) / 1e9;
  }

  String get(String path) throws IOException, InterruptedException {
    return send(request(path).build());
  }

  String post(String path, String json) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /// Has it follow feeds.
  void follow(List<String> addresses) throws IOException, InterruptedException {
    StringBuilder list = new StringBuilder("<opml version='2.0'><body>");
    for (String address : addresses) {
      list.append("<outline type='rss' xmlUrl='").append(address).append("'/>");
    }
    list.append("</body></opml>");
    String answer =
        send(
            request("api/v1/opml")
                .header("Content-Type", "text/x-opml")
                .POST(HttpRequest.BodyPublishers.ofString(list.toString()))
                .build());
    if (!answer.contains("\"added\":" + addresses.size())) throw new IOException(answer);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(2));
  }

  private static String send(HttpRequest request) throws IOException, InterruptedException {
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /// What it has done so far: polls, the unchanged among them, and new entries.
  record Done(double polls, double unchanged, double entries, double cpuSeconds, long nanos) {
    double pollsASecondSince(Done before) {
      return (polls - before.polls) / (nanos - before.nanos) * 1e9;
    }

    double cpuMillisAPollSince(Done before) {
      return (cpuSeconds - before.cpuSeconds) * 1000 / (polls - before.polls);
    }
  }

  Done done() throws IOException, InterruptedException {
    double polls = 0;
    double unchanged = 0;
    double entries = 0;
    for (String line : get("metrics").split("\n")) {
      double value =
          line.startsWith("#") ? 0 : Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      if (line.startsWith("freshet_polls_total")) polls += value;
      if (line.startsWith("freshet_polls_total{outcome=\"unchanged\"")) unchanged = value;
      if (line.startsWith("freshet_entries_new_total")) entries = value;
    }
    return new Done(polls, unchanged, entries, cpuSeconds(), System.nanoTime());
  }

  double cpuSeconds() {
    return Programs.cpuSeconds(process.pid());
  }

  double compilerSeconds() throws IOException {
    return Programs.compilerSeconds(process.pid());
  }

  /// The kernel's figures in MB: `Rss`, and of it `Anonymous` and the rest, mapped files.
  Map<String, Long> memory() throws IOException {
    Map<String, Long> found = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/smaps_rollup"))) {
      Matcher kb = Pattern.compile("(\\w+): +(\\d+) kB").matcher(line);
      if (kb.matches()) found.put(kb.group(1), Long.parseLong(kb.group(2)) / 1024);
    }
    return found;
  }

  /// The most it ever had, in MB.
  long peak() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
    }
    return 0;
  }

  /// What the Java heap holds after a full collection, in MB.
  long heap() throws IOException, InterruptedException {
    jcmd("GC.run");
    Matcher used = Pattern.compile("total \\d+K, used (\\d+)K").matcher(jcmd("GC.heap_info"));
    long sum = 0;
    while (used.find()) sum += Long.parseLong(used.group(1));
    return sum / 1024;
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                command)
            .redirectErrorStream(true)
            .start();
    String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    jcmd.waitFor();
    return text;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    said.close();
  }
}
