package freshet.understand;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.dedupe.DuplicateFinder;
import freshet.dedupe.Signature;
import freshet.group.Gist;
import freshet.group.Glossary;
import freshet.group.Tracer;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.numbers.NumbersIn;
import freshet.store.Store;
import freshet.store.StoryResolver;
import freshet.understand.Understanding.Folds;
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The file of what is remembered, written while others store.
final class FoldingTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  @TempDir Path folder;
  private volatile Instant now = NOON;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Store store;
  private Folding folding;
  private Path file;
  private Path unfinished;
  private long last = 30_000;

  @BeforeEach
  void open() {
    store = Store.open(folder, null);
    var feed = store.feeds().add(FeedUrl.of("https://a.example/feed"), "a", null, null, NOON);
    var parsed = Made.entry(1, "Ferries", NOON, "<p>They sail.</p>", null);
    NewEntry entry = new NewEntry(parsed, 0, "They sail.", "en", null);
    store
        .polls()
        .record(
            Made.poll(feed.id(), FeedUrl.of("https://a.example/feed"), NOON, List.of(entry)),
            StoryResolver.NONE);
    file = folder.resolve("stories.bin");
    unfinished = folder.resolve("stories.bin.new");
    folding = fresh();
  }

  @AfterEach
  void close() {
    threads.close();
    store.close();
  }

  private Folding fresh() {
    Folding fresh =
        new Folding(store, Folds.USUAL.sameness(), () -> new Tracer(Glossary.NONE), () -> now);
    fresh.keepIn(file, "0");
    return fresh;
  }

  /// As the store does while it writes a new entry.
  private void arrives(long id) {
    String text = "Story " + id;
    Signature compared = Signature.of(text, text, "en");
    Insight insight =
        new Insight(compared, Gist.of(text, text, "en"), compared.toBytes(), 0, 0, false);
    var resolver = folding.resolver(List.of(folding.arriving(now, 1, insight)));
    var _ = resolver.find(0, 0, _ -> null);
    resolver.keep(0, id);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whoStoresDoesNotWaitForTheDisk() throws Exception {
    long _ = folding.restore();
    folding.begin();
    Files.delete(file);
    // A disk that does not answer: nobody reads what is written here.
    assertThat(new ProcessBuilder("mkfifo", unfinished.toString()).start().waitFor()).isZero();
    var saving = CompletableFuture.runAsync(folding::save, threads);
    try {
      CompletableFuture.runAsync(() -> arrives(2), threads).get(20, SECONDS);
      assertThat(saving).isNotDone();
    } finally {
      try (var in = Files.newInputStream(unfinished)) {
        assertThat(in.readAllBytes()).isNotEmpty();
      }
      saving.get(20, SECONDS);
    }
  }

  @Test
  void whatCouldNotBeWrittenIsTriedAgainSoon() throws Exception {
    long _ = folding.restore();
    // Neither written over nor taken away.
    Files.createDirectory(unfinished);
    Path inside = Files.createFile(unfinished.resolve("file"));
    folding.begin();
    arrives(last);
    halfAnHourLater();
    assertThat(file).doesNotExist();
    Files.delete(inside);
    Files.delete(unfinished);
    halfAnHourLater();
    assertThat(file).exists();
    assertThat(fresh().restore()).isEqualTo(1);
  }

  private void halfAnHourLater() throws InterruptedException {
    now = now.plus(Duration.ofMinutes(31));
    arrives(++last);
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (t.getName().equals("memory of stories")) t.join();
    }
  }

  @Test
  void severalWhoWriteAtOnceDoNotSpoilEachOthersFile() throws Exception {
    long _ = folding.restore();
    for (int id = 2; id < 1000; id++) arrives(id);
    folding.begin();
    Runnable often =
        () -> {
          for (int i = 0; i < 200; i++) folding.save();
        };
    var one = CompletableFuture.runAsync(often, threads);
    var other = CompletableFuture.runAsync(often, threads);
    while (!one.isDone() || !other.isDone()) {
      byte[] bytes = Files.readAllBytes(file);
      var finder = new DuplicateFinder(Folds.USUAL.sameness(), _ -> null);
      var from = Channels.newChannel(new ByteArrayInputStream(bytes));
      assertThat(finder.takeUp(new NumbersIn(from, bytes.length), "0 " + Folds.USUAL.sameness()))
          .isNotNull();
    }
    one.join();
    other.join();
  }
}
