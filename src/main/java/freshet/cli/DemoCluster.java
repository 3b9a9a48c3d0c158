package freshet.cli;

import freshet.demo.Crew;
import freshet.demo.CrewFolder;
import freshet.model.DemoCrew;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A Freshet on many machines, all of them on this one: a PostgreSQL, a broker of Kafka, two
/// controllers, three terminals and a web node, each a process of its own that can be killed,
/// stopped and added on the page of machines.
final class DemoCluster implements AutoCloseable {
  /// Tells the processes of the demo where their keeper listens ([freshet.demo.CrewFolder]).
  private static final String FOLDER = "freshet.demo.crew";

  static final String NAME = "demo";
  static final String PASSWORD = "freshet-demo";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Crew crew;
  private final Path folder;
  private final Path servers;
  private final List<String> settings;
  private final Map<String, Integer> ports = new HashMap<>();

  /// @param servers what the launcher made: the libraries of both servers, and what starts them
  /// @param settings of every process, as options
  DemoCluster(Path folder, @Nullable Path servers, int port, List<String> settings) {
    if (servers == null || !Files.isDirectory(servers)) {
      throw new UserError(
          "The demo of many machines starts a Kafka and a PostgreSQL, which only ./freshet in the"
              + " sources fetches. With servers of your own, docs/many-machines.md says what to"
              + " start");
    }
    this.folder = folder;
    this.servers = servers;
    this.settings = settings;
    this.ports.put("web-1", port);
    this.crew = new Crew(folder, this::command, InstantSource.system());
  }

  /// Of the demo that this process belongs to, if it does to one.
  static DemoCrew crew() {
    String folder = System.getProperty(FOLDER);
    return folder == null ? DemoCrew.NONE : new CrewFolder(Path.of(folder));
  }

  /// Starts all of it and says how far it is.
  ///
  /// @return where its pages are
  String start(PrintWriter out, List<String> feeds) throws InterruptedException, IOException {
    crew.watch();
    say(out, "Starting PostgreSQL and Kafka …");
    String postgres = crew.add("postgres");
    String kafka = crew.add("kafka");
    until(postgres, () -> listens(postgres));
    until(kafka, () -> listens(kafka));
    say(out, "Starting two controllers, three terminals and a web node …");
    String first = crew.add("controller");
    until(first, () -> crew.address(first).isPresent());
    follow(first, feeds);
    crew.add("controller");
    for (int i = 0; i < 3; i++) crew.add("terminal");
    String web = crew.add("web");
    until(web, () -> crew.address(web).isPresent());
    return crew.address(web).orElseThrow();
  }

  private static void say(PrintWriter out, String sentence) {
    out.println(sentence);
    out.flush();
  }

  /// As with the command `import`: beside the controller that runs.
  private void follow(String controller, List<String> feeds) throws IOException {
    Path list = Files.write(folder.resolve("feeds.txt"), feeds);
    List<String> command = freshet("import");
    command.addAll(List.of(list.toString(), data(controller), database()));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("import.log").toFile())
              .start();
      if (process.waitFor() == 0) return;
      throw new UserError(
          "The feeds of the demo could not be followed: "
              + Files.readString(folder.resolve("import.log")).strip());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("The demo was stopped while it started");
    }
  }

  private void until(String name, Supplier<Boolean> there) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!there.get()) {
      if (!crew.runs(name) || System.nanoTime() > end) {
        throw new UserError(name + " did not start. What it said: " + crew.said(name).strip());
      }
      Thread.sleep(100);
    }
  }

  private boolean listens(String name) {
    return crew.said(name).contains("It listens");
  }

  private List<String> command(String role, String name) {
    return switch (role) {
      case "postgres" -> server("postgres", "" + port(name));
      case "kafka" -> server("kafka", "" + port(name), "" + port(name + "-quorum"));
      case "controller" -> {
        List<String> command = freshet(role);
        command.addAll(List.of(data(name), "--port=0", database(), kafka()));
        command.addAll(List.of("--set=admin.name=" + NAME, "--set=admin.password=" + PASSWORD));
        command.addAll(settings);
        yield command;
      }
      case "terminal" -> {
        List<String> command = freshet(role);
        command.add(kafka());
        command.addAll(settings);
        yield command;
      }
      case "web" -> {
        List<String> command = freshet(role);
        command.addAll(List.of(data(name), "--port=" + port(name), database()));
        command.addAll(settings);
        yield command;
      }
      default -> throw new UserError("The demo has no " + role);
    };
  }

  private String data(String name) {
    return "--data=" + folder.resolve(name);
  }

  private String database() {
    return "--db=jdbc:postgresql://127.0.0.1:" + port("postgres-1") + "/postgres?user=postgres";
  }

  private String kafka() {
    return "--kafka=127.0.0.1:" + port("kafka-1");
  }

  /// The same at every start of the process of that name.
  private synchronized int port(String name) {
    return ports.computeIfAbsent(name, _ -> free());
  }

  private static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UserError("No port is free: " + e.getMessage());
    }
  }

  private List<String> server(String... arguments) {
    List<String> command = java();
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    String libraries = servers.resolve("lib") + "/*";
    command.addAll(List.of("-cp", libraries + ":" + servers.resolve("classes"), "Servers"));
    command.add(arguments[0]);
    command.add(folder.resolve(arguments[0] + "-1").toString());
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return command;
  }

  private List<String> freshet(String role) {
    List<String> command = java();
    command.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
    command.add("-D" + FOLDER + "=" + folder);
    for (String given : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (given.startsWith("-XX:AOTCache=")) command.add(given);
    }
    command.addAll(List.of("-jar", System.getProperty("java.class.path"), role));
    return command;
  }

  /// Whoever started it may be killed: on Linux what it started ends with it.
  private static List<String> java() {
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/setpriv"))) {
      command.addAll(List.of("/usr/bin/setpriv", "--pdeathsig", "KILL"));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    return command;
  }

  @Override
  public void close() {
    crew.close();
  }
}
