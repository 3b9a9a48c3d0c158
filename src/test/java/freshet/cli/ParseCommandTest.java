package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ParseCommandTest {
  private static final String FEED =
      "<rss version=\"2.0\"><channel><title>%s</title><item><title>x</title></item></channel></rss>";

  @TempDir Path folder = Path.of("");

  private record Run(int status, List<String> lines) {}

  private static Run run(String input, String... arguments) {
    PrintStream out = System.out;
    InputStream in = System.in;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
      System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
      int status = new CommandLine(new ParseCommand()).execute(arguments);
      return new Run(status, written.toString(StandardCharsets.UTF_8).lines().toList());
    } finally {
      System.setOut(out);
      System.setIn(in);
    }
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  @Test
  void manyFilesComeOutInOrderOneLineEach() throws IOException {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      names.append(file(i + ".xml", FEED.formatted("feed " + i))).append('\n');
    }
    Run run = run(names.toString(), "--json");
    assertThat(run.status).isZero();
    assertThat(run.lines).hasSize(60);
    for (int i = 0; i < 60; i++) assertThat(run.lines.get(i)).contains("\"feed " + i + "\"");
  }

  @Test
  void aMissingFileAndAPageAreSaidAndTheRestGoesOn() throws IOException {
    String good = file("good.xml", FEED.formatted("good"));
    String page = file("page.html", "<html></html>");
    Run run = run("", "--json", folder.resolve("none").toString(), page, good);
    assertThat(run.status).isZero();
    assertThat(run.lines.get(0)).contains("\"error\":\"There is no such file\"");
    assertThat(run.lines.get(1)).contains("\"error\":\"It is a web page, not a feed\"");
    assertThat(run.lines.get(2)).contains("\"title\":\"good\"");
  }

  @Test
  void nothingReadableIsBadInput() {
    Run run = run("", "--json", folder.resolve("none").toString());
    assertThat(run.status).isOne();
    assertThat(run.lines).hasSize(1);
  }

  @Test
  void whatIsNoFeedIsBadInput() throws IOException {
    String junk = file("junk.txt", "junk");
    assertThat(run("", "--json", junk).status).isOne();
    assertThat(run("", junk).status).isOne();
  }

  @Test
  void aPersonGetsASummary() throws IOException {
    String feed =
        """
        <rss version="2.0"><channel><title>Good news</title><language>et</language>
        <link>https://a.example/</link>
        <item><title>Ferry late</title><link>https://a.example/1</link>
        <pubDate>Sun, 15 Nov 2026 12:00:00 GMT</pubDate></item>
        <item><description>&lt;p&gt;A &lt;b&gt;note&lt;/b&gt;&lt;/p&gt;</description></item>
        </channel></rss>
        """;
    String name = file("good.xml", feed);
    Run run = run("", name);
    assertThat(run.status).isZero();
    assertThat(run.lines)
        .containsExactly(
            name + ": Good news",
            "  rss 2.0, 2 entries, language et, https://a.example/",
            "  2026-11-15T12:00:00Z  Ferry late",
            "      https://a.example/1",
            "  (no date)  A note");
  }

  @Test
  void rawLeavesTheHtmlAsItIs() throws IOException {
    String feed =
        "<rss version=\"2.0\"><channel><item><description>&lt;b"
            + " onclick='x'&gt;y</description></item></channel></rss>";
    String name = file("raw.xml", feed);
    assertThat(run("", "--json", "--raw", name).lines.getFirst()).contains("<b onclick='x'>y");
    assertThat(run("", "--json", name).lines.getFirst()).contains("\"summary\":\"<b>y</b>\"");
  }
}
