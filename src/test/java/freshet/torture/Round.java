package freshet.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

/// One round of a kind: its folder, its dice, what it counts, and the program to start.
final class Round {
  final Installation installation;
  final Path folder;
  final Random random;
  final Tally tally = new Tally();

  /// Rounds of a short run are cut to what fits into some seconds.
  final boolean small;

  private final List<Program> started = Collections.synchronizedList(new ArrayList<>());

  Round(Installation installation, Path folder, Random random, boolean small) {
    this.installation = installation;
    this.folder = folder;
    this.random = random;
    this.small = small;
  }

  Path data() {
    return folder.resolve("data");
  }

  Program start(String... arguments) throws IOException {
    Program program = installation.start(folder, arguments);
    started.add(program);
    return program;
  }

  /// Serves the data folder with these settings beside the usual ones.
  Program serve(List<String> settings) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("serve", "--port=0", "--data=" + data()));
    for (String s : settings) arguments.add("--set=" + s);
    return start(arguments.toArray(String[]::new));
  }

  /// SIGKILL.
  void kill(Program program) throws InterruptedException {
    if (program.kill()) tally.kills++;
  }

  /// Kills it at a moment between its start and so long after it.
  void killWithin(Program program, Duration most) throws InterruptedException {
    boolean _ = program.waitFor(Duration.ofNanos(random.nextLong(most.toNanos())));
    kill(program);
  }

  /// Kills it at a moment of what it does, by how long that took when it was last let alone: on a
  /// slow machine a fixed time would only ever hit the start of the Java machine.
  void killWithin(Program program, Pace pace) throws InterruptedException {
    killWithin(program, pace.most());
  }

  void pause(long leastMillis, long mostMillis) throws InterruptedException {
    Thread.sleep(random.nextLong(leastMillis, mostMillis + 1));
  }

  /// Waits for something; false if it did not come in time.
  static boolean await(Duration most, Callable<Boolean> condition) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (true) {
      try {
        if (condition.call()) return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        // Not yet: while it starts, or its database is away, it answers with errors.
      }
      if (System.nanoTime() - end > 0) return false;
      Thread.sleep(100);
    }
  }

  void end() throws IOException, InterruptedException {
    for (Program p : List.copyOf(started)) if (p.isAlive()) p.end();
    if (tally.isGood()) Folders.delete(folder);
    else tally.remarks.add("its files are in " + folder);
  }
}
