package freshet.bench;

import freshet.cluster.Broker;
import freshet.cluster.TerminalLoad;
import freshet.store.Postgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What many machines cost, all of them on this one: `bench/run cluster [cost] [news] [scale]
/// [terminal]`.
///
/// * `cost`: CPU of a poll that brings nothing new (most do), in `serve` and in controller and
///   terminal, at the same rate, with the same database; Kafka and PostgreSQL stand beside.
/// * `news`: the same, and what an entry costs besides.
/// * `scale`: polls a second with one terminal and with three, of hosts whose robots.txt they know.
///   Each may have so few under way that the machine's processors are not what bounds them: what is
///   measured is whether the work finds its way to more terminals.
/// * `terminal`: one terminal that is given as much as it takes, and its memory.
public final class ClusterBench {
  private static final int HOSTS = 2_000;
  private static final int FEEDS = 2 * HOSTS;

  /// Pieces of work a second that one terminal is given.
  private static final int RATE_OF_LOAD = 1_050;

  /// 250 polls a second.
  private static final String[] COST = {"budget=100000/1s", "interval.min=16s", "interval.max=16s"};

  private static final String ENTRIES_A_DAY = "2000";
  private static final int PLACES = 8;

  /// Otherwise half of the first minutes of each host would be spent in the gap after robots.txt.
  private static final String SHORT_GAP = "fetch.gap=100ms";

  /// The compilers of a process are at work for minutes; what they use is said, too.
  private static final int WARM_S = 90;

  private static final int MEASURE_S = 30;

  /// Any: it is asked for the server only.
  private static final String ANY = Postgres.database();

  private static final String WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')";

  /// Whether somebody has the lock of those who store entries, in any of the server's databases.
  private static final String HELD =
      "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
          + " AND classid = 80 AND objid = 1818321765";

  private final Path folder;
  private final int origin;
  private final String kafka;
  private final long broker;
  private final Connection asking;
  private int made;
  private boolean news;

  private ClusterBench(Path folder, int origin, String kafka, long broker) throws SQLException {
    this.asking = DriverManager.getConnection(ANY);
    this.folder = folder;
    this.origin = origin;
    this.kafka = kafka;
    this.broker = broker;
  }

  public static void main(String[] args) throws Exception {
    Set<String> parts =
        new TreeSet<>(
            args.length > 0 ? Arrays.asList(args) : List.of("cost", "news", "scale", "terminal"));
    Process origin =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    GrowOrigin.class.getName(),
                    ENTRIES_A_DAY,
                    "100"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (TemporaryFolder folder = TemporaryFolder.named("cluster-bench");
        BufferedReader said = Programs.reader(origin);
        Broker broker = Broker.start(Files.createDirectory(folder.path().resolve("broker")))) {
      int port = Integer.parseInt(said.readLine());
      var bench = new ClusterBench(folder.path(), port, broker.address(), broker.pid());
      bench.news = parts.contains("news");
      if (parts.contains("cost") || bench.news) bench.cost();
      if (parts.contains("scale")) bench.scale();
      if (parts.contains("terminal")) {
        bench.terminal();
      }
    } finally {
      origin.destroy();
    }
  }

  /// Those that follow each other are on different hosts; the origin has five to a host.
  private String address(int feed) {
    return GrowOrigin.address(origin, feed % HOSTS * 5 + feed / HOSTS);
  }

  private static void row(String what, double value, String unit, String more) {
    System.out.printf(Locale.ROOT, "%-58s %8.2f %s%s%n", what, value, unit, more);
  }

  private void cost() throws Exception {
    Cost alone;
    try (GrowProgram serve = started("serve", Postgres.database(), COST)) {
      polled(serve);
      alone = measure(serve, -1, -1);
      alone.say("serve, a poll without news");
      if (news) {
        publish();
        measure(serve, -1, -1).over(alone).say("serve, an entry besides");
        quiet();
      }
    }
    try (GrowProgram controller = started("controller", Postgres.database(), COST);
        Terminals terminals = new Terminals()) {
      terminals.add(64);
      polled(controller);
      Cost many = measure(controller, terminals.pid(0), broker);
      many.say("cluster, a poll without news");
      double more = many.program + many.terminal - alone.program;
      row("controller and terminal over serve, CPU ms a poll", more, "", "   (to reach: 0.5)");
      row("the same without the compilers", more - many.compilers + alone.compilers, "", "");
      row("PostgreSQL over that of serve", many.database - alone.database, "", "");
      if (news) {
        publish();
        measure(controller, terminals.pid(0), broker).over(many).say("cluster, an entry besides");
        quiet();
      }
    }
  }

