package freshet.change;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import freshet.model.Made;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class ChangesTest {
  @Test
  void aListenerThatFailsIsNamedInTheLogAndNobodyElseNotices() {
    var changes = new Changes();
    List<Long> heard = new ArrayList<>();
    changes.listen(_ -> {
      throw new IllegalStateException("a mistake of the listener");
    });
    changes.listen(c -> heard.add(c.feedId()));
    var log = (Logger) LoggerFactory.getLogger(Changes.class);
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try {
      changes.publish(Made.change(7, List.of(1L)));
    } finally {
      log.detachAppender(lines);
    }
    assertThat(heard).containsExactly(7L);
    assertThat(lines.list).hasSize(1);
    var line = lines.list.getFirst();
    assertThat(line.getLevel()).isEqualTo(Level.ERROR);
    assertThat(line.getFormattedMessage()).contains(ChangesTest.class.getName(), "feed 7");
    assertThat(line.getThrowableProxy().getMessage()).isEqualTo("a mistake of the listener");
  }

  @Test
  void whoHasClosedHearsNoMore() {
    var changes = new Changes();
    List<Change> heard = new ArrayList<>();
    try (var _ = changes.listen(heard::add)) {
      changes.publish(Made.change(7, List.of(1L)));
    }
    changes.publish(Made.change(7, List.of(2L)));
    assertThat(heard).containsExactly(Made.change(7, List.of(1L)));
  }
}
