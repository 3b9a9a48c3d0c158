import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/// One OpenSearch node with the modules that Freshet needs, for tests: no security, one process, on
/// the loopback.
///
/// Arguments: its folder, its port (0 for any). Prints its address when it answers, and ends when
/// its standard input does, so that it does not outlive who started it.
public final class TestNode extends Node {
  private TestNode(Environment environment) throws ReflectiveOperationException {
    super(environment, modules(), false);
  }

  private static List<PluginInfo> modules() throws ReflectiveOperationException {
    return List.of(
        module("transport-netty4", "org.opensearch.transport.Netty4ModulePlugin"),
        module("analysis-common", "org.opensearch.analysis.common.CommonAnalysisModulePlugin"),
        module("lang-painless", "org.opensearch.painless.PainlessModulePlugin"));
  }

  private static PluginInfo module(String name, String className) {
    return new PluginInfo(
        name,
        name,
        "3.8.0",
        org.opensearch.Version.CURRENT,
        "25",
        className,
        null,
        List.of(),
        false);
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]).toAbsolutePath();
    Files.createDirectories(folder);
    Settings settings =
        Settings.builder()
            .put("path.home", folder)
            .put("path.data", folder.resolve("data"))
            .put("path.logs", folder.resolve("logs"))
            .put("node.name", "freshet")
            .put("cluster.name", "freshet")
            .put("discovery.type", "single-node")
            .put("http.host", "127.0.0.1")
            .put("transport.host", "127.0.0.1")
            .put("http.port", args[1])
            .put("transport.port", "0")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "freshet");
    try (TestNode node = new TestNode(environment)) {
      node.start();
      System.out.println(
          "READY "
              + node.injector()
                  .getInstance(org.opensearch.http.HttpServerTransport.class)
                  .boundAddress()
                  .publishAddress());
      System.out.flush();
      while (System.in.read() >= 0) {}
    }
    System.exit(0);
  }
}