  private void publish() throws IOException {
    URI.create("http://127.0.0.1:" + origin + "/begin").toURL().openStream().close();
  }

  private void quiet() throws IOException {
    URI.create("http://127.0.0.1:" + origin + "/end").toURL().openStream().close();
  }

  /// CPU ms and bytes of a poll, or of an entry.
  ///
  /// @param compilers of program and terminal, contained in theirs
  /// @param wal what PostgreSQL writes to its log
  /// @param messages bytes in the broker's logs
  /// @param lock ms for which only one may store entries
  private record Cost(
      double program,
      double terminal,
      double compilers,
      double kafka,
      double database,
      double wal,
      double messages,
      double lock,
      double entriesAPoll) {

    void say(String what) {
      row(what + ": serve or controller, CPU ms", program, "", "");
      row(what + ": terminal, CPU ms", terminal, "", "");
      row(what + ": of both compilers, CPU ms", compilers, "", "");
      row(what + ": Kafka, CPU ms", kafka, "", "");
      row(what + ": PostgreSQL, CPU ms", database, "", "");
      row(what + ": PostgreSQL's log, bytes", wal, "", "");
      row(what + ": Kafka's logs, bytes", messages, "", "");
      row(what + ": lock of those who store entries, ms", lock, "", "");
    }

    /// What each entry costs besides.
    Cost over(Cost none) {
      double n = entriesAPoll;
      return new Cost(
          (program - none.program) / n,
          (terminal - none.terminal) / n,
          (compilers - none.compilers) / n,
          (kafka - none.kafka) / n,
          (database - none.database) / n,
          (wal - none.wal) / n,
          (messages - none.messages) / n,
          (lock - none.lock) / n,
          n);
    }
  }

  /// Until every feed was asked once, and the compilers are done with most of it.
  private static void polled(GrowProgram program) throws Exception {
    while (program.done().polls() < FEEDS) Thread.sleep(1000);
    Thread.sleep(WARM_S * 1000L);
  }

  /// @param terminal and `kafka`: processes beside, -1 for none
  private Cost measure(GrowProgram program, long terminal, long kafka) throws Exception {
    var before = program.done();
    double terminalBefore = cpu(terminal);
    double compilersBefore = program.compilerSeconds() + compilers(terminal);
    double kafkaBefore = cpu(kafka);
    double databaseBefore = databaseCpu();
    double walBefore = ask(WAL);
    double messagesBefore = messages();
    int held = 0;
    for (int i = 0; i < MEASURE_S * 10; i++) {
      held += (int) ask(HELD);
      Thread.sleep(100);
    }
    var after = program.done();
    double polls = after.polls() - before.polls();
    double share = held / (MEASURE_S * 10.0);
    row("polls a second", after.pollsASecondSince(before), "", "");
    double entries = (after.entries() - before.entries()) / polls;
    row("new entries a poll", entries, "", "");
    return new Cost(
        after.cpuMillisAPollSince(before),
        (cpu(terminal) - terminalBefore) * 1000 / polls,
        (program.compilerSeconds() + compilers(terminal) - compilersBefore) * 1000 / polls,
        (cpu(kafka) - kafkaBefore) * 1000 / polls,
        (databaseCpu() - databaseBefore) * 1000 / polls,
        (ask(WAL) - walBefore) / polls,
        kafka < 0 ? 0 : (messages() - messagesBefore) / polls,
        share * (after.nanos() - before.nanos()) / 1e6 / polls,
        entries);
  }

  private double ask(String sql) throws SQLException {
    try (Statement ask = asking.createStatement();
        ResultSet row = ask.executeQuery(sql)) {
      row.next();
      return row.getDouble(1);
    }
  }

