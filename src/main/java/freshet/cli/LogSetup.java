package freshet.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The log: to standard error, a line an event, quiet unless the settings say otherwise. Found by
/// Logback as a service, so no configuration file has to be read at start.
public final class LogSetup extends ContextAwareBase implements Configurator {

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    apply(context, "warn", "text");
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /// What the settings say.
  static void apply(Settings settings) {
    apply(
        (LoggerContext) LoggerFactory.getILoggerFactory(),
        settings.text(Setting.LOG),
        settings.text(Setting.LOG_FORMAT));
  }

  private static void apply(LoggerContext context, String level, String format) {
    Encoder<ILoggingEvent> encoder;
    if (format.equals("json")) {
      JsonEncoder json = new JsonEncoder();
      json.setWithContext(false);
      json.setWithSequenceNumber(false);
      json.setWithMessage(false);
      json.setWithFormattedMessage(true);
      json.setWithArguments(false);
      encoder = json;
    } else {
      PatternLayoutEncoder text = new PatternLayoutEncoder();
      text.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} %msg %kvp%n%ex");
      encoder = text;
    }
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(console);
    // Libraries stay quiet: their "info" is noise to whoever runs Freshet.
    root.setLevel(level.equals("debug") ? Level.INFO : Level.WARN);
    context.getLogger("freshet").setLevel(Level.toLevel(level));
    // What it would say is said by us: a port in use by the command, a broken handler by its edge.
    context.getLogger("io.javalin").setLevel(level.equals("debug") ? Level.INFO : Level.OFF);
    // It warns about what strangers send, such as two hosts in one request: that fills the log.
    context.getLogger("org.eclipse.jetty.http").setLevel(Level.ERROR);
    context.getLogger("org.eclipse.jetty.util.HostPort").setLevel(Level.ERROR);
    // It warns about every connection it cannot validate; the store says what matters in a
    // sentence.
    context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
  }
}
