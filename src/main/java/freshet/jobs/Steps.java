package freshet.jobs;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Work in short steps, between which it can be paused and stopped.
abstract class Steps implements Job.Work {
  private boolean paused;
  private boolean stopped;

  /// @return whether there is more to do
  abstract boolean step() throws InterruptedException, IOException, Job.Trouble;

  @Override
  public final boolean run() throws InterruptedException, IOException, Job.Trouble {
    while (mayGoOn()) if (!step()) return true;
    return false;
  }

  /// Waits while it is paused.
  ///
  /// @return false if it was stopped
  final synchronized boolean mayGoOn() throws InterruptedException {
    while (paused && !stopped) wait();
    return !stopped;
  }

  /// Waits for so long, or until it is stopped.
  final synchronized void rest(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    for (long left = most.toNanos(); left > 0 && !stopped; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  @Override
  public final synchronized void pause() {
    paused = true;
  }

  @Override
  public final synchronized void resume() {
    paused = false;
    notifyAll();
  }

  @Override
  public final synchronized void stop() {
    stopped = true;
    notifyAll();
  }
}
