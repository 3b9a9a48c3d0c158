package freshet.poll;

import static freshet.poll.PollBed.NOON;
import static freshet.poll.PollBed.PARSER;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Account;
import freshet.model.Answer;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.ListRule;
import freshet.model.PollRecord;
import freshet.model.PollRecord.Outcome;
import freshet.model.Selection;
import freshet.model.Validators;
import freshet.model.Visibility;
import freshet.poll.Poller.Harvest;
import freshet.store.Feeds;
import freshet.store.StoryResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pages without a feed, polled for their links.
final class ListPollTest {
  private static final FeedUrl URL = FeedUrl.of("https://a.example/news/");

  @TempDir Path folder;
  private PollBed bed;
  private Poller poller;
  private long id;
  private Instant now = NOON;

  @BeforeEach
  void open() {
    bed = new PollBed(folder);
    poller = new Poller(null, bed.store.entries());
    id =
        bed.store
            .feeds()
            .addAll(
                Account.FIRST,
                List.of(
                    new Feeds.Listed(URL, "a.example", null, null, null, null)
                        .followedFor("ul.news a")),
                NOON)
            .getFirst()
            .id();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  /// @param items address and title of each
  private static String page(List<String[]> items) {
    StringBuilder html = new StringBuilder("<html><head><title>News of A</title></head><body>");
    html.append("<nav><a href=/>Home</a></nav><ul class=news>");
    for (String[] item : items) {
      html.append("<li><a href='").append(item[0]).append("'>").append(item[1]).append("</a>");
      if (item.length > 2) html.append(" <time datetime=").append(item[2]).append("></time>");
      html.append("</li>");
    }
    return html.append("</ul></body></html>").toString();
  }

  private static List<String[]> items(String folder, int from, int to, String word) {
    List<String[]> items = new ArrayList<>();
    for (int i = from; i < to; i++) {
      items.add(new String[] {folder + i, word + " number " + i + " of the council"});
    }
    return items;
  }

  private Harvest poll(String html) throws InterruptedException {
    Feed feed = bed.feed(id);
    var answer =
        new Answer(
            200, URL, null, Validators.NONE, null, null, null, 100, now, Duration.ofMillis(20));
    byte[] body = html.getBytes(StandardCharsets.UTF_8);
    var outcome = new Fetched(body, "text/html; charset=utf-8", html.hashCode() | 1L, answer);
    Harvest h =
        poller.harvest(feed, new LocalReader(_ -> outcome, PARSER).read(poller.request(feed)));
    boolean good = h.outcome() == Outcome.NEW || h.outcome() == Outcome.NOTHING_NEW;
    Feed.Plan plan =
        new Feed.Plan(
            null,
            null,
            null,
            now,
            good ? now : feed.plan().lastAnswer(),
            null,
            now,
            null,
            now,
            null);
    bed.store
        .polls()
        .record(
            new PollRecord(
                id,
                null,
                h.address(),
                now,
                h.outcome(),
                h.status(),
                h.message(),
                h.bytes(),
                h.took(),
                Feed.State.ACTIVE,
                h.asking(),
                plan,
                0,
                null,
                h.parsed() == null ? null : h.parsed().format(),
                h.parsed() == null ? null : h.parsed().channel(),
                h.entries()),
            StoryResolver.NONE);
    return h;
  }

  private List<Entry> stored() {
    return bed.store.entries().page(Selection.ALL, Visibility.EVERYTHING, null, 100);
  }

  @Test
  void eachLinkIsAnEntryAndOnlyNewOnesAreNew() throws InterruptedException {
    Harvest first = poll(page(items("/news/", 0, 6, "Decision")));
    assertThat(first.outcome()).isEqualTo(Outcome.NEW);
    assertThat(bed.feed(id).title()).isEqualTo("News of A");
    assertThat(bed.feed(id).format()).isEqualTo("list of links");
    assertThat(stored())
        .extracting(Entry::link)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 6).mapToObj(i -> "https://a.example/news/" + i).toList());
    now = now.plus(Duration.ofHours(1));
    List<String[]> next = items("/news/", 0, 6, "Decision");
    next.addFirst(new String[] {"/news/77", "Something that has just happened"});
    assertThat(poll(page(next)).entries()).hasSize(1);
    assertThat(poll(page(next)).outcome()).isEqualTo(Outcome.NOTHING_NEW);
  }

  @Test
  void threadsOfAForumHaveOneAddressInEverySession() throws InterruptedException {
    assertThat(poll(page(threads("6f1c9a3be07d4425a1f0cc8e5b9d7712"))).entries()).hasSize(5);
    assertThat(stored()).extracting(Entry::link).contains("https://a.example/viewtopic.php?t=3");
    now = now.plus(Duration.ofHours(1));
    Harvest again = poll(page(threads("0b77de41c2fa4e0f9d3b5a6c18e2f9d0")));
    assertThat(again.outcome()).isEqualTo(Outcome.NOTHING_NEW);
    assertThat(again.entries()).isEmpty();
  }

  private static List<String[]> threads(String session) {
    List<String[]> threads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      threads.add(
          new String[] {
            "/viewtopic.php?t=" + i + "&sid=" + session, "Thread " + i + " about the harbour"
          });
    }
    return threads;
  }

  @Test
  void whatOnlyLooksLikeASessionTellsPagesApart() throws InterruptedException {
    List<String[]> papers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String token = "%d1c9a3be07d4425a1f0cc8e5b9d771%d".formatted(i, i);
      papers.add(new String[] {"/paper?token=" + token, "Paper " + i + " of the council"});
    }
    poll(page(papers));
    assertThat(stored()).extracting(Entry::link).doesNotHaveDuplicates().hasSize(4);
    assertThat(stored()).extracting(Entry::link).allMatch(link -> link.contains("token="));
  }

  @Test
  void aPageWithoutItsListIsAFailureThatSaysSo() throws InterruptedException {
    poll(page(items("/news/", 0, 6, "Decision")));
    Harvest broken =
        poll("<html><body><div class=stories><a href=/x>A story</a></div></body></html>");
    assertThat(broken.outcome()).isEqualTo(Outcome.NOT_A_FEED);
    assertThat(broken.message()).contains("no longer has the list").contains("redesigned");
    assertThat(stored()).hasSize(6);
  }

  @Test
  void entriesAtNewAddressesAreKnownByTheirTitles() throws InterruptedException {
    poll(page(items("/news/", 0, 12, "Decision")));
    now = now.plus(Duration.ofHours(1));
    List<String[]> moved = items("/2026/stories/", 0, 12, "Decision");
    moved.addFirst(new String[] {"/2026/stories/new", "Something that has just happened"});
    Harvest h = poll(page(moved));
    assertThat(h.entries().stream().filter(e -> e.knownId() == 0)).hasSize(1);
    assertThat(stored()).hasSize(13);
    now = now.plus(Duration.ofHours(1));
    assertThat(poll(page(moved)).outcome()).isEqualTo(Outcome.NOTHING_NEW);
    assertThat(stored()).hasSize(13);
  }

  @Test
  void anAltogetherOtherListIsKeptBackUntilItIsConfirmed() throws InterruptedException {
    poll(page(items("/news/", 0, 12, "Decision")));
    now = now.plus(Duration.ofHours(1));
    String other = page(items("/shop/", 0, 50, "Offer"));
    Harvest h = poll(other);
    assertThat(h.outcome()).isEqualTo(Outcome.NOT_A_FEED);
    assertThat(h.message()).contains("Of the 50 links").contains("kept back");
    assertThat(stored()).hasSize(12);
    now = now.plus(Duration.ofHours(1));
    bed.store.feeds().edit(Account.FIRST, id, FeedEdit.list(new ListRule("ul.news a", now)), false);
    assertThat(poll(other).entries()).hasSize(50);
  }

  @Test
  void afterARedesignTheListThatIsChosenAgainBringsOnlyWhatIsNew() throws InterruptedException {
    poll(page(items("/news/", 0, 12, "Decision")));
    now = now.plus(Duration.ofHours(1));
    List<String[]> moved = items("/a/", 2, 12, "Decision");
    moved.addAll(0, items("/a/", 20, 22, "Decision"));
    String rebuilt = page(moved).replace("class=news", "class=cards");
    assertThat(poll(rebuilt).outcome()).isEqualTo(Outcome.NOT_A_FEED);
    now = now.plus(Duration.ofHours(1));
    var cards = new ListRule("ul.cards a", now);
    bed.store.feeds().edit(Account.FIRST, id, FeedEdit.list(cards), false);
    assertThat(poll(rebuilt).entries().stream().filter(e -> e.knownId() == 0)).hasSize(2);
    assertThat(stored()).hasSize(14);
  }

  @Test
  void newsThatSayTheyAreNewAreBelieved() throws InterruptedException {
    poll(page(items("/news/", 0, 12, "Decision")));
    now = now.plus(Duration.ofDays(2));
    List<String[]> fresh = new ArrayList<>();
    for (String[] item : items("/news/", 20, 32, "Report")) {
      fresh.add(new String[] {item[0], item[1], now.minusSeconds(3_600).toString()});
    }
    assertThat(poll(page(fresh)).entries()).hasSize(12);
  }

  @Test
  void aPageThatUsuallyTurnsOverIsBelieved() throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      poll(page(items("/news/", i * 3, i * 3 + 12, "Decision")));
      now = now.plus(Duration.ofHours(6));
    }
    now = now.plus(Duration.ofDays(3));
    assertThat(poll(page(items("/news/", 60, 72, "Decision"))).entries()).hasSize(12);
  }
}
