package freshet.demo;

import freshet.model.DemoProcess;
import freshet.model.DemoProcess.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the processes of the demo of many machines: starts them, does to them what its folder
/// asks, and writes down how they are. What nobody could do without (a database, a broker, one
/// controller, one web node) is started again ten seconds after it ended, as a service manager
/// would; what else ended stays so until somebody starts it.
public final class Crew implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Crew.class);

  /// One of each is always there.
  private static final Set<String> NEEDED = Set.of("postgres", "kafka", "controller", "web");

  private static final Duration STARTED_AGAIN = Duration.ofSeconds(10);
  private static final Pattern ADDRESS = Pattern.compile("Freshet is at (\\S+)");

  /// Written by each process: what it said.
  private static final String LOG = ".log";

  /// How a process of a role is started.
  public interface Starter {
    List<String> command(String role, String name);
  }

  private static final class Member {
    final String role;
    Process process;
    Instant since;
    boolean stopped;
    @Nullable Instant ended;

    Member(String role, Process process, Instant since) {
      this.role = role;
      this.process = process;
      this.since = since;
    }
  }

  private final Path folder;
  private final CrewFolder files;
  private final Starter starter;
  private final InstantSource clock;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final ScheduledExecutorService rounds =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("crew").factory());
  private boolean closed;

  public Crew(Path folder, Starter starter, InstantSource clock) {
    this.folder = folder;
    this.files = new CrewFolder(folder);
    this.starter = starter;
    this.clock = clock;
  }

  /// Does from now on what is asked.
  public void watch() {
    var _ = rounds.scheduleWithFixedDelay(this::round, 0, 500, TimeUnit.MILLISECONDS);
  }

  private void round() {
    try {
      tend();
    } catch (UncheckedIOException e) {
      log.error("The processes of the demo could not be looked after", e);
    }
  }

  synchronized void tend() {
    if (closed) return;
    for (CrewFolder.Wanted wanted : files.asked()) {
      if (wanted.act() == DemoProcess.Act.ADD) add(wanted.name());
      else Optional.ofNullable(members.get(wanted.name())).ifPresent(m -> act(m, wanted));
    }
    Instant now = clock.instant();
    members.forEach((name, member) -> {
      if (member.process.isAlive()) return;
      if (member.ended == null) member.ended = now;
      boolean due = member.ended.plus(STARTED_AGAIN).isBefore(now);
      if (due && NEEDED.contains(member.role) && noneLeft(member.role)) start(name, member);
    });
    files.write(list());
  }

  private boolean noneLeft(String role) {
    return members.values().stream().noneMatch(m -> m.role.equals(role) && m.process.isAlive());
  }

  /// @return its name
  public synchronized String add(String role) {
    long before = members.values().stream().filter(m -> m.role.equals(role)).count();
    String name = role + "-" + (before + 1);
    members.put(name, new Member(role, begin(role, name), clock.instant()));
    return name;
  }

  private void act(Member member, CrewFolder.Wanted wanted) {
    switch (wanted.act()) {
      case KILL -> {
        var _ = member.process.destroyForcibly();
      }
      case STOP -> {
        signal("STOP", member);
        member.stopped = true;
      }
      case WAKE -> {
        signal("CONT", member);
        member.stopped = false;
      }
      case START -> {
        if (!member.process.isAlive()) start(wanted.name(), member);
      }
      case ADD -> throw new IllegalStateException("adds to no process");
    }
  }

  private void start(String name, Member member) {
    member.process = begin(member.role, name);
    member.since = clock.instant();
    member.stopped = false;
    member.ended = null;
  }

  private Process begin(String role, String name) {
    try {
      Path home = Files.createDirectories(folder.resolve(name));
      return new ProcessBuilder(starter.command(role, name))
          .directory(home.toFile())
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve(name + LOG).toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void signal(String signal, Member member) {
    try {
      var _ = new ProcessBuilder("kill", "-" + signal, "" + member.process.pid()).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized List<DemoProcess> list() {
    List<DemoProcess> all = new ArrayList<>();
    members.forEach((name, m) ->
        all.add(
            new DemoProcess(
                name,
                m.role,
                m.process.pid(),
                state(m),
                m.since,
                m.process.info().totalCpuDuration().orElse(Duration.ZERO),
                memory(m.process),
                m.process.isAlive() ? address(name).orElse("") : "")));
    return all;
  }

  private static State state(Member member) {
    if (!member.process.isAlive()) return State.ENDED;
    return member.stopped ? State.STOPPED : State.RUNNING;
  }

  /// As Linux has it.
  private static long memory(Process process) {
    try {
      String[] pages = Files.readString(Path.of("/proc/" + process.pid() + "/statm")).split(" ");
      return Long.parseLong(pages[1]) * 4096;
    } catch (IOException e) {
      return 0;
    }
  }

  /// Where the pages of a process are, as soon as it has said so.
  public Optional<String> address(String name) {
    Matcher said = ADDRESS.matcher(said(name));
    return said.find() ? Optional.of(said.group(1)) : Optional.empty();
  }

  /// What a process said.
  public String said(String name) {
    try {
      return Files.readString(folder.resolve(name + LOG));
    } catch (IOException e) {
      return "";
    }
  }

  /// Whether it still runs.
  public synchronized boolean runs(String name) {
    Member member = members.get(name);
    return member != null && member.process.isAlive();
  }

  /// The last started first, so that nobody misses what it needs.
  @Override
  public void close() {
    rounds.shutdownNow();
    synchronized (this) {
      closed = true;
      for (Member member : List.copyOf(members.values()).reversed()) end(member);
    }
  }

  private static void end(Member member) {
    if (member.stopped) signal("CONT", member);
    // A terminal may be killed at any time; what writes ends well.
    if (NEEDED.contains(member.role)) member.process.destroy();
    else {
      var _ = member.process.destroyForcibly();
    }
    try {
      if (member.process.waitFor(10, TimeUnit.SECONDS)) return;
      var _ = member.process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      var _ = member.process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
