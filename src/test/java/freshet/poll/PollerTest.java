package freshet.poll;

import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static freshet.poll.PollBed.answer;
import static freshet.poll.PollBed.fetched;
import static freshet.poll.PollBed.rss;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.NewEntry;
import freshet.model.ParseOutcome;
import freshet.model.ParseOutcome.Parsed;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.PollRecord;
import freshet.model.PollRecord.Outcome;
import freshet.model.Rewriting;
import freshet.model.Validators;
import freshet.parse.HtmlHandling;
import freshet.poll.Poller.Harvest;
import freshet.schedule.PollReport.Result;
import freshet.store.StoryResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What each answer brings, with the real parser and store.
final class PollerTest {
  private static final FeedUrl URL = FeedUrl.of("https://a.example/feed");

  @TempDir Path folder;
  private PollBed bed;
  private Poller poller;
  private Feed feed;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
    poller = new Poller(null, bed.store.entries());
    feed = bed.feed(bed.add(URL.toString()));
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private Harvest harvest(FetchOutcome outcome) throws InterruptedException {
    return poller.harvest(feed, read(outcome));
  }

  private FeedReader.Answer read(FetchOutcome outcome) throws InterruptedException {
    return new LocalReader(_ -> outcome, PARSER).read(poller.request(feed));
  }

  @Test
  void whatAnotherMachineHasReadIsMadeSafeAgain() throws InterruptedException {
    Fetched body = body("<rss version='2.0'><channel><title>T</title></channel></rss>");
    ParsedFeed honest = ((Parsed) Objects.requireNonNull(read(body).parsed())).feed();
    ParsedEntry evil =
        new ParsedEntry(
            1,
            2,
            3,
            "id",
            "title",
            "javascript:go()",
            List.of(),
            null,
            false,
            null,
            null,
            List.of(),
            null,
            "<p>text<script>go()</script></p>",
            List.of(),
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            Map.of());
    ParsedFeed forged = new ParsedFeed("rss 2.0", true, honest.channel(), List.of(evil));
    var answer = new FeedReader.Answer(body, new Parsed(forged), null);
    Poller ofOthers = new Poller(null, bed.store.entries(), true, _ -> Rewriting.NONE);
    assertThat(ofOthers.harvest(feed, answer).entries())
        .singleElement()
        .satisfies(e -> {
          assertThat(e.parsed().content()).isEqualTo("<p>text</p>");
          assertThat(e.parsed().link()).isNull();
        });
  }

  /// What was harvested is stored, and the feed polled next is as it is then.
  private void store(Harvest h) {
    var poll =
        new PollRecord(
            feed.id(),
            null,
            h.address(),
            NOON,
            h.outcome(),
            h.status(),
            h.message(),
            h.bytes(),
            h.took(),
            Feed.State.ACTIVE,
            h.asking(),
            feed.plan(),
            0,
            null,
            null,
            null,
            h.entries());
    bed.store.polls().record(poll, StoryResolver.NONE);
    feed = bed.feed(feed.id());
  }

  private static Fetched body(String body) {
    return fetched(FetchRequest.of(URL), body);
  }

  private static Fetched under(Fetched f, @Nullable String etag) {
    return new Fetched(f.body(), f.contentType(), f.bodyHash(), with(f.answer(), etag, null));
  }

  private static Answer with(Answer a, @Nullable String etag, @Nullable FeedUrl movedTo) {
    return new Answer(
        a.status(),
        a.finalUrl(),
        movedTo,
        new Validators(etag, null),
        a.freshFor(),
        a.hub(),
        a.self(),
        a.wireBytes(),
        a.at(),
        a.took());
  }

  @Test
  void entriesThatAreNotKnownAreNewAndTheOldestComesFirst() throws InterruptedException {
    Harvest first = harvest(body(rss("two", "one")));
    assertThat(first.outcome()).isEqualTo(Outcome.NEW);
    assertThat(first.entries()).extracting(e -> e.parsed().title()).containsExactly("one", "two");
    assertThat(first.report().result()).isEqualTo(Result.ANSWERED);
    assertThat(first.report().entries()).hasSize(2);
    assertThat(first.bytes()).isEqualTo(1_000);
    assertThat(first.message()).isNull();
    store(first);

    Harvest second = harvest(body(rss("three", "two", "one")));
    assertThat(second.entries()).extracting(e -> e.parsed().title()).containsExactly("three");
    assertThat(second.asking().bodyHash()).isNotEqualTo(first.asking().bodyHash());

    Harvest third = harvest(body(rss("two", "one")));
    assertThat(third.outcome()).isEqualTo(Outcome.NOTHING_NEW);
    assertThat(third.entries()).isEmpty();
  }

