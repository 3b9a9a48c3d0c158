package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import freshet.jobs.Job.State;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.Store;
import freshet.store.StoryResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The life of a trial, which asks for the weight of followers when it begins: there the test holds
/// it.
final class TrialTest {
  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
  private static final Trial.Setup SETUP = new Trial.Setup("6/10m", "10m", List.of("round-robin"));

  @TempDir Path folder;
  private final CountDownLatch goOn = new CountDownLatch(1);
  private Store store;
  private Laboratory laboratory;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    long feed = store.feeds().add(url, "a", null, null, NOW).id();
    for (int i = 1; i < 30; i++) {
      Instant at = NOW.minus(Duration.ofHours(3L * i));
      var parsed = Made.entry(i, "Ferry " + i, at, "<p>It came in.</p>", null);
      var some = List.of(new NewEntry(parsed, 0, "It came in.", "en", null));
      var _ = store.polls().record(Made.poll(feed, url, NOW, some), StoryResolver.NONE);
    }
    start();
  }

  private void start() {
    laboratory =
        new Laboratory(store, folder.resolve("laboratory"), this::held, InstantSource.fixed(NOW));
    laboratory.start();
  }

  private double held() {
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 1;
  }

  @AfterEach
  void close() {
    goOn.countDown();
    laboratory.close();
    store.close();
  }

  private Trial trial() {
    return laboratory.trial().orElseThrow();
  }

  @Test
  void pausedItWaitsAndNoOtherCanBegin() {
    Trial trial = laboratory.begin(SETUP);
    trial.pause();
    goOn.countDown();
    assertThatThrownBy(() -> laboratory.begin(SETUP)).hasMessageContaining("running already");
    assertThat(trial.state()).isEqualTo(State.PAUSED);
    assertThat(trial.outcome()).isEmpty();
    trial.resume();
    await().until(() -> trial.state() == State.DONE);
    assertThat(trial.outcome().orElseThrow().lines()).hasSize(1);
  }

  @Test
  void stoppedItLeavesNoReportAndCanBeRunAgain() {
    Trial trial = laboratory.begin(SETUP);
    trial.stop();
    goOn.countDown();
    assertThat(trial.state()).isEqualTo(State.STOPPED);
    assertThat(laboratory.report()).isEmpty();
    trial.resume();
    await().until(() -> trial.state() == State.DONE);
    assertThat(laboratory.report()).isPresent();
  }

  @Test
  void whatCameOfItIsThereAfterARestartAndTheNextTakesItsPlace() {
    goOn.countDown();
    Trial first = laboratory.begin(SETUP);
    await().until(() -> first.state() == State.DONE);
    laboratory.close();
    start();
    assertThat(trial().state()).isEqualTo(State.DONE);
    assertThat(trial().outcome()).isEqualTo(first.outcome()).isPresent();
    Trial second = laboratory.begin(SETUP);
    await().until(() -> second.state() == State.DONE);
    assertThat(trial().id()).isEqualTo(2);
    assertThat(folder.resolve("laboratory/trials/1")).doesNotExist();
  }

  @Test
  void cutShortItBeginsAgainAfterARestart() {
    Trial cut = laboratory.begin(SETUP);
    Thread closing = Thread.startVirtualThread(laboratory::close);
    goOn.countDown();
    await().until(() -> !closing.isAlive());
    assertThat(cut.state()).isIn(State.RUNNING, State.DONE);
    start();
    await().until(() -> trial().state() == State.DONE);
    assertThat(trial().outcome()).isPresent();
  }
}
