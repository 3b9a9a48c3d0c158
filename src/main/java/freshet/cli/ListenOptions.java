package freshet.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the page listens: the flags of the commands that serve it.
final class ListenOptions {
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of the page (default: 8080; 0 takes a free one)")
  @Nullable String port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "Address to listen on (default: 127.0.0.1, this machine only)")
  @Nullable String bind;

  Map<String, String> flags() {
    Map<String, String> flags = new LinkedHashMap<>();
    if (port != null) flags.put("port", port);
    if (bind != null) flags.put("bind", bind);
    return flags;
  }
}
