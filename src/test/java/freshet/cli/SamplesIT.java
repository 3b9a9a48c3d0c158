package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Every curl line of the documents is run by curl against a running Freshet, as a newcomer would;
/// where an answer is shown, the real one has its fields.
final class SamplesIT {
  @TempDir Path folder;

  /// @param shown the answer below it, empty if none is shown
  private record Sample(String document, String command, String shown) {}

  private static List<Sample> samples(String document) throws IOException {
    List<Sample> samples = new ArrayList<>();
    List<String> lines = Files.readAllLines(Path.of("docs", document));
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("    curl ")) continue;
      String next = i + 1 < lines.size() ? lines.get(i + 1).strip() : "";
      samples.add(new Sample(document, lines.get(i).strip(), next.startsWith("{") ? next : ""));
    }
    return samples;
  }

  @Test
  void everySampleWorksAndAnswersAsShown() throws IOException, InterruptedException {
    try (Running freshet = Running.alone(folder)) {
      int run = 0;
      for (String document : List.of("api.md", "accounts.md", "clients.md")) {
        for (Sample s : samples(document)) {
          String said = curl(freshet, s.command);
          String what = s.document + ": " + s.command + "\n" + said;
          if (!s.shown.isEmpty()) alike(Running.JSON.readTree(s.shown), json(said, what), what);
          else assertThat(said).as(what).isNotEmpty().doesNotContain("about:blank", "Error=");
          run++;
        }
      }
      assertThat(run).isGreaterThan(25);
    }
  }

  private static JsonNode json(String said, String what) {
    assertThat(said).as(what).startsWith("{");
    return Running.JSON.readTree(said);
  }

  private static String curl(Running freshet, String command)
      throws IOException, InterruptedException {
    String ours =
        command
            .replace("http://127.0.0.1:8080", freshet.base)
            .replace("https://example.org/feed", freshet.feedAddress("first.xml"))
            .replace("https://example.org/", freshet.feedAddress(""))
            .replaceFirst("^curl ", "curl -s ");
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", ours).redirectErrorStream(true);
    builder.environment().put("TOKEN", freshet.first);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(command).isTrue();
    assertThat(process.exitValue()).as(command + "\n" + said).isZero();
    return said;
  }

  /// What is shown is there, and of the same kind; the real answer may have more.
  private static void alike(JsonNode shown, JsonNode real, String what) {
    if (shown.isObject()) {
      assertThat(real.isObject()).as(what).isTrue();
      for (var field : shown.properties()) {
        assertThat(real.has(field.getKey())).as("'" + field.getKey() + "' in " + what).isTrue();
        alike(field.getValue(), real.get(field.getKey()), what);
      }
    } else if (shown.isArray()) {
      assertThat(real.isArray()).as(what).isTrue();
      if (shown.isEmpty()) return;
      assertThat(real).as(what).isNotEmpty();
      alike(shown.get(0), real.get(0), what);
    } else {
      assertThat(real.isString()).as(shown + " in " + what).isEqualTo(shown.isString());
      assertThat(real.isBoolean()).as(shown + " in " + what).isEqualTo(shown.isBoolean());
      assertThat(real.isNumber()).as(shown + " in " + what).isEqualTo(shown.isNumber());
    }
  }
}
