package freshet.poll;

import static freshet.poll.PollBed.LEAST;
import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.bound.ReadingPool;
import freshet.bound.UnderWay;
import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import freshet.model.ParseOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Feeds that cost more than a feed may cost.
final class BoundedPollTest {
  private static final String A = "https://a.example/feed";

  @TempDir Path folder;
  private PollBed bed;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  /// A pool that has patience for next to nothing.
  private static ReadingPool hasty() {
    return new ReadingPool(
        new ReadingPool.Limits(
            2, Duration.ofMillis(1), Duration.ofMinutes(5), Duration.ofMinutes(5), 100_000_000));
  }

  @Test
  void aFeedThatTakesTooLongToReadIsStoppedAndSaysSo() throws InterruptedException {
    long id = bed.add(A);
    String endless = "<rss><channel>" + "<item><title>x</title><a><b/></a></item>".repeat(300_000);
    Fetcher web = request -> fetched(request, endless);
    var readings = new Readings(hasty(), null);
    bed.watcher(new LocalReader(web, PARSER, readings), readings).start();
    await().atMost(Duration.ofMinutes(1)).until(() -> bed.feed(id).health().failures() == 1);
    var feed = bed.feed(id);
    assertThat(feed.health().outcome()).isEqualTo("stopped");
    assertThat(feed.health().message())
        .startsWith("Reading this feed took longer than")
        .endsWith("s, so Freshet stopped.");
    assertThat(feed.plan().notBefore()).isAfterOrEqualTo(NOON.plus(LEAST));
    assertThat(feed.entries()).isZero();
  }

  @Test
  void thatThereWasNoRoomForAnAnswerIsNoFaultOfTheFeed() throws InterruptedException {
    long id = bed.add(A);
    AtomicInteger asked = new AtomicInteger();
    Fetcher web =
        request ->
            asked.incrementAndGet() == 1
                ? new FetchOutcome.Unreachable(FetchOutcome.Trouble.NO_ROOM, "No room.")
                : fetched(request, rss("one"));
    bed.watcher(web).start();
    await().until(() -> asked.get() == 1 && bed.meters.underWay.get() == 0);
    bed.pass(LEAST);
    assertThat(bed.told().newEntries()).hasSize(1);
    assertThat(bed.feed(id).health().failures()).isZero();
  }

  @Test
  void aReadingThatWasStoppedElsewhereBacksTheFeedOff() throws InterruptedException {
    long id = bed.add(A);
    FeedReader reader =
        request -> {
          var read = new LocalReader(r -> fetched(r, rss("one")), PARSER).read(request);
          return new FeedReader.Answer(read.outcome(), new ParseOutcome.Stopped("Too slow."), null);
        };
    bed.watcher(reader, null, null).start();
    await().until(() -> bed.feed(id).health().failures() == 1);
    assertThat(bed.feed(id).health().message()).isEqualTo("Too slow.");
    assertThat(bed.feed(id).plan().heldBy()).startsWith("Too slow; trying again");
  }

  @Test
  void aFeedInWhoseReadingTheProgramEndedThreeTimesIsLeftOutUntilSomebodyAsks()
      throws InterruptedException {
    long bad = bed.add(A);
    long good = bed.add("https://b.example/feed");
    Path file = folder.resolve("reading");
    UnderWay first = UnderWay.open(file); // killed while it read both
    first.of(bad).begins();
    first.of(good).begins();
    UnderWay second = UnderWay.open(file); // killed again
    second.of(bad).begins();
    UnderWay third = UnderWay.open(file); // and again
    third.of(bad).begins();
    AtomicInteger asked = new AtomicInteger();
    Fetcher web =
        request -> {
          if (request.url().host().equals("a.example")) asked.incrementAndGet();
          return fetched(request, rss("one"));
        };
    var readings = new Readings(ReadingPool.shared(), UnderWay.open(file));
    Watcher watcher = bed.watcher(new LocalReader(web, PARSER, readings), readings);
    watcher.start();
    await().until(() -> bed.feed(good).entries() == 1);
    bed.pass(Duration.ofDays(300));
    await().until(() -> "unchanged nothing new".contains(outcome(good)));
    assertThat(asked).hasValue(0);
    assertThat(outcome(bad)).isEqualTo("left out");
    assertThat(bed.feed(bad).health().message()).contains("sudden end", "until somebody asks");

    assertThat(watcher.hurry(bad)).isTrue();
    await().until(() -> bed.feed(bad).entries() == 1);
    assertThat(outcome(bad)).isEqualTo("new");
    assertThat(bed.feed(bad).health().message()).isNull();
    readings.close();
    assertThat(UnderWay.open(file).isSuspect(bad)).isFalse();
  }

  private String outcome(long feed) {
    String word = bed.feed(feed).health().outcome();
    return word == null ? "none" : word;
  }
}
