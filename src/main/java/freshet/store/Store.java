package freshet.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything Freshet keeps. Safe for many threads; each method is one transaction.
public final class Store implements AutoCloseable {
  private final Database db;
  private final Feeds feeds;
  private final Keeping keeping;
  private final FeedLists feedLists;
  private final Entries entries;
  private final CrawlFeeds crawlFeeds;
  private final Polls polls;
  private final HubSubscriptions hubs;
  private final SearchRows searchRows;
  private final SavedSearches savedSearches;
  private final SaveTargets saveTargets;
  private final SavedSettings settings;
  private final Events events;
  private final Topics topics;
  private final Signatures signatures;
  private final Stories stories;
  private final Spreads spreads;
  private final Accounts accounts;
  private final Credentials keys;
  private final Subscriptions subscriptions;
  private final Reading reading;
  private final Streams streams;
  private final Counts counts;
  private final Rules rules;
  private final Alerts alerts;
  private final Folders folders;
  private final OutViews outViews;
  private final HubSubscribers hubSubscribers;
  private final TopicRevisions topicRevisions;
  private final Articles articles;
  private final ArticleQueue articleQueue;
  private final FeedArticleRows feedArticles;
  private final Leases leases;
  private final Rewritings rewritings;
  private final Outgoing outgoing;
  private final Icons icons;
  private final Shards shards;
  private final HostTurns hostTurns;
  private final Translations translations;
  private final TranslationTasks translationTasks;

  private Store(Database db) {
    this.db = db;
    this.feeds = new Feeds(db);
    this.crawlFeeds = new CrawlFeeds(db);
    this.feedLists = new FeedLists(db);
    this.entries = new Entries(db);
    this.polls = new Polls(db);
    this.hubs = new HubSubscriptions(db);
    this.searchRows = new SearchRows(db);
    this.savedSearches = new SavedSearches(db);
    this.saveTargets = new SaveTargets(db);
    this.settings = new SavedSettings(db);
    this.events = new Events(db);
    this.topics = new Topics(db);
    this.signatures = new Signatures(db);
    this.stories = new Stories(db);
    this.spreads = new Spreads(db);
    this.accounts = new Accounts(db);
    this.keys = new Credentials(db);
    this.subscriptions = new Subscriptions(db);
    this.reading = new Reading(db);
    this.streams = new Streams(db);
    this.counts = new Counts(db);
    this.rules = new Rules(db);
    this.alerts = new Alerts(db);
    this.folders = new Folders(db);
    this.outViews = new OutViews(db);
    this.hubSubscribers = new HubSubscribers(db);
    this.topicRevisions = new TopicRevisions(db);
    this.articles = new Articles(db);
    this.articleQueue = new ArticleQueue(db);
    this.feedArticles = new FeedArticleRows(db);
    this.keeping = new Keeping(db);
    this.leases = new Leases(db);
    this.rewritings = new Rewritings(db);
    this.outgoing = new Outgoing(db);
    this.icons = new Icons(db);
    this.shards = new Shards(db);
    this.hostTurns = new HostTurns(db);
    this.translations = new Translations(db);
    this.translationTasks = new TranslationTasks(db);
  }

  /// Opens the store, making or upgrading its tables where needed.
  ///
  /// @param folder the data folder, made if missing
  /// @param url `jdbc:postgresql:…`, or null for SQLite in the folder
  /// @throws StoreUnavailable with a sentence for the user
  public static Store open(Path folder, @Nullable String url) {
    return new Store(Database.open(folder, url));
  }

  /// Opens the store when nobody else writes to it, or who does gives no sign of life. From then on
  /// that one can write no more, should it only have been stopped.
  ///
  /// @param folder the data folder, made if missing
  /// @param url `jdbc:postgresql:…`
  /// @param waiting is told once if that is not at once
  /// @throws StoreUnavailable with a sentence for the user
  public static Store openInTurn(Path folder, String url, Runnable waiting) {
    return new Store(Database.openInTurn(folder, url, waiting));
  }

  /// Opens the store beside the program that plans and stores, for what people do: the tables have
  /// to be there, as this version knows them.
  ///
  /// @param folder a data folder of its own, made if missing
  /// @param url `jdbc:postgresql:…`
  /// @throws StoreUnavailable with a sentence for the user
  public static Store openBeside(Path folder, String url) {
    return new Store(Database.openBeside(folder, url));
  }

  /// Opens the store beside the program whose turn it is, to do a part of its work. When it is shut
  /// out, it can write no more.
  ///
  /// @param url `jdbc:postgresql:…`
  /// @return null if nobody can be helped at the moment
  /// @throws StoreUnavailable with a sentence for the user
  public static @Nullable Store openToHelp(String url) {
    Database db = Database.openToHelp(url);
    return db == null ? null : new Store(db);
  }

