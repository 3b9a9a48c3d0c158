package freshet.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.jobs.Job.State;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.store.Store;
import freshet.understand.EntryText;
import freshet.understand.Understanding;
import freshet.understand.Understanding.Folds;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The steps themselves are tested with what they classify, in `UnderstandingTest`.
final class ReclassificationTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final String TEXT = "The rowing crew of Oxbury won the regatta on the old canal.";

  @TempDir Path folder;
  private Store store;
  private Understanding understanding;
  private Reclassification job;
  private long entry;

  @BeforeEach
  void open() throws InterruptedException {
    store = Store.open(folder, null);
    start();
    long id = store.feeds().add(FeedUrl.of("https://a.example/feed"), "a", null, null, NOON).id();
    Feed feed = store.feeds().find(id).orElseThrow();
    var found = understanding.language("Regatta", TEXT, null);
    var text = new EntryText("Regatta", TEXT, null, null);
    var insight = understanding.insight(text, found, null, "en", id, List.of(), null);
    var parsed = Made.entry(1, "Regatta", NOON, "<p>" + TEXT + "</p>", null);
    List<NewEntry> some = List.of(new NewEntry(parsed, 0, TEXT, "en", insight));
    entry =
        store
            .polls()
            .record(Made.poll(id, feed.url(), NOON, some), understanding.resolver(some, feed, NOON))
            .newEntries()
            .getFirst();
  }

  private void start() throws InterruptedException {
    InstantSource clock = InstantSource.fixed(NOON.plusSeconds(60));
    understanding = new Understanding(store, Folds.USUAL, clock);
    understanding.start();
    understanding.awaitReady();
    job = new Reclassification(folder.resolve("topics"), understanding, clock);
    job.start();
  }

  @AfterEach
  void close() {
    job.close();
    understanding.close();
    store.close();
  }

  private String due() {
    return store.settings().all().getOrDefault("topics.review", "");
  }

  @Test
  void itBeginsByItselfAfterACorrectionAndEndsWhenNothingIsDue() {
    assertThat(job.state()).isEqualTo(State.DONE);
    assertThat(understanding.giveTopic(entry, "rowing")).isTrue();
    assertThat(job.state()).isEqualTo(State.RUNNING);
    await().until(() -> job.state() == State.DONE);
    assertThat(due()).isEmpty();
    assertThat(job.activity().orElseThrow().left()).isZero();
  }

  @Test
  void aPauseKeepsWhatIsDueOverARestartAndGoesOnWhenResumed() throws InterruptedException {
    assertThat(understanding.giveTopic(entry, "rowing")).isTrue();
    job.pause();
    job.close();
    understanding.close();
    start();
    assertThat(job.state()).isEqualTo(State.PAUSED);
    assertThat(due()).startsWith("en:");
    assertThat(understanding.giveTopic(entry, "boats")).isTrue();
    assertThat(job.state()).isEqualTo(State.PAUSED);
    job.resume();
    await().until(() -> job.state() == State.DONE);
    assertThat(due()).isEmpty();
  }

  @Test
  void cutShortItGoesOnAfterARestart() throws InterruptedException {
    assertThat(understanding.giveTopic(entry, "rowing")).isTrue();
    job.close();
    understanding.close();
    assertThat(due()).startsWith("en:");
    start();
    await().until(() -> job.state() == State.DONE);
    assertThat(due()).isEmpty();
  }

  @Test
  void stoppedItLeavesTheRestAsItIsUntilTheNextCorrection() {
    assertThat(understanding.giveTopic(entry, "rowing")).isTrue();
    job.stop();
    assertThat(job.state()).isEqualTo(State.STOPPED);
    assertThat(due()).isEmpty();
    assertThat(understanding.giveTopic(entry, "boats")).isTrue();
    assertThat(job.state()).isEqualTo(State.RUNNING);
  }
}
