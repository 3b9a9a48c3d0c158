package freshet.jobs;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.article.PageKind;
import freshet.article.PageReader;
import freshet.article.PageReader.Page;
import freshet.change.Change;
import freshet.change.Changes;
import freshet.crawl.RssRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.model.Feed;
import freshet.model.FeedArticles.Recipe;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed.Person;
import freshet.model.Validators;
import freshet.store.Entries.Known;
import freshet.store.Polls.Recorded;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.StoryResolver;
import freshet.text.Cut;
import freshet.text.Html;
import freshet.understand.Enricher;
import freshet.understand.Understanding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes the pages of crawls entries among all others: understood, stored, announced, so that they
/// are indexed and rules are tried on them. A crawl has a feed of its own, which nobody polls; an
/// entry is known by the address of its page, so a page that is visited twice is there once, and
/// one that has changed is edited.
public final class CrawlCorpus {
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_TITLE = 1_000;
  private static final int REMOVED_AT_ONCE = 500;

  private final Store store;
  private final @Nullable Understanding understanding;
  private final Enricher enricher;
  private final Changes changes;
  private final InstantSource clock;

  /// @param understanding null to believe what pages declare
  public CrawlCorpus(
      Store store, @Nullable Understanding understanding, Changes changes, InstantSource clock) {
    this.store = store;
    this.understanding = understanding;
    this.enricher = new Enricher(understanding, store.entries());
    this.changes = changes;
    this.clock = clock;
  }

  /// The feed of a crawl, made if it is not there.
  Feed open(int crawl, long account, List<String> starts) {
    String first = starts.getFirst();
    String shown = first.replaceFirst("^[^:/]*=", "").replaceFirst("^https?://", "");
    String name = "Crawl " + crawl + ": " + Cut.to(shown.replaceFirst("/$", ""), LONGEST_NAME);
    String link = first.matches("https?://.*") ? first : null;
    return store.crawlFeeds().open(crawl, account, name, link, clock.instant());
  }

  /// Its pages are translated into the common language, if there is anybody to do it.
  void translate(Feed feed) {
    store.translationTasks().translateFeed(feed.id(), clock.instant());
  }

  /// How many crawls there may be that only the store knows: their numbers are taken.
  int last() {
    return store.crawlFeeds().last();
  }

  /// With what a page is asked for again; null to have it whole.
  @Nullable Validators validators(Feed feed, long page) {
    return store.crawlFeeds().validators(feed.id(), page).orElse(null);
  }

  /// A page on its way into the store.
  ///
  /// @param entry null if nothing is to be written of it
  record Taken(PageKind kind, @Nullable NewEntry entry) {}

  /// Reads a page that a robot gathered. Where pages are read, since nobody knows how long it
  /// takes.
  ///
  /// @param everyPage whether what is no article becomes an entry too
  Taken read(Feed feed, Visit visit, HtmlPage page, boolean everyPage) {
    Page read = PageReader.read(page, visit.finalUrl(), Recipe.USUAL);
    PageKind kind = PageKind.of(page, read);
    if (kind != PageKind.ARTICLE && !everyPage) return new Taken(kind, null);
    ParsedEntry entry =
        entry(
            visit.key(),
            visit.finalUrl(),
            page.headline(),
            read.html(),
            read.text(),
            read.published(),
            read.author(),
            read.image(),
            page.declaredLanguage(),
            List.of());
    return new Taken(kind, enriched(feed, entry, null));
  }

  /// Reads the page of a feed's entry, which is one whatever it looks like.
  Taken read(Feed feed, RssRobot.Article article) {
    Page read = PageReader.read(article.page(), article.url(), Recipe.USUAL);
    boolean empty = read.html().isBlank();
    String topic = article.topic().isBlank() ? null : article.topic();
    ParsedEntry entry =
        entry(
            article.visit().key(),
            article.url(),
            article.title(),
            empty ? paragraph(article.text()) : read.html(),
            empty ? article.text() : read.text(),
            article.published(),
            read.author(),
            read.image(),
            article.language(),
            topic == null ? List.of() : List.of(topic));
    return new Taken(PageKind.ARTICLE, enriched(feed, entry, topic));
  }

