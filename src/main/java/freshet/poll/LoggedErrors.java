package freshet.poll;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.LoggerFactory;

/// Counts the mistakes of ours. Whoever catches one, at whichever outer edge, logs it whole as an
/// error, and every error in our log is one: so they are counted there, and no edge can forget it.
final class LoggedErrors extends AppenderBase<ILoggingEvent> {
  private static final LoggedErrors OF_THIS_PROCESS = new LoggedErrors();

  static {
    var ours = (Logger) LoggerFactory.getLogger("freshet");
    OF_THIS_PROCESS.setContext(ours.getLoggerContext());
    OF_THIS_PROCESS.start();
    ours.addAppender(OF_THIS_PROCESS);
  }

  private final LongAdder count = new LongAdder();

  private LoggedErrors() {}

  /// There is one log, so there is one count.
  static LoggedErrors counted() {
    return OF_THIS_PROCESS;
  }

  long count() {
    return count.sum();
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) count.increment();
  }
}
