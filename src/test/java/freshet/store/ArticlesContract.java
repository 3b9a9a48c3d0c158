package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Article;
import freshet.model.Article.State;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedArticles.Verdict;
import freshet.model.Kept;
import freshet.model.NewEntry;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.model.Understood;
import freshet.model.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store must do with the pages behind entries.
abstract class ArticlesContract extends AccountsContract {
  private record Known(byte[] signature, long topic, double topicConfidence, boolean wrongLanguage)
      implements Understood {}

  private static Article article(String html) {
    return new Article(
        html,
        "https://a.example/page",
        "The page",
        "The desk",
        "https://a.example/p.jpg",
        NOON.minusSeconds(60),
        NOON);
  }

  private List<Long> stored(long feed, String... titles) {
    List<NewEntry> entries = new java.util.ArrayList<>();
    for (String t : titles) entries.add(entry(t.hashCode(), t));
    return store.polls().record(poll(feed, NOON, entries)).newEntries();
  }

  private boolean arrive(long entry, long feed, String html) {
    return store
        .articles()
        .arrived(
            entry,
            feed,
            article(html),
            "An excerpt",
            null,
            StoryResolver.NONE,
            UnaryOperator.identity());
  }

  @Test
  void newEntriesAreLookedAtOnceAndWaitNewestFirst() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two", "Three");
    assertThat(store.articleQueue().mark()).isZero();
    var fresh = store.articleQueue().after(0, 10);
    assertThat(fresh).extracting(ArticleQueue.Fresh::entry).containsExactlyElementsOf(ids);
    assertThat(fresh.getFirst().mode()).isEqualTo(Mode.NEEDED);
    assertThat(fresh.getFirst().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(fresh.getFirst().bytes()).isPositive();
    assertThat(fresh.getFirst().link()).isNotNull();
    store.articleQueue().take(ids.subList(0, 2), ids.subList(2, 3), ids.getLast(), NOON);
    assertThat(store.articleQueue().mark()).isEqualTo(ids.getLast());
    assertThat(store.articleQueue().after(store.articleQueue().mark(), 10)).isEmpty();
    assertThat(store.articleQueue().due(NOON, 10))
        .extracting(ArticleQueue.Due::entry)
        .containsExactly(ids.get(1), ids.get(0));
    assertThat(store.articleQueue().due(NOON.minusMillis(1), 10)).isEmpty();
    assertThat(store.articleQueue().tried(feed)).isEqualTo(2);
    assertThat(store.feedArticles().newest(feed, 2)).hasSize(2);
    store.articleQueue().want(ids.getFirst(), NOON);
    assertThat(store.articleQueue().due(NOON, 1))
        .containsExactly(
            new ArticleQueue.Due(
                ids.getFirst(), feed, "https://a.example/" + "One".hashCode(), 0, true));
  }

