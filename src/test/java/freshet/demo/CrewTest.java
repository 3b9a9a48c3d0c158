package freshet.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.model.DemoProcess;
import freshet.model.DemoProcess.Act;
import freshet.model.DemoProcess.State;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With real processes that do nothing.
final class CrewTest {
  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-18T12:00:00Z");
  private Crew crew;
  private CrewFolder page;

  @BeforeEach
  void start() {
    crew =
        new Crew(
            folder,
            (_, _) -> List.of("sh", "-c", "echo Freshet is at http://127.0.0.1:1/; sleep 300"),
            () -> now);
    page = new CrewFolder(folder);
  }

  @AfterEach
  void end() {
    crew.close();
  }

  private DemoProcess after(Act act, String name, String of, State expected) {
    page.ask(act, name);
    crew.tend();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          crew.tend();
          return one(of).state() == expected;
        });
    return one(of);
  }

  private DemoProcess one(String name) {
    return page.processes().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void oneThatIsKilledStaysSoUntilItIsStartedAgain() {
    crew.add("terminal");
    crew.tend();
    long first = one("terminal-1").pid();
    after(Act.KILL, "terminal-1", "terminal-1", State.ENDED);
    now = now.plusSeconds(60);
    crew.tend();
    assertThat(one("terminal-1").state()).isEqualTo(State.ENDED);
    assertThat(after(Act.START, "terminal-1", "terminal-1", State.RUNNING).pid())
        .isNotEqualTo(first);
  }

  @Test
  void theLastControllerIsStartedAgainByItself() {
    crew.add("controller");
    crew.add("controller");
    crew.tend();
    after(Act.KILL, "controller-1", "controller-1", State.ENDED);
    now = now.plusSeconds(60);
    crew.tend();
    assertThat(one("controller-1").state()).isEqualTo(State.ENDED);
    after(Act.KILL, "controller-2", "controller-2", State.ENDED);
    now = now.plusSeconds(60);
    crew.tend();
    assertThat(page.processes()).filteredOn(p -> p.state() == State.RUNNING).hasSize(1);
  }

  @Test
  void oneIsStoppedAndWokenUp() {
    crew.add("terminal");
    crew.tend();
    assertThat(after(Act.STOP, "terminal-1", "terminal-1", State.STOPPED).acts())
        .containsExactly(Act.WAKE, Act.KILL);
    assertThat(after(Act.WAKE, "terminal-1", "terminal-1", State.RUNNING).acts())
        .containsExactly(Act.KILL, Act.STOP);
  }

  @Test
  void oneIsAdded() {
    crew.add("terminal");
    assertThat(after(Act.ADD, "terminal", "terminal-2", State.RUNNING).role())
        .isEqualTo("terminal");
  }

  @Test
  void whereItsPagesAreIsAsItSaid() {
    crew.add("web");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> {
          crew.tend();
          return one("web-1").address().equals("http://127.0.0.1:1/");
        });
  }

  @Test
  void whatNobodyKnowsIsAskedForInVain() {
    crew.add("terminal");
    page.ask(Act.KILL, "terminal-9");
    crew.tend();
    assertThat(page.processes()).hasSize(1);
  }
}
