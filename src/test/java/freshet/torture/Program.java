package freshet.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The program while it runs, and what it says.
final class Program {
  private static final Duration LONGEST_START = Duration.ofMinutes(5);
  private static final OkHttpClient HTTP =
      new OkHttpClient.Builder()
          .callTimeout(Duration.ofMinutes(2))
          .readTimeout(Duration.ofMinutes(2))
          .build();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String READY = "Freshet is at ";

  private final Process process;
  private final Path out;
  private final Path err;

  Program(Process process, Path out, Path err) {
    this.process = process;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    this.out = out;
    this.err = err;
  }

  record Said(int status, String text) {
    boolean isGood() {
      return status / 100 == 2;
    }

    JsonNode json() {
      return JSON.readTree(text);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /// Where its pages are, or null if it does not answer yet.
  @Nullable String address() throws IOException {
    String text = Files.readString(out);
    int at = text.indexOf(READY);
    int end = text.indexOf('\n', at);
    return at < 0 || end < 0 ? null : text.substring(at + READY.length(), end).strip();
  }

  /// Waits until it answers.
  ///
  /// @throws IOException if it does not
  Program ready() throws IOException, InterruptedException {
    long late = System.nanoTime() + LONGEST_START.toNanos();
    while (address() == null) {
      if (!process.isAlive()) throw new IOException("It did not start: " + log());
      if (System.nanoTime() - late > 0) throw new IOException("It does not answer: " + log());
      Thread.sleep(20);
    }
    return this;
  }

  Said get(String path) throws IOException {
    return call(new Request.Builder().url(at(path)).build());
  }

  JsonNode json(String path) throws IOException {
    Said said = get(path);
    if (!said.isGood()) throw new IOException(path + " was answered with " + said);
    return said.json();
  }

  Said post(String path, String json) throws IOException {
    return send("POST", path, json);
  }

  Said send(String method, String path, String json) throws IOException {
    RequestBody body = RequestBody.create(json, MediaType.get("application/json"));
    return call(new Request.Builder().url(at(path)).method(method, body).build());
  }

  /// Follows feeds without a look at them, as a list.
  Said follow(List<String> urls) throws IOException {
    StringBuilder opml = new StringBuilder("<opml version='2.0'><body>");
    for (String url : urls) opml.append("<outline type='rss' xmlUrl='").append(url).append("'/>");
    return upload("api/v1/opml", opml.append("</body></opml>").toString());
  }

  Said upload(String path, String list) throws IOException {
    RequestBody body = RequestBody.create(list, MediaType.get("text/x-opml"));
    return call(new Request.Builder().url(at(path)).post(body).build());
  }

  private String at(String path) throws IOException {
    String address = address();
    if (address == null) throw new IOException("It does not answer yet");
    return address + path;
  }

  private static Said call(Request request) throws IOException {
    try (Response response = HTTP.newCall(request).execute()) {
      return new Said(response.code(), response.body().string());
    }
  }

  /// Every entry there is, by its feed's number and its id at its publisher.
  List<JsonNode> entries() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = json("api/v1/entries?limit=500" + cursor);
      page.get("entries").forEach(all::add);
      if (!page.has("next")) return all;
      cursor = "&before=" + page.get("next").asString();
    }
  }

  long found() throws IOException {
    return json("api/v1/search?limit=1&q=from:1970").get("total").asLong();
  }

  boolean waitFor(Duration most) throws InterruptedException {
    return process.waitFor(most.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Waits for the end of a command.
  ///
  /// @return its status
  int status() throws IOException, InterruptedException {
    if (process.waitFor(120, TimeUnit.SECONDS)) return process.exitValue();
    throw new IOException("It does not end: " + log());
  }

  /// SIGKILL.
  ///
  /// @return whether it still ran
  boolean kill() throws InterruptedException {
    process.destroyForcibly();
    return process.waitFor() == 128 + 9;
  }

  /// SIGTERM, and SIGKILL if that does not end it.
  void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
  }

  String said() throws IOException {
    return Files.readString(out);
  }

  String log() throws IOException {
    return Files.readString(out) + Files.readString(err);
  }
}
