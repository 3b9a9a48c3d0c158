package freshet.jobs;

import freshet.model.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All jobs of one kind, each in a folder with its number as the name.
final class Jobs<J extends Job> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Jobs.class);

  /// Pages in flight get as long to be written; what is not is asked for again next time.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final Path folder;
  private final String file;
  private final InstantSource clock;
  private final TreeMap<Integer, J> jobs = new TreeMap<>();
  private int last;
  private volatile boolean closed;

  /// @param folder made if it is not there
  /// @param file the name of a job's state file
  Jobs(Path folder, String file, InstantSource clock) {
    this.folder = folder;
    this.file = file;
    this.clock = clock;
  }

  /// Makes a job from its state file.
  interface Reader<J> {
    /// @throws IllegalArgumentException if it cannot be understood
    J read(Job.Known known, Properties p);
  }

  /// Finds what earlier runs of Freshet left.
  void load(Reader<J> reader) {
    try {
      Files.createDirectories(folder);
      List<Path> all;
      try (Stream<Path> names = Files.list(folder)) {
        all = names.filter(p -> p.getFileName().toString().matches("\\d{1,9}")).toList();
      }
      for (Path path : all) load(path, reader);
    } catch (IOException e) {
      log.error("The jobs in {} cannot be read", folder, e);
    }
  }

  private void load(Path path, Reader<J> reader) {
    int id = Integer.parseInt(path.getFileName().toString());
    synchronized (jobs) {
      last = Math.max(last, id); // the number of one that cannot be read is not given again
    }
    try {
      Properties p = StateFile.load(path.resolve(file));
      J job = reader.read(Job.Known.read(id, path, p), p);
      synchronized (jobs) {
        jobs.put(id, job);
      }
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      log.error("The job in {} cannot be read; its folder stays as it is", path, e);
    }
  }

  /// Numbers up to this one are not given again.
  void reserve(int number) {
    synchronized (jobs) {
      last = Math.max(last, number);
    }
  }

  /// Goes on with what was under way.
  void goOn() {
    for (J job : all()) if (job.state() == Job.State.RUNNING) job.launch();
  }

  /// Begins a job, which goes on after a kill from here on.
  ///
  /// @throws Unavailable if it cannot be written down; nothing of it is left then
  J begin(Function<Job.Known, J> maker) {
    J job;
    synchronized (jobs) {
      int id = ++last;
      Path path = folder.resolve(Integer.toString(id));
      job = maker.apply(new Job.Known(id, path, clock.instant(), Job.State.RUNNING, null));
    }
    try {
      job.prepare();
      job.save();
    } catch (IOException | UncheckedIOException e) {
      job.release();
      StateFile.delete(job.folder());
      throw new Unavailable("The data folder cannot be written: " + e.getMessage(), e);
    }
    synchronized (jobs) {
      jobs.put(job.id(), job);
    }
    job.launch();
    return job;
  }

  /// Newest first.
  List<J> all() {
    synchronized (jobs) {
      return List.copyOf(jobs.descendingMap().values());
    }
  }

  Optional<J> find(int id) {
    synchronized (jobs) {
      return Optional.ofNullable(jobs.get(id));
    }
  }

  /// Ends a job and deletes its folder.
  boolean remove(int id) {
    J job;
    synchronized (jobs) {
      job = jobs.remove(id);
    }
    if (job == null) return false;
    end(List.of(job)); // not stopped: that would be written, which a full disk does not take
    job.forgotten();
    StateFile.delete(job.folder());
    return true;
  }

  boolean isClosed() {
    return closed;
  }

  /// Jobs under way are cut short and go on at the next start.
  @Override
  public void close() {
    closed = true;
    end(all());
  }

  private static void end(List<? extends Job> some) {
    some.forEach(Job::halt);
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    for (Job job : some) {
      job.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      job.release();
    }
  }
}
