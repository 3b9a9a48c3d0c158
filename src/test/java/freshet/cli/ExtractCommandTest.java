package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ExtractCommandTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private List<String> run(int status, String in, String... args) {
    InputStream names = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    var command = new ExtractCommand(names, new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(new CommandLine(command).execute(args)).isEqualTo(status);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String file(String name, String html) throws Exception {
    Path path = folder.resolve(name);
    Files.writeString(path, html);
    return path.toString();
  }

  @Test
  void aPageIsALine() throws Exception {
    String page =
        file(
            "a.html",
            "<title>Ilm</title><meta name=author content=X><p>Homme sajab vihma ja puhub tugev"
                + " tuul.<a href=/b>Edasi</a><img src=c.png alt=Pilt><time datetime=2026-02-03>");
    List<String> lines = run(0, "", "--json", "--url", "http://e.example/", page);
    assertThat(lines).hasSize(1);
    var node = JsonLines.MAPPER.readTree(lines.getFirst());
    assertThat(node.get("title").asString()).isEqualTo("Ilm");
    assertThat(node.get("text").asString()).startsWith("Homme sajab vihma");
    assertThat(node.get("language").asString()).isEqualTo("et");
    assertThat(node.get("links").toString())
        .isEqualTo("[{\"url\":\"http://e.example/b\",\"text\":\"Edasi\"}]");
    assertThat(node.get("images").get(0).get("text").asString()).isEqualTo("Pilt");
    assertThat(node.get("published").asString()).isEqualTo("2026-02-03T00:00:00Z");
    assertThat(node.get("author").asString()).isEqualTo("X");
  }

  @Test
  void aFileThatIsNoPageIsReportedAndTheRestGoesOn() throws Exception {
    String good = file("good.html", "<p>fine");
    String binary = file("binary.html", "\u0000\u0001\u0002");
    List<String> lines = run(0, binary + "\n/none\n" + good + "\n", "--json");
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("\"error\":\"It is no HTML page\"");
    assertThat(lines.get(1)).contains("\"error\":\"There is no such file\"");
    assertThat(lines.get(2)).contains("\"text\":\"fine\"");
  }

  @Test
  void nothingButBadFilesIsAFailure() {
    run(1, "", "/none");
  }

  @Test
  void xmlInsteadOfJson() throws Exception {
    String page = file("a.html", "<p>a<br>b");
    assertThat(run(0, "", "--xml", "full", page))
        .contains("<html><head/><body><p>a<br/>b</p></body></html>");
    out.reset();
    assertThat(run(0, "", "--xml", "reduced", page)).contains("  <text>a</text>");
    out.reset();
    String german =
        file(
            "g.html",
            "<html lang=en><p>Der Hafen war am Morgen noch leer, und niemand wollte vor dem Abend"
                + " über die Brücke gehen, weil das Wasser zu hoch stand.");
    assertThat(run(0, "", "--xml", "reduced", german))
        .anyMatch(line -> line.contains("language=\"de\""));
  }
}
