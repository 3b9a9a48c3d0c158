package freshet.article;

import freshet.article.PageReader.Page;
import freshet.bound.BodyRoom;
import freshet.change.Background;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.language.Found;
import freshet.model.Article;
import freshet.model.Article.State;
import freshet.model.ArticlePreview;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Feed;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FeedUrl;
import freshet.model.Story;
import freshet.model.Visibility;
import freshet.store.ArticleQueue;
import freshet.store.ArticleQueue.Due;
import freshet.store.Articles.Reclassified;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.StoryResolver;
import freshet.text.Cut;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches the pages behind entries, in the background: what people wait for first, then the newest
/// entries; one page of a host at a time, some hosts at once, as fast as the budget's share for
/// pages allows. The entry is there and read long before, and nothing here holds it up.
///
/// What waits, how often it was tried and what came of it is in the store. A page is booked before
/// it is asked for, so a kill bothers no server twice within a minute, and a page that should ever
/// end the program is given up after a few tries.
///
/// An article that has come is understood like an edited entry: language, topic, story and event
/// are found again from the longer text and written with it in one transaction; the search index
/// and the rules follow by the number of its arrival.
public final class ArticleFetcher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ArticleFetcher.class);

  private static final int PARALLEL = 32;
  private static final int QUEUED = 500;
  private static final int QUEUE_LOW = 100;
  private static final int EXCERPT = 300;
  private static final int FORGOTTEN_AT_ONCE = 200;
  private static final Duration GATHER = Duration.ofMillis(50);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final Duration BOOKED = Duration.ofMinutes(1);
  private static final Duration LONGEST_REST = Duration.ofHours(24);

  /// How long a page that could not be had is left alone; it is given up afterwards.
  private static final List<Duration> AGAIN =
      List.of(
          Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6), Duration.ofHours(24));

  private final Store store;
  private final @Nullable Understanding understanding;
  private final Changes changes;
  private final Pace pace;
  private final Consumer<State> counting;
  private final InstantSource clock;
  private final Intake intake;
  private final PageVisit visits;
  private final SharedPages shared;
  private final Follower follower;

  /// Guarded by this: those that wait in memory with the hosts of their pages, and those under way.
  private final Map<Due, String> hosts = new LinkedHashMap<>();

  private final Set<Long> underWay = new HashSet<>();
  private final Set<String> busyHosts = new HashSet<>();
  private boolean look = true;
  private boolean more;
  private boolean napping;
  private Instant looked = Instant.EPOCH;

  private final Map<Long, CountDownLatch> awaited = new ConcurrentHashMap<>();

  /// @param pages asks for pages and reads them
  /// @param understanding null if it is switched off
  /// @param changes is told of every article that has come
  /// @param counting is told what became of every page
  public ArticleFetcher(
      Store store,
      PageFetcher pages,
      @Nullable Understanding understanding,
      Changes changes,
      Pace pace,
      Consumer<State> counting,
      InstantSource clock) {
    this.store = store;
    this.understanding = understanding;
    this.changes = changes;
    this.pace = pace;
    this.counting = counting;
    this.clock = clock;
    this.intake = new Intake(store);
    this.visits = new PageVisit(pages, pace);
    this.shared = new SharedPages(store, clock);
    this.follower =
        new Follower("articles", GATHER, LOOK_EVERY, this::step, Set.of(StoreUnavailable.class));
  }

  public void start() {
    changes.listen(change -> {
      if (!change.newEntries().isEmpty()) follower.wake();
    });
    follower.start();
  }

  private void step() throws InterruptedException {
    if (understanding != null) understanding.awaitReady();
    if (intake.look(clock.instant())) lookAgain();
    if (!clock.instant().isBefore(looked.plus(LOOK_EVERY))) lookAgain();
    while (!follower.isClosed() && launch()) {}
  }

  /// What is in memory may not be what comes first any more.
  private synchronized void lookAgain() {
    look = true;
  }

  /// There may be more in the store than in memory.
  private synchronized void mayBeMore() {
    more = true;
  }

  /// Starts one page, if there is one whose host is free, and a call for it.
  private boolean launch() {
    Due due = pick();
    if (due == null) return false;
    Duration wait = pace.take(due.wanted());
    if (!wait.isZero()) {
      nap(wait);
      return false;
    }
    synchronized (this) {
      hosts.remove(due);
      underWay.add(due.entry());
      busyHosts.add(host(due));
    }
    Background.start(
        "article of entry " + due.entry(), () -> BodyRoom.shared().within(() -> fetch(due)));
    return true;
  }

  private @Nullable Due pick() {
    synchronized (this) {
      if (underWay.size() >= PARALLEL) return null;
      if (look || (more && hosts.size() < QUEUE_LOW)) refill();
      for (Map.Entry<Due, String> waiting : hosts.entrySet()) {
        if (!busyHosts.contains(waiting.getValue())) return waiting.getKey();
      }
      return null;
    }
  }

  /// As the store has them: some may have been fetched, wanted or dropped meanwhile.
  private void refill() {
    look = false;
    looked = clock.instant();
    hosts.clear();
    List<Due> some = store.articleQueue().due(looked, QUEUED);
    for (Due due : some) if (!underWay.contains(due.entry())) hosts.put(due, host(due));
    more = some.size() == QUEUED;
  }

  private static String host(Due due) {
    try {
      return FeedUrl.of(due.link()).host();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /// Looks again when there is a call to be had.
  private synchronized void nap(Duration wait) {
    if (napping) return;
    napping = true;
    Background.start(
        "the next article",
        () -> {
          try {
            Thread.sleep(wait);
          } finally {
            synchronized (this) {
              napping = false;
            }
            follower.wake();
          }
        });
  }

  private void fetch(Due due) throws InterruptedException {
    try {
      long page = SharedPages.key(due.link());
      FeedArticles rules = store.feedArticles().of(due.feed());
      // A page is asked for once, however many entries lead to it; again only if a person wants it.
      PageVisit.Result known = due.wanted() ? null : shared.find(page, rules.recipe());
      Instant now = clock.instant();
      Instant lately = due.wanted() || known != null ? null : now.minus(BOOKED);
      if (store.articleQueue().book(due.entry(), page, lately, now, now.plus(BOOKED)))
        take(due, page, rules, known);
    } catch (StoreUnavailable e) {
      if (!follower.isClosed())
        log.warn("The article of entry {}: {}", due.entry(), e.getMessage());
    } finally {
      synchronized (this) {
        underWay.remove(due.entry());
        busyHosts.remove(host(due));
      }
      tellWhoWaits(due.entry());
      follower.wake();
    }
  }

  /// Whoever asked for the page when its visit was all but over waits for the next one.
  private void tellWhoWaits(long entry) {
    CountDownLatch waiting = awaited.get(entry);
    if (waiting == null) return;
    try {
      Article.Status status = store.articles().status(entry);
      Instant next = status.nextTry();
      boolean comes = next != null && !next.isAfter(clock.instant());
      if (status.state() == Article.State.WAITING && comes) return;
    } catch (StoreUnavailable e) {
      log.debug("What became of entry {} cannot be read", entry, e);
    }
    awaited.remove(entry, waiting);
    waiting.countDown();
  }

  /// @param known what another entry's visit to the page came to, null if it must be asked for
  private void take(Due due, long page, FeedArticles rules, PageVisit.@Nullable Result known)
      throws InterruptedException {
    ArticleQueue queue = store.articleQueue();
    Story story = store.stories().find(Visibility.EVERYTHING, due.entry()).orElse(null);
    if (story == null) return;
    if (due.tries() > AGAIN.size()) {
      // It has ended this thread, or the program, every time.
      queue.failed(due.entry(), due.feed(), "Freshet failed to read the page.", null);
      return;
    }
    State state =
        switch (known != null ? known : visited(due, page, rules.recipe())) {
          case PageVisit.Read read -> taken(due, story, rules, read);
          case PageVisit.NoPage(String why) -> {
            queue.left(due.entry(), due.feed(), State.NO_PAGE, why, learned -> learned);
            yield State.NO_PAGE;
          }
          case PageVisit.Closed(String why) -> closed(due, why);
          case PageVisit.Resting(Instant until) -> {
            Instant now = clock.instant();
            Instant then = until == null ? now.plus(AGAIN.getFirst()) : until;
            Instant latest = now.plus(LONGEST_REST);
            queue.postpone(due.entry(), then.isAfter(latest) ? latest : then);
            yield State.WAITING;
          }
          case PageVisit.Failed failed -> failed(due, failed);
        };
    counting.accept(state);
    log.atDebug()
        .addKeyValue("entry", due.entry())
        .addKeyValue("state", state.word())
        .log("article {}", due.link());
  }

  private PageVisit.Result visited(Due due, long page, Recipe recipe) throws InterruptedException {
    boolean last = due.tries() >= AGAIN.size();
    PageVisit.Result result = visits.visit(due.feed(), due.link(), recipe, due.wanted(), last);
    shared.keep(page, recipe, result);
    return result;
  }

  private State closed(Due due, String why) {
    store
        .articleQueue()
        .left(
            due.entry(),
            due.feed(),
            State.CLOSED,
            why,
            learned -> Teasers.after(learned, Teasers.Page.CLOSED));
    return State.CLOSED;
  }

  private State failed(Due due, PageVisit.Failed failed) {
    Instant again = null;
    if (!failed.lasting() && due.tries() < AGAIN.size()) {
      Duration wait = AGAIN.get(due.tries());
      Duration asked = failed.after();
      again = clock.instant().plus(asked != null && asked.compareTo(wait) > 0 ? asked : wait);
    }
    store.articleQueue().failed(due.entry(), due.feed(), failed.why(), again);
    if (again == null) mayBeMore();
    return again == null ? State.FAILED : State.WAITING;
  }

  private State taken(Due due, Story story, FeedArticles rules, PageVisit.Read read) {
    Page page = read.page();
    if (page.wall() != null) return closed(due, page.wall());
    String own = Intake.own(store.entries().body(due.entry()));
    int ownSize = Teasers.size(own);
    int size = Teasers.size(page.text());
    boolean more = Teasers.saysMore(ownSize, size);
    boolean asked = due.wanted() || rules.mode() == Mode.ALWAYS;
    boolean chosen = rules.recipe().take() != null;
    boolean kept = more || (asked && size > 0 && (chosen || size >= ownSize * 0.8));
    Teasers.Page said = more ? Teasers.Page.MORE : Teasers.Page.SAME;
    if (!kept) {
      store
          .articleQueue()
          .left(
              due.entry(),
              due.feed(),
              State.SAME,
              "The page says no more than the feed.",
              learned -> Teasers.after(learned, said));
      mayBeMore();
      return State.SAME;
    }
    keep(due, story, read, said);
    mayBeMore();
    return State.THERE;
  }

  private void keep(Due due, Story story, PageVisit.Read read, Teasers.Page said) {
    Page page = read.page();
    Article article =
        new Article(
            page.html(),
            read.address(),
            page.title(),
            page.author(),
            page.image(),
            page.published(),
            clock.instant());
    Reclassified reclassified = null;
    StoryResolver resolver = StoryResolver.NONE;
    if (understanding != null) {
      Entry entry = story.entry();
      String declared = store.feeds().find(due.feed()).map(Feed::language).orElse(null);
      EntryBody body = store.entries().body(due.entry()).with(article);
      Understanding.Reread reread = understanding.reread(story, body, declared);
      Found found = reread.found();
      reclassified =
          new Reclassified(
              found.isKnown() ? found.language() : entry.language(), reread.understood());
      resolver = reread.resolver();
    }
    String excerpt = page.text().isEmpty() ? null : Cut.betweenWords(page.text(), EXCERPT);
    boolean there =
        store
            .articles()
            .arrived(
                due.entry(),
                due.feed(),
                article,
                excerpt,
                reclassified,
                resolver,
                learned -> Teasers.after(learned, said));
    if (there) {
      changes.publish(new Change(due.feed(), List.of(), List.of(), List.of(due.entry()), false));
    }
  }

  /// A person wants the page of an entry now, whatever is set for its feed.
  ///
  /// @return whether it was dealt with within the time
  public boolean fetchNow(long entry, Duration longest) throws InterruptedException {
    CountDownLatch done = awaited.computeIfAbsent(entry, _ -> new CountDownLatch(1));
    store.articleQueue().want(entry, clock.instant());
    lookAgain();
    follower.wake();
    return done.await(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Drops the texts of some articles that came before a time; the search index follows.
  ///
  /// @return how many
  public int forgetSome(Instant before) {
    return store.articles().forget(before, FORGOTTEN_AT_ONCE, clock.instant()).size();
  }

  /// Something about feeds or articles was changed: there may be more to do.
  public void wake() {
    lookAgain();
    follower.wake();
  }

  /// Fetches the page of an entry and keeps nothing of it.
  public ArticlePreview preview(Entry entry, Recipe recipe) throws InterruptedException {
    int own = Teasers.size(Intake.own(store.entries().body(entry.id())));
    String link = entry.link();
    if (link == null) return nothing(entry.id(), own, "The entry has no link.");
    if (!pace.take(true).isZero()) {
      return nothing(
          entry.id(), own, "The budget of requests is used up for the moment. Try again soon.");
    }
    return switch (visits.visit(entry.feedId(), link, recipe, true, true)) {
      case PageVisit.Read(Page page, _, int pages) ->
          new ArticlePreview(
              entry.id(),
              page.html(),
              page.title(),
              page.author(),
              page.image(),
              Teasers.size(page.text()),
              own,
              pages,
              page.wall() != null
                  ? page.wall()
                  : page.text().isBlank() ? "Nothing of the page is taken." : null);
      case PageVisit.NoPage(String why) -> nothing(entry.id(), own, why);
      case PageVisit.Closed(String why) -> nothing(entry.id(), own, why);
      case PageVisit.Resting _ ->
          nothing(entry.id(), own, "The site asked to be left alone for a while.");
      case PageVisit.Failed(String why, _, _) -> nothing(entry.id(), own, why);
    };
  }

  private static ArticlePreview nothing(long entry, int own, String problem) {
    return new ArticlePreview(entry, null, null, null, null, 0, own, 0, problem);
  }

  /// Pages under way; those that wait are in the store.
  public synchronized int underWay() {
    return underWay.size();
  }

  @Override
  public void close() {
    follower.close();
    long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (underWay() > 0 && System.nanoTime() < end) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
