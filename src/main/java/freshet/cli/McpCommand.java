package freshet.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import freshet.fetch.OwnServer;
import freshet.mcp.McpApi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Hands on what an assistant on this machine says, a message a line, to the Freshet that runs on a
/// data folder. Which one that is is looked up for each message, so it may be started again
/// between.
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Lets an assistant on this machine use the Freshet that runs on a data folder, by the Model"
            + " Context Protocol over standard input and output. It may look, and with --write also"
            + " change (docs/assistants.md).")
final class McpCommand implements Callable<Integer> {
  private static final int AWAY = -32603;

  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description = "For whom (default: the first account)")
  @Nullable String account;

  @Option(
      names = "--write",
      description = "It may also follow feeds, stop following them and mark entries")
  boolean write;

  @Override
  public Integer call() throws IOException {
    Settings settings = options.load();
    PrintStream out = new PrintStream(System.out, false, UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.isBlank()) continue;
      String answer = answer(settings, line);
      if (answer.isEmpty()) continue;
      out.print(answer + "\n");
      out.flush();
    }
    return 0;
  }

  private String answer(Settings settings, String message) {
    try {
      RunningFreshet running =
          RunningFreshet.on(settings)
              .orElseThrow(() ->
                  new UserError(
                      "No Freshet runs on "
                          + settings.text(Setting.DATA)
                          + "; start it with './freshet serve'"));
      OwnServer.Answer answer =
          running.ask(
              "POST", write ? McpApi.PATH : McpApi.ONLY_LOOKING, account, message.getBytes(UTF_8));
      if (answer.status() == 401) {
        throw new UserError("There is no account '" + account + "'");
      }
      String said = new String(answer.body(), UTF_8).replaceAll("[\r\n]", " ");
      if (answer.status() < 400 || said.contains("\"jsonrpc\"")) return said;
      throw new UserError("Freshet answers " + answer.status());
    } catch (UserError e) {
      return away(message, String.valueOf(e.getMessage()));
    }
  }

  /// Says in the words of the protocol why nothing can be said.
  private static String away(String message, String sentence) {
    JsonNode id;
    try {
      id = JsonLines.MAPPER.readTree(message).path("id");
    } catch (JacksonException e) {
      return "";
    }
    if (!id.isString() && !id.isNumber()) return "";
    return JsonLines.MAPPER.writeValueAsString(
        Map.of("jsonrpc", "2.0", "id", id, "error", Map.of("code", AWAY, "message", sentence)));
  }
}
