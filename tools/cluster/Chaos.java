import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Real controllers, terminals, web nodes, a broker and a PostgreSQL, which are killed, stopped and
/// restarted at random while a web of its own publishes. Judged by that web's log and the database
/// alone ([Judge]); nothing here is part of Freshet or asks it what is true.
final class Chaos {
  private static final long START = System.nanoTime();

  private final Map<String, String> options = new HashMap<>();
  private final Random random;
  private final Path folder;
  private final List<Path> jars = new ArrayList<>();
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, Integer> pages = new ConcurrentHashMap<>();
  private final List<Machine> controllers = new ArrayList<>();
  private final List<Machine> terminals = new ArrayList<>();
  private final List<Machine> webs = new ArrayList<>();
  private final Machine postgres;
  private final Machine kafka;
  private final Machine origin;
  private final Web web;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private volatile boolean over;
  private volatile Takeover takeover;

  private Chaos(String[] args) throws IOException {
    options.putAll(
        Map.of("minutes", "30", "feeds", "20000", "hosts", "2000", "seed", "1", "every", "20"));
    options.putAll(Map.of("terminals", "3", "controllers", "3", "webs", "2", "mean", "600"));
    options.putAll(Map.of("port", "0", "folder", "target/chaos", "jar", "target/freshet.jar"));
    options.put("skew", "0");
    options.put("pauses", "12");
    options.putAll(Map.of("interval", "120", "gap", "1", "patience", "900", "java", ""));
    for (String arg : args) {
      String[] parts = arg.replaceFirst("^--", "").split("=", 2);
      if (parts.length < 2 || !options.containsKey(parts[0]) && !parts[0].equals("other-jar")) {
        System.err.println(
            "--NAME=VALUE, where NAME is one of " + options.keySet() + ", other-jar");
        System.exit(2);
      }
      options.put(parts[0], parts[1]);
    }
    random = new Random(number("seed"));
    folder = Path.of(options.get("folder")).toAbsolutePath();
    if (Files.exists(folder)) remove(folder);
    Files.createDirectories(folder);
    jars.add(copied(Path.of(options.get("jar")), "new"));
    if (options.containsKey("other-jar"))
      jars.add(copied(Path.of(options.get("other-jar")), "other"));
    long begin = System.currentTimeMillis() + 20_000;
    long end = begin + number("minutes") * 60_000L;
    web =
        new Web(
            number("seed"), number("feeds"), number("hosts"), begin, end, number("mean") * 1000L);
    origin = new Machine("origin", folder, this::originCommand);
    postgres = new Machine("postgres", folder, () -> server("postgres", "" + port("postgres")));
    kafka =
        new Machine(
            "kafka", folder, () -> server("kafka", "" + port("kafka"), "" + port("kafka-quorum")));
    for (int i = 1; i <= number("controllers"); i++) {
      String name = "controller-" + i;
      controllers.add(new Machine(name, folder, () -> controller(name)));
    }
    for (int i = 1; i <= number("terminals"); i++) {
      terminals.add(new Machine("terminal-" + i, folder, this::terminal));
    }
    for (int i = 1; i <= number("webs"); i++) {
      String name = "web-" + i;
      webs.add(new Machine(name, folder, () -> webNode(name)));
    }
  }

  public static void main(String[] args) throws Exception {
    Chaos chaos = new Chaos(args);
    // Ctrl-C leaves nothing behind.
    Runtime.getRuntime().addShutdownHook(new Thread(chaos::end));
    System.exit(chaos.run() ? 0 : 1);
  }

  static void tell(String what) {
    System.out.printf(
        "%s %5.0f s  %s%n",
        LocalTime.now().truncatedTo(ChronoUnit.SECONDS), (System.nanoTime() - START) / 1e9, what);
  }

  private int number(String option) {
    return Integer.parseInt(options.get(option));
  }

  private boolean run() throws Exception {
    tell("options " + options);
    postgres.start();
    kafka.start();
    origin.start();
    for (Machine one : List.of(postgres, kafka, origin)) await(one, "It listens");
    takeover = new Takeover(jdbc());
    controllers.getFirst().start();
    await(controllers.getFirst(), "Freshet is at ");
    for (Machine one : controllers.subList(1, controllers.size())) one.start();
    for (Machine one : terminals) one.start();
    for (Machine one : webs) one.start();
    follow();
    Thread.ofPlatform().daemon().start(this::lookAfter);
    for (Machine one : webs) Thread.ofPlatform().daemon().start(() -> read(one.name));
    disturb();
    for (Machine one : all()) {
      if (one.isPaused()) one.pause(false);
    }
    tell("nothing is published or killed any more");
    boolean held = settle();
    end();
    for (Machine one : all()) tell(one.summary());
    tell("pages of web nodes, by status: " + new java.util.TreeMap<>(pages));
    tell(takeover.summary());
    return held;
  }

