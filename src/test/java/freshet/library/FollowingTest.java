package freshet.library;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.change.Change;
import freshet.crawl.CrawlSettings;
import freshet.discover.Describer;
import freshet.exchange.FeedListReader;
import freshet.fetch.Fetcher;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Laboratory;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Answer;
import freshet.model.Feed;
import freshet.model.FeedEdit;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.SharedView;
import freshet.model.Subscription;
import freshet.model.Validators;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.poll.Polling;
import freshet.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Following over a real store and a web of a few pages.
final class FollowingTest {
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
  private static final String RSS =
      "<rss version='2.0'><channel><title>News</title><item><title>One</title>"
          + "<guid>1</guid></item></channel></rss>";

  @TempDir Path folder;
  private final Map<String, String> web = new HashMap<>();
  private final List<Change> published = new ArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Store store;
  private FollowedFeeds feeds;
  private Following following;
  private Filing filing;
  private Account first;
  private Account other;

  @BeforeEach
  void open() {
    for (String host : List.of("a", "own", "ours", "theirs")) {
      web.put("https://" + host + ".example/feed", RSS);
    }
    store = Store.open(folder, null);
    InstantSource clock = InstantSource.fixed(NOW);
    Fetcher fetcher = request -> page(request.url());
    var libraries =
        new Libraries(
            store,
            clock,
            new Discoveries(
                folder.resolve("discoveries"),
                fetcher,
                new FeedParser(ParseLimits.DEFAULT),
                new Describer(_ -> null),
                null,
                clock,
                1),
            new Crawls(folder.resolve("crawls"), fetcher, CrawlSettings.DEFAULT, clock),
            new Laboratory(store, folder.resolve("laboratory")));
    var _ = libraries.changes.listen(published::add);
    Library library = libraries.build();
    feeds = library.feeds();
    following = library.following();
    filing = library.filing();
    first = store.accounts().find(Account.FIRST).orElseThrow();
    other = store.accounts().add("other", null, NOW).orElseThrow();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private FetchOutcome page(FeedUrl url) {
    asked.add(url.toString());
    String body = web.get(url.toString());
    if (url.host().equals("down.example")) {
      return new FetchOutcome.Unreachable(
          FetchOutcome.Trouble.NO_CONNECTION, "The server does not answer");
    }
    Answer answer =
        new Answer(
            body == null ? 404 : 200,
            url,
            null,
            Validators.NONE,
            null,
            null,
            null,
            100,
            NOW,
            Duration.ZERO);
    if (body == null) return new FetchOutcome.Refused(404, null, answer);
    String type = body.startsWith("<rss") ? "application/rss+xml" : "text/html";
    return new FetchOutcome.Fetched(body.getBytes(StandardCharsets.UTF_8), type, 1, answer);
  }

  private void site() {
    web.put(
        "https://site.example/",
        "<html><head><link rel=alternate type='application/rss+xml'"
            + " href='/feed.xml'></head></html>");
    web.put("https://site.example/feed.xml", RSS);
  }

  private long followed(Account who, String address) {
    return following.followBest(who, address, null, null).feed();
  }

  private Refusal refusal(Runnable verb) {
    try {
      verb.run();
    } catch (Refusal e) {
      return e;
    }
    throw new AssertionError("it was not refused");
  }

  private long entry(long feed, String title) {
    Feed f = store.feeds().find(feed).orElseThrow();
    NewEntry entry =
        new NewEntry(Made.entry(title.hashCode(), title, NOW, null, "en"), 0, null, "en");
    return store
        .polls()
        .record(Made.poll(feed, f.url(), NOW, List.of(entry)))
        .newEntries()
        .getFirst();
  }

  @Test
  void aMistypedAddressOfAFeedIsSaidAndNotFollowed() {
    web.put("https://a.example/feed", RSS);
    var outcome = following.follow(first, "a.example/fed.xml", null, null);
    assertThat(outcome)
        .isEqualTo(new Following.Unreachable("Not found (404) at this address.", true));
    assertThat(refusal(() -> followed(first, "a.example/fed.xml")).field).isEqualTo("address");
    assertThat(feeds.subscriptions(first)).isEmpty();
    assertThat(following.follow(first, "a.example/feed", null, "Folder"))
        .isInstanceOf(Following.Followed.class);
    assertThat(feeds.subscriptions(first).getFirst().folder()).isEqualTo("Folder");
    assertThat(asked)
        .containsExactly(
            "https://a.example/fed.xml", "https://a.example/fed.xml", "https://a.example/feed");
    assertThat(following.follow(other, "a.example/feed", null, null))
        .isInstanceOf(Following.Followed.class);
    assertThat(asked).as("what is followed is known").hasSize(3);
  }

  @Test
  void whatIsDownCanBeFollowedAnyway() {
    var outcome = following.follow(first, "down.example/feed.xml", null, null);
    assertThat(outcome).isEqualTo(new Following.Unreachable("The server does not answer", false));
    long id = following.followAnyway(first, "down.example/feed.xml", null, null).feed();
    assertThat(feeds.find(first, id).url()).hasToString("https://down.example/feed.xml");
  }

  @Test
  void nobodyFollowsACrawlByItsAddress() {
    Feed crawl = store.crawlFeeds().open(1, Account.FIRST, "Crawl 1", null, NOW);
    for (String address : List.of(crawl.url().toString(), "https://crawl-2.invalid/")) {
      FeedUrl url = FeedUrl.of(address);
      assertThat(refusal(() -> following.followAnyway(other, address, null, null)).field)
          .isEqualTo("address");
      assertThat(refusal(() -> following.follow(other, url, null, null)).field)
          .isEqualTo("address");
      assertThat(refusal(() -> following.followList(other, url, "a", null, null)).field)
          .isEqualTo("address");
    }
    String opml =
        "<opml version='2.0'><body><outline type='rss' xmlUrl='https://crawl-1.invalid/'/>"
            + "<outline type='rss' xmlUrl='https://a.example/feed'/></body></opml>";
    var imported = following.importList(other, opml.getBytes(StandardCharsets.UTF_8));
    assertThat(imported.added()).isEqualTo(1);
    assertThat(imported.leftOut()).hasSize(1);
    assertThat(feeds.subscriptions(other))
        .extracting(Subscription::address)
        .contains("https://a.example/feed")
        .noneMatch(a -> a.contains(".invalid"));
    assertThat(store.feeds().isKnown(FeedUrl.of("https://crawl-2.invalid/"))).isFalse();
  }

  @Test
  void aSiteOffersItsFeedsToAPersonAndItsBestToAProgram() {
    site();
    var outcome = following.follow(first, "site.example", null, null);
    assertThat(outcome).isInstanceOf(Following.Choice.class);
    assertThat(feeds.subscriptions(first)).isEmpty();
    long id = followed(first, "site.example");
    assertThat(feeds.find(first, id).url()).hasToString("https://site.example/feed.xml");
  }

  @Test
  void aFeedBehindAnyAddressIsRecognised() {
    web.put("https://odd.example/what", RSS);
    assertThat(following.follow(first, "https://odd.example/what", null, null))
        .isInstanceOf(Following.Followed.class);
  }

  @Test
  void whereThereIsNoFeedIsSaidAndNothingIsFollowed() {
    web.put("https://plain.example/", "<html><body>Nothing here</body></html>");
    Refusal refusal = refusal(() -> following.follow(first, "plain.example", null, null));
    assertThat(refusal.reason).isEqualTo(Reason.WRONG);
    assertThat(refusal.field).isEqualTo("address");
    assertThat(refusal.sentence()).startsWith("There is no feed at https://plain.example/");
    assertThat(refusal(() -> followed(first, "plain.example")).reason).isEqualTo(Reason.WRONG);
    assertThat(refusal(() -> followed(first, "not an address")).reason).isEqualTo(Reason.WRONG);
    assertThat(feeds.subscriptions(first)).isEmpty();
  }

  @Test
  void aServerThatIsDownIsSaidToAPersonAndFollowedForAProgram() {
    assertThat(following.follow(first, "down.example", null, null))
        .isInstanceOf(Following.Unreachable.class);
    assertThat(feeds.subscriptions(first)).isEmpty();
    long id = followed(first, "down.example");
    assertThat(feeds.find(first, id).url().host()).isEqualTo("down.example");
  }

  @Test
  void aListIsFollowedOnceHoweverOftenItIsImported() {
    byte[] list =
        "https://a.example/feed\nhttps://b.example/rss\n".getBytes(StandardCharsets.UTF_8);
    assertThat(following.importList(first, list).added()).isEqualTo(2);
    var again = following.importList(first, list);
    assertThat(again.added()).isZero();
    assertThat(again.known()).isEqualTo(2);
    var out = new StringWriter();
    following.exportOpml(first, out);
    assertThat(out.toString()).contains("https://a.example/feed", "https://b.example/rss");
    following.exportOpml(other, out);
    assertThat(feeds.all(other)).isEmpty();
  }

  @Test
  void sitesInAListAreLookedAtAndWhatCannotBeSeenIsLeftToASearch() {
    site();
    web.put("https://odd.example/what", RSS);
    web.put("https://plain.example/", "<html><body>Nothing here</body></html>");
    String list =
        """
        https://site.example/
        https://odd.example/what
        https://plain.example/
        https://down.example/
        https://gone.example/page
        https://a.example/feed
        """;
    var imported = following.importList(first, list.getBytes(StandardCharsets.UTF_8), false);
    assertThat(feeds.subscriptions(first))
        .extracting(Subscription::address)
        .containsExactlyInAnyOrder(
            "https://site.example/feed.xml", "https://odd.example/what", "https://a.example/feed");
    assertThat(imported.added()).isEqualTo(3);
    assertThat(imported.leftOut())
        .anyMatch(s -> s.startsWith("There is no feed at https://plain.example/"))
        .contains("There is nothing at https://gone.example/page");
    assertThat(imported.sites()).containsExactly(FeedUrl.of("https://down.example/"));
    assertThat(imported.discovery()).isNotNull();
    assertThat(asked).doesNotContain("https://a.example/feed");
  }

  @Test
  void ofAListOnlySoManySitesAreWaitedFor() {
    String list =
        IntStream.range(0, 25).mapToObj(i -> "https://s" + i + ".example\n").collect(joining());
    for (int i = 0; i < 25; i++) web.put("https://s" + i + ".example", RSS);
    for (int i = 0; i < 25; i++) web.put("https://s" + i + ".example/", RSS);
    var imported = following.importList(first, list.getBytes(StandardCharsets.UTF_8), false);
    assertThat(imported.added()).isEqualTo(20);
    assertThat(imported.sites()).hasSize(5);
  }

  @Test
  void whatOpmlListsIsAFeed() {
    String opml = "<opml><body><outline xmlUrl='https://down.example/news'/></body></opml>";
    var imported = following.importList(first, opml.getBytes(StandardCharsets.UTF_8), false);
    assertThat(imported.added()).isEqualTo(1);
    assertThat(imported.sites()).isEmpty();
    assertThat(asked).isEmpty();
  }

  private long filed(String address, String... folders) {
    long feed = followed(first, address);
    feeds.file(first, feed, List.of(folders));
    return feed;
  }

  @Test
  void aFolderMovesWithAllThatIsInside() {
    web.put("https://b.example/feed", RSS);
    long a = filed("https://a.example/feed", "News");
    long b = filed("https://b.example/feed", " News / Science//Space ", "Best");
    assertThat(filing.all(first))
        .containsExactly("Best", "News", "News/Science", "News/Science/Space");
    filing.fold(first, "News/Science", true);
    store.outViews().open(view("/?folder=News%2FScience&lang=en"), NOW);
    assertThat(filing.move(first, "News", "World/Press")).isEqualTo("World/Press");
    assertThat(feeds.folders(first, a)).containsExactly("World/Press");
    assertThat(feeds.folders(first, b)).containsExactly("World/Press/Science/Space", "Best");
    assertThat(Filing.folded(store, first)).containsExactly("World/Press/Science");
    assertThat(store.outViews().bySecret("s").orElseThrow().view())
        .isEqualTo("/?folder=World%2FPress%2FScience&lang=en");
    assertThat(store.folders().move(other.id(), "World", "Theirs")).isFalse();
    // Into one that is there: they become one.
    filing.move(first, "World/Press/Science", "Best");
    assertThat(feeds.folders(first, b)).containsExactly("Best/Space", "Best");
    filing.fold(first, "Best", true);
    filing.fold(first, "nowhere", true);
    assertThat(Filing.folded(store, first)).containsExactly("Best");
    filing.fold(first, "Best", false);
    assertThat(Filing.folded(store, first)).isEmpty();
  }

  private SharedView view(String address) {
    return new SharedView(first.id(), "s", address, "News");
  }

  @Test
  void whatWasInAFolderThatIsTakenAwayGoesUp() {
    long a = filed("https://a.example/feed", "News/Science/Space");
    filing.remove(first, "News/Science");
    assertThat(feeds.folders(first, a)).containsExactly("News/Space");
    filing.remove(first, "News");
    assertThat(feeds.folders(first, a)).containsExactly("Space");
    filing.moveLabel(first, "Space", null);
    assertThat(feeds.folders(first, a)).isEmpty();
    assertThat(refusal(() -> filing.remove(first, "Space")).reason).isEqualTo(Reason.NO_FOLDER);
    assertThat(refusal(() -> filing.move(first, "Space", "X")).reason).isEqualTo(Reason.NO_FOLDER);
  }

  @Test
  void aFolderIsNotPutIntoItself() {
    filed("https://a.example/feed", "News/Science");
    assertThat(refusal(() -> filing.move(first, "News", "News/Science/News")).field)
        .isEqualTo("folder");
    assertThat(refusal(() -> filing.move(first, "News", " / ")).field).isEqualTo("folder");
    String longName = "n".repeat(195);
    assertThat(refusal(() -> filing.move(first, "News", longName)).field).isEqualTo("folder");
    assertThat(filing.all(first)).containsExactly("News", "News/Science");
  }

  @Test
  void aFeedGoesFromOneFolderToAnotherAndStaysInTheRest() {
    long a = filed("https://a.example/feed", "News", "Best");
    filing.moveFeed(first, a, "News", "World");
    assertThat(feeds.folders(first, a)).containsExactly("World", "Best");
    filing.moveFeed(first, a, "World", "");
    assertThat(feeds.folders(first, a)).containsExactly("Best");
    filing.moveFeed(first, a, "", "World");
    assertThat(feeds.folders(first, a)).containsExactlyInAnyOrder("World", "Best");
    assertThat(refusal(() -> filing.moveFeed(other, a, "", "X")).reason).isEqualTo(Reason.NO_FEED);
  }

  @Test
  void namesThatAreTooLongAreRefusedWhereTheyAreTypedAndCutWhereTheyAreBrought() {
    String longName = "n".repeat(501);
    FeedUrl url = FeedUrl.of("https://a.example/feed");
    assertThat(refusal(() -> following.follow(first, url, longName, null)).field)
        .isEqualTo("title");
    assertThat(refusal(() -> following.follow(first, url, null, longName)).field)
        .isEqualTo("folder");
    long feed = followed(first, "https://a.example/feed");
    assertThat(refusal(() -> feeds.rename(first, feed, longName)).field).isEqualTo("title");
    assertThat(refusal(() -> feeds.file(first, feed, "a\nb")).field).isEqualTo("folder");
    assertThat(refusal(() -> filing.moveLabel(first, "a", longName)).field).isEqualTo("folder");
    String opml =
        "<opml><body><outline text='"
            + longName
            + "'><outline xmlUrl='https://b.example/feed'"
            + " text='"
            + longName
            + "'/></outline></body></opml>";
    following.importList(first, opml.getBytes(StandardCharsets.UTF_8), false);
    Subscription brought = feeds.subscription(first, "https://b.example/feed").orElseThrow();
    assertThat(brought.name()).hasSize(500);
    assertThat(brought.folder()).hasSize(200);
  }

  @Test
  void aRefusedEditChangesNothing() {
    long feed = followed(first, "https://a.example/feed");
    var before = feeds.find(first, feed);
    var wrong =
        new FeedEdit(
            new FeedEdit.To<>("Title"),
            new FeedEdit.To<>("Folder"),
            new FeedEdit.To<>("7"),
            new FeedEdit.To<>(Duration.ofSeconds(5)),
            new FeedEdit.To<>("graph"),
            Map.of("X-Key", "1"),
            Feed.State.PAUSED);
    assertThat(refusal(() -> feeds.edit(first, feed, wrong)).field).isEqualTo("interval");
    assertThat(feeds.find(first, feed)).isEqualTo(before);
    assertThat(feeds.folders(first)).isEmpty();
    assertThat(feeds.ownIds(first)).isEmpty();
    var right =
        new FeedEdit(
            wrong.title(),
            wrong.folder(),
            wrong.ownId(),
            new FeedEdit.To<>(Duration.ofHours(5)),
            wrong.quotaGroup(),
            wrong.headers(),
            wrong.state());
    feeds.edit(first, feed, right);
    var after = feeds.find(first, feed);
    assertThat(after.name()).isEqualTo("Title");
    assertThat(after.state()).isEqualTo(Feed.State.PAUSED);
    assertThat(after.plan().fixedInterval()).isEqualTo(Duration.ofHours(5));
    assertThat(after.plan().quotaGroup()).isEqualTo("graph");
    assertThat(after.asking().headers()).isEqualTo(Map.of("X-Key", "1"));
    assertThat(feeds.folders(first)).containsEntry(feed, List.of("Folder"));
    assertThat(feeds.ownIds(first)).containsEntry(feed, "7");
  }

  @Test
  void aFolderIsOfThoseWhoFollow() {
    long theirs = followed(other, "https://theirs.example/feed");
    assertThat(refusal(() -> feeds.file(first, theirs, "Mine")).reason)
        .isEqualTo(Reason.NOT_FOLLOWED);
  }

  @Test
  void everybodyHasIdsOfTheirOwnForFeedsAndListsCarryThem() {
    byte[] list = "id;url\nETV-17;https://a.example/feed\n".getBytes(StandardCharsets.UTF_8);
    following.importList(first, list);
    long feed = followed(other, "https://a.example/feed");
    assertThat(feeds.ownIds(first)).containsExactly(Map.entry(feed, "ETV-17"));
    feeds.identify(other, feed, " 4 ");
    assertThat(feeds.ownIds(other)).containsExactly(Map.entry(feed, "4"));
    var out = new StringWriter();
    following.exportOpml(first, out);
    assertThat(out.toString()).contains("id=\"ETV-17\"");
    feeds.identify(first, feed, "");
    assertThat(feeds.ownIds(first)).isEmpty();
    assertThat(feeds.ownIds(other)).hasSize(1);
    assertThat(refusal(() -> feeds.identify(first, feed, "x".repeat(201))).reason)
        .isEqualTo(Reason.WRONG);
  }

  @Test
  void whatOthersFollowIsChangedByTheAdministratorAlone() {
    long shared = followed(first, "https://a.example/feed");
    followed(other, "https://a.example/feed");
    for (Runnable verb :
        List.<Runnable>of(
            () -> feeds.pause(other, shared),
            () -> feeds.resume(other, shared),
            () -> feeds.edit(other, shared, FeedEdit.interval(Duration.ofHours(1))),
            () -> feeds.edit(other, shared, FeedEdit.quotaGroup("graph")),
            () -> feeds.edit(other, shared, FeedEdit.headers(Map.of("X-Key", "1"))))) {
      assertThat(refusal(verb).reason).isEqualTo(Reason.SHARED);
    }
    assertThat(refusal(() -> following.remove(other, shared)).reason)
        .isEqualTo(Reason.ADMINISTRATOR_ONLY);
    feeds.pause(first, shared);
    assertThat(feeds.find(first, shared).state()).isEqualTo(Feed.State.PAUSED);
    long own = followed(other, "https://own.example/feed");
    feeds.pause(other, own);
    assertThat(feeds.find(other, own).state()).isEqualTo(Feed.State.PAUSED);
  }

  @Test
  void aNameIsTheFeedsOwnUntilOthersFollowItToo() {
    long feed = followed(first, "https://a.example/feed");
    feeds.rename(first, feed, "Ours");
    followed(other, "https://a.example/feed");
    assertThat(feeds.subscription(other, feed).orElseThrow().name()).isEqualTo("Ours");
    feeds.rename(other, feed, "Mine");
    assertThat(feeds.subscription(other, feed).orElseThrow().name()).isEqualTo("Mine");
    assertThat(feeds.subscription(first, feed).orElseThrow().name()).isEqualTo("Ours");
    feeds.rename(other, feed, " ");
    assertThat(feeds.subscription(other, feed).orElseThrow().name()).isEqualTo("Ours");
  }

  @Test
  void aFeedOfOthersDoesNotExistButForTheAdministrator() {
    long theirs = followed(other, "https://theirs.example/feed");
    long ours = followed(first, "https://ours.example/feed");
    assertThat(feeds.find(first, theirs).id()).isEqualTo(theirs);
    assertThat(refusal(() -> feeds.find(other, ours)).reason).isEqualTo(Reason.NO_FEED);
    assertThat(refusal(() -> following.unfollow(other, ours)).reason).isEqualTo(Reason.NO_FEED);
    assertThat(refusal(() -> following.unfollow(first, theirs)).reason)
        .isEqualTo(Reason.NOT_FOLLOWED);
    assertThat(refusal(() -> feeds.everybodys(other, 0, 9)).reason)
        .isEqualTo(Reason.ADMINISTRATOR_ONLY);
    assertThat(feeds.everybodys(first, 0, 9)).hasSize(2);
  }

  @Test
  void whatIsStarredStaysWhenItsFeedIsLeft() {
    long feed = followed(first, "https://a.example/feed");
    long kept = entry(feed, "Kept");
    long gone = entry(feed, "Gone");
    store.reading().star(first.id(), List.of(kept), true, NOW);
    following.unfollow(first, feed);
    assertThat(store.entries().find(kept)).isPresent();
    assertThat(store.entries().find(gone)).isEmpty();
    assertThat(published).anySatisfy(c -> assertThat(c.editedEntries()).contains(gone));
    assertThat(followed(first, "https://a.example/feed")).isEqualTo(feed);
    store.reading().star(first.id(), List.of(kept), false, NOW);
    following.unfollow(first, feed);
    assertThat(store.feeds().find(feed)).isEmpty();
    assertThat(published.getLast().removed()).isTrue();
  }

  @Test
  void badValuesAreNamed() {
    long feed = followed(first, "https://a.example/feed");
    assertThatThrownBy(() -> feeds.edit(first, feed, FeedEdit.interval(Duration.ofSeconds(5))))
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.field).isEqualTo("interval"));
    assertThatThrownBy(() -> feeds.edit(first, feed, FeedEdit.quotaGroup("no group!")))
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.field).isEqualTo("quotaGroup"));
    assertThatThrownBy(() -> feeds.edit(first, feed, FeedEdit.headers(Map.of("X", "a\nb"))))
        .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.field).isEqualTo("headers"));
    assertThat(refusal(() -> feeds.check(first, feed)).reason).isEqualTo(Reason.PAUSED);
  }

  @Test
  void aListComesOutAsItWentIn() {
    String opml =
        """
        <opml version="2.0"><body>
          <outline text="A"><outline text="X" xmlUrl="https://x.example/rss"
            htmlUrl="https://x.example/" description="About x"/></outline>
          <outline text="B"><outline text="X" xmlUrl="https://x.example/rss"/></outline>
        </body></opml>
        """;
    following.importList(first, opml.getBytes(StandardCharsets.UTF_8), false);
    StringWriter out = new StringWriter();
    following.exportOpml(first, out);
    var again = FeedListReader.read(out.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(again).isEqualTo(FeedListReader.read(opml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsTypedIntoAnAppIsFollowedOnlyIfThereIsAFeed() {
    web.put(
        "https://site.example/",
        "<html><head><link rel=alternate type='application/rss+xml' href='/news'></head></html>");
    web.put("https://site.example/news", RSS);
    long feed = following.followTyped(first, "https://site.example/").feed();
    assertThat(feeds.find(first, feed).url()).isEqualTo(FeedUrl.of("https://site.example/news"));
    for (String typed : List.of("https://down.example/", "https://empty.example/", "no address")) {
      assertThatThrownBy(() -> following.followTyped(first, typed))
          .as(typed)
          .isInstanceOfSatisfying(Refusal.class, e -> assertThat(e.reason).isEqualTo(Reason.WRONG));
    }
    assertThat(feeds.subscriptions(first)).hasSize(1);
  }

  @Test
  void aFeedThatWasJustLookedAtIsNotAskedAgainAtOnceAfterAKill() {
    web.put("https://site.example/news", RSS);
    var followed =
        (Following.Followed) following.follow(first, "https://site.example/news", null, null);
    assertThat(store.feeds().find(followed.feed()).orElseThrow().plan().notBefore())
        .isEqualTo(NOW.plus(Polling.NONE.leastInterval()));
  }

  /// FreshRSS's archive has the feeds and the entries in one file.
  @Test
  void anArchiveWithFeedsAndEntriesBringsBoth() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("starred_2026-11-18.json"));
      zip.write(
          "{\"items\":[{\"canonical\":[{\"href\":\"https://a.example/1\"}],\"categories\":[]}]}"
              .getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
      zip.putNextEntry(new ZipEntry("feeds_2026-11-18.opml.xml"));
      zip.write(
          "<opml><body><outline text='N'><outline xmlUrl='https://a.example/feed'/></outline></body></opml>"
              .getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    Following.Imported took = following.importList(first, bytes.toByteArray());
    assertThat(took.added()).isEqualTo(1);
    assertThat(took.marked()).isZero();
    assertThat(took.leftOut()).isNotEmpty(); // the entry is not here before its feed was fetched
    assertThat(feeds.folders(first)).containsValue(List.of("N"));
  }
}
