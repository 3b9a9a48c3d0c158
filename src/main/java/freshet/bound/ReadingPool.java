package freshet.bound;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where strangers' bytes are read: on a few threads of the system that serve nobody else, so that
/// pages and other polls go on whatever a feed does; for a limited time; and no more bytes at once
/// than there is memory for.
///
/// Time is counted as the processor spent it on this reading: a busy machine is no fault of a
/// feed's. Work that is out of time is told to stop, and looks at that at every step (see [Stop]).
/// Work that does not listen all the same is given up: its thread goes on until it ends, another
/// takes its place, and it is counted and logged with where it was. The bytes that it holds stay
/// counted until then, but no longer than a reading may take: work that never ends would otherwise
/// keep everybody else waiting for them.
///
/// Threads and memory belong to the process, so there is one pool in it.
public final class ReadingPool implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReadingPool.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();

  /// @param threads most readings at once
  /// @param work most time of a processor for one reading
  /// @param whole most time on the wall for one reading, waiting for the database and all
  /// @param grace how long work may go on after it was told to stop
  /// @param bytes most that are read at once; a body that is larger is read alone
  public record Limits(int threads, Duration work, Duration whole, Duration grace, long bytes) {

    /// A body can take twelve times its length while it is read, and there is more to keep.
    private static final int MEMORY_OF_A_BYTE = 32;

    public static Limits ofThisMachine() {
      Runtime machine = Runtime.getRuntime();
      return new Limits(
          machine.availableProcessors() + 2,
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          machine.maxMemory() / MEMORY_OF_A_BYTE);
    }
  }

  /// What a reading came to.
  public sealed interface Result<T> {
    record Done<T>(T value) implements Result<T> {}

    /// @param reason a sentence for the user, without its subject: "took longer than …"
    record Stopped<T>(String reason) implements Result<T> {}
  }

  private final Limits limits;
  private final Semaphore seats;
  private final Semaphore kilobytes;
  private final int mostKilobytes;
  private final ThreadPoolExecutor threads;
  private final AtomicLong stopped = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();

  public ReadingPool(Limits limits) {
    this.limits = limits;
    this.seats = new Semaphore(limits.threads, true);
    this.mostKilobytes = (int) Math.max(1, Math.min(Integer.MAX_VALUE, limits.bytes / 1024));
    this.kilobytes = new Semaphore(mostKilobytes, true);
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // the seats are the limit
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            ReadingThread::new);
  }

  /// The one that everybody shares.
  public static ReadingPool shared() {
    return Shared.POOL;
  }

  private static final class Shared {
    static final ReadingPool POOL = new ReadingPool(Limits.ofThisMachine());
  }

  /// Who wants to know how a reading goes. Called by several threads.
  public interface Watch {
    /// Must nobody else be read at the same time?
    boolean alone();

    void begins();

    /// @param time that a processor has spent on it so far
    void spent(Duration time);

    /// It has ended, however.
    void ends();

    Watch NONE =
        new Watch() {
          @Override
          public boolean alone() {
            return false;
          }

          @Override
          public void begins() {}

          @Override
          public void spent(Duration time) {}

          @Override
          public void ends() {}
        };
  }

  /// As the other, with nobody who watches.
  public <T> Result<T> read(int bytes, Supplier<T> work) throws InterruptedException {
    return read(bytes, Watch.NONE, work);
  }

  /// Does work on strangers' bytes. Blocks, so call it on a virtual thread. What the work throws
  /// comes out here. Work within work is simply done.
  ///
  /// @param bytes how many of them
  public <T> Result<T> read(int bytes, Watch watch, Supplier<T> work) throws InterruptedException {
    if (Thread.currentThread() instanceof ReadingThread) return new Result.Done<>(work.get());
    int size = Math.min(mostKilobytes, 1 + bytes / 1024);
    int places = watch.alone() ? limits.threads : 1;
    kilobytes.acquire(size);
    boolean seated = false;
    try {
      seats.acquire(places);
      seated = true;
    } finally {
      if (!seated) kilobytes.release(size);
    }
    Task<T> task = new Task<>(size, watch, work);
    try {
      threads.execute(task);
      return task.await();
    } finally {
      seats.release(places);
    }
  }

  /// Readings that were stopped.
  public long stopped() {
    return stopped.get();
  }

  /// Readings that did not listen and were given up.
  public long abandoned() {
    return abandoned.get();
  }

  /// No reading begins any more.
  @Override
  public void close() {
    threads.shutdown();
  }

  private final class Task<T> implements Runnable {
    private final int size;
    private final Watch watch;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicBoolean counted = new AtomicBoolean(true); // its bytes, among all
    private @Nullable Supplier<T> work;
    private volatile @Nullable ReadingThread thread;
    private volatile boolean askedToStop;
    private boolean finished; // under the lock of this: nobody is told to stop after it
    private @Nullable T value;
    private @Nullable Throwable failure;

    Task(int size, Watch watch, Supplier<T> work) {
      this.size = size;
      this.watch = watch;
      this.work = work;
    }

    @Override
    public void run() {
      ReadingThread own = (ReadingThread) Thread.currentThread();
      own.setMustStop(false); // what an earlier reading was told
      thread = own;
      watch.begins();
      try {
        Supplier<T> todo = work;
        if (todo != null) value = todo.get();
      } catch (Throwable e) { // whoever asked gets it
        failure = e;
      } finally {
        work = null;
        synchronized (this) {
          finished = true;
        }
        watch.ends();
        giveBack();
        done.countDown();
      }
    }

    Result<T> await() throws InterruptedException {
      long from = System.nanoTime();
      long look = Math.min(LOOK_NANOS, limits.work.toNanos());
      long atFirst = -1; // by the clock that others read: a faked one differs from the thread's own
      try {
        while (!done.await(look, TimeUnit.NANOSECONDS)) {
          long wall = System.nanoTime() - from;
          ReadingThread reader = thread;
          if (reader == null) continue;
          long cpu = THREADS.getThreadCpuTime(reader.threadId());
          if (atFirst < 0) atFirst = cpu;
          long spent = cpu - atFirst;
          watch.spent(Duration.ofNanos(Math.max(0, spent)));
          boolean late = spent > limits.work.toNanos() || wall > limits.whole.toNanos();
          if (late && !askedToStop) {
            askedToStop = true;
            stop();
            from = System.nanoTime();
          } else if (askedToStop && wall > limits.grace.toNanos()) {
            return abandon(reader);
          }
        }
      } catch (InterruptedException e) {
        stop();
        throw e;
      }
      return result();
    }

    private void giveBack() {
      if (counted.compareAndSet(true, false)) kilobytes.release(size);
    }

    private synchronized void stop() {
      ReadingThread reader = thread;
      if (!finished && reader != null) reader.setMustStop(true);
    }

    private Result<T> abandon(Thread reader) {
      abandoned.incrementAndGet();
      stopped.incrementAndGet();
      Throwable where = new IllegalStateException("it was here");
      where.setStackTrace(reader.getStackTrace());
      log.error("A reading does not stop and is given up", where);
      Thread _ =
          Thread.ofVirtual()
              .name("bytes of a reading that was given up")
              .start(() -> {
                try {
                  boolean _ = done.await(limits.whole.toMillis(), TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } finally {
                  giveBack();
                }
              });
      return tooSlow();
    }

    private Result<T> tooSlow() {
      return new Result.Stopped<>("took longer than " + limits.work.toSeconds() + " s");
    }

    private Result<T> result() {
      if (failure == null) {
        @SuppressWarnings("NullAway") // a supplier of null gives null
        Result<T> done = new Result.Done<>(value);
        return done;
      }
      if (failure instanceof OutOfTime || askedToStop) {
        stopped.incrementAndGet();
        return tooSlow();
      }
      if (failure instanceof OutOfMemoryError) {
        stopped.incrementAndGet();
        log.error("There was not enough memory for a reading", failure);
        return new Result.Stopped<>("needed more memory than Freshet has");
      }
      if (failure instanceof Error e) throw e;
      throw (RuntimeException) failure; // a supplier throws nothing else
    }
  }
}
