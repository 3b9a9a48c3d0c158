package freshet.cli;

import freshet.text.Cut;
import java.io.Console;
import java.util.function.Supplier;

/// Counters of work that is under way, on standard error: a line that is written over on a
/// terminal, one every ten seconds elsewhere.
final class LiveLine implements AutoCloseable {
  private static final int WIDEST = 110;
  private static final String CLEAR = "\r\u001b[2K";

  private final Supplier<String> counters;
  private final boolean terminal;
  private final Thread thread;

  @SuppressWarnings("SystemConsoleNull") // since JDK 25 it is null again where input is no terminal
  LiveLine(Supplier<String> counters) {
    this.counters = counters;
    Console console = System.console();
    terminal = console != null && console.isTerminal();
    thread = Thread.ofVirtual().name("counters").start(this::show);
  }

  private void show() {
    try {
      while (true) {
        Thread.sleep(terminal ? 250 : 10_000);
        String line = counters.get();
        if (terminal) {
          System.err.print(CLEAR + Cut.to(line, WIDEST));
        } else {
          System.err.println(line);
        }
        System.err.flush();
      }
    } catch (InterruptedException e) {
      if (terminal) System.err.print(CLEAR);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
