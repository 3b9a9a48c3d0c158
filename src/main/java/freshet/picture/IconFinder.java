package freshet.picture;

import freshet.bound.ReadingPool;
import freshet.change.Background;
import freshet.extract.HtmlPage;
import freshet.fetch.Fetcher;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.store.Icons.Known;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jsoup.select.Evaluator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the icons of feeds that somebody looks at, in the background: `/favicon.ico` of the site,
/// else what its page names, else what the feed names for itself. A site is asked about once a
/// month, whether it has one or not, and through the same gate, budget and robots.txt as for its
/// pages.
public final class IconFinder implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(IconFinder.class);

  private static final Duration KEPT = Duration.ofDays(30);

  /// What failed for a reason that passes is tried again after this time.
  private static final Duration AFTER_TROUBLE = Duration.ofDays(1);

  private static final int MOST_BYTES = 150_000;
  private static final int MOST_PAGE_BYTES = 1_000_000;
  private static final int AT_ONCE = 8;

  /// More are not remembered; who looks at them again asks again.
  private static final int MOST_WANTED = 5_000;

  /// Pictures of points before those that are drawn, which are never shown.
  private static final Evaluator NAMED =
      HtmlPage.own("link[rel~=(?i)(^|\\s)icon(\\s|$)][href]:not([type*=svg]):not([href*=.svg])");

  private static final Evaluator FOR_PHONES = HtmlPage.own("link[rel~=(?i)apple-touch-icon][href]");

  private final Store store;
  private final Fetcher fetcher;
  private final Supplier<Duration> pace;
  private final InstantSource clock;
  private final Semaphore places = new Semaphore(AT_ONCE, true);

  /// So that one site is not asked by two at the same time; several share a lock by chance.
  private final ReentrantLock[] sites =
      IntStream.range(0, 64).mapToObj(_ -> new ReentrantLock()).toArray(ReentrantLock[]::new);

  private final Set<Long> wanted = ConcurrentHashMap.newKeySet();
  private final Set<Thread> searching = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /// @param pace takes a call of the budget: zero if it was taken, else how long to wait
  public IconFinder(Store store, Fetcher fetcher, Supplier<Duration> pace, InstantSource clock) {
    this.store = store;
    this.fetcher = fetcher;
    this.pace = pace;
    this.clock = clock;
  }

  /// Somebody looks at a feed: its icon is found soon, if it is not known or was looked for long
  /// ago.
  ///
  /// @param known what the store has of it
  public void want(Feed feed, Optional<Known> known) {
    if (known.isPresent() && clock.instant().isBefore(known.get().again())) return;
    if (closed || wanted.size() >= MOST_WANTED || !wanted.add(feed.id())) return;
    Background.start(
        "icon of feed " + feed.id(),
        () -> {
          searching.add(Thread.currentThread());
          // Whoever comes second finds what the first has kept.
          String site = site(feed);
          ReentrantLock one = sites[Math.floorMod(String.valueOf(site).hashCode(), sites.length)];
          boolean placed = false;
          one.lockInterruptibly();
          try {
            places.acquire();
            placed = true;
            if (!closed) find(feed, site);
          } catch (StoreUnavailable e) {
            // At the end whoever writes is interrupted.
            if (!closed) {
              log.warn("The icon of feed {} was not kept: {}", feed.id(), e.getMessage());
            }
          } finally {
            if (placed) places.release();
            one.unlock();
            wanted.remove(feed.id());
            searching.remove(Thread.currentThread());
          }
        });
  }

  /// How many are being looked for.
  public int underWay() {
    return wanted.size();
  }

  /// What a look for an icon came to.
  ///
  /// @param bytes null if there is none
  /// @param passes whether that may be otherwise tomorrow
  private record Look(byte @Nullable [] bytes, boolean passes) {}

  private void find(Feed feed, @Nullable String site) throws InterruptedException {
    Instant now = clock.instant();
    if (site == null) {
      store.icons().keep(feed.id(), "", null, null, now.plus(KEPT));
      return;
    }
    Known near = store.icons().ofSite(site, now).orElse(null);
    if (near != null && near.icon() != null) {
      store.icons().keep(feed.id(), site, near.icon().type(), near.icon().bytes(), near.again());
      return;
    }
    Look look = near == null ? look(site) : new Look(null, false);
    Instant again = near != null ? near.again() : now.plus(look.passes ? AFTER_TROUBLE : KEPT);
    if (look.bytes != null) {
      store.icons().keep(feed.id(), site, type(look.bytes), look.bytes, again);
      return;
    }
    // What a feed names is for itself alone: anybody may write a feed that names this site.
    String named = look.passes ? null : feed.icon();
    byte[] own = named == null ? null : picture(named).bytes;
    if (own == null) store.icons().keep(feed.id(), site, null, null, again);
    else store.icons().keepOwn(feed.id(), site, type(own), own, again);
  }

  private static String type(byte[] bytes) {
    return ImageType.of(bytes).orElseThrow().media();
  }

  /// The icon of a site, whatever its feeds name.
  private Look look(String site) throws InterruptedException {
    Look usual = picture(site + "/favicon.ico");
    if (usual.bytes != null || usual.passes) return usual;
    String named = named(site + "/");
    Look own = named == null ? null : picture(named);
    return own != null && own.bytes != null ? own : new Look(null, false);
  }

  private Look picture(String address) throws InterruptedException {
    return switch (ask(address, MOST_BYTES)) {
      case Fetched f when ImageType.of(f.body()).isPresent() -> new Look(f.body(), false);
      case Fetched _, Unchanged _, Gone _ -> new Look(null, false);
      case Refused r -> new Look(null, r.status() == 429 || r.status() >= 500);
      case Unreachable _ -> new Look(null, true);
      case Forbidden f -> new Look(null, f.ban() == Ban.RESTING);
    };
  }

  /// The icon that the front page of a site names.
  private @Nullable String named(String address) throws InterruptedException {
    if (!(ask(address, MOST_PAGE_BYTES) instanceof Fetched f)
        || !HtmlPage.looksLikeHtml(f.body(), f.contentType())) {
      return null;
    }
    String at = f.answer().finalUrl().toString();
    var read =
        ReadingPool.shared()
            .read(
                f.body().length,
                () -> {
                  HtmlPage page = HtmlPage.parse(f.body(), f.contentType(), at);
                  String named = page.linked(NAMED);
                  return Optional.ofNullable(named == null ? page.linked(FOR_PHONES) : named);
                });
    return read instanceof ReadingPool.Result.Done<Optional<String>>(Optional<String> named)
        ? named.orElse(null)
        : null;
  }

  private FetchOutcome ask(String address, int mostBytes) throws InterruptedException {
    FeedUrl url;
    try {
      url = FeedUrl.of(address);
    } catch (IllegalArgumentException e) {
      return new Forbidden(Ban.NOT_HTTP, "no web address");
    }
    for (Duration wait = pace.get(); !wait.isZero(); wait = pace.get()) {
      Thread.sleep(wait);
    }
    return fetcher.fetch(FetchRequest.of(url), mostBytes);
  }

  /// Where the site of a feed begins: `https://site.example`; null if it has no address.
  static @Nullable String site(Feed feed) {
    String ofLink = feed.link() == null ? null : origin(feed.link());
    return ofLink == null ? origin(feed.url().toString()) : ofLink;
  }

  private static @Nullable String origin(String address) {
    try {
      URI uri = URI.create(FeedUrl.of(address).toString());
      return uri.getHost() == null
          ? null
          : uri.getScheme()
              + "://"
              + uri.getHost()
              + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : searching) thread.interrupt();
    try {
      for (Thread thread : searching) {
        boolean _ = thread.join(Duration.ofSeconds(2));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