  private List<Machine> all() {
    List<Machine> all = new ArrayList<>(List.of(postgres, kafka, origin));
    all.addAll(controllers);
    all.addAll(terminals);
    all.addAll(webs);
    return all;
  }

  /// As a service manager does.
  private void lookAfter() {
    while (!over) {
      nap(1);
      if (over) return;
      for (Machine one : all()) one.look();
    }
  }

  private void follow() throws Exception {
    StringBuilder list = new StringBuilder();
    for (int feed = 0; feed < web.feeds; feed++) {
      list.append(web.url(feed, port("origin"))).append('\n');
    }
    URI at = URI.create("http://127.0.0.1:" + port("controller-1") + "/api/v1/opml");
    HttpRequest request =
        HttpRequest.newBuilder(at)
            .header("Content-Type", "text/plain")
            .timeout(Duration.ofMinutes(5))
            .POST(HttpRequest.BodyPublishers.ofString(list.toString()))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) throw new IllegalStateException(answer.body());
    tell(web.feeds + " feeds are followed");
  }

  /// Asks a web node as a reader does.
  private void read(String name) {
    List<String> paths = List.of("/", "/api/v1/entries?limit=20", "/api/v1/search?q=wire");
    for (int i = 0; !over; i++) {
      nap(2);
      URI at = URI.create("http://127.0.0.1:" + port(name) + paths.get(i % paths.size()));
      String came;
      try {
        HttpRequest request = HttpRequest.newBuilder(at).timeout(Duration.ofSeconds(20)).build();
        came = "" + http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      } catch (IOException e) {
        came = "nobody answered";
      } catch (InterruptedException e) {
        return;
      }
      pages.merge(came, 1, Integer::sum);
    }
  }

  /// Kills somebody every so many seconds; now and then a database is restarted, a terminal or a
  /// controller stands still for longer than anybody waits for it.
  private void disturb() {
    int turn = 0;
    int pauses = number("pauses");
    while (System.currentTimeMillis() < web.end) {
      nap(Math.max(1, number("every") - 3 + random.nextInt(7)));
      turn++;
      if (turn % pauses == pauses / 3) standStill(terminals);
      else if (turn % pauses == 2 * pauses / 3) standStill(controllers);
      else if (turn % 20 == 10) restart(true);
      else if (turn % 20 == 19) restart(false);
      else killOne();
    }
  }

  private void killOne() {
    List<List<Machine>> kinds = List.of(terminals, controllers, webs, List.of(kafka));
    List<Machine> kind = kinds.get(random.nextInt(kinds.size()));
    Machine one = kind.get(random.nextInt(kind.size()));
    if (!one.isUp()) return;
    int pause = random.nextInt(6);
    tell("kill -9 " + one.name + ", again in " + pause + " s");
    Takeover.Watched watched = controllers.contains(one) ? takeover.before(one.pid()) : null;
    one.kill();
    if (watched != null) takeover.after(one.name, watched);
    later(pause, one::start);
  }

  private void standStill(List<Machine> kind) {
    Machine one = kind.get(random.nextInt(kind.size()));
    if (!one.isUp()) return;
    int lasts = 20 + random.nextInt(90);
    tell("kill -STOP " + one.name + " for " + lasts + " s");
    Takeover.Watched watched = kind == controllers ? takeover.before(one.pid()) : null;
    one.pause(true);
    if (watched != null) takeover.after(one.name, watched);
    later(
        lasts,
        () -> {
          if (!one.isPaused()) return;
          tell("kill -CONT " + one.name);
          one.pause(false);
        });
  }

  /// @param kindly whether it may finish what it is at
  private void restart(boolean kindly) {
    tell("PostgreSQL is " + (kindly ? "restarted" : "killed and started again"));
    try {
      Path file = folder.resolve("postgres/data/postmaster.pid");
      long pid = Long.parseLong(Files.readAllLines(file).getFirst().strip());
      postgres.kill();
      Machine.signal(kindly ? "INT" : "QUIT", pid);
      ProcessHandle.of(pid).ifPresent(p -> p.onExit().join());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    nap(random.nextInt(5));
    postgres.start();
  }

  private void later(int seconds, Runnable what) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          nap(seconds);
          if (!over) what.run();
        });
  }

  /// Waits until everything is stored, or patience is over.
  private boolean settle() throws Exception {
    Judge judge = new Judge(web, number("gap") * 1000L);
    long since = System.nanoTime();
    while (System.nanoTime() - since < number("patience") * 1_000_000_000L) {
      try {
        int missing = judge.missing(jdbc());
        tell(missing + " entries are not stored yet");
        if (missing <= 0) break;
      } catch (SQLException e) {
        tell("PostgreSQL: " + e.getMessage());
      }
      nap(10);
    }
    over = true;
    for (Machine one : controllers) one.end();
    for (Machine one : terminals) one.end();
    origin.end();
    judge.requests(folder.resolve("origin.requests"));
    judge.entries(jdbc());
    return judge.say();
  }

  private void end() {
    over = true;
    for (Machine one : all().reversed()) one.end();
  }

  private static void nap(int seconds) {
    try {
      Thread.sleep(Duration.ofSeconds(seconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(Machine one, String words) {
    for (int i = 0; i < 900; i++) {
      if (one.said(words)) return;
      if (!one.isUp()) break;
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    throw new IllegalStateException(one.name + " does not say '" + words + "'");
  }

  private synchronized int port(String name) {
    return ports.computeIfAbsent(
        name,
        _ -> {
          if (number("port") > 0) return number("port") + ports.size();
          try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private String jdbc() {
    return "jdbc:postgresql://127.0.0.1:" + port("postgres") + "/postgres?user=postgres";
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private List<String> originCommand() {
    List<String> command = new ArrayList<>(List.of(java(), "-XX:+UseSerialGC", "-Xmx512m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "Origin"));
    command.addAll(List.of("" + port("origin"), folder.resolve("origin.requests").toString()));
    command.addAll(List.of("" + web.seed, "" + web.feeds, "" + web.hosts));
    command.addAll(List.of("" + web.begin, "" + web.end, options.get("mean") + "000"));
    return command;
  }

  private List<String> server(String... arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-XX:+UseSerialGC", "-Xmx384m"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.addAll(List.of("-cp", System.getProperty("chaos.servers"), "Servers", arguments[0]));
    command.add(folder.resolve(arguments[0]).toString());
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return command;
  }

  /// Of several builds each start takes one at random, and if wanted a clock that is wrong by up to
  /// so many seconds.
  private List<String> freshet(String memory, String role) {
    List<String> command = new ArrayList<>();
    if (number("skew") > 0 && !role.equals("web")) {
      int wrong = random.nextInt(2 * number("skew") + 1) - number("skew");
      command.addAll(List.of("env", "LD_PRELOAD=" + System.getProperty("chaos.skew")));
      command.add("SKEW=" + wrong);
    }
    command.addAll(List.of(java(), "-XX:+UseSerialGC", "-Xmx" + memory));
    command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED"));
    if (!options.get("java").isEmpty()) command.addAll(List.of(options.get("java").split(" ")));
    Path jar = jars.get(role.equals("web") ? 0 : random.nextInt(jars.size()));
    command.addAll(List.of("-jar", jar.toString(), role, "--set=fetch.allow-private=true"));
    command.add("--set=fetch.gap=" + number("gap") + "s");
    return command;
  }

  private List<String> controller(String name) {
    List<String> command = freshet("640m", "controller");
    command.addAll(List.of("--db=" + jdbc(), "--kafka=127.0.0.1:" + port("kafka")));
    command.addAll(List.of("--data=" + folder.resolve(name), "--port=" + port(name)));
    command.add("--set=interval.min=" + number("interval") + "s");
    command.add("--set=interval.max=" + 2 * number("interval") + "s");
    command.add("--set=budget=1000000/60s");
    command.add("--set=log=info");
    return command;
  }

  private List<String> terminal() {
    List<String> command = freshet("320m", "terminal");
    command.add("--kafka=127.0.0.1:" + port("kafka"));
    return command;
  }

  private List<String> webNode(String name) {
    List<String> command = freshet("384m", "web");
    command.addAll(List.of("--db=" + jdbc(), "--port=" + port(name)));
    command.add("--data=" + folder.resolve(name));
    return command;
  }

  /// Builds may change while it runs.
  private Path copied(Path jar, String name) throws IOException {
    Path to = Files.createDirectories(folder.resolve("builds").resolve(name));
    Path libraries = Files.createDirectories(to.resolve("lib"));
    try (Stream<Path> files = Files.list(jar.toAbsolutePath().resolveSibling("lib"))) {
      for (Path file : files.toList()) Files.copy(file, libraries.resolve(file.getFileName()));
    }
    return Files.copy(jar, to.resolve("freshet.jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList())
        Files.delete(file);
    }
  }
}
