package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RobotsCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.commandLine(args)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void everyAddressGetsALine() throws IOException {
    Path file = folder.resolve("robots.txt");
    Files.writeString(file, "User-agent: FooBot\nDisallow: /x\n");
    int status =
        run(
            "robots",
            "--agent",
            "FooBot",
            "--file",
            file.toString(),
            "http://a.example/x/1",
            "http://a.example/y");
    assertThat(status).isZero();
    assertThat(out.toString().lines())
        .containsExactly("deny http://a.example/x/1", "allow http://a.example/y");
  }

  @Test
  void aMissingFileIsOneSentence() {
    int status = run("robots", "--file", folder.resolve("none").toString(), "http://a.example/");
    assertThat(status).isEqualTo(1);
    assertThat(err.toString()).startsWith("There is no file").hasLineCount(1);
  }

  @Test
  void withoutAFileItIsWrongUsage() {
    assertThat(run("robots", "http://a.example/")).isEqualTo(2);
  }
}
