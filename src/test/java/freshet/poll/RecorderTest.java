package freshet.poll;

import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import freshet.change.Change;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.model.FetchOutcome;
import freshet.model.Poll;
import freshet.poll.Poller.Harvest;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a poll leaves behind: rows, numbers and a word to whoever listens.
final class RecorderTest {
  @TempDir Path folder;
  private final List<Change> told = new ArrayList<>();
  private PollBed bed;
  private Poller poller;
  private Recorder recorder;
  private long id;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
    poller = new Poller(null, bed.store.entries());
    recorder = new Recorder(bed.store, null, bed.meters, bed.changes);
    id = bed.add("https://a.example/feed");
    bed.changes.listen(told::add);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private void polled(String body) throws InterruptedException {
    Feed feed = bed.feed(id);
    var reader = new LocalReader(request -> fetched(request, body), PARSER);
    Harvest harvest = poller.harvest(feed, reader.read(poller.request(feed)));
    recorder.polled(feed, due(), NOON, harvest, planned(0));
  }

  private Due due() {
    return new Due(id, NOON, NOON.plus(PollBed.LEAST), "it was time");
  }

  private Planned planned(int failures) {
    byte[] rhythm = {1, 2, 3};
    return new Planned(
        id,
        rhythm,
        NOON,
        NOON.plusSeconds(900),
        "the feed asks for it",
        NOON.plusSeconds(1_000),
        failures,
        false);
  }

  private double measured(String name) {
    return bed.meters
        .scrape()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not measured"));
  }

