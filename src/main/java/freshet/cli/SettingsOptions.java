package freshet.cli;

import freshet.model.FeedUrl;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags that set settings, the same for every command that needs some.
final class SettingsOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings file (default: freshet.properties here, if there is one)")
  @Nullable Path file;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder (default: data; demo: one that is deleted at the end)")
  @Nullable String data;

  @Option(
      names = "--db",
      paramLabel = "ADDRESS",
      description = "PostgreSQL database: jdbc:postgresql://… (default: SQLite in the data folder)")
  @Nullable String db;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Any other setting; './freshet config' lists them")
  Map<String, String> others = new LinkedHashMap<>();

  Settings load() {
    return load(Map.of(), Map.of());
  }

  /// For visiting sites. On one's own machine nobody needs the pause between two requests; a
  /// publisher's own Crawl-delay is kept there too.
  Settings load(boolean allowPrivate, List<FeedUrl> sites) {
    Map<String, String> more = new LinkedHashMap<>();
    if (allowPrivate) more.put(Setting.FETCH_ALLOW_PRIVATE.key, "true");
    boolean own = !sites.isEmpty() && sites.stream().allMatch(SettingsOptions::isOwnMachine);
    return load(more, allowPrivate && own ? Map.of(Setting.FETCH_GAP, "0s") : Map.of());
  }

  private static boolean isOwnMachine(FeedUrl url) {
    String host = url.host();
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.startsWith("127.")
        || host.equals("[::1]");
  }

  /// @param more flags of the command itself
  /// @param defaults of the command itself
  Settings load(Map<String, String> more, Map<Setting, String> defaults) {
    Map<String, String> flags = new LinkedHashMap<>(others);
    if (data != null) flags.put("data", data);
    if (db != null) flags.put("db", db);
    flags.putAll(more);
    Path from = file;
    String named = System.getenv("FRESHET_CONFIG");
    if (from == null && named != null && !named.isBlank()) from = Path.of(named);
    Settings settings = Settings.load(from, System.getenv(), flags, defaults);
    LogSetup.apply(settings);
    return settings;
  }
}
