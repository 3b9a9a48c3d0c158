package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.mcp.Assistant;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// What whoever looks after a Freshet does from the shell while it runs.
final class OperatingIT {
  @TempDir Path folder;

  @Test
  void everythingIsDoneWhileItRuns() throws IOException {
    Files.writeString(folder.resolve("list.txt"), "https://a.example/feed\nhttps://b.example/\n");
    Path backup = folder.resolve("b.zip");
    try (Program demo = Program.start(folder, "demo", "--data=d", "--port=0")) {
      demo.address();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> demo.get("api/v1/entries?limit=500").get("entries").size() > 50);
      assertThat(Files.getPosixFilePermissions(folder.resolve("d/key")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));

      assertThat(run("health", "--data=d").outAtEnd()).isEqualTo("ok\n");
      assertThat(run("export", "--data=d", "--opml").outAtEnd()).contains("xmlUrl");
      assertThat(run("stats", "--data=d", "--table=day").outAtEnd()).contains("DAY");
      assertThat(run("account", "list", "--data=d").outAtEnd()).startsWith("me\tno password\t");
      String token = run("account", "token", "--data=d", "me", "phone").outAtEnd().strip();
      assertThat(token).hasSize(29);
      assertThat(demo.get("api/v1/tokens").get("tokens").get(0).get("name").asString())
          .isEqualTo("phone");
      assertThat(run("import", "--data=d", "--all-feeds", "list.txt").outAtEnd())
          .startsWith("2 feeds added, 0 were there already");
      assertThat(run("backup", "--data=d", "b.zip").outAtEnd()).startsWith("Backed up and checked");
      anAssistantSearches();
      var nobody = run("account", "token", "--data=d", "nobody");
      assertThat(nobody.exitStatus()).isEqualTo(1);
      assertThat(nobody.err()).startsWith("There is no account 'nobody'");
      demo.stop();
    }
    assertThat(folder.resolve("d/key")).doesNotExist();
    assertThat(run("health", "--data=d").exitStatus()).isEqualTo(1);
    assertThat(run("restore", "--check", "b.zip").outAtEnd()).startsWith("The backup is whole");
    assertThat(run("restore", "b.zip", "--data=e").outAtEnd()).startsWith("Restored and compared");
    assertThat(run("export", "--data=e", "--csv").outAtEnd()).contains("https://b.example/");
    var again = run("restore", backup.toString(), "--data=e");
    assertThat(again.exitStatus()).isEqualTo(1);
    assertThat(again.err()).contains("is not empty");
  }

  /// Over standard input, by the official client.
  private void anAssistantSearches() {
    try (Assistant assistant = assistant()) {
      assertThat(assistant.tools()).contains("search").doesNotContain("unfollow_feed");
      var newest = assistant.call("list_stories", "limit", 1).get("stories").get(0);
      String title = newest.at("/publisher/title").asString();
      var found = assistant.call("search", "query", title, "limit", 3);
      assertThat(found.get("results").toString()).contains(newest.get("entry").toString());
      assertThat(assistant.call("list_feeds", "limit", 2).get("feeds")).hasSize(2);
    }
    try (Assistant assistant = assistant("--write")) {
      assertThat(assistant.tools()).contains("unfollow_feed");
    }
  }

  private Assistant assistant(String... options) {
    List<String> command = new ArrayList<>(Program.command("mcp", "--data=" + folder.resolve("d")));
    command.addAll(List.of(options));
    var server = ServerParameters.builder(command.getFirst());
    server.args(command.subList(1, command.size()));
    return new Assistant(
        new StdioClientTransport(
            server.build(), new JacksonMcpJsonMapper(JsonMapper.builder().build())));
  }

  /// Whoever can reach the page but not the folder is let in by no key.
  @Test
  void theAdministratorComesFromTheSettings() {
    String[] serve = {
      "serve",
      "--data=d",
      "--port=0",
      "--set=admin.name=Maia",
      "--set=admin.password=four random words"
    };
    try (Program first = Program.start(folder, serve)) {
      assertThat(first.get("api/v1/users").get("status").asInt()).isEqualTo(401);
      assertThat(first.out()).contains("Its data is in ").contains("no feeds yet");
      assertThat(first.out()).doesNotContain("Nobody has a password").contains("Ctrl-C stops it");
      assertThat(run("account", "list", "--data=d").outAtEnd())
          .startsWith("Maia\tpassword set\t0 feeds");
      assertThat(run("account", "token", "--data=d", "Maia").outAtEnd().strip()).hasSize(29);
      first.stop();
    }
    // the second start changes nothing
    try (Program second = Program.start(folder, serve)) {
      second.address();
      assertThat(run("account", "list", "--data=d").outAtEnd()).hasLineCount(1);
    }
  }

  private Program run(String... arguments) {
    return Program.start(folder, arguments);
  }
}
