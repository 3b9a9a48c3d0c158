package freshet.jobs;

import freshet.model.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A long job: one that somebody started, or one that Freshet gives itself. It can be paused,
/// resumed and stopped, and goes on by itself after a restart; where it stands is in a folder of
/// its own.
///
/// Each start and each resumption is a run on a thread of its own. A run that is told to stop takes
/// its time, since pages in flight are let finish; the next run needs the same files and waits for
/// that on its own thread, so nobody who starts, stops or looks at a job ever waits. A run changes
/// the state of its job only as long as no newer run has begun.
///
/// A run that fails ends the job, which says why, unless the job tries again by itself
/// ([#retryAfter]). A job that comes round again ([#every]) waits for its time as a run that has
/// not begun: it can be paused meanwhile, and resumed to run at once.
public abstract sealed class Job permits Crawl, Discovery, Housekeeping, Reclassification, Trial {
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
    /// @throws Trouble if it cannot go on, and nobody made a mistake
    boolean run() throws InterruptedException, IOException, Trouble;

    void pause();

    void resume();

    void stop();
  }

  /// Why a job cannot go on, in a sentence for people.
  static final class Trouble extends Exception {
    private static final long serialVersionUID = 1;

    Trouble(String sentence, Throwable cause) {
      super(sentence, cause);
    }
  }

  /// What a job does at this moment.
  ///
  /// @param what a word for it: `pages`, `sites`, `entries`, a chore
  /// @param done how many it has done
  /// @param left how many are left as far as is known, -1 if it is not
  public record Activity(String what, long done, long left) {}

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

    /// The same of a job of which there is only one, in its own folder; done if it never ran.
    static Known only(Path folder, String file) {
      try {
        if (Files.exists(folder.resolve(file))) {
          return read(0, folder, StateFile.load(folder.resolve(file)));
        }
      } catch (IOException | IllegalArgumentException | DateTimeException e) {
        log.error("The state in {} cannot be read; the job begins anew", folder, e);
      }
      return new Known(0, folder, Instant.EPOCH, State.DONE, null);
    }
  }

  private final int id;
  private final Path folder;
  private final String file;
  private final InstantSource clock;

  // Guarded by this job, which is never held while waiting.
  private Instant begun;
  private State state;
  private @Nullable String trouble;
  private @Nullable Run newest;
  private int failures; // in a row
  private boolean closed;

  /// @param file the name of its state file
  Job(Known known, String file, InstantSource clock) {
    this.id = known.id;
    this.folder = known.folder;
    this.file = file;
    this.clock = clock;
    this.begun = known.begun;
    this.state = known.state;
    this.trouble = known.trouble;
  }

  /// Opens what a run needs. Called on the run's own thread, when no other run is under way.
  abstract Work open() throws IOException;

  /// Writes down what the first run will need, before anybody is told that the job has begun.
  void prepare() throws IOException {}

  /// What is kept beside the state.
  Properties properties() {
    return new Properties();
  }

  /// What kind of job it is: `crawl`, `discovery`, `trial`, `topics`, `housekeeping`.
  public abstract String kind();

  /// What it does now, or did last; empty before its first run.
  public abstract Optional<Activity> activity();

  /// Its folder is about to be deleted.
  void forgotten() {}

  /// The last to be called: Freshet ends, or the job is removed.
  void release() {}

  /// How long after its end it runs again by itself; null if it does not.
  @Nullable Duration every() {
    return null;
  }

  /// How long after a failure it is tried again; null if somebody has to resume it.
  ///
  /// @param failures how many there were in a row
  @Nullable Duration retryAfter(int failures) {
    return null;
  }

  /// One second, two, four, and so on.
  static Duration doubled(Duration first, int failures, Duration most) {
    Duration wait = first.multipliedBy(1L << Math.min(failures - 1, 20));
    return wait.compareTo(most) < 0 ? wait : most;
  }

  /// Whether there is something to do, also once a run has found nothing more.
  boolean hasMore() {
    return false;
  }

  /// Whether it begins from the start when it is resumed, also when all was done.
  public boolean isRepeatable() {
    return every() != null;
  }

  /// Runs that mostly compute have a thread of the system.
  Thread.Builder threads() {
    return Thread.ofVirtual();
  }

  public final int id() {
    return id;
  }

  /// What it is called: its kind, with its number if there are several of the kind.
  public final String name() {
    return id == 0 ? kind() : kind() + "-" + id;
  }

  public final synchronized Instant begun() {
    return begun;
  }

  /// When it runs by itself again, if it waits for that.
  public final synchronized Optional<Instant> next() {
    return newest != null && newest.isWaiting() ? Optional.of(newest.due) : Optional.empty();
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

  public final synchronized boolean canPause() {
    return state == State.RUNNING || (state.isOver() && every() != null);
  }

  public final synchronized boolean canResume() {
    return switch (state) {
      case RUNNING -> newest != null && newest.isWaiting();
      case PAUSED, STOPPED -> true;
      case DONE -> isRepeatable();
    };
  }

  public final synchronized boolean canStop() {
    return !state.isOver();
  }

  /// @throws Unavailable if it cannot be written down; it goes on then
  public final synchronized void pause() {
    if (closed || !canPause()) return;
    set(State.PAUSED);
    Work work = work();
    if (work != null) work.pause();
  }

  /// @throws Unavailable if it cannot be written down
  public final synchronized void resume() {
    if (closed || !canResume()) return;
    boolean underWay =
        state == State.PAUSED && newest != null && !newest.ended && !newest.isWaiting();
    if (state.isOver() && isRepeatable()) begun = clock.instant();
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
    if (closed || !canStop()) return;
    set(State.STOPPED);
    Work work = work();
    if (work != null) work.stop();
    stopped();
    comeAgain();
  }

  /// Somebody stopped it.
  void stopped() {}

  /// There is something to do, at the start of Freshet or since. A paused job waits with it.
  final synchronized void begin() {
    if (closed || state == State.PAUSED) return;
    boolean underWay = state == State.RUNNING && newest != null && !newest.ended;
    if (underWay) return; // it looks whether there is more before it ends
    if (state != State.RUNNING) begun = clock.instant();
    become(State.RUNNING, null);
    launch();
  }

  private void comeAgain() {
    Duration every = every();
    if (every != null) launch(every);
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
    notifyAll();
  }

  /// What has become of it, which is so whether it can be written down or not.
  private void become(State now, @Nullable String why) {
    state = now;
    trouble = why;
    notifyAll();
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
    launch(Duration.ZERO);
  }

  private void launch(Duration wait) {
    if (closed) return;
    newest = new Run(newest, wait);
    newest.thread.start();
    notifyAll();
  }

  /// Ends the run under way and leaves the state as it is, so that the job goes on at the next
  /// start. [#awaitEnd] waits for it.
  final synchronized void halt() {
    closed = true;
    notifyAll();
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
    private final Instant due; // if it waits
    private final long wait; // nanoseconds
    private @Nullable Run before;

    // Guarded by the job.
    private boolean timeCame;
    private @Nullable Work work;
    private boolean ended;

    Run(@Nullable Run before, Duration wait) {
      this.before = before;
      this.wait = wait.toNanos();
      this.due = wait.isZero() ? Instant.EPOCH : clock.instant().plus(wait);
      this.thread = threads().name(Job.this.toString()).unstarted(this::run);
    }

    boolean isWaiting() {
      return wait > 0 && !timeCame && !ended;
    }

    private void run() {
      State end = State.STOPPED;
      String why = null;
      try {
        if (before != null) before.thread.join();
        before = null;
        if (awaitTime() && isWanted() && begin(open()).run()) end = State.DONE;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Trouble e) {
        why = e.getMessage();
      } catch (Unavailable e) {
        log.warn("{}: {}", Job.this, e.getMessage());
        why = e.getMessage();
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

    /// Waits until it is time, unless somebody changes the job before.
    ///
    /// @return whether the run is to begin
    private boolean awaitTime() throws InterruptedException {
      synchronized (Job.this) {
        if (wait == 0) return true;
        State held = state;
        long end = System.nanoTime() + wait;
        for (long left = wait; left > 0; left = end - System.nanoTime()) {
          if (newest != this || closed || state != held) return false;
          TimeUnit.NANOSECONDS.timedWait(Job.this, left);
        }
        if (newest != this || closed || state != held) return false;
        timeCame = true;
        if (state.isOver()) begun = clock.instant();
        become(State.RUNNING, null);
        return true;
      }
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
        boolean wasWaiting = isWaiting();
        work = null;
        ended = true;
        if (wasWaiting) return; // whoever ended the wait has written the state
        if (isWanted()) ended(end, why);
        // What it counted since it was told to stop is kept too, unless it was removed meanwhile.
        else if (newest == this && Files.exists(folder.resolve(file))) become(state, trouble);
      }
    }
  }

  private void ended(State end, @Nullable String why) {
    failures = why == null ? 0 : failures + 1;
    Duration retry = why == null ? null : retryAfter(failures);
    if (retry != null) {
      if (state == State.RUNNING) launch(retry);
      become(state, why);
    } else if (end == State.DONE && hasMore()) {
      if (state == State.RUNNING) launch();
    } else {
      become(end, why);
      comeAgain();
    }
  }
}
