package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// A real client, newsboat from Debian's packages, reads a running Freshet through the Google
/// Reader API. The packaged version 2.21 knows that API under the name of FeedHQ.
final class NewsboatIT {
  @TempDir Path folder;

  private long unread(String base, String token) throws IOException {
    Request request =
        new Request.Builder()
            .url(base + "reader/api/0/unread-count?output=json")
            .header("Authorization", "Bearer " + token)
            .build();
    try (Response answer = new OkHttpClient().newCall(request).execute()) {
      return JsonMapper.builder().build().readTree(answer.body().string()).get("max").longValue();
    }
  }

  @Test
  void newsboatReadsAndMarksAsRead() throws Exception {
    try (Program demo = Program.start(folder, "demo", "--data=d", "--port=0", "--speed=1")) {
      String base = demo.address();
      Program made = Program.start(folder, "account", "token", "--data=d", "me", "newsboat");
      String token = made.outAtEnd().strip();
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(200))
          .until(() -> unread(base, token) >= 20);
      Path config =
          Files.writeString(
              folder.resolve("config"),
              """
              urls-source "feedhq"
              feedhq-url "%sapi/greader.php"
              feedhq-login "me"
              feedhq-password "%s"
              feedhq-show-special-feeds "no"
              """
                  .formatted(base, token));
      Files.createFile(folder.resolve("urls"));
      String newsboat =
          "newsboat -C "
              + config
              + " -u "
              + folder.resolve("urls")
              + " -c "
              + folder.resolve("cache.db");
      Process reload = terminal(newsboat + " -x reload print-unread");
      String said = new String(reload.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(reload.waitFor()).as(said).isZero();
      assertThat(said).containsPattern("[1-9][0-9]* unread articles");

      // "C" marks all feeds as read, "y" confirms it where it asks. Typed until it has been heard.
      long before = unread(base, token);
      Process reading = terminal(newsboat);
      Thread.ofVirtual().start(() -> swallow(reading));
      try (OutputStream keys = reading.getOutputStream()) {
        await()
            .atMost(Duration.ofSeconds(60))
            .pollInterval(Duration.ofMillis(500))
            .until(() -> {
              keys.write("Cy".getBytes(StandardCharsets.US_ASCII));
              keys.flush();
              return unread(base, token) < before / 2;
            });
        keys.write("q".getBytes(StandardCharsets.US_ASCII));
        keys.flush();
      } finally {
        if (!reading.waitFor(5, TimeUnit.SECONDS)) reading.destroy();
      }
    }
  }

  private Process terminal(String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null");
    builder.environment().put("TERM", "xterm");
    builder.environment().put("HOME", folder.toString());
    return builder.redirectErrorStream(true).start();
  }

  private static void swallow(Process process) {
    try {
      process.getInputStream().readAllBytes();
    } catch (IOException e) {
      // it has ended
    }
  }
}
