package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user meets on the command line when something is wrong: a sentence and a status.
final class CommandsIT {
  @TempDir Path folder;

  @Test
  void configRefusesAWrongSettingByNameAndLine() throws IOException {
    Files.writeString(folder.resolve("freshet.properties"), "port = 8080\nbudjet = 600/10m\n");
    var config = run("config");
    assertThat(config.exitStatus()).isEqualTo(1);
    assertThat(config.err())
        .isEqualTo("There is no setting 'budjet' (freshet.properties:2). Did you mean 'budget'?\n");
  }

  @Test
  void configPrintsAFileThatConfigReads() throws IOException {
    var first = run("config", "--set=budget=7/1m");
    assertThat(first.exitStatus()).isZero();
    assertThat(first.out()).contains("budget = 7/1m").contains("# from: --budget");
    Files.writeString(folder.resolve("freshet.properties"), first.out());
    var second = run("config");
    assertThat(second.exitStatus()).as(second.err()).isZero();
    assertThat(second.out()).contains("budget = 7/1m");
  }

  @Test
  void aPortInUseIsASentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var serve = run("serve", "--data=d", "--port=" + taken.getLocalPort());
      assertThat(serve.exitStatus()).isEqualTo(1);
      assertThat(serve.err())
          .startsWith("Port " + taken.getLocalPort() + " of 127.0.0.1 cannot be used")
          .hasLineCount(1);
    }
  }

  @Test
  void aDatabaseThatIsDownIsASentence() {
    var serve =
        run(
            "serve",
            "--data=d",
            "--port=0",
            "--db=jdbc:postgresql://127.0.0.1:1/freshet?user=x&password=secret");
    assertThat(serve.exitStatus()).isEqualTo(1);
    assertThat(serve.err())
        .startsWith("The database jdbc:postgresql://127.0.0.1:1/freshet cannot be used")
        .doesNotContain("secret")
        .hasLineCount(1);
  }

  @Test
  void aCorruptStoreIsASentence() throws IOException {
    Files.createDirectories(folder.resolve("d"));
    Files.writeString(folder.resolve("d/freshet.db"), "not a database ".repeat(1000));
    var serve = run("serve", "--data=d", "--port=0");
    assertThat(serve.exitStatus()).isEqualTo(1);
    assertThat(serve.err()).contains("freshet.db cannot be used").hasLineCount(1);
  }

  @Test
  void wrongUsageIsStatusTwo() {
    assertThat(run("serve", "--prot=1").exitStatus()).isEqualTo(2);
    assertThat(run("sevre").exitStatus()).isEqualTo(2);
    assertThat(run("export").exitStatus()).isEqualTo(2);
  }

  @Test
  void whatIsImportedIsExported() throws IOException {
    Files.writeString(
        folder.resolve("list.opml"),
        """
        <opml version="2.0"><body><outline text="News">
          <outline text="A" xmlUrl="https://a.example/feed"/><outline text="bad" xmlUrl="http://"/>
        </outline></body></opml>
        """);
    var dry = run("import", "--data=d", "--dry-run", "list.opml");
    assertThat(dry.exitStatus()).isZero();
    assertThat(dry.out()).contains("1 addresses would be taken");
    var first = run("import", "--data=d", "list.opml");
    assertThat(first.exitStatus()).as(first.err()).isZero();
    assertThat(first.out()).isEqualTo("1 feeds added, 0 were there already, 1 left out\n");
    assertThat(first.err()).contains("left out: ");
    assertThat(run("import", "--data=d", "list.opml").outAtEnd())
        .startsWith("0 feeds added, 1 were there");
    assertThat(run("export", "--data=d", "--opml").outAtEnd())
        .contains("xmlUrl=\"https://a.example/feed\"")
        .contains("text=\"News\"");
    assertThat(run("export", "--data=d", "--csv").outAtEnd())
        .contains("https://a.example/feed,A,News");
    assertThat(run("export", "--data=d", "--jsonl").outAtEnd()).isEmpty();
    var missing = run("import", "--data=d", "none.opml");
    assertThat(missing.exitStatus()).isEqualTo(1);
    assertThat(missing.err()).isEqualTo("The file none.opml cannot be read\n");
  }

  private Program run(String... arguments) {
    return Program.start(folder, arguments);
  }
}
