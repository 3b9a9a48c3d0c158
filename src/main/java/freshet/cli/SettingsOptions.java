package freshet.cli;

import freshet.model.FeedUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags that set settings, the same for every command that has data.
final class SettingsOptions extends AnySettingOptions {
  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (default: data)")
  @Nullable String data;

  @Option(
      names = "--db",
      paramLabel = "ADDRESS",
      description = "PostgreSQL database: jdbc:postgresql://… (default: SQLite in the data folder)")
  @Nullable String db;

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

  @Override
  Settings load(Map<String, String> more, Map<Setting, String> defaults) {
    Map<String, String> flags = new LinkedHashMap<>();
    if (data != null) flags.put("data", data);
    if (db != null) flags.put("db", db);
    flags.putAll(more);
    return super.load(flags, defaults);
  }
}
