package freshet.article;

import static org.awaitility.Awaitility.await;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.Article;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchRequest;
import freshet.model.Made;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.Selection;
import freshet.model.Validators;
import freshet.model.Visibility;
import freshet.store.Store;
import freshet.understand.EntryText;
import freshet.understand.Understanding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A real store, a small web in memory, and a clock that stands still.
final class Bed implements AutoCloseable {
  static final Duration SOON = Duration.ofMinutes(1);

  /// About 150 letters.
  static final String SENTENCE =
      "The council met on Tuesday evening and talked for three hours about the new harbour, which"
          + " is to be built between the old mole and the lighthouse, number %d. ";

  volatile Instant now = Instant.parse("2026-11-15T12:00:00Z");
  final InstantSource clock = () -> now;
  final Changes changes = new Changes();
  final Map<String, String> pages = new ConcurrentHashMap<>();
  final List<String> asked = new CopyOnWriteArrayList<>();
  final Store store;
  final Understanding understanding;
  final Fetcher web = this::answer;
  ArticleFetcher fetcher;
  private long key = 1;

  Bed(Path folder) {
    store = Store.open(folder, null);
    understanding = new Understanding(store, Understanding.Folds.USUAL, clock);
    understanding.start();
    fetcher = fetcher(web);
  }

  ArticleFetcher fetcher(Fetcher some) {
    return new ArticleFetcher(
        store, new LocalPages(some), understanding, changes, Pace.FREE, _ -> {}, clock);
  }

  private FetchOutcome answer(FetchRequest request) {
    String url = request.url().toString();
    asked.add(url);
    String page = pages.get(url);
    if (page == null) return new Refused(404, null, answered(request, 404));
    if (page.startsWith("status ")) {
      int status = Integer.parseInt(page.substring(7));
      return new Refused(status, null, answered(request, status));
    }
    String type = page.startsWith("%PDF") ? "application/pdf" : "text/html; charset=utf-8";
    return new FetchOutcome.Fetched(
        page.getBytes(StandardCharsets.UTF_8), type, page.hashCode(), answered(request, 200));
  }

  static Answer answered(FetchRequest request, int status) {
    return new Answer(
        status,
        request.url(),
        null,
        Validators.NONE,
        null,
        null,
        null,
        1000,
        Instant.EPOCH,
        Duration.ofMillis(5));
  }

  long feed(String host) {
    return store.feeds().add(FeedUrl.of("https://" + host + "/feed"), host, null, null, now).id();
  }

  /// @param own what the feed gives, as HTML
  ParsedEntry entry(String link, String title, @Nullable String own) {
    ParsedEntry e = Made.entry(key++, title, now, own, "en");
    return new ParsedEntry(
        e.key(),
        e.alias(),
        e.contentHash(),
        e.id(),
        e.title(),
        link,
        e.links(),
        e.published(),
        false,
        null,
        null,
        e.authors(),
        own,
        null,
        e.categories(),
        e.enclosures(),
        null,
        e.language(),
        null,
        null,
        e.media(),
        e.more());
  }

  /// Entries of a host with a short text each; their pages say much more.
  List<ParsedEntry> teasers(String host, int n) {
    List<ParsedEntry> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String link = "https://" + host + "/news/" + i;
      all.add(
          entry(link, "Harbour " + i + " of " + host, "<p>A teaser about harbour " + i + ".</p>"));
      pages.put(link, page("Harbour " + i, 8, "wordonpage" + i));
    }
    return all;
  }

  static String page(String title, int sentences, String word) {
    StringBuilder x = new StringBuilder("<html><head><title>" + title + "</title></head><body>");
    x.append("<nav><a href=/>Home</a></nav><article><h1>").append(title).append("</h1>");
    for (int i = 0; i < sentences; i++) {
      x.append("<p>").append(SENTENCE.formatted(title.hashCode() % 97 + i)).append("</p>");
    }
    x.append("<p>At the end of all there stands the word ").append(word);
    return x.append(", which nobody else has printed so far.</p></article></body></html>")
        .toString();
  }

  List<Long> store(long feed, List<ParsedEntry> entries) throws InterruptedException {
    understanding.awaitReady();
    List<NewEntry> fresh = new ArrayList<>();
    for (ParsedEntry e : entries) {
      EntryText whole = EntryText.of(e.title(), e.link(), e.content(), e.summary(), null);
      String text = whole.text();
      var found = understanding.language(e.title(), text, "en");
      String language = found.isKnown() ? found.language() : "en";
      fresh.add(
          new NewEntry(
              e,
              0,
              text.isEmpty() ? null : text,
              language,
              understanding.insight(whole, found, "en", language, feed, List.of(), null)));
    }
    var row = store.feeds().find(feed).orElseThrow();
    List<Long> ids =
        store
            .polls()
            .record(Made.poll(feed, row.url(), now, fresh), understanding.resolver(fresh, row, now))
            .newEntries();
    changes.publish(new Change(feed, ids, ids, List.of(), false));
    return ids;
  }

  Article.State state(long entry) {
    return store.articles().status(entry).state();
  }

  void awaitState(Article.State state, List<Long> entries) {
    await().atMost(SOON).until(() -> entries.stream().allMatch(e -> state(e) == state));
  }

  List<Long> entriesOf(long feed) {
    return store.entries().page(Selection.ofFeed(feed), Visibility.EVERYTHING, null, 99).stream()
        .map(e -> e.id())
        .toList();
  }

  @Override
  public void close() {
    fetcher.close();
    understanding.close();
    store.close();
  }
}
