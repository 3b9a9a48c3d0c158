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
import java.util.concurrent.atomic.AtomicInteger;
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
  private final String display;
  private final String bus;
  private final List<Process> started = new ArrayList<>();

  /// Starts the screen, and a Freshet with some hundred entries.
  Desktop(Path folder) throws IOException {
    this.folder = folder;
    display = ":" + firstLine("Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24");
    bus = firstLine("dbus-daemon", "--session", "--nofork", "--print-address=1");
    freshet = Program.start(folder, "demo", "--data=d", "--port=0", "--speed=1");
    base = freshet.address();
    token = Program.start(folder, "account", "token", "--data=d", "me", "app").outAtEnd().strip();
    until(() -> entries("unread=true").size() >= 100);
  }

  /// Starts a program that stays, and says where it is.
  private String firstLine(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    started.add(process);
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    return Objects.requireNonNull(said.readLine()).strip();
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
    builder.environment().put("DBUS_SESSION_BUS_ADDRESS", bus);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
    builder.environment().put("NO_AT_BRIDGE", "1");
    builder.environment().put("GSETTINGS_BACKEND", "memory");
    builder.environment().put("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
    builder.environment().put("QTWEBENGINE_DISABLE_SANDBOX", "1");
    Process process =
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log(command[0]).toFile())).start();
    started.add(process);
    return process;
  }

  boolean isDone(String... command) throws IOException, InterruptedException {
    return run(command).waitFor() == 0;
  }

  /// What a program writes to its terminal.
  Path log(String program) {
    return folder.resolve(program + ".txt");
  }

  /// Whether a program shows its window, which has the keyboard then: nobody else gives it one on a
  /// screen without a window manager.
  boolean isShown(String window) throws IOException, InterruptedException {
    return isDone("xdotool", "search", "--onlyvisible", "--name", window, "windowfocus");
  }

  /// Presses a key, and waits for what it does. Some keys undo what they did when they are pressed
  /// again, so that is not done before twenty seconds are over.
  void press(String window, String key, State state) {
    AtomicInteger looks = new AtomicInteger();
    until(() -> {
      if (looks.getAndIncrement() % 10 == 0) {
        if (!isShown(window)) looks.set(0);
        else isDone("xdotool", "key", key);
      }
      return state.isSo();
    });
  }

  interface State {
    boolean isSo() throws IOException, InterruptedException;
  }

  static void until(State state) {
    await().atMost(Duration.ofSeconds(300)).pollInterval(Duration.ofSeconds(2)).until(state::isSo);
  }

  @Override
  public void close() {
    for (Process p : started.reversed()) {
      p.descendants().forEach(ProcessHandle::destroy);
      p.destroy();
    }
    freshet.close();
  }
}
