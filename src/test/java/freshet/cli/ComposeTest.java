package freshet.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine;

/// What the Compose files say exists: commands, settings, volumes, services, and those settings of
/// Kafka that Kafka itself reads, with the program that its image starts with.
@SuppressWarnings("unchecked")
final class ComposeTest {
  private static final Path PACKAGING = Path.of("packaging");
  private static final String MANY = "compose-cluster.yaml";
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

  /// Those of the Compose specification that are used.
  private static final Set<String> KEYS =
      Set.of(
          "image",
          "build",
          "command",
          "restart",
          "read_only",
          "cap_drop",
          "security_opt",
          "tmpfs",
          "networks",
          "secrets",
          "mem_limit",
          "depends_on",
          "environment",
          "volumes",
          "ports",
          "deploy",
          "healthcheck");

  private static final String LOG =
      """
      Configuration:
        Loggers:
          Root:
            level: INFO
          Logger: []
      """;

  @TempDir Path folder;

  private static Map<String, Object> read(String file) throws IOException {
    String text = Files.readString(PACKAGING.resolve(file));
    return new Yaml().load(VARIABLE.matcher(text).replaceAll("$2"));
  }

  private static Map<String, Map<String, Object>> services(Map<String, Object> all) {
    return (Map<String, Map<String, Object>>) there(all, "services");
  }

  private static <T> T there(Map<String, T> all, String name) {
    return requireNonNull(all.get(name), name);
  }

  private static boolean isFreshet(Map<String, Object> service) {
    return "freshet".equals(service.get("image"));
  }

  private static Map<String, String> environment(Map<String, Object> service) {
    Map<String, String> all = new TreeMap<>();
    var given = (Map<String, Object>) service.getOrDefault("environment", Map.of());
    given.forEach((name, value) -> all.put(name, String.valueOf(value)));
    return all;
  }

  private static List<String> list(Map<String, Object> service, String key) {
    Object value = service.getOrDefault(key, List.of());
    return value instanceof Map<?, ?> map
        ? map.keySet().stream().map(String::valueOf).toList()
        : ((List<Object>) value).stream().map(String::valueOf).toList();
  }

  private static Set<String> named(Map<String, Object> all, String key) {
    return ((Map<String, Object>) all.getOrDefault(key, Map.of())).keySet();
  }

  private static String dockerfile() throws IOException {
    return Files.readString(PACKAGING.resolve("Dockerfile"));
  }

