package freshet.article;

import static freshet.article.Bed.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.bound.BodyRoom;
import freshet.fetch.Fetcher;
import freshet.model.Article;
import freshet.model.Article.State;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedArticles.Verdict;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.ParsedEntry;
import freshet.model.Visibility;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArticleFetcherTest {
  @TempDir Path folder;
  private Bed bed;

  @BeforeEach
  void open() {
    bed = new Bed(folder);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private Article article(long entry) {
    return Objects.requireNonNull(bed.store.entries().body(entry).article());
  }

  @Test
  void aFeedOfTeasersIsFoundOutAndEachOfItsPagesIsFetchedOnce() throws Exception {
    long feed = bed.feed("a.example");
    List<Long> entries = bed.store(feed, bed.teasers("a.example", 8));
    bed.fetcher.start();
    bed.awaitState(State.THERE, entries);
    assertThat(bed.asked).hasSize(8).doesNotHaveDuplicates();
    var learned = bed.store.feedArticles().of(feed).learned();
    assertThat(learned.verdict()).isEqualTo(Verdict.TEASERS);
    assertThat(learned.more()).isEqualTo(8);
    var body = bed.store.entries().body(entries.getFirst());
    assertThat(body.html()).isEqualTo("<p>A teaser about harbour 0.</p>");
    assertThat(body.shown()).contains("wordonpage0").doesNotContain("<h1", "Home");
    assertThat(article(entries.getFirst()).address()).isEqualTo("https://a.example/news/0");
    assertThat(article(entries.getFirst()).title()).isEqualTo("Harbour 0");
    // The next entry's page is fetched without any trial.
    bed.pages.put("https://a.example/late", Bed.page("Late", 5, "lateword"));
    List<Long> late =
        bed.store(feed, List.of(bed.entry("https://a.example/late", "Late", "<p>Late.</p>")));
    bed.awaitState(State.THERE, late);
    assertThat(bed.asked).hasSize(9);
  }

  @Test
  void noMoreLargePagesAreInMemoryThanThereIsRoomFor() throws Exception {
    int largest = 15 * 1024 * 1024;
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    bed.fetcher =
        bed.fetcher(request -> {
          boolean room = BodyRoom.reserve(largest);
          if (!room) return new Unreachable(Trouble.NO_ROOM, "no room");
          most.accumulateAndGet(held.incrementAndGet(), Math::max);
          Thread.sleep(200);
          held.decrementAndGet();
          return bed.web.fetch(request);
        });
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    List<ParsedEntry> all = new ArrayList<>();
    for (int i = 0; i < 32; i++) all.addAll(bed.teasers("h" + i + ".example", 1));
    List<Long> entries = bed.store(feed, all);
    bed.fetcher.start();
    bed.awaitState(State.THERE, entries);
    long room = Math.max(2, Runtime.getRuntime().maxMemory() / 16 / largest);
    assertThat((long) most.get()).isLessThanOrEqualTo(room).isLessThan(32);
  }

  @Test
  void whatHadNoRoomIsAskedForLaterAndThatIsNoTry() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    AtomicInteger asked = new AtomicInteger();
    bed.fetcher =
        bed.fetcher(request ->
            asked.incrementAndGet() > 8
                ? bed.web.fetch(request)
                : new Unreachable(Trouble.NO_ROOM, "no room"));
    List<Long> entries = bed.store(feed, bed.teasers("a.example", 1));
    bed.fetcher.start();
    for (int i = 1; i < 9; i++) {
      int tries = i;
      await().atMost(Bed.SOON).until(() -> asked.get() >= tries && bed.fetcher.underWay() == 0);
      bed.now = bed.now.plus(Duration.ofMinutes(11));
    }
    bed.awaitState(State.THERE, entries);
  }

  @Test
  void aPageOfSeveralFeedsIsAskedForOnce() throws Exception {
    long one = bed.feed("a.example");
    long other = bed.feed("b.example");
    bed.store.feedArticles().setMode(one, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setMode(other, Mode.ALWAYS, 30, bed.now);
    List<Long> ids = new ArrayList<>(bed.store(one, bed.teasers("a.example", 4)));
    ids.addAll(
        bed.store(
            other,
            bed.teasers("a.example", 4).stream()
                .map(e -> bed.entry(e.link() + "?utm_source=rss", "Other", "<p>Short.</p>"))
                .toList()));
    for (int i = 0; i < 4; i++) {
      String link = "https://a.example/news/" + i;
      bed.pages.put(link + "?utm_source=rss", bed.pages.get(link));
    }
    bed.fetcher.start();
    bed.awaitState(State.THERE, ids);
    assertThat(bed.asked).hasSize(4);
    assertThat(article(ids.getFirst()).html()).isEqualTo(article(ids.get(4)).html());
    // Also after a restart, and for a third feed; but not by another recipe.
    bed.fetcher.close();
    long third = bed.feed("c.example");
    long fourth = bed.feed("d.example");
    bed.store.feedArticles().setMode(third, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setMode(fourth, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setRecipe(fourth, new Recipe("p", null, null));
    List<Long> late = new ArrayList<>();
    for (long feed : List.of(third, fourth)) {
      late.addAll(
          bed.store(feed, List.of(bed.entry("http://a.example/news/1/", "Late", "<p>Short.</p>"))));
    }
    bed.pages.put("http://a.example/news/1/", Bed.page("Late", 5, "lateword"));
    bed.now = bed.now.plusSeconds(120); // before, no page is asked for again
    bed.fetcher = bed.fetcher(bed.web);
    bed.fetcher.start();
    bed.awaitState(State.THERE, late);
    assertThat(bed.asked).hasSize(5);
    assertThat(article(late.getFirst()).html()).isEqualTo(article(ids.get(1)).html());
  }

  @Test
  void ofAFeedWithWholeTextsNoPageIsAskedFor() throws Exception {
    long feed = bed.feed("a.example");
    String whole = "<p>" + Bed.SENTENCE.formatted(1).repeat(12) + "</p>";
    List<ParsedEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(bed.entry("https://a.example/" + i, "Entry " + i, whole));
    }
    bed.store(feed, entries);
    bed.fetcher.start();
    await()
        .atMost(SOON)
        .until(() -> bed.store.feedArticles().of(feed).learned().verdict() == Verdict.WHOLE);
    assertThat(bed.asked).isEmpty();
  }

  @Test
  void ofAFeedThatCutsSomeOfItsTextsTheseAreFetched() throws Exception {
    long feed = bed.feed("a.example");
    String whole = "<p>" + Bed.SENTENCE.formatted(1).repeat(12) + "</p>";
    List<ParsedEntry> teasers = bed.teasers("a.example", 5);
    List<ParsedEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(teasers.get(i));
      entries.add(bed.entry("https://a.example/whole/" + i, "Entry " + i, whole));
    }
    List<Long> ids = bed.store(feed, entries);
    bed.fetcher.start();
    List<Long> cut = new ArrayList<>();
    for (int i = 0; i < ids.size(); i += 2) cut.add(ids.get(i));
    bed.awaitState(State.THERE, cut);
    assertThat(bed.asked).hasSize(5).noneMatch(url -> url.contains("/whole/"));
    assertThat(bed.store.feedArticles().of(feed).learned().verdict()).isEqualTo(Verdict.TEASERS);
  }

  @Test
  void aFrontPageInsteadOfAnArticleIsNotTaken() throws Exception {
    for (String front : List.of("/", "/home", "/index.php", "/de/", "/en/home.html", "/pt-BR")) {
      PageVisit visit =
          new PageVisit(
              new LocalPages(request ->
                  new FetchOutcome.Fetched(
                      Bed.page("Front", 8, "front").getBytes(StandardCharsets.UTF_8),
                      "text/html",
                      1,
                      Bed.answered(FetchRequest.of(FeedUrl.of("https://a.example" + front)), 200))),
              Pace.FREE);
      assertThat(visit.visit(1, "https://a.example/news/7", Recipe.USUAL, false, false))
          .as(front)
          .isInstanceOfSatisfying(
              PageVisit.Failed.class, f -> assertThat(f.why()).contains("front page"));
      assertThat(visit.visit(1, "https://a.example" + front, Recipe.USUAL, false, false))
          .isInstanceOf(PageVisit.Read.class);
    }
  }

  @Test
  void shortEntriesWhosePagesSayNoMoreAreLeftInPeaceAfterAFew() throws Exception {
    long feed = bed.feed("a.example");
    List<ParsedEntry> entries = bed.teasers("a.example", 9);
    entries.forEach(e ->
        bed.pages.put(
            String.valueOf(e.link()), "<html><body><p>" + e.summary() + "</p></body></html>"));
    List<Long> ids = bed.store(feed, entries);
    bed.fetcher.start();
    await()
        .atMost(SOON)
        .until(() -> bed.store.feedArticles().of(feed).learned().verdict() == Verdict.WHOLE);
    assertThat(bed.asked).hasSizeLessThanOrEqualTo(Teasers.SAMPLES);
    assertThat(ids.stream().map(bed::state)).contains(State.SAME, State.NONE);
    assertThat(bed.store.entries().body(ids.getLast()).article()).isNull();
  }

  @Test
  void neverMeansNeverUntilAPersonAsks() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.NEVER, 30, bed.now);
    List<Long> ids = bed.store(feed, bed.teasers("a.example", 3));
    bed.fetcher.start();
    assertThat(bed.fetcher.fetchNow(ids.get(1), SOON)).isTrue();
    assertThat(bed.state(ids.get(1))).isEqualTo(State.THERE);
    assertThat(bed.asked).containsExactly("https://a.example/news/1");
  }

  @Test
  void alwaysFetchesWhatIsThereAlreadyToo() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.NEVER, 30, bed.now);
    List<Long> ids = bed.store(feed, bed.teasers("a.example", 4));
    bed.fetcher.start();
    await().atMost(SOON).until(() -> bed.store.articleQueue().mark() == ids.getLast());
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    bed.fetcher.wake();
    bed.awaitState(State.THERE, ids);
  }

  @Test
  void whatFailsIsTriedAgainLaterAndGivenUpInTheEnd() throws Exception {
    long feed = bed.feed("a.example");
    List<ParsedEntry> one = bed.teasers("a.example", 1);
    bed.pages.put("https://a.example/news/0", "status 500");
    long id = bed.store(feed, one).getFirst();
    bed.fetcher.start();
    int tries = 0;
    for (Duration wait :
        List.of(
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(6),
            Duration.ofHours(24))) {
      await()
          .atMost(SOON)
          .until(() -> bed.store.articles().status(id).nextTry().equals(bed.now.plus(wait)));
      assertThat(bed.asked).hasSize(++tries);
      assertThat(bed.store.articles().status(id).message()).contains("500");
      bed.now = bed.now.plus(wait);
      bed.fetcher.wake();
    }
    bed.awaitState(State.FAILED, List.of(id));
    assertThat(bed.asked).hasSize(5);
    bed.pages.put("https://a.example/news/0", Bed.page("Back", 6, "back"));
    assertThat(bed.fetcher.fetchNow(id, SOON)).isTrue();
    assertThat(bed.state(id)).as("a person may try again").isEqualTo(State.THERE);
  }

  @Test
  void aPageThatFreshetFailsOnIsGivenUp() throws Exception {
    long feed = bed.feed("a.example");
    bed.fetcher.close();
    AtomicInteger calls = new AtomicInteger();
    bed.fetcher =
        bed.fetcher(request -> {
          calls.incrementAndGet();
          throw new IllegalStateException("a mistake in a test");
        });
    long id = bed.store(feed, bed.teasers("a.example", 1)).getFirst();
    bed.fetcher.start();
    for (int tries = 1; tries <= 5; tries++) {
      int made = tries;
      await().atMost(SOON).until(() -> calls.get() == made && bed.fetcher.underWay() == 0);
      bed.now = bed.now.plus(Duration.ofMinutes(2));
      bed.fetcher.wake();
    }
    bed.awaitState(State.FAILED, List.of(id));
    assertThat(calls.get()).isEqualTo(5);
  }

  @Test
  void aSiteThatRestsIsNotCountedAsAFailure() throws Exception {
    long feed = bed.feed("a.example");
    AtomicInteger calls = new AtomicInteger();
    Fetcher resting =
        request -> {
          calls.incrementAndGet();
          return new FetchOutcome.Forbidden(Ban.RESTING, "It rests.");
        };
    bed.fetcher.close();
    bed.fetcher = bed.fetcher(resting);
    long id = bed.store(feed, bed.teasers("a.example", 1)).getFirst();
    bed.fetcher.start();
    await()
        .atMost(SOON)
        .until(() -> bed.store.articles().status(id).nextTry().isAfter(bed.now.plusSeconds(120)));
    assertThat(bed.store.articles().status(id).tries()).isZero();
    assertThat(calls.get()).isEqualTo(1);
  }

  @Test
  void wallsFilesAndRobotsLeaveTheTeaser() throws Exception {
    long feed = bed.feed("a.example");
    List<ParsedEntry> entries = bed.teasers("a.example", 3);
    bed.pages.put(
        "https://a.example/news/0",
        "<html><head><script"
            + " type=application/ld+json>{\"isAccessibleForFree\":false}</script></head><body><p>"
            + Bed.SENTENCE.formatted(3).repeat(4)
            + "</p></body></html>");
    bed.pages.put("https://a.example/news/1", "%PDF-1.7 some bytes");
    List<Long> ids = bed.store(feed, entries);
    bed.fetcher.close();
    bed.fetcher =
        bed.fetcher(request ->
            request.url().toString().endsWith("/2")
                ? new FetchOutcome.Forbidden(Ban.ROBOTS, "The robots.txt closes it.")
                : bed.web.fetch(request));
    bed.fetcher.start();
    bed.awaitState(State.CLOSED, List.of(ids.get(0), ids.get(2)));
    bed.awaitState(State.NO_PAGE, List.of(ids.get(1)));
    assertThat(bed.store.articles().status(ids.get(0)).message()).contains("subscribers");
    assertThat(bed.store.articles().status(ids.get(2)).message()).contains("robots.txt");
    for (long id : ids) assertThat(bed.store.entries().body(id).article()).isNull();
    assertThat(bed.store.feedArticles().of(feed).learned().verdict()).isEqualTo(Verdict.CLOSED);
  }

  @Test
  void afterARestartItGoesOnAndAsksForNothingTwice() throws Exception {
    long feed = bed.feed("a.example");
    long other = bed.feed("b.example");
    List<Long> ids = new ArrayList<>(bed.store(feed, bed.teasers("a.example", 6)));
    ids.addAll(bed.store(other, bed.teasers("b.example", 6)));
    CountDownLatch five = new CountDownLatch(5);
    CountDownLatch stuck = new CountDownLatch(2); // a page of each host, until the kill
    bed.fetcher.close();
    bed.fetcher =
        bed.fetcher(request -> {
          if (five.getCount() == 0) {
            stuck.countDown();
            new CountDownLatch(1).await(); // for ever
          }
          FetchOutcome outcome = bed.web.fetch(request);
          five.countDown();
          return outcome;
        });
    bed.fetcher.start();
    assertThat(five.await(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    await()
        .atMost(SOON)
        .until(() -> ids.stream().filter(e -> bed.state(e) == State.THERE).count() >= 3);
    assertThat(stuck.await(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    // What was under way is booked for a minute, so it is not asked again at once.
    ArticleFetcher again = bed.fetcher(bed.web);
    again.start();
    bed.now = bed.now.plus(Duration.ofMinutes(2));
    again.wake();
    bed.awaitState(State.THERE, ids);
    assertThat(new HashSet<>(bed.asked)).hasSameSizeAs(bed.asked);
    again.close();
  }

  @Test
  void anArticleOfSeveralPagesIsReadToItsEndOnItsOwnSiteOnly() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setRecipe(feed, new Recipe(null, null, "a.next"));
    List<ParsedEntry> one = bed.teasers("a.example", 1);
    for (int i = 0; i < 3; i++) {
      String next = i == 2 ? "https://elsewhere.example/x" : "/part/" + (i + 1);
      bed.pages.put(
          i == 0 ? "https://a.example/news/0" : "https://a.example/part/" + i,
          Bed.page("Part " + i, 5, "wordofpart" + i)
              .replace("</article>", "</article><p><a class=next href=" + next + ">Next</a></p>"));
    }
    bed.pages.put("https://elsewhere.example/x", Bed.page("Other", 5, "elsewhere"));
    long id = bed.store(feed, one).getFirst();
    bed.fetcher.start();
    bed.awaitState(State.THERE, List.of(id));
    assertThat(article(id).html())
        .contains("wordofpart0", "wordofpart1", "wordofpart2")
        .doesNotContain("elsewhere");
    assertThat(bed.asked).hasSize(3);
  }

  @Test
  void anArticleOneOfWhosePagesCannotBeHadAtTheMomentIsTriedAgain() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setRecipe(feed, new Recipe(null, null, "a.next"));
    List<ParsedEntry> two = bed.teasers("a.example", 2);
    for (int i = 0; i < 2; i++) {
      String next = "</article><p><a class=next href=/part/" + i + ">Next</a></p>";
      bed.pages.put(
          "https://a.example/news/" + i,
          Bed.page("Part", 5, "beginning" + i).replace("</article>", next));
      bed.pages.put("https://a.example/part/" + i, "status 503");
    }
    List<Long> ids = bed.store(feed, two);
    bed.fetcher.start();
    for (int hours : List.of(0, 1, 6, 24)) {
      Duration wait = hours == 0 ? Duration.ofMinutes(10) : Duration.ofHours(hours);
      for (long id : ids) {
        if (bed.state(id) == State.THERE) continue;
        await()
            .atMost(SOON)
            .until(() -> bed.now.plus(wait).equals(bed.store.articles().status(id).nextTry()));
        assertThat(bed.store.articles().status(id).message()).contains("503");
      }
      if (hours == 0) {
        bed.pages.put("https://a.example/part/0", Bed.page("More", 5, "theend"));
      }
      bed.now = bed.now.plus(wait);
      bed.fetcher.wake();
      if (hours == 0) bed.awaitState(State.THERE, ids.subList(0, 1));
    }
    assertThat(article(ids.getFirst()).html()).contains("beginning0", "theend");
    bed.awaitState(State.THERE, ids);
    assertThat(article(ids.get(1)).html()).as("better than nothing").contains("beginning1");
  }

  @Test
  void anArticleThatGoesOnAtItsOwnAddressWithANumberIsReadWithoutARule() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    List<ParsedEntry> one = bed.teasers("a.example", 1);
    String at = "https://a.example/news/0";
    for (int i = 1; i <= 3; i++) {
      String next = "<a href=/news/0/" + (i + 1) + ">" + (i + 1) + "</a>";
      bed.pages.put(
          i == 1 ? at : at + "/" + i,
          Bed.page("Part " + i, 5, "wordofpart" + i)
              .replace("<p>", "<p>Of part " + i + ": ")
              .replace("</article>", "</article><p>" + next + "<a rel=next href=/news/1>x</a>"));
    }
    // What follows the last page is the first again.
    bed.pages.put(at + "/4", Objects.requireNonNull(bed.pages.get(at)));
    bed.pages.put("https://a.example/news/1", Bed.page("Other", 5, "elsewhere"));
    long id = bed.store(feed, one).getFirst();
    bed.fetcher.start();
    bed.awaitState(State.THERE, List.of(id));
    assertThat(article(id).html())
        .contains("wordofpart1", "wordofpart2", "wordofpart3")
        .doesNotContain("elsewhere")
        .containsOnlyOnce("wordofpart1");
    assertThat(bed.asked).hasSize(4);
  }

  @Test
  void pagesThatLeadInACircleEnd() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.ALWAYS, 30, bed.now);
    bed.store.feedArticles().setRecipe(feed, new Recipe(null, null, "a.next"));
    AtomicInteger n = new AtomicInteger();
    bed.fetcher.close();
    bed.fetcher =
        bed.fetcher(request -> {
          bed.pages.put(
              request.url().toString(),
              Bed.page("A", 3, "w")
                  .replace(
                      "</article>",
                      "</article><a class=next href=/p/" + n.incrementAndGet() + ">Next</a>"));
          return bed.web.fetch(request);
        });
    long id = bed.store(feed, bed.teasers("a.example", 1)).getFirst();
    bed.fetcher.start();
    bed.awaitState(State.THERE, List.of(id));
    assertThat(bed.asked).hasSize(PageVisit.MOST_PAGES);
  }

  @Test
  void theLongerTextTellsLanguageAndStory() throws Exception {
    long wire = bed.feed("wire.example");
    long paper = bed.feed("paper.example");
    String german =
        "<p>Der Gemeinderat hat am Dienstagabend drei Stunden lang über den neuen Hafen beraten,"
            + " der zwischen der alten Mole und dem Leuchtturm gebaut werden soll. Die Kosten sind"
            + " noch nicht bekannt, doch der Bürgermeister rechnet mit vielen Millionen. Gegner"
            + " sammeln Unterschriften, weil sie um den Strand fürchten. Im Frühjahr soll"
            + " entschieden werden, ob die Stadt das Vorhaben beginnt, und ein Gutachten wird bis"
            + " dahin erwartet.</p>";
    long full =
        bed.store(wire, List.of(bed.entry("https://wire.example/1", "Neuer Hafen", german)))
            .getFirst();
    long teaser =
        bed.store(
                paper,
                List.of(bed.entry("https://paper.example/1", "Neuer Hafen", "<p>Update</p>")))
            .getFirst();
    assertThat(bed.store.stories().find(Visibility.EVERYTHING, teaser).orElseThrow().story())
        .isZero();
    bed.store.feedArticles().setMode(wire, Mode.NEVER, 30, bed.now);
    bed.pages.put(
        "https://paper.example/1", "<html><body><article>" + german + "</article></body></html>");
    bed.fetcher.start();
    bed.awaitState(State.THERE, List.of(teaser));
    var story = bed.store.stories().find(Visibility.EVERYTHING, teaser).orElseThrow();
    assertThat(story.entry().language()).isEqualTo("de");
    assertThat(story.entries()).isEqualTo(2);
    assertThat(bed.store.stories().find(Visibility.EVERYTHING, full).orElseThrow().story())
        .isEqualTo(story.story());
  }

  @Test
  void anEntryWithoutATextGetsTheBeginningOfItsArticleAsExcerpt() throws Exception {
    long feed = bed.feed("a.example");
    bed.pages.put("https://a.example/x", Bed.page("Title only", 5, "w"));
    long id =
        bed.store(feed, List.of(bed.entry("https://a.example/x", "Title only", null))).getFirst();
    bed.fetcher.start();
    bed.awaitState(State.THERE, List.of(id));
    assertThat(bed.store.entries().find(id).orElseThrow().excerpt()).startsWith("The council met");
  }

  @Test
  void oldArticlesAreDroppedAndTheFeedsOwnTextStays() throws Exception {
    long feed = bed.feed("a.example");
    List<Long> ids = bed.store(feed, bed.teasers("a.example", 3));
    bed.fetcher.start();
    bed.awaitState(State.THERE, ids);
    bed.store.reading().star(1, ids.subList(0, 1), true, bed.now);
    long before = bed.store.articles().lastArrival();
    bed.now = bed.now.plus(Duration.ofDays(10));
    assertThat(bed.fetcher.forgetSome(bed.now.minus(Duration.ofDays(20)))).isZero();
    assertThat(bed.fetcher.forgetSome(bed.now.minus(Duration.ofDays(5)))).isEqualTo(2);
    assertThat(bed.state(ids.get(1))).isEqualTo(State.GONE);
    assertThat(bed.store.entries().body(ids.get(1)).article()).isNull();
    assertThat(bed.store.entries().body(ids.get(1)).html()).contains("A teaser");
    assertThat(bed.state(ids.get(0))).as("starred").isEqualTo(State.THERE);
    assertThat(bed.store.articles().arrivedAfter(before, 9)).as("the index follows").hasSize(2);
  }

  @Test
  void aPreviewKeepsNothing() throws Exception {
    long feed = bed.feed("a.example");
    bed.store.feedArticles().setMode(feed, Mode.NEVER, 30, bed.now);
    long id = bed.store(feed, bed.teasers("a.example", 1)).getFirst();
    var entry = bed.store.entries().find(id).orElseThrow();
    var preview = bed.fetcher.preview(entry, new Recipe("p:last-child", null, null));
    assertThat(preview.html()).contains("wordonpage0").doesNotContain("council");
    assertThat(preview.problem()).isNull();
    assertThat(bed.fetcher.preview(entry, new Recipe("#nothing", null, null)).problem())
        .contains("Nothing");
    bed.pages.clear();
    assertThat(bed.fetcher.preview(entry, Recipe.USUAL).problem()).contains("404");
    assertThat(bed.state(id)).isEqualTo(State.NONE);
  }
}
