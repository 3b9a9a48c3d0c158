package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ReopeningTest {
  private final AtomicInteger opened = new AtomicInteger();

  @Test
  void itIsOpenedAtOnceIfAskedAndElseAfterAWhile() throws IOException {
    Reopening reopening = new Reopening(Duration.ofHours(1));
    for (int i = 0; i < 3; i++) reopening.ifDue(opened::incrementAndGet);
    assertThat(opened).hasValue(1);
    reopening.ask();
    reopening.ask();
    for (int i = 0; i < 3; i++) reopening.ifDue(opened::incrementAndGet);
    assertThat(opened).hasValue(2);
    Reopening always = new Reopening(Duration.ZERO);
    for (int i = 0; i < 3; i++) always.ifDue(opened::incrementAndGet);
    assertThat(opened).hasValue(5);
  }

  @Test
  void whoAsksWhileItIsBeingOpenedIsAnsweredByTheNext() throws IOException {
    Reopening reopening = new Reopening(Duration.ofHours(1));
    reopening.ask();
    reopening.ifDue(reopening::ask);
    reopening.ifDue(opened::incrementAndGet);
    assertThat(opened).hasValue(1);
  }
}