  /// What the image of Freshet sets.
  private static Map<String, String> ofImage() throws IOException {
    Map<String, String> all = new TreeMap<>();
    dockerfile()
        .lines()
        .filter(line -> line.startsWith("ENV "))
        .flatMap(line -> Pattern.compile("(\\w+)=(\\S+)").matcher(line).results())
        .forEach(pair -> all.put(pair.group(1), pair.group(2)));
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", MANY})
  void freshetKnowsItsCommandsAndSettings(String file) throws IOException {
    int seen = 0;
    for (var service : services(read(file)).entrySet()) {
      if (!isFreshet(service.getValue())) continue;
      seen++;
      List<String> command = list(service.getValue(), "command");
      if (!command.isEmpty()) {
        CommandLine main = Main.commandLine();
        assertThat(main.parseArgs(command.toArray(String[]::new)).hasSubcommand()).isTrue();
      }
      Map<String, String> variables = new TreeMap<>(ofImage());
      variables.putAll(environment(service.getValue()));
      Settings settings = Settings.load(null, variables, Map.of(), Map.of());
      assertThat(settings.text(Setting.DATA)).as(service.getKey()).isEqualTo("/data");
      String secret = settings.text(Setting.ADMIN_PASSWORD_FILE);
      if (!secret.isEmpty()) {
        assertThat(list(service.getValue(), "secrets"))
            .contains(secret.substring(secret.lastIndexOf('/') + 1));
      }
    }
    assertThat(seen).isEqualTo(file.equals(MANY) ? 5 : 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", MANY})
  void whatIsNamedIsThere(String file) throws IOException {
    Map<String, Object> all = read(file);
    var services = services(all);
    List<String> volumes = new ArrayList<>();
    for (var one : services.entrySet()) {
      String name = one.getKey();
      Map<String, Object> service = one.getValue();
      assertThat(KEYS).as(name).containsAll(service.keySet());
      assertThat(named(all, "networks")).as(name).containsAll(list(service, "networks"));
      assertThat(named(all, "secrets")).as(name).containsAll(list(service, "secrets"));
      for (String volume : list(service, "volumes")) {
        String from = volume.split(":")[0];
        if (from.startsWith("./")) assertThat(PACKAGING.resolve(from)).isRegularFile();
        else volumes.add(from);
      }
      var waits = (Map<String, Map<String, String>>) service.getOrDefault("depends_on", Map.of());
      waits.forEach((server, condition) -> {
        assertThat(condition).as(name).containsEntry("condition", "service_healthy");
        assertThat(services.get(server)).as(server).containsKey("healthcheck");
      });
      if (service.get("build") instanceof Map<?, ?> build) {
        Path context = PACKAGING.resolve(String.valueOf(build.get("context")));
        assertThat(context.resolve(String.valueOf(build.get("dockerfile")))).isRegularFile();
        List<String> wanted =
            Pattern.compile("(?m)^ARG (\\w+)$")
                .matcher(dockerfile())
                .results()
                .map(m -> m.group(1))
                .toList();
        assertThat(((Map<String, String>) requireNonNull(build.get("args"))).keySet())
            .containsExactlyInAnyOrderElementsOf(wanted);
      }
    }
    assertThat(volumes).doesNotHaveDuplicates();
    assertThat(named(all, "volumes")).containsExactlyInAnyOrderElementsOf(volumes);
  }

  /// Whoever is reached by name is on a network with whoever asks.
  @Test
  void theyReachEachOther() throws IOException {
    var services = services(read(MANY));
    int seen = 0;
    for (var one : services.entrySet()) {
      if (!isFreshet(one.getValue())) continue;
      for (var variable : environment(one.getValue()).entrySet()) {
        String host = host(variable.getValue());
        if (host == null) continue;
        seen++;
        assertThat(services).as(variable.getKey()).containsKey(host);
        List<String> networks = new ArrayList<>(list(one.getValue(), "networks"));
        networks.retainAll(list(there(services, host), "networks"));
        if (host.equals(one.getKey())) assertThat(networks).contains("inside");
        else assertThat(networks).as(one.getKey() + " to " + host).containsExactly("inside");
      }
    }
    assertThat(seen).isEqualTo(2 * 4 + 1 + 2 * 2);
  }

  private static @Nullable String host(String value) {
    if (value.equals("kafka:9092")) return "kafka";
    String url = value.replaceFirst("^(jdbc|opensearch):", "");
    return url.matches("\\w+://.*") ? URI.create(url).getHost() : null;
  }

  /// The balancer asks all web nodes, and they and the controllers believe those who ask for
  /// others.
  @Test
  void theBalancerKnowsTheWebNodes() throws IOException {
    Map<String, Object> all = read(MANY);
    var services = services(all);
    List<String> nodes = new ArrayList<>();
    services.forEach((name, service) -> {
      if (!list(service, "command").equals(List.of("web"))) return;
      nodes.add(name + ":8080");
      // Otherwise names would lead to addresses that are not trusted.
      assertThat(list(service, "networks")).containsExactly("inside");
    });
    String rules = Files.readString(PACKAGING.resolve("balancer.Caddyfile"));
    MatchResult asked =
        Pattern.compile("reverse_proxy (.*) \\{")
            .matcher(rules)
            .results()
            .findFirst()
            .orElseThrow();
    assertThat(asked.group(1).split(" ")).containsExactlyInAnyOrderElementsOf(nodes).hasSize(2);
    String trusted = environment(there(services, "web1")).get("FRESHET_LOGIN_TRUSTED");
    var networks = (Map<String, Object>) there(all, "networks");
    assertThat(there(networks, "inside").toString()).contains("subnet=" + trusted);
  }

  @Test
  void heapsFit() throws IOException {
    services(read(MANY))
        .forEach((name, service) -> {
          if (!isFreshet(service)) return;
          long limit = megabytes(String.valueOf(service.get("mem_limit")));
          String heap = environment(service).get("FRESHET_JAVA_OPTS");
          // Java takes a quarter by itself.
          long most = heap == null ? limit / 4 : megabytes(heap.replaceFirst("^-Xmx", ""));
          assertThat(most).as(name).isBetween(limit / 4, limit / 2);
          assertThat(most).as(name).isGreaterThanOrEqualTo(256);
        });
  }

  private static long megabytes(String size) {
    long number = Long.parseLong(size.substring(0, size.length() - 1));
    return size.endsWith("g") ? number * 1024 : number;
  }

  @Test
  void kafkaTakesItsSettings() throws Exception {
    Map<String, String> variables = environment(there(services(read(MANY)), "kafka"));
    variables.put("KAFKA_LOG_DIRS", folder.resolve("logs").toString());
    variables.put("CLUSTER_ID", "AAAAAAAAAAAAAAAAAAAAAQ");
    Path defaults = Files.createDirectory(folder.resolve("defaults"));
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    Path result = Files.createDirectory(folder.resolve("final"));
    Files.writeString(defaults.resolve("server.properties"), "");
    for (String log : List.of("log4j2.yaml", "tools-log4j2.yaml")) {
      Files.writeString(defaults.resolve(log), LOG);
    }
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "kafka.docker.KafkaDockerWrapper",
            "setup",
            "-D=" + defaults,
            "-M=" + mounted,
            "-F=" + result);
    builder.environment().putAll(variables);
    Process process = builder.redirectErrorStream(true).start();
    String said;
    try (BufferedReader reader = process.inputReader()) {
      said = String.join("\n", reader.lines().toList());
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    Properties made = new Properties();
    try (var in = Files.newBufferedReader(result.resolve("server.properties"))) {
      made.load(in);
    }
    Map<String, String> all = new TreeMap<>();
    made.forEach((name, value) -> all.put(name.toString(), value.toString()));
    assertThat(AbstractKafkaConfig.CONFIG_DEF.names()).containsAll(all.keySet());
    assertThat(all).hasSize(variables.size() - 1);
    Duration session =
        Duration.ofMillis(Long.parseLong(all.get("group.consumer.session.timeout.ms")));
    Duration beat =
        Duration.ofMillis(Long.parseLong(all.get("group.consumer.heartbeat.interval.ms")));
    assertThat(session.minus(beat)).isGreaterThan(Duration.ofSeconds(6));
  }
}