  @Test
  void entriesPlanAndPollAreWrittenAndCounted() throws InterruptedException {
    polled(rss("two", "one").replace("<item>", "<ttl>30</ttl><item>"));
    Feed feed = bed.feed(id);
    assertThat(feed.entries()).isEqualTo(2);
    assertThat(feed.title()).isEqualTo("News");
    assertThat(feed.format()).isEqualTo("rss 2.0");
    assertThat(feed.health()).isEqualTo(new Feed.Health("new", null, 0));
    assertThat(feed.plan().lastPoll()).isEqualTo(NOON);
    assertThat(feed.plan().notBefore()).isEqualTo(NOON.plusSeconds(900));
    assertThat(feed.plan().heldBy()).isEqualTo("the feed asks for it");
    assertThat(feed.plan().nextPoll()).isEqualTo(NOON.plusSeconds(1_000));
    assertThat(feed.plan().hint()).isEqualTo("ttl=30");
    assertThat(bed.store.feeds().planned(id).orElseThrow().rhythm()).containsExactly(1, 2, 3);
    Poll poll = bed.store.polls().of(id, 1).getFirst();
    assertThat(poll.why()).isEqualTo("it was time");
    assertThat(poll.newEntries()).isEqualTo(2);
    assertThat(measured("freshet_polls_total{outcome=\"new\"}")).isEqualTo(1);
    assertThat(measured("freshet_entries_new_total")).isEqualTo(2);
    assertThat(measured("freshet_fetched_bytes_total")).isEqualTo(1_000);
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().newEntries()).hasSize(2);
  }

  @Test
  void delaysAreMeasuredFromTheSecondPollOn() throws InterruptedException {
    polled(rss("one"));
    assertThat(measured("freshet_delay_seconds_count")).as("its history is late").isZero();
    polled(rss("two", "one"));
    assertThat(measured("freshet_delay_seconds_count")).isEqualTo(1);
    assertThat(measured("freshet_delay_seconds_sum")).isEqualTo(3_600);
    String future = rss("three", "two", "one").replaceFirst("11:00:00", "13:00:00");
    polled(future);
    assertThat(measured("freshet_delay_seconds_count")).as("not yet published").isEqualTo(1);
  }

  @Test
  void nobodyIsToldOfAPollThatBroughtNothing() throws InterruptedException {
    polled(rss("one"));
    polled(rss("one"));
    assertThat(told).hasSize(1);
    assertThat(bed.store.polls().of(id, 9)).hasSize(2);
    assertThat(measured("freshet_polls_total{outcome=\"nothing new\"}")).isEqualTo(1);
  }

  @Test
  void anEditIsToldAsOne() throws InterruptedException {
    polled(rss("one"));
    polled(rss("one").replace("<title>one<", "<title>one, corrected<"));
    long entry = told.getFirst().newEntries().getFirst();
    assertThat(told.getLast().newEntries()).isEmpty();
    assertThat(told.getLast().editedEntries()).containsExactly(entry);
    assertThat(measured("freshet_entries_edited_total")).isEqualTo(1);
  }

  @Test
  void howLongAStoredSoundLastsIsFilledInWhenItsFeedSaysItWithoutAnEdit()
      throws InterruptedException {
    polled(rss("one", "two"));
    String itunes = "<rss xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" ";
    String lasts = "<title>one</title><itunes:duration>41:00</itunes:duration>";
    polled(rss("one", "two").replace("<rss ", itunes).replace("<title>one</title>", lasts));
    List<Long> entries = told.getFirst().newEntries();
    assertThat(entries)
        .extracting(e -> bed.store.entries().find(e).orElseThrow())
        .extracting(Entry::title, Entry::duration, Entry::editedAt)
        .containsExactlyInAnyOrder(
            tuple("one", Duration.ofMinutes(41), null), tuple("two", null, null));
    assertThat(told).as("no edit").hasSize(1);
  }

  @Test
  void aFailureIsWrittenWithItsSentence() {
    Feed feed = bed.feed(id);
    var unreachable =
        new FetchOutcome.Unreachable(FetchOutcome.Trouble.TIMEOUT, "It did not answer.");
    Harvest harvest = poller.harvest(feed, new FeedReader.Answer(unreachable, null, null));
    recorder.polled(feed, due(), NOON, harvest, planned(1));
    assertThat(bed.feed(id).health())
        .isEqualTo(new Feed.Health("unreachable", "It did not answer.", 1));
    assertThat(told).isEmpty();
  }

  @Test
  void aMistakeOfOursChangesNothingButTheSentence() throws InterruptedException {
    polled(rss("one"));
    Feed before = bed.feed(id);
    recorder.mistaken(before, due(), NOON.plusSeconds(60));
    Feed after = bed.feed(id);
    assertThat(after.health().outcome()).isEqualTo("mistake");
    assertThat(after.health().failures()).isZero();
    assertThat(after.asking()).isEqualTo(before.asking());
    assertThat(after.plan().lastPoll()).isEqualTo(NOON.plusSeconds(60));
    assertThat(after.plan().lastAnswer()).isEqualTo(before.plan().lastAnswer());
    assertThat(after.plan().notBefore()).isEqualTo(before.plan().notBefore());
    assertThat(after.title()).isEqualTo("News");
    assertThat(bed.store.feeds().planned(id).orElseThrow().rhythm()).containsExactly(1, 2, 3);
    assertThat(measured("freshet_polls_total{outcome=\"mistake\"}")).isEqualTo(1);
    assertThat(told).hasSize(1);
  }

  @Test
  void whatAHubBringsIsStoredCountedAndTold() throws InterruptedException {
    polled(rss("one"));
    Feed feed = bed.feed(id);
    var reader = new LocalReader(request -> fetched(request, rss("two", "one")), PARSER);
    Harvest harvest = poller.harvest(feed, reader.read(poller.request(feed)));
    recorder.pushed(feed, NOON.plus(Duration.ofMinutes(1)), harvest.entries());
    assertThat(bed.feed(id).entries()).isEqualTo(2);
    assertThat(measured("freshet_pushes_total")).isEqualTo(1);
    assertThat(told).hasSize(2);
    recorder.pushed(feed, NOON, List.of());
    assertThat(measured("freshet_pushes_total")).as("nothing was brought").isEqualTo(1);
  }
}
