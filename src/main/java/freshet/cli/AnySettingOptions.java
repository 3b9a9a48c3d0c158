package freshet.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags that set any setting, for commands without data of their own.
class AnySettingOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings file (default: freshet.properties here, if there is one)")
  @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Any other setting; './freshet config' lists them")
  Map<String, String> others = new LinkedHashMap<>();

  /// @param more flags of the command itself
  /// @param defaults of the command itself
  Settings load(Map<String, String> more, Map<Setting, String> defaults) {
    Map<String, String> flags = new LinkedHashMap<>(others);
    flags.putAll(more);
    Path from = file;
    String named = System.getenv("FRESHET_CONFIG");
    if (from == null && named != null && !named.isBlank()) from = Path.of(named);
    Settings settings = Settings.load(from, System.getenv(), flags, defaults);
    LogSetup.apply(settings);
    return settings;
  }
}
