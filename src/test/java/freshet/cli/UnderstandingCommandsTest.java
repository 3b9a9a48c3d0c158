package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `language`, `dedupe` and `topics` as people pipe them.
final class UnderstandingCommandsTest {
  @TempDir Path folder = Path.of(".");
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final PrintStream errorStream = new PrintStream(errors, true, StandardCharsets.UTF_8);

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String error() {
    return errors.toString(StandardCharsets.UTF_8);
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  @Test
  void languageAnswersALineForALine() {
    String texts = "Jõe ääres avati uus sild\n\nNew bridge over the river opens today\n";
    var in = new ByteArrayInputStream(texts.getBytes(StandardCharsets.UTF_8));
    int status = new CommandLine(new LanguageCommand(in, out)).execute();
    assertThat(status).isZero();
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0)).matches("et [01]\\.\\d\\d");
    assertThat(lines().get(1)).isEqualTo("und 0.00");
    assertThat(lines().get(2)).startsWith("en ");
  }

  @Test
  void dedupeTellsTheStoryOfEachDocument() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 150; i++)
      text.append("word").append((char) ('a' + i % 26)).append(i).append(' ');
    Path file =
        file(
            "documents.jsonl",
            """
            {"id":"a","title":"One","text":"%s","language":"en"}
            {"id":"b","title":"Two","text":"Something else entirely, in a few words of its own."}
            not json
            {"id":"c","title":"Three","text":"%s and a last sentence","language":"en"}
            """
                .formatted(text, text));
    int status =
        new CommandLine(new DedupeCommand(out, errorStream))
            .execute("--json", "--percent", "60", file.toString());
    assertThat(status).isEqualTo(1);
    assertThat(error()).contains("line 3").doesNotContain("Exception");
    assertThat(lines())
        .hasSize(3)
        .first()
        .isEqualTo("{\"id\":\"a\",\"story\":\"a\",\"first\":true,\"sameAs\":null,\"percent\":0.0}");
    assertThat(lines().get(1)).contains("\"story\":\"b\"");
    assertThat(lines().get(2)).contains("\"story\":\"a\",\"first\":false,\"sameAs\":\"a\"");
  }

  @Test
  void aWrongPerCentAndAMissingFileAreSaidInASentence() {
    CommandLine dedupe = new CommandLine(new DedupeCommand(out, errorStream));
    assertThat(dedupe.execute("--percent", "0", "x.jsonl")).isEqualTo(2);
    assertThat(dedupe.execute("--percent", "60", folder.resolve("none.jsonl").toString()))
        .isEqualTo(1);
    assertThat(error()).contains("must be over 0").contains("cannot be read");
  }

  @Test
  void topicsAreLearnedFromOneFileAndToldForAnother() throws IOException {
    List<String> examples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      examples.add(
          "{\"id\":\"e%d\",\"title\":\"the team won the match\",\"text\":\"\",\"topic\":\"sport\"}"
              .formatted(i));
      examples.add(
          "{\"id\":\"p%d\",\"title\":\"the minister lost the vote\",\"text\":\"\",\"topic\":\"politics\"}"
              .formatted(i));
    }
    Path train = file("train.jsonl", String.join("\n", examples));
    Path test =
        file(
            "test.jsonl",
            """
            {"id":"1","title":"A match for the team","text":"","topic":"sport"}
            {"id":"2","title":"Ministers vote","text":"","topic":"politics"}
            """);
    int status =
        new CommandLine(new TopicsCommand(out, errorStream))
            .execute("--train", train.toString(), "--test", test.toString(), "--json");
    assertThat(status).isZero();
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0))
        .matches("\\{\"id\":\"1\",\"topic\":\"sport\",\"confidence\":[01]\\.\\d+}");
    assertThat(lines().get(2)).startsWith("{\"accuracy\":1.0,\"macroF1\":1.0,\"seconds\":");
  }
}
