package freshet.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A virtual screen on which somebody reads a running Freshet with a real program, by its keys.
final class Desktop implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  final Program freshet;
  final String base;
  final String token;
  private final Path folder;
  private final Process screen;
  private final String display;
  private final List<Process> started = new ArrayList<>();

  /// Starts the screen, and a Freshet with some hundred entries.
  Desktop(Path folder) throws IOException {
    this.folder = folder;
    screen =
        new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said = new BufferedReader(new InputStreamReader(screen.getInputStream(), UTF_8));
    display = ":" + Objects.requireNonNull(said.readLine()).strip();
    freshet = Program.start(folder, "demo", "--data=d", "--port=0", "--speed=1");
    base = freshet.address();
    token = Program.start(folder, "account", "token", "--data=d", "me", "app").outAtEnd().strip();
    until(() -> entries("unread=true").size() >= 100);
  }

  JsonNode ask(String path) throws IOException {
    Request request =
        new Request.Builder()
            .url(base + "api/v1/" + path)
            .header("Authorization", "Bearer " + token)
            .build();
    try (Response answer = new OkHttpClient().newCall(request).execute()) {
      return JSON.readTree(answer.body().string());
    }
  }

  /// What Freshet has of a selection.
  List<Long> entries(String query) throws IOException {
    List<Long> ids = new ArrayList<>();
    ask("entries?limit=500&" + query).get("entries").forEach(e -> ids.add(e.get("id").longValue()));
    return ids;
  }

  /// Runs a program on the screen, at home in the folder, until it ends or the screen does.
  Process run(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DISPLAY", display);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.environment().put("NO_AT_BRIDGE", "1");
    builder.environment().put("GSETTINGS_BACKEND", "memory");
    builder.environment().put("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
    builder.environment().put("QTWEBENGINE_DISABLE_SANDBOX", "1");
    Path log = folder.resolve(Path.of(command[0]).getFileName() + ".txt");
    Process process =
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    started.add(process);
    return process;
  }

  boolean isDone(String... command) throws IOException, InterruptedException {
    return run(command).waitFor() == 0;
  }

  /// Presses keys, at the window that has the focus.
  boolean key(String... keys) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("xdotool", "key"));
    command.addAll(List.of(keys));
    return isDone(command.toArray(String[]::new));
  }

  interface State {
    boolean isSo() throws IOException, InterruptedException;
  }

  static void until(State state) {
    await().atMost(Duration.ofSeconds(300)).pollInterval(Duration.ofSeconds(2)).until(state::isSo);
  }

  @Override
  public void close() {
    for (Process p : started) {
      p.descendants().forEach(ProcessHandle::destroy);
      p.destroy();
    }
    freshet.close();
    screen.destroy();
  }
}
