package freshet.cli;

import freshet.store.Store;
import freshet.store.StoreInUse;
import freshet.store.Translations.Given;
import freshet.text.Spans;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// What translators gave, whether Freshet runs or not.
@Command(
    name = "translations",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(list | forget)",
    description = {
      "Lists whose translations are kept, and forgets those of a translator that was wrong",
      "(docs/translating.md)."
    })
final class TranslationsCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the translators by their ids, with how many texts of each are kept.")
  Integer list(@Mixin SettingsOptions options) {
    try (Store store = Factories.openToRead(options.load())) {
      Map<String, Long> givers = store.translations().givers();
      givers.forEach((id, texts) -> say(id + "\ttexts " + texts));
      if (givers.isEmpty()) say("Nothing was translated yet.");
      return 0;
    }
  }

  @Command(
      name = "forget",
      mixinStandardHelpOptions = true,
      description = {
        "Forgets what a translator gave. It is translated again by those whom the settings name,",
        "within their budgets, and shown as it was written until then."
      })
  Integer forget(
      @Mixin SettingsOptions options,
      @Parameters(paramLabel = "ID", description = "As 'translations list' says it") String id,
      @Option(
              names = "--since",
              paramLabel = "TIME",
              description =
                  "Only what it gave since then: 2026-11-15, 2026-11-15T18:00 (local time) or how"
                      + " long ago, such as 6h or 3d (default: everything)")
          @Nullable String since,
      @Option(names = "--dry-run", description = "Says how much it is, and changes nothing")
          boolean dry) {
    Settings settings = options.load();
    Instant from = since == null ? Instant.EPOCH : since(since, Instant.now());
    Given given;
    try (Store store = Factories.openExisting(settings)) {
      if (!store.translations().givers().containsKey(id)) {
        throw new UserError(
            "Nothing of '" + id + "' is kept; './freshet translations list' names the translators");
      }
      given = store.translations().given(id, from);
      if (!dry) store.translations().forget(id, from, Instant.now());
    } catch (StoreInUse e) {
      given = ask(RunningFreshet.on(settings).orElseThrow(() -> e), id, from, dry);
    }
    say(
        (dry ? "Would be forgotten" : "Forgotten")
            + ": texts "
            + given.texts()
            + ", entries with them "
            + given.entries());
    return 0;
  }

  private static Given ask(RunningFreshet running, String id, Instant since, boolean dry) {
    Map<String, Object> body = new HashMap<>();
    body.put("translator", id);
    body.put("since", since.toString());
    body.put("dryRun", dry);
    JsonNode answer =
        Objects.requireNonNull(running.call("POST", "/api/v1/translation/forget", null, body));
    return new Given(answer.path("texts").asLong(), answer.path("entries").asLong());
  }

  static Instant since(String typed, Instant now) {
    try {
      if (typed.matches("\\d{4}-\\d\\d-\\d\\d")) {
        return LocalDate.parse(typed).atStartOfDay(ZoneId.systemDefault()).toInstant();
      }
      if (typed.contains("T")) {
        return typed.endsWith("Z")
            ? Instant.parse(typed)
            : LocalDateTime.parse(typed).atZone(ZoneId.systemDefault()).toInstant();
      }
      return now.minus(Spans.parse(typed));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new UserError("--since must be like 2026-11-15, 2026-11-15T18:00, 6h or 3d");
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
