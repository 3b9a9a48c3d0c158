package freshet.jobs;

import freshet.model.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A long job that somebody started. It can be paused, resumed and stopped, and goes on by itself
/// after a restart; where it stands is in a folder of its own.
///
/// Each start and each resumption is a run on a thread of its own. A run that is told to stop takes
/// its time, since pages in flight are let finish; the next run needs the same files and waits for
/// that on its own thread, so nobody who starts, stops or looks at a job ever waits. A run changes
/// the state of its job only as long as no newer run has begun.
public abstract sealed class Job permits Crawl, Discovery {
  private static final Logger log = LoggerFactory.getLogger(Job.class);

  public enum State {
    RUNNING,
    PAUSED,
    STOPPED,
    DONE;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Whether nothing more happens unless somebody resumes it.
    public boolean isOver() {
      return this == STOPPED || this == DONE;
    }
  }

  /// What a job does while it runs. All but [#run] return at once and may be called at any time.
  interface Work {
    /// Returns when all is done or it was stopped, with everything closed that is not needed any
    /// more.
    ///
    /// @return whether all is done
    boolean run() throws InterruptedException, IOException;

    void pause();

    void resume();

    void stop();
  }

  /// What is known of a job before its work is opened.
  ///
  /// @param trouble why it stopped, if nobody stopped it
  record Known(int id, Path folder, Instant begun, State state, @Nullable String trouble) {
    /// @throws IllegalArgumentException if that is no state of a job
    static Known read(int id, Path folder, Properties p) {
      return new Known(
          id,
          folder,
          Instant.parse(p.getProperty("begun", "1970-01-01T00:00:00Z")),
          State.valueOf(p.getProperty("state", "stopped").toUpperCase(Locale.ROOT)),
          p.getProperty("trouble"));
    }
  }

  private final int id;
  private final Path folder;
  private final String file;
  private final Instant begun;

  // Guarded by this job, which is never held while waiting.
  private State state;
  private @Nullable String trouble;
  private @Nullable Run newest;
  private boolean closed;

  /// @param file the name of its state file
  Job(Known known, String file) {
    this.id = known.id;
    this.folder = known.folder;
    this.file = file;
    this.begun = known.begun;
    this.state = known.state;
    this.trouble = known.trouble;
  }

  /// Opens what a run needs. Called on the run's own thread, when no other run is under way.
  abstract Work open() throws IOException;

  /// Writes down what the first run will need, before anybody is told that the job has begun.
  abstract void prepare() throws IOException;

  /// What is kept beside the state.
  abstract Properties properties();

  /// Its folder is about to be deleted.
  void forgotten() {}

  /// The last to be called: Freshet ends, or the job is removed.
  abstract void release();

  public final int id() {
    return id;
  }

  public final Instant begun() {
    return begun;
  }

  final Path folder() {
    return folder;
  }

  public final synchronized State state() {
    return state;
  }

  /// Why it stopped, if nobody stopped it.
  public final synchronized Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  /// @throws Unavailable if it cannot be written down; it goes on then
  public final synchronized void pause() {
    if (closed || state != State.RUNNING) return;
    set(State.PAUSED);
    Work work = work();
    if (work != null) work.pause();
  }

  /// @throws Unavailable if it cannot be written down
  public final synchronized void resume() {
    if (closed || (state != State.PAUSED && state != State.STOPPED)) return;
    boolean underWay = state == State.PAUSED && newest != null && !newest.ended;
    set(State.RUNNING);
    Work work = work();
    if (!underWay) launch();
    else if (work != null) work.resume();
  }

  /// Begins another run of a job that was done.
  ///
  /// @throws Unavailable if it cannot be written down
  final synchronized void again() {
    if (closed || state != State.DONE) return;
    set(State.RUNNING);
    launch();
  }

  /// @throws Unavailable if it cannot be written down; it goes on then
  public final synchronized void stop() {
    if (closed || state.isOver()) return;
    set(State.STOPPED);
    Work work = work();
    if (work != null) work.stop();
  }

  private @Nullable Work work() {
    return newest == null ? null : newest.work;
  }

  /// A person's wish: it counts once it is written down.
  private void set(State now) {
    try {
      save(now, null);
    } catch (IOException e) {
      throw new Unavailable("The data folder cannot be written: " + e.getMessage(), e);
    }
    state = now;
    trouble = null;
  }

  /// What has become of it, which is so whether it can be written down or not.
  private void become(State now, @Nullable String why) {
    state = now;
    trouble = why;
    try {
      save();
    } catch (IOException e) {
      log.warn("The state of {} cannot be written: {}", this, e.getMessage());
    }
  }

  final synchronized void save() throws IOException {
    save(state, trouble);
  }

  private void save(State now, @Nullable String why) throws IOException {
    Properties p = properties();
    p.setProperty("state", now.word());
    p.setProperty("begun", begun.toString());
    if (why != null) p.setProperty("trouble", why);
    StateFile.save(folder.resolve(file), p);
  }

  /// Begins a run.
  final synchronized void launch() {
    if (closed) return;
    newest = new Run(newest);
    newest.thread.start();
  }

  /// Ends the run under way and leaves the state as it is, so that the job goes on at the next
  /// start. [#awaitEnd] waits for it.
  final synchronized void halt() {
    closed = true;
    Work work = work();
    if (work != null) work.stop();
  }

  final void awaitEnd(Duration most) {
    Run run;
    synchronized (this) {
      run = newest;
    }
    try {
      if (run != null) run.thread.join(most);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Run {
    private final Thread thread;
    private @Nullable Run before;
    private @Nullable Work work; // guarded by the job, as is the next
    private boolean ended;

    Run(@Nullable Run before) {
      this.before = before;
      this.thread = Thread.ofVirtual().name(Job.this.toString()).unstarted(this::run);
    }

    private void run() {
      State end = State.STOPPED;
      String why = null;
      try {
        if (before != null) before.thread.join();
        before = null;
        if (isWanted() && begin(open()).run()) end = State.DONE;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        log.warn("The files of {} cannot be used: {}", Job.this, e.getMessage());
        why = "Its files cannot be used: " + e.getMessage();
      } catch (Throwable mistake) {
        // The outer edge of this thread: whatever it was, the job must not seem to run.
        log.error("{} failed by a mistake of ours", Job.this, mistake);
        why = "Freshet failed at it; the log says where.";
      }
      end(end, why);
    }

    /// Whether this is still the run that goes on: no newer one, nor a stop, came in between.
    private boolean isWanted() {
      synchronized (Job.this) {
        return newest == this && !closed && !state.isOver();
      }
    }

    private Work begin(Work opened) {
      synchronized (Job.this) {
        work = opened;
        if (!isWanted()) opened.stop();
        else if (state == State.PAUSED) opened.pause();
      }
      return opened;
    }

    private void end(State end, @Nullable String why) {
      synchronized (Job.this) {
        work = null;
        ended = true;
        if (isWanted()) become(end, why);
        // What it counted since it was told to stop is kept too, unless it was removed meanwhile.
        else if (newest == this && Files.exists(folder.resolve(file))) become(state, trouble);
      }
    }
  }
}
