package freshet.cli;

import java.io.Console;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// How far long work has come, on standard error: a bar on a terminal, a line every ten seconds in
/// a log, nothing for work that is over sooner.
final class Progress implements AutoCloseable {
  private static final long LINE_EVERY = 10_000_000_000L;

  private final String work;
  private final long all;
  private final @Nullable ProgressBar bar;
  private long done;
  private long nextLine = System.nanoTime() + LINE_EVERY;

  private Progress(String work, long all, @Nullable ProgressBar bar) {
    this.work = work;
    this.all = all;
    this.bar = bar;
  }

  /// @param all how many steps there are, 0 if not known
  @SuppressWarnings("SystemConsoleNull") // since JDK 25 it is null again where input is no terminal
  static Progress of(String work, long all) {
    Console console = System.console();
    boolean terminal = console != null && console.isTerminal();
    return new Progress(
        work,
        all,
        terminal && all > 0
            ? new ProgressBarBuilder()
                .setTaskName(work)
                .setInitialMax(all)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .clearDisplayOnFinish()
                .build()
            : null);
  }

  void step() {
    done++;
    if (bar != null) {
      bar.step();
    } else if (System.nanoTime() > nextLine) {
      nextLine = System.nanoTime() + LINE_EVERY;
      System.err.println(work + ": " + done + (all > 0 ? " of " + all : ""));
    }
  }

  @Override
  public void close() {
    if (bar != null) bar.close();
  }
}