  private double messages() throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.walk(folder.resolve("broker/logs"))) {
      for (Path file : files.filter(f -> f.toString().matches(".*/freshet\\..*\\.log")).toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  private static double cpu(long pid) {
    return pid < 0 ? 0 : Programs.cpuSeconds(pid);
  }

  private static double compilers(long pid) throws IOException {
    return pid < 0 ? 0 : Programs.compilerSeconds(pid);
  }

  /// Of the server and all its processes.
  private double databaseCpu() throws SQLException {
    try (Statement ask = asking.createStatement();
        ResultSet row = ask.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      ProcessHandle server = ProcessHandle.of(row.getLong(1)).orElseThrow().parent().orElseThrow();
      double sum = Programs.cpuSeconds(server.pid());
      for (ProcessHandle one : server.children().toList()) {
        sum += one.info().totalCpuDuration().map(d -> d.toMillis() / 1000.0).orElse(0.0);
      }
      return sum;
    }
  }

  /// Hosts that terminals know: what is asked of them is as good as always a feed. A terminal that
  /// gets a host asks for its robots.txt first, and that is waited for.
  private void scale() throws Exception {
    try (GrowProgram controller =
            started(
                "controller",
                Postgres.database(),
                "budget=100000/1s",
                "fetch.parallel=" + 12 * PLACES,
                "interval.min=5s",
                "interval.max=10s",
                SHORT_GAP);
        Terminals terminals = new Terminals()) {
      terminals.add(PLACES, SHORT_GAP);
      while (controller.done().polls() < FEEDS) Thread.sleep(1000);
      settle(controller);
      double one = rate(controller);
      row("polls a second, one terminal with 8 places", one, "", "");
      terminals.add(PLACES, SHORT_GAP);
      terminals.add(PLACES, SHORT_GAP);
      settle(controller);
      double three = rate(controller);
      row("polls a second, three terminals with 8 places each", three, "", "");
      row("ratio", three / one, "", "   (figure to reach: 2.5)");
    }
  }

  /// Until each host was asked by whoever has it now.
  private static void settle(GrowProgram controller) throws Exception {
    double from = controller.done().polls();
    while (controller.done().polls() < from + FEEDS) Thread.sleep(1000);
  }

  private static double rate(GrowProgram program) throws Exception {
    var before = program.done();
    Thread.sleep(MEASURE_S * 1000L);
    return program.done().pollsASecondSince(before);
  }

  private void terminal() throws Exception {
    try (Terminals terminals = new Terminals()) {
      terminals.add(256);
      long pid = terminals.pid(0);
      TerminalLoad.Result result =
          TerminalLoad.run(
              kafka,
              this::address,
              HOSTS,
              RATE_OF_LOAD,
              Duration.ofSeconds(60),
              Duration.ofSeconds(MEASURE_S),
              () -> Programs.cpuSeconds(pid));
      row("polls a second of one terminal", result.perSecond(), "", "   (figure to reach: 1,000)");
      row("its CPU ms a poll", result.cpuMillis(), "ms", "");
      row("pieces of work that were not answered in time", (double) result.lost(), "", "");
      row("its memory at most", peak(pid), "MB", "   (figure to reach: 400)");
    }
  }

  private static double peak(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmHWM:")) return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
    }
    return Double.NaN;
  }

  private GrowProgram started(String role, String database, String... settings) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                role,
                "--port=0",
                "--data=" + folder.resolve("data" + ++made),
                "--db=" + database,
                "--set=articles.share=0",
                "--set=fetch.allow-private=true"));
    if (role.equals("controller")) command.add("--kafka=" + kafka);
    for (String setting : settings) command.add("--set=" + setting);
    List<String> feeds = new ArrayList<>();
    for (int feed = 0; feed < FEEDS; feed++) feeds.add(address(feed));
    GrowProgram program = new GrowProgram(command);
    program.follow(feeds);
    return program;
  }

  /// Terminals that end together.
  private final class Terminals implements AutoCloseable {
    private final List<Process> all = new ArrayList<>();

    void add(int places, String... settings) throws IOException {
      List<String> command = new ArrayList<>(List.of("./freshet", "terminal", "--kafka=" + kafka));
      command.addAll(List.of("--set=fetch.allow-private=true", "--set=fetch.parallel=" + places));
      for (String setting : settings) command.add("--set=" + setting);
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().merge("FRESHET_JAVA_OPTS", "-Xmx256m", (given, _) -> given);
      Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      all.add(process);
    }

    long pid(int n) {
      return all.get(n).pid();
    }

    @Override
    public void close() {
      for (Process process : all) process.destroy();
      for (Process process : all) process.onExit().join();
    }
  }
}