  @Test
  void aPageIsBookedTriedAgainPostponedAndGivenUp() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two");
    store.articleQueue().take(ids.subList(0, 1), ids.subList(1, 2), ids.getLast(), NOON);
    long one = ids.getFirst();
    assertThat(store.articleQueue().book(one, 77, null, NOON, NOON.plusSeconds(60))).isTrue();
    assertThat(store.articleQueue().due(NOON, 9)).isEmpty();
    assertThat(store.articles().status(one))
        .isEqualTo(new Article.Status(State.WAITING, 1, NOON.plusSeconds(60), NOON, null));
    store.articleQueue().postpone(one, NOON.plusSeconds(90));
    assertThat(store.articles().status(one).tries()).isZero();
    store.articleQueue().failed(one, feed, "Away.", NOON.plusSeconds(600));
    assertThat(store.articles().status(one))
        .isEqualTo(new Article.Status(State.WAITING, 0, NOON.plusSeconds(600), null, "Away."));
    assertThat(store.articles().status(ids.getLast()).state()).isEqualTo(State.HELD);
    store.articleQueue().failed(one, feed, "Gone.", null);
    assertThat(store.articles().status(one).state()).isEqualTo(State.FAILED);
    assertThat(store.articles().status(ids.getLast()).state())
        .as("another is tried in its place")
        .isEqualTo(State.WAITING);
    assertThat(store.articleQueue().book(one, 77, null, NOON, NOON)).isFalse();
    assertThat(store.articles().status(999).state()).isEqualTo(State.NONE);
  }

  @Test
  void aPageThatTwoEntriesLeadToIsNotAskedForTwiceWithinAMinute() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two", "Three");
    store.articleQueue().take(ids, List.of(), ids.getLast(), NOON);
    ArticleQueue queue = store.articleQueue();
    Instant ago = NOON.minusSeconds(60);
    Instant later = NOON.plusSeconds(60);
    assertThat(queue.book(ids.get(0), 77, ago, NOON, later)).isTrue();
    assertThat(queue.book(ids.get(1), 77, ago, NOON, later)).isFalse();
    assertThat(store.articles().status(ids.get(1)))
        .as("not tried, but later")
        .isEqualTo(new Article.Status(State.WAITING, 0, later, null, null));
    assertThat(queue.book(ids.get(2), 78, ago, NOON, later)).as("another page").isTrue();
    queue.left(ids.get(0), feed, State.SAME, "Same.", learned -> learned);
    assertThat(queue.book(ids.get(1), 77, ago, NOON, later)).as("it was asked for").isFalse();
    assertThat(queue.book(ids.get(1), 77, NOON, later, later.plusSeconds(60))).isTrue();
    queue.postpone(ids.get(1), later);
    assertThat(queue.book(ids.get(1), 77, null, NOON, later)).as("a person wants it").isTrue();
  }

  @Test
  void anArticleStandsBesideWhatTheFeedGaveWhereverBodiesAreRead() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two");
    store.articleQueue().take(ids, List.of(), ids.getLast(), NOON);
    String html = "<p>" + "The whole text, õhtul sadas lund. ".repeat(200) + "</p>";
    assertThat(store.articleQueue().book(ids.getFirst(), 77, null, NOON, NOON.plusSeconds(60)))
        .isTrue();
    assertThat(arrive(ids.getFirst(), feed, html)).isTrue();
    assertThat(arrive(999, feed, html)).isFalse();
    Recipe plain = Recipe.USUAL;
    Instant before = NOON.minusSeconds(1);
    assertThat(store.articles().ofPage(77, plain, before).orElseThrow().html()).isEqualTo(html);
    assertThat(store.articles().ofPage(77, plain, NOON)).isEmpty();
    assertThat(store.articles().ofPage(77, new Recipe("p", null, null), before)).isEmpty();
    var body = store.entries().body(ids.getFirst());
    assertThat(body.article()).isEqualTo(article(html));
    assertThat(body.html()).isEqualTo("<p>One</p>");
    assertThat(body.shown()).isEqualTo(html);
    assertThat(store.entries().body(ids.getLast()).shown()).isEqualTo("<p>Two</p>");
    assertThat(store.entries().full(ids)).hasSize(2);
    assertThat(store.searchRows().rows(ids.subList(0, 1)).getFirst().body().article()).isNotNull();
    store
        .entries()
        .each((e, b) -> {
          if (e.id() == ids.getFirst()) assertThat(b.article()).isNotNull();
          else assertThat(b.article()).isNull();
        });
    Kept kept =
        store.keeping().kept(Kept.Kind.ARTICLES, NOON.plus(Duration.ofDays(100)), Kept.LIMITS);
    assertThat(kept.count()).isEqualTo(1);
    assertThat(kept.bytes()).isBetween(50L, (long) html.length());
    assertThat(kept.older()).extracting(Kept.Older::count).containsExactly(1L, 1L, 0L);
    boolean _ = store.feeds().remove(feed);
    assertThat(store.keeping().all(NOON, List.of()))
        .as("gone with its feed")
        .allMatch(k -> k.count() == 0);
  }

  @Test
  void arrivalsAreNumberedOneByOne() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two", "Three");
    store.articleQueue().take(ids, List.of(), ids.getLast(), NOON);
    assertThat(store.articles().lastArrival()).isZero();
    for (long id : ids) arrive(id, feed, "<p>text</p>");
    long noon = NOON.toEpochMilli();
    assertThat(store.articles().arrivedAfter(0, 10))
        .containsExactly(
            new Articles.Arrival(noon, ids.get(0)),
            new Articles.Arrival(noon + 1, ids.get(1)),
            new Articles.Arrival(noon + 2, ids.get(2)));
    assertThat(store.articles().lastArrival()).isEqualTo(noon + 2);
    List<Long> gone = store.articles().forget(NOON.plusMillis(2), 1, NOON.plusSeconds(5));
    assertThat(gone).containsExactly(ids.get(0));
    assertThat(store.articles().forget(NOON.plusMillis(2), 9, NOON.plusSeconds(5)))
        .containsExactly(ids.get(1));
    assertThat(store.articles().forget(NOON.plusMillis(2), 9, NOON.plusSeconds(5))).isEmpty();
    assertThat(store.articles().arrivedAfter(noon + 2, 10))
        .extracting(Articles.Arrival::entry)
        .containsExactly(ids.get(0), ids.get(1));
    assertThat(store.articles().status(ids.get(0)).state()).isEqualTo(State.GONE);
    assertThat(store.entries().body(ids.get(0)).article()).isNull();
  }

  @Test
  void aVerdictReleasesWhatWasHeldOrDropsIt() {
    long teasers = add("https://a.example/feed").id();
    long whole = add("https://b.example/feed").id();
    List<Long> mine = stored(teasers, "One", "Two");
    List<Long> others = stored(whole, "Three", "Four");
    store
        .articleQueue()
        .take(List.of(mine.get(0), others.get(0)), List.of(mine.get(1), others.get(1)), 9, NOON);
    store
        .articles()
        .arrived(
            mine.get(0),
            teasers,
            article("<p>x</p>"),
            null,
            null,
            StoryResolver.NONE,
            l -> new Learned(Verdict.TEASERS, l.more() + 1, 0, 0));
    store
        .articleQueue()
        .left(
            others.get(0),
            whole,
            State.SAME,
            "No more.",
            l -> new Learned(Verdict.WHOLE, 0, l.same() + 1, 0));
    assertThat(store.articles().status(mine.get(1)).state()).isEqualTo(State.WAITING);
    assertThat(store.articles().status(others.get(1)).state()).isEqualTo(State.NONE);
    assertThat(store.articles().status(others.get(0)).message()).isEqualTo("No more.");
    assertThat(store.feedArticles().of(teasers).learned())
        .isEqualTo(new Learned(Verdict.TEASERS, 1, 0, 0));
    store.feedArticles().learned(whole, l -> new Learned(Verdict.CLOSED, 0, 1, 4));
    assertThat(store.feedArticles().of(List.of(whole)).values())
        .extracting(FeedArticles::learned)
        .containsExactly(new Learned(Verdict.CLOSED, 0, 1, 4));
    assertThat(store.feedArticles().of(List.of())).isEqualTo(Map.of());
  }

  @Test
  void modeAndRecipeOfAFeedAreKept() {
    long feed = add("https://a.example/feed").id();
    List<Long> ids = stored(feed, "One", "Two", "Three");
    store.feedArticles().setRecipe(feed, new Recipe("article", ".ad", "rel=next"));
    store.feedArticles().setMode(feed, Mode.ALWAYS, 2, NOON);
    var kept = store.feedArticles().of(feed);
    assertThat(kept.mode()).isEqualTo(Mode.ALWAYS);
    assertThat(kept.recipe()).isEqualTo(new Recipe("article", ".ad", "rel=next"));
    assertThat(store.articleQueue().due(NOON, 9)).as("the newest of what is there").hasSize(2);
    store.articleQueue().want(ids.getFirst(), NOON);
    store.feedArticles().setMode(feed, Mode.NEVER, 2, NOON);
    assertThat(store.articleQueue().due(NOON, 9))
        .as("but what a person asked for")
        .extracting(ArticleQueue.Due::entry)
        .containsExactly(ids.getFirst());
    store.feedArticles().setMode(feed, Mode.NEEDED, 2, NOON);
    assertThat(store.feedArticles().of(feed).mode()).isEqualTo(Mode.NEEDED);
  }

  @Test
  void whatTheLongerTextSaysIsWrittenWithIt() {
    long feed = add("https://a.example/feed").id();
    long other = add("https://b.example/feed").id();
    long one = stored(feed, "One").getFirst();
    long two = stored(other, "Two").getFirst();
    store.articleQueue().take(List.of(two), List.of(), two, NOON);
    long topic = store.topics().id("sport");
    StoryResolver with =
        new StoryResolver() {
          @Override
          public Place find(int index, long id, LongFunction<byte @Nullable []> signatures) {
            assertThat(id).isEqualTo(two);
            return new Place(List.of(one), one);
          }

          @Override
          public void keep(int index, long id) {}

          @Override
          public void drop(long id) {}
        };
    assertThat(
            store
                .articles()
                .arrived(
                    two,
                    other,
                    article("<p>long</p>"),
                    "Not used: there is one",
                    new Articles.Reclassified("fi", new Known(new byte[] {1}, topic, 0.7, false)),
                    with,
                    UnaryOperator.identity()))
        .isTrue();
    var story = store.stories().find(Visibility.EVERYTHING, two).orElseThrow();
    assertThat(story.entry().language()).isEqualTo("fi");
    assertThat(story.entry().excerpt()).isEqualTo("Two");
    assertThat(story.topic()).isEqualTo("sport");
    assertThat(story.entries()).isEqualTo(2);
    assertThat(story.event()).isPositive();
    assertThat(store.stories().find(Visibility.EVERYTHING, one).orElseThrow().event())
        .isEqualTo(story.event());
    assertThat(store.signatures().of(two)).containsExactly(1);
  }

  @Test
  void aRuleSeesAnArticleUnlessItFittedBefore() {
    long feed = add("https://a.example/feed").id();
    Rule wish =
        new Rule(
            0,
            "R",
            "x",
            Set.of(Action.ALERT),
            Way.LIST,
            null,
            null,
            Frequency.AT_ONCE,
            true,
            NOON,
            null);
    Rule rule = store.rules().add(1, wish);
    List<Long> ids = stored(feed, "One", "Two", "Three");
    Rules.Raising raising = new Rules.Raising(NOON, NOON, Duration.ofDays(2));
    assertThat(store.rules().matched(1, rule, ids.get(1), List.of(ids.get(0)), raising))
        .isEqualTo(1);
    store.articleQueue().take(ids, List.of(), ids.getLast(), NOON);
    for (long id : ids) arrive(id, feed, "<p>x</p>");
    long last = store.articles().lastArrival();
    Instant since = NOON.minusSeconds(60);
    var some = store.rules().articles(rule.id(), 0, last, since, 9);
    assertThat(some)
        .as("not the first, which fitted, nor the last, which is still to come")
        .extracting(Articles.Arrival::entry)
        .containsExactly(ids.get(1));
    assertThat(store.rules().articles(rule.id(), 0, last, NOON.plusSeconds(1), 9)).isEmpty();
    assertThat(store.rules().matchedArticles(1, rule, last, List.of(ids.get(1)), raising))
        .isEqualTo(1);
    assertThat(store.rules().seenArticle(rule.id())).isEqualTo(last);
    assertThat(store.rules().seen(rule.id())).isEqualTo(ids.get(1));
    assertThat(store.rules().articles(rule.id(), 0, last, since, 9)).isEmpty();
    Rule later = store.rules().add(1, wish);
    assertThat(store.rules().seenArticle(later.id())).isEqualTo(last);
  }
}
