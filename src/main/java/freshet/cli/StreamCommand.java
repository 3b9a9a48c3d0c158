package freshet.cli;

import freshet.cluster.EntryStream;
import freshet.store.Store;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Publishes stored entries to Kafka once more.
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Publishes entries that are stored to a topic of Kafka, from any time on. What comes new, a"
          + " controller publishes by itself; this fills in what was stored before, also while it"
          + " runs.",
      "",
      "An entry that was published already has the same id. docs/stream.md describes the messages."
    })
final class StreamCommand implements Callable<Integer> {
  @Mixin SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, several with commas between")
  @Nullable String kafka;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "What was stored from this day or time on, as 2026-11-01 or 2026-11-01T12:00:00Z"
              + " (default: everything)")
  @Nullable String since;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description = "Topic to publish to (default: the setting 'kafka.entries')")
  @Nullable String topic;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Instant from = since == null ? null : time(since);
    Map<String, String> flags = new LinkedHashMap<>();
    if (kafka != null) flags.put(Setting.KAFKA.key, kafka);
    if (topic != null) flags.put(Setting.KAFKA_ENTRIES.key, topic);
    Settings settings = options.load(flags, Map.of());
    if (settings.text(Setting.KAFKA_ENTRIES).isEmpty()) {
      throw new UserError("Name a topic with --topic (setting 'kafka.entries')");
    }
    try (Store store = Clusters.openToRead(settings);
        EntryStream stream = Clusters.stream(settings, store);
        Progress progress = Progress.of("publishing", 0)) {
      long sent = stream.fill(from, progress::step, () -> false);
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          sent
              + (sent == 1 ? " entry was" : " entries were")
              + " published to "
              + settings.text(Setting.KAFKA_ENTRIES));
      out.flush();
    }
    return 0;
  }

  private static Instant time(String text) {
    try {
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant()
          : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new UserError(
          "--since takes a day like 2026-11-01 or a time like 2026-11-01T12:00:00Z, not '"
              + text
              + "'");
    }
  }
}
