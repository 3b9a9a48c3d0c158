package freshet.crawl;

import freshet.fetch.Fetcher;
import freshet.fetch.SiteKey;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The visits of one host, one after the other, on a thread of its own.
final class HostVisits implements Runnable {
  /// Failures to reach a host in a row after which it is left to another run.
  private static final int GIVE_UP = 3;

  private final Crawler crawler;
  private final CrawlSettings settings;
  private final Fetcher fetcher;
  private final InstantSource clock;
  private final CrawlUser user;
  private final Bandwidth all;
  private final Bandwidth own;
  private final Frontier.Taken first;
  private int unreachable;
  private @Nullable Instant rest;
  private @Nullable String down;
  private boolean failed;

  /// What one visit came to.
  ///
  /// @param known whether a redirect led to where the crawl was before: nothing new
  /// @param words of the body, if it is a page
  record Result(
      Frontier.Taken taken,
      FetchOutcome outcome,
      String finalUrl,
      boolean known,
      Links links,
      Sketch.@Nullable Pairs words,
      long bytes) {

    boolean isGood() {
      return outcome instanceof Fetched || outcome instanceof Unchanged;
    }
  }

  HostVisits(
      Crawler crawler,
      CrawlSettings settings,
      Fetcher fetcher,
      InstantSource clock,
      CrawlUser user,
      Bandwidth all,
      Frontier.Taken first) {
    this.crawler = crawler;
    this.settings = settings;
    this.fetcher = fetcher;
    this.clock = clock;
    this.user = user;
    this.all = all;
    own = new Bandwidth(settings.bytesPerSecond());
    this.first = first;
  }

  int host() {
    return first.host();
  }

  /// Until when the host is to be left alone, if it is.
  @Nullable Instant rest() {
    return rest;
  }

  /// Why the host is left to another run, if it is.
  @Nullable String down() {
    return down;
  }

  /// Whether a mistake of ours ended the thread in the middle of a visit.
  boolean failed() {
    return failed;
  }

  @Override
  public void run() {
    Frontier.Taken taken = first;
    failed = true;
    try {
      for (int served = 1; taken != null; served++) {
        FetchOutcome outcome = ask(taken);
        if (outcome == null) break;
        taken = crawler.done(visit(taken, outcome), served);
        unreachable = outcome instanceof Unreachable ? unreachable + 1 : 0;
        if (outcome instanceof Unreachable u && unreachable >= GIVE_UP) {
          down = Normaliser.host(first.url()) + ": left to another run: " + u.reason();
          break;
        }
      }
      failed = false;
    } catch (InterruptedException e) {
      failed = false;
      Thread.currentThread().interrupt();
    } finally {
      crawler.end(this, taken);
    }
  }

  /// What the server did, or null if the host is not to be asked now.
  private @Nullable FetchOutcome ask(Frontier.Taken taken) throws InterruptedException {
    rest = closedUntil(taken.url());
    if (rest != null) return null;
    long now = System.nanoTime();
    long pause = Math.max(own.delay(now), all.delay(now));
    if (pause > 0) Thread.sleep(Duration.ofNanos(pause));
    FeedUrl url = new FeedUrl(URI.create(taken.url()));
    FetchOutcome outcome =
        fetcher.fetch(new FetchRequest(url, Validators.NONE, taken.bodyHash(), Map.of()));
    if (!(outcome instanceof Forbidden f && f.ban() == Ban.RESTING)) return outcome;
    rest = fetcher.restsUntil(SiteKey.of(url));
    if (rest != null && rest.isAfter(clock.instant().plus(settings.longestRest()))) {
      down = Normaliser.host(taken.url()) + ": left to another run: " + f.reason();
    }
    return null;
  }

  /// When the host may be visited, if not now.
  private @Nullable Instant closedUntil(String url) {
    if (settings.quiet() == null) return null;
    Instant now = clock.instant();
    Instant next = settings.quiet().nextFor(Normaliser.host(url), now);
    return next.isAfter(now) ? next : null;
  }

  private Result visit(Frontier.Taken taken, FetchOutcome outcome) {
    long bytes = take(outcome);
    String url = taken.url();
    String base = outcome instanceof Fetched f ? f.answer().finalUrl().toString() : url;
    String finalUrl = finalUrl(url, base);
    // Redirected to where we were before: nothing new, except for a start page.
    boolean known = !finalUrl.equals(url) && taken.depth() > 0 && crawler.knows(finalUrl);
    Links links = new Links(base);
    if (!known) user.visited(new Visit(taken, outcome, finalUrl), links);
    boolean read = outcome instanceof Fetched && !known && !taken.isTrusted();
    Sketch.Pairs words = read ? Sketch.read(((Fetched) outcome).body()) : null;
    return new Result(taken, outcome, finalUrl, known, links, words, bytes);
  }

  private static String finalUrl(String url, String given) {
    if (given.equals(url)) return url;
    String normal = Normaliser.resolve(url, given);
    return normal == null ? url : normal;
  }

  /// Books what came over the network.
  private long take(FetchOutcome outcome) {
    Answer answer =
        switch (outcome) {
          case Fetched f -> f.answer();
          case Unchanged u -> u.answer();
          case FetchOutcome.Gone g -> g.answer();
          case FetchOutcome.Refused r -> r.answer();
          case Unreachable _, Forbidden _ -> null;
        };
    if (answer == null) return 0;
    long now = System.nanoTime();
    own.take(answer.wireBytes(), now);
    all.take(answer.wireBytes(), now);
    return answer.wireBytes();
  }
}