  @Test
  void anEntryThatItsPublisherChangedIsAnEdit() throws InterruptedException {
    store(harvest(body(rss("one"))));
    String edited = rss("one").replace("<title>one<", "<title>one, corrected<");
    Harvest h = harvest(body(edited));
    assertThat(h.outcome()).as("an edit is not new").isEqualTo(Outcome.NOTHING_NEW);
    assertThat(h.entries()).hasSize(1);
    assertThat(h.entries().getFirst().knownId()).isPositive();
  }

  @Test
  void whatDidNotChangeKeepsWhatTheFeedAskedFor() throws InterruptedException {
    String asks = rss("one").replace("<item>", "<ttl>45</ttl><item>");
    Harvest read = harvest(body(asks));
    assertThat(read.report().hints().ttlMinutes()).isEqualTo(45);
    Harvest unchanged = harvest(new Unchanged(answer(URL, 304)));
    assertThat(unchanged.outcome()).isEqualTo(Outcome.UNCHANGED);
    assertThat(unchanged.status()).isEqualTo(304);
    assertThat(unchanged.report().result()).isEqualTo(Result.ANSWERED);
    assertThat(unchanged.parsed()).isNull();
    assertThat(unchanged.asking().bodyHash()).isEqualTo(feed.asking().bodyHash());
  }

  @Test
  void eachFailureIsNamedAndNothingOfTheFeedForgotten() throws InterruptedException {
    assertFailed(
        new Gone(answer(URL, 410)),
        Outcome.GONE,
        Result.GONE,
        "The publisher has taken this feed away for good (410).");
    assertFailed(
        new Refused(404, null, answer(URL, 404)),
        Outcome.REFUSED,
        Result.REFUSED,
        "Not found (404) at this address.");
    assertFailed(
        new Refused(503, null, answer(URL, 503)),
        Outcome.REFUSED,
        Result.REFUSED,
        "Server error (503).");
    assertFailed(
        new Refused(429, null, answer(URL, 429), "Its API says so."),
        Outcome.REFUSED,
        Result.REFUSED,
        "Its API says so.");
    assertFailed(
        new Unreachable(FetchOutcome.Trouble.TIMEOUT, "It did not answer."),
        Outcome.UNREACHABLE,
        Result.FAILED,
        "It did not answer.");
    assertFailed(
        new Forbidden(FetchOutcome.Ban.ROBOTS, "Its robots.txt forbids it."),
        Outcome.FORBIDDEN,
        Result.FORBIDDEN,
        "Its robots.txt forbids it.");
    assertFailed(
        body("<html><body>hello</body></html>"),
        Outcome.NOT_A_FEED,
        Result.FAILED,
        "It is a web page, not a feed");
  }

  private void assertFailed(FetchOutcome outcome, Outcome named, Result result, String message)
      throws InterruptedException {
    Harvest h = harvest(outcome);
    assertThat(h.outcome()).isEqualTo(named);
    assertThat(h.report().result()).isEqualTo(result);
    assertThat(h.message()).isEqualTo(message);
    assertThat(h.entries()).isEmpty();
    assertThat(h.address()).isEqualTo(URL);
    assertThat(h.asking()).isEqualTo(feed.asking());
  }

  @Test
  void whatTheServerAsksForIsHandedOn() throws InterruptedException {
    Harvest h = harvest(new Refused(429, Duration.ofHours(3), answer(URL, 429)));
    assertThat(h.report().retryAfter()).isEqualTo(Duration.ofHours(3));
  }

  @Test
  void aSiteThatRestsWasNotAsked() throws InterruptedException {
    assertThat(read(new Forbidden(FetchOutcome.Ban.RESTING, "It rests.")).resting()).isNotNull();
    assertThat(read(new Forbidden(FetchOutcome.Ban.ROBOTS, "No.")).resting()).isNull();
  }