  /// A program at the same database.
  ///
  /// @param role `waiting` of a controller that waits for its turn, `web` of a web node
  public record Neighbour(String name, String role) {}

  /// Programs at the same PostgreSQL that do no work for others; of SQLite there are none.
  public List<Neighbour> neighbours() {
    return db.isPostgres() ? Neighbours.of(db) : List.of();
  }

  /// How much longer this program may be sure that no other has taken over.
  public Duration sure() {
    return db.sure();
  }

  /// @param then what to do when another program has taken over, and nothing can be written any
  ///   more
  public void whenSuperseded(Runnable then) {
    db.whenSuperseded(then);
  }

  /// Opens the store for reading, also while another process has it. Writing fails.
  ///
  /// @throws StoreUnavailable with a sentence for the user
  public static Store openReadOnly(Path folder, @Nullable String url) {
    return new Store(Database.openReadOnly(folder, url));
  }

  Database database() {
    return db;
  }

  /// Writes everything down as it is at this moment, while others read and write.
  ///
  /// @throws StoreUnavailable with a sentence for the user
  public Dump.Summary dump(Dump.Sink sink) {
    return Dump.write(db, sink);
  }

  /// Makes a store again in an empty place from what [#dump] wrote, on either kind of database. If
  /// anything fails the place is as it was; a folder is for the caller to clear.
  ///
  /// @param folder an empty one
  /// @param url `jdbc:postgresql:…`, or null for SQLite in the folder
  /// @throws IOException with the second half of a sentence, if the rows are not what was written
  /// @throws StoreUnavailable with a sentence for the user
  public static void restore(
      Path folder, @Nullable String url, Dump.Summary summary, Refill.Source rows)
      throws IOException {
    Database.restore(folder, url, summary, rows);
  }

  /// Lets polls wait up to this long to be written together; what people do is written at once.
  public void gatherPolls(Duration patience) {
    db.writer.gather(patience);
  }

  public Feeds feeds() {
    return feeds;
  }

  public Shards shards() {
    return shards;
  }

  public HostTurns hostTurns() {
    return hostTurns;
  }

  public Icons icons() {
    return icons;
  }

  public Translations translations() {
    return translations;
  }

  public TranslationTasks translationTasks() {
    return translationTasks;
  }

  public FeedLists feedLists() {
    return feedLists;
  }

  public Entries entries() {
    return entries;
  }

  public CrawlFeeds crawlFeeds() {
    return crawlFeeds;
  }

  public Polls polls() {
    return polls;
  }

  public HubSubscriptions hubSubscriptions() {
    return hubs;
  }

  public SearchRows searchRows() {
    return searchRows;
  }

  public SaveTargets saveTargets() {
    return saveTargets;
  }

  public SavedSearches savedSearches() {
    return savedSearches;
  }

  public Stories stories() {
    return stories;
  }

  public Spreads spreads() {
    return spreads;
  }

  public Signatures signatures() {
    return signatures;
  }

  public Topics topics() {
    return topics;
  }

  public TopicRevisions topicRevisions() {
    return topicRevisions;
  }

  public Events events() {
    return events;
  }

  public SavedSettings settings() {
    return settings;
  }

  public Accounts accounts() {
    return accounts;
  }

  public Credentials credentials() {
    return keys;
  }

  public Subscriptions subscriptions() {
    return subscriptions;
  }

  public Reading reading() {
    return reading;
  }

  public Streams streams() {
    return streams;
  }

  public Counts counts() {
    return counts;
  }

  public Rules rules() {
    return rules;
  }

  public Alerts alerts() {
    return alerts;
  }

  public Folders folders() {
    return folders;
  }

  public OutViews outViews() {
    return outViews;
  }

  public HubSubscribers hubSubscribers() {
    return hubSubscribers;
  }

  public Keeping keeping() {
    return keeping;
  }

  public Articles articles() {
    return articles;
  }

  public ArticleQueue articleQueue() {
    return articleQueue;
  }

  public FeedArticleRows feedArticles() {
    return feedArticles;
  }

  public Rewritings rewritings() {
    return rewritings;
  }

  public Leases leases() {
    return leases;
  }

  public Outgoing outgoing() {
    return outgoing;
  }

  /// Writes that wait for their transaction.
  public int waitingWrites() {
    return db.writer.waiting();
  }

  /// A sentence, if the store cannot be written or read: its writer has ended, the last write was
  /// not taken, or the database does not answer.
  public Optional<String> trouble() {
    return db.writer.trouble().or(db.readers::trouble);
  }

  /// The same of writing alone, which costs nothing to ask.
  public Optional<String> troubleOfWriting() {
    return db.writer.trouble();
  }

  @Override
  public void close() {
    db.close();
  }
}
