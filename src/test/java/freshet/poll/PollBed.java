package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.schedule.Budget;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.schedule.Turns;
import freshet.store.Store;
import freshet.understand.Understanding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What polling needs: a real store in a temporary folder, a clock that stands still, and a
/// schedule that makes all its calls at once.
final class PollBed implements AutoCloseable {
  static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  static final Duration LEAST = Duration.ofMinutes(10);
  static final FeedParser PARSER = new FeedParser(ParseLimits.DEFAULT);
  static final PlannerSettings PLANNING =
      new PlannerSettings(
          new Budget(600, LEAST, Budget.Spacing.BURST),
          Map.of("api", new Budget(2, Duration.ofHours(1), Budget.Spacing.BURST)),
          new Turns.Rules(LEAST, Duration.ofHours(24), Duration.ZERO),
          Duration.ZERO,
          PlannerSettings.DEFAULT.policy());

  private final AtomicReference<Instant> now = new AtomicReference<>(NOON);

  /// How often the clock fails, by an Error.
  final AtomicInteger failures = new AtomicInteger();

  final InstantSource clock =
      () -> {
        if (failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) throw new AssertionError("clock");
        return now.get();
      };
  final Store store;
  final Timetable timetable = new Timetable(new Planner(PLANNING), clock);
  final Meters meters;
  final Changes changes = new Changes();
  private final BlockingQueue<Change> told = new LinkedBlockingQueue<>();
  private @Nullable Watcher watcher;

  PollBed(Path folder) {
    store = Store.open(folder, null);
    meters = new Meters(store);
    changes.listen(told::add);
  }

  Watcher watcher(Fetcher web) {
    return watcher(new LocalReader(web, PARSER), null, null);
  }

  Watcher watcher(
      FeedReader reader, @Nullable Understanding understanding, @Nullable HubClient hubs) {
    Watcher made =
        new Watcher(
            store,
            reader,
            Readings.unrecorded(),
            understanding,
            timetable,
            meters,
            changes,
            hubs,
            clock,
            4);
    watcher = made;
    return made;
  }

  Watcher watcher(FeedReader reader, Readings readings) {
    Watcher made =
        new Watcher(store, reader, readings, null, timetable, meters, changes, null, clock, 4);
    watcher = made;
    return made;
  }

  long add(String address) {
    FeedUrl url = FeedUrl.of(address);
    return store.feeds().add(url, url.host(), null, null, clock.instant()).id();
  }

  Feed feed(long id) {
    return store.feeds().find(id).orElseThrow();
  }

  /// The next change that is told.
  Change told() throws InterruptedException {
    Change change = told.poll(10, TimeUnit.SECONDS);
    assertThat(change).as("a change within ten seconds").isNotNull();
    return change;
  }

  /// Time passes, and whoever waits for the next poll looks at the clock again.
  void pass(Duration time) {
    now.updateAndGet(t -> t.plus(time));
    timetable.remove(-1);
  }

  /// A feed with an entry for each title, published an hour before noon.
  static String rss(String... titles) {
    StringBuilder rss = new StringBuilder("<rss version=\"2.0\"><channel><title>News</title>");
    for (String title : titles) {
      rss.append("<item><guid>").append(title).append("</guid><title>").append(title);
      rss.append("</title><pubDate>Sun, 15 Nov 2026 11:00:00 GMT</pubDate></item>");
    }
    return rss.append("</channel></rss>").toString();
  }

  static FetchOutcome.Fetched fetched(FetchRequest request, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new FetchOutcome.Fetched(
        bytes, "application/rss+xml", body.hashCode(), answer(request.url(), 200));
  }

  static Answer answer(FeedUrl url, int status) {
    return new Answer(
        status, url, null, Validators.NONE, null, null, null, 1_000, NOON, Duration.ofMillis(200));
  }

  @Override
  public void close() {
    if (watcher != null) watcher.close();
    store.close();
  }
}
