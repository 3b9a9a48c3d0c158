package freshet.library;

import freshet.account.Authenticator;
import freshet.article.ArticleFetcher;
import freshet.catalog.Catalog;
import freshet.change.Changes;
import freshet.crawl.CrawlSettings;
import freshet.discover.Describer;
import freshet.exchange.Templates;
import freshet.fetch.Fetcher;
import freshet.jobs.Crawls;
import freshet.jobs.Discoveries;
import freshet.jobs.Laboratory;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.InForce;
import freshet.notify.OutFeeds;
import freshet.notify.OwnHub;
import freshet.notify.Rulebook;
import freshet.notify.Saver;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.picture.IconFinder;
import freshet.picture.PictureProxy;
import freshet.poll.Meters;
import freshet.poll.Polling;
import freshet.source.Sources;
import freshet.store.Store;
import freshet.translate.Budgets;
import freshet.translate.TranslationDesk;
import freshet.understand.Understanding;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The library over a real store, as tests want it: without polls and, unless given, without
/// search, rules, hub and understanding.
public final class Libraries {
  public @Nullable TranslationDesk translation;
  private final Store store;
  private final InstantSource clock;
  private final Discoveries discoveries;
  private final Laboratory laboratory;
  public Crawls crawls;
  public Polling polling = Polling.NONE;
  public Changes changes = new Changes();
  public @Nullable Catalog catalog;
  public @Nullable Understanding understanding;
  public @Nullable Rulebook rulebook;
  public @Nullable Saver saver;
  public @Nullable OwnHub hub;
  public @Nullable ArticleFetcher articles;
  public @Nullable IconFinder icons;
  public @Nullable PictureProxy pictures;
  public @Nullable Authenticator authenticator;
  public Templates templates = new Templates(Path.of("target", "nothing"));

  public Libraries(
      Store store,
      InstantSource clock,
      Discoveries discoveries,
      Crawls crawls,
      Laboratory laboratory) {
    this.store = store;
    this.clock = clock;
    this.discoveries = discoveries;
    this.crawls = crawls;
    this.laboratory = laboratory;
  }

  /// On a web that has no pages: whoever looks for a feed finds nothing.
  public static Libraries offline(Store store, InstantSource clock, Path folder) {
    Fetcher nobody =
        _ ->
            new FetchOutcome.Unreachable(Trouble.NO_CONNECTION, "There is no network in this test");
    return on(nobody, store, clock, folder);
  }

  /// On a web of the test's own.
  public static Libraries on(Fetcher web, Store store, InstantSource clock, Path folder) {
    return new Libraries(
        store,
        clock,
        new Discoveries(
            folder.resolve("discoveries"),
            web,
            new FeedParser(ParseLimits.DEFAULT),
            new Describer(_ -> null),
            null,
            clock,
            1),
        new Crawls(folder.resolve("crawls"), web, CrawlSettings.DEFAULT, clock),
        new Laboratory(store, folder.resolve("laboratory")));
  }

  public Library build() {
    FollowedFeeds feeds = new FollowedFeeds(store, polling);
    Following following =
        new Following(
            store, Sources.NONE, polling, changes, understanding, null, discoveries, clock);
    Authenticator who =
        authenticator == null
            ? new Authenticator(store, Authenticator.Rules.MACHINE, clock)
            : authenticator;
    Browsing browsing = new Browsing(store, understanding, clock);
    return new Library(
        feeds,
        following,
        new Filing(store, clock),
        browsing,
        new Marking(store, clock),
        new Searching(store, catalog, clock),
        new Alerting(store, catalog, rulebook, clock),
        new Sharing(
            store, new OutFeeds(store, catalog, hub != null), hub, polling, templates, clock),
        new Saving(store, browsing, saver),
        new Correcting(store, feeds, understanding),
        new Fetching(store, feeds, articles, clock),
        new Picturing(store, icons, pictures),
        new Translating(store, translation == null ? noTranslators() : translation, clock),
        new Exploring(discoveries, crawls, laboratory, following, List.of()),
        new Administering(store, following, who, NO_SETTINGS, clock),
        new Reporting(
            store,
            feeds,
            polling,
            discoveries,
            new Searching(store, null, clock),
            new Meters(store),
            () -> Duration.ofMinutes(10),
            clock));
  }

  private TranslationDesk noTranslators() {
    return new TranslationDesk(
        store,
        List.of(),
        () -> Budgets.of("0"),
        () -> false,
        () -> "en",
        new Changes(),
        _ -> {},
        clock,
        ZoneOffset.UTC);
  }

  private static final Installation NO_SETTINGS =
      new Installation() {
        @Override
        public List<InForce> all() {
          return List.of();
        }

        @Override
        public List<InForce> inForce() {
          return List.of();
        }

        @Override
        public void change(String name, String value) {
          throw new IllegalArgumentException("There is no setting " + name);
        }
      };
}