  @Test
  void aPermanentRedirectIsBelievedWhenItWasSeenThreeTimesInARow() throws InterruptedException {
    FeedUrl to = FeedUrl.of("https://b.example/feed");
    var moved = new Unchanged(with(answer(URL, 200), null, to));
    for (int seen = 1; seen < 3; seen++) {
      Harvest h = harvest(moved);
      assertThat(h.address()).isEqualTo(URL);
      assertThat(h.asking().movedSeen()).isEqualTo(seen);
      store(h);
    }
    Harvest third = harvest(moved);
    assertThat(third.address()).isEqualTo(to);
    assertThat(third.asking().movedSeen()).isZero();

    store(harvest(new Unchanged(answer(URL, 200))));
    assertThat(feed.asking().movedSeen()).as("counted anew").isZero();
  }

  @Test
  void aServerThatAlwaysSaysNotModifiedIsAskedWithoutConditionNowAndThen()
      throws InterruptedException {
    store(harvest(under(body(rss("one")), "\"v1\"")));
    var notModified = new Unchanged(with(answer(URL, 304), "\"v1\"", null));
    for (int i = 0; i < 8; i++) {
      assertThat(poller.request(feed).fetch().validators().etag()).isEqualTo("\"v1\"");
      store(harvest(notModified));
    }
    assertThat(poller.request(feed).fetch().validators()).isEqualTo(Validators.NONE);
    // New entries under the very same ETag: it is not believed again.
    store(harvest(under(body(rss("two", "one")), "\"v1\"")));
    assertThat(poller.request(feed).fetch().validators()).isEqualTo(Validators.NONE);
    assertThat(feed.asking().validators().etag()).isEqualTo("\"v1\"");
  }

  @Test
  void theRequestSaysWhatIsKnownOfTheFeed() throws InterruptedException {
    bed.store
        .feeds()
        .edit(
            Account.FIRST, feed.id(), FeedEdit.headers(Map.of("Authorization", "Basic x")), false);
    feed = bed.feed(feed.id());
    store(harvest(body(rss("one"))));
    FeedReader.Request request = poller.request(feed);
    assertThat(request.site()).isEqualTo("a.example");
    assertThat(request.fetch().url()).isEqualTo(URL);
    assertThat(request.fetch().bodyHash()).isEqualTo(rss("one").hashCode());
    assertThat(request.fetch().headers()).containsEntry("Authorization", "Basic x");
  }

  @Test
  void theHubOfTheFeedIsRememberedWhileTheFeedIsUnchanged() throws InterruptedException {
    String link = "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='hub' href='";
    String named = rss("one").replace("<item>", link + "https://hub.example/'/><item>");
    store(harvest(body(named)));
    Harvest unchanged = harvest(new Unchanged(answer(URL, 304)));
    assertThat(unchanged.hub()).isEqualTo("https://hub.example/");
    Harvest without = harvest(body(rss("one")));
    assertThat(without.hub()).isNull();
  }

  @Test
  void whatAHubBringsIsSiftedLikeWhatWasFetched() throws InterruptedException {
    store(harvest(body(rss("one"))));
    var brought =
        PARSER.parse(
            rss("two", "one").getBytes(StandardCharsets.UTF_8),
            null,
            URL.uri(),
            HtmlHandling.SANITISED);
    List<NewEntry> fresh = poller.pushed(feed, brought);
    assertThat(fresh).extracting(e -> e.parsed().title()).containsExactly("two");
    assertThat(poller.pushed(feed, new ParseOutcome.NotAFeed("no"))).isEmpty();
  }

  @Test
  void anExcerptIsCutAtAWordAndTheDeclaredLanguageBelieved() throws InterruptedException {
    String text = "word ".repeat(100);
    String item =
        rss("one")
            .replace("<item>", "<language>de-AT</language><item>")
            .replace("</item>", "<description>" + text + "</description></item>");
    NewEntry entry = harvest(body(item)).entries().getFirst();
    assertThat(entry.excerpt()).endsWith("word…").hasSizeLessThanOrEqualTo(301);
    assertThat(entry.language()).isEqualTo("de");
  }
}
