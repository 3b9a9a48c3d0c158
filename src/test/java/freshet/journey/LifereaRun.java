package freshet.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Liferea from Debian's packages on a virtual screen, driven by its keys; after each the state of
/// the server is compared. Not part of `mvn verify`: `tools/clients` runs it.
final class LifereaRun {
  @TempDir Path folder;
  private String base = "";
  private String token = "";
  private String display = "";

  private List<Long> entries(String query) throws IOException {
    Request request =
        new Request.Builder()
            .url(base + "api/v1/entries?limit=500&" + query)
            .header("Authorization", "Bearer " + token)
            .build();
    try (Response answer = new OkHttpClient().newCall(request).execute()) {
      JsonNode said = JsonMapper.builder().build().readTree(answer.body().string());
      List<Long> ids = new ArrayList<>();
      said.get("entries").forEach(e -> ids.add(e.get("id").longValue()));
      return ids;
    }
  }

  private Process run(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DISPLAY", display);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("NO_AT_BRIDGE", "1");
    builder.environment().put("GSETTINGS_BACKEND", "memory");
    builder.environment().put("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
    return builder.redirectOutput(folder.resolve(command[0] + ".txt").toFile()).start();
  }

  private int key(String keys) throws IOException, InterruptedException {
    return run("xdotool", "key", keys).waitFor();
  }

  private interface State {
    boolean isSo() throws IOException, InterruptedException;
  }

  private static void until(State state) {
    await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofSeconds(2)).until(state::isSo);
  }

  @Test
  void lifereaFetchesReadsStarsAndMarksAsUnread() throws Exception {
    Process screen =
        new ProcessBuilder("Xvfb", "-displayfd", "1", "-screen", "0", "1200x900x24")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (Program demo = Program.start(folder, "demo", "--data=d", "--port=0", "--speed=1");
        BufferedReader said =
            new BufferedReader(new InputStreamReader(screen.getInputStream(), UTF_8))) {
      display = ":" + Objects.requireNonNull(said.readLine()).strip();
      base = demo.address();
      token = Program.start(folder, "account", "token", "--data=d", "me", "app").outAtEnd().strip();
      until(() -> entries("unread=true").size() >= 100);
      Path config = Files.createDirectories(folder.resolve(".config/liferea"));
      Files.writeString(
          config.resolve("feedlist.opml"),
          """
          <opml version="1.0"><head/><body>
          <outline title="Freshet" text="Freshet" type="source" id="freshet" updateInterval="-1"
            sourceType="fl_google_reader" xmlUrl="%sapi/greader.php" username="me" password="%s"/>
          </body></opml>
          """
              .formatted(base, token));
      Process liferea = run("dbus-run-session", "--", "liferea");
      try {
        until(() -> run("xdotool", "search", "--name", "Liferea").waitFor() == 0);
        // "Next unread": it marks an entry as read as soon as it has any.
        until(() -> key("ctrl+n") == 0 && !entries("unread=false").isEmpty());
        assertThat(key("ctrl+t")).isZero();
        until(() -> entries("starred=true").size() == 1);
        long starred = entries("starred=true").getFirst();
        assertThat(entries("unread=false")).contains(starred);
        assertThat(key("ctrl+m")).isZero();
        until(() -> entries("unread=true&starred=true").contains(starred));
        assertThat(key("ctrl+t")).isZero();
        until(() -> entries("starred=true").isEmpty());
      } finally {
        liferea.descendants().forEach(ProcessHandle::destroy);
        liferea.destroy();
      }
    } finally {
      screen.destroy();
    }
  }
}