  /// Takes in what an earlier version has kept of the page of a feed's entry.
  void take(Feed feed, JsonNode line) {
    String url = line.path("url").asString("");
    String text = line.path("text").asString("");
    String published = line.path("published").asString("");
    String topic = line.path("topic").asString("");
    ParsedEntry entry =
        entry(
            Visit.key(url),
            url,
            line.path("title").asString(""),
            paragraph(text),
            text,
            published.isEmpty() ? null : Instant.parse(published),
            null,
            null,
            line.path("language").asString(null),
            topic.isEmpty() ? List.of() : List.of(topic));
    write(feed, enriched(feed, entry, topic.isEmpty() ? null : topic));
  }

  private static String paragraph(String text) {
    return "<p>" + Html.escape(text).replace("\n", "</p><p>") + "</p>";
  }

  private static ParsedEntry entry(
      long key,
      String url,
      String title,
      String html,
      String text,
      @Nullable Instant published,
      @Nullable String author,
      @Nullable String image,
      @Nullable String language,
      List<String> categories) {
    String name = Cut.to(title.isBlank() ? url : title, LONGEST_TITLE);
    // What surrounds the text may change at every visit; it was edited if the text was.
    long content = Hashing.komihash5_0().hashCharsToLong(name + "\n" + text);
    return new ParsedEntry(
        key,
        key,
        content,
        url,
        name,
        url,
        List.of(),
        published,
        false,
        null,
        null,
        author == null ? List.of() : List.of(new Person(author, null, null)),
        null,
        html,
        categories,
        List.of(),
        null,
        language,
        null,
        image,
        List.of(),
        Map.of());
  }

  /// Null if it is stored as it is.
  private @Nullable NewEntry enriched(Feed feed, ParsedEntry entry, @Nullable String topic) {
    List<Long> key = List.of(entry.key());
    List<Known> known = store.entries().known(feed.id(), key, key);
    if (known.isEmpty()) return enricher.enrich(feed.id(), entry, 0, null, topic);
    Known stored = known.getLast();
    if (stored.isDeleted() || stored.contentHash() == entry.contentHash()) return null;
    return enricher.enrich(feed.id(), entry, stored.id(), null, topic);
  }

  /// Writes what was read.
  ///
  /// @throws UncheckedIOException if the store is away: the page is visited again then
  void keep(Feed feed, Taken taken) {
    storing(() -> write(feed, taken.entry));
  }

  /// Keeps with what an address is to be asked for again. After all else of the visit: whoever asks
  /// with it may be told that nothing has changed.
  void seen(Feed feed, Visit visit) {
    if (!(visit.outcome() instanceof Fetched f)) return;
    long page = Visit.key(visit.url());
    storing(() -> store.crawlFeeds().keep(feed.id(), page, f.answer().validators()));
  }

  private static void storing(Runnable work) {
    try {
      work.run();
    } catch (StoreUnavailable e) {
      String why = "The pages cannot be stored: " + e.getMessage();
      throw new UncheckedIOException(why, new IOException(why, e));
    }
  }

  private void write(Feed feed, @Nullable NewEntry entry) {
    if (entry == null) return;
    Instant now = clock.instant();
    List<NewEntry> one = List.of(entry);
    StoryResolver resolver =
        understanding == null ? StoryResolver.NONE : understanding.resolver(one, feed, now);
    Recorded recorded = store.polls().take(feed.id(), now, one, resolver);
    List<Long> edited = recorded.edited() == 0 ? List.of() : List.of(entry.knownId());
    if (recorded.newEntries().isEmpty() && edited.isEmpty()) return;
    changes.publish(
        new Change(feed.id(), recorded.newEntries(), recorded.newStories(), edited, false));
  }

  /// Deletes all entries of a crawl and its feed, some at a time so that nobody else waits for it.
  void remove(int crawl) {
    Long feed = store.crawlFeeds().of(crawl).orElse(null);
    if (feed == null) return;
    boolean more = true;
    while (more) more = store.crawlFeeds().removeSome(feed, REMOVED_AT_ONCE);
    boolean _ = store.feeds().remove(feed);
    changes.publish(new Change(feed, List.of(), List.of(), List.of(), true));
    if (understanding != null) understanding.forget();
  }

  /// The number of a crawl's feed; null if it has none.
  @Nullable Long feed(int crawl) {
    return store.crawlFeeds().of(crawl).orElse(null);
  }

  /// How many of its pages are entries.
  long entries(int crawl) {
    return store
        .crawlFeeds()
        .of(crawl)
        .flatMap(id -> store.feeds().find(id))
        .map(Feed::entries)
        .orElse(0L);
  }
}
