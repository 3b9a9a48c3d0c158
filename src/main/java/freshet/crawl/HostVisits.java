package freshet.crawl;

import freshet.bound.BodyRoom;
import freshet.bound.ReadingPool;
import freshet.extract.HtmlPage;
import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.io.UncheckedIOException;
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

  /// A site that asks to be left alone for longer is left to another run.
  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

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
  /// @param visit what the user was told of, null if nothing
  /// @param words of the body, if it is a page
  record Result(
      Frontier.Taken taken,
      FetchOutcome outcome,
      String finalUrl,
      boolean known,
      @Nullable Visit visit,
      Links links,
      Sketch.@Nullable Pairs words,
      long bytes) {

    /// What it came to, of [AddressLog].
    int state() {
      return switch (outcome) {
        case Unchanged _ -> AddressLog.DONE;
        case Fetched f ->
            HtmlPage.looksLikeHtml(f.body(), f.contentType()) ? AddressLog.DONE : AddressLog.OTHER;
        case FetchOutcome.Gone _, Refused _, Unreachable _, Forbidden _ -> AddressLog.FAILED;
      };
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
    own = new Bandwidth(settings.pace().bytesPerSecond());
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
        Turn turn = new Turn(taken, served);
        BodyRoom.shared().within(turn);
        taken = turn.next;
        if (turn.last) break;
      }
      failed = false;
    } catch (UncheckedIOException e) {
      // Our disk, not the page: it waits for another run.
      failed = false;
      crawler.stopFor(e);
    } catch (InterruptedException e) {
      failed = false;
      Thread.currentThread().interrupt();
    } finally {
      crawler.end(this, taken);
    }
  }

  /// One page, from the question to its links being written down.
  private final class Turn implements BodyRoom.Work<InterruptedException> {
    private final Frontier.Taken taken;
    private final int served;
    private Frontier.@Nullable Taken next;
    private boolean last = true;

    Turn(Frontier.Taken taken, int served) {
      this.taken = taken;
      this.served = served;
      this.next = taken;
    }

    @Override
    public void run() throws InterruptedException {
      FetchOutcome outcome = ask(taken);
      if (outcome == null) return;
      Result result = visit(taken, outcome);
      if (result.visit != null) result.visit.finish();
      next = crawler.done(result, served);
      last = next == null;
      unreachable = outcome instanceof Unreachable ? unreachable + 1 : 0;
      if (outcome instanceof Unreachable u && unreachable >= GIVE_UP) {
        down = Normaliser.host(first.url()) + ": left to another run: " + u.reason();
        last = true;
      }
    }
  }

  /// What the server did, or null if the host is not to be asked now.
  private @Nullable FetchOutcome ask(Frontier.Taken taken) throws InterruptedException {
    rest = closedUntil(taken.url());
    if (rest != null) return null;
    long now = System.nanoTime();
    long pause = Math.max(own.delay(now), all.delay(now));
    if (pause > 0) Thread.sleep(Duration.ofNanos(pause));
    FeedUrl url;
    try {
      url = new FeedUrl(URI.create(taken.url()));
    } catch (IllegalArgumentException e) {
      // Earlier versions took hosts such as 0300.0250.0.1 for names; they may still be waiting.
      return new Forbidden(Ban.NOT_HTTP, String.valueOf(e.getMessage()));
    }
    Validators validators = taken.again() ? user.validators(taken.url()) : Validators.NONE;
    FetchRequest request =
        validators == null
            ? FetchRequest.of(url)
            : new FetchRequest(url, validators, taken.bodyHash(), Map.of());
    FetchOutcome outcome = fetcher.fetch(request);
    String later = later(outcome, taken);
    if (later == null) return outcome;
    rest = fetcher.restsUntil(url);
    if (rest == null && !(outcome instanceof Forbidden)) return outcome;
    if (rest != null && rest.isAfter(clock.instant().plus(LONGEST_REST))) {
      down = Normaliser.host(taken.url()) + ": left to another run: " + later;
    }
    return null;
  }

  /// Why it is to be asked again after a rest: all of the host rests, or it has just asked for that
  /// instead of giving the page, which a page is forgiven once.
  private @Nullable String later(FetchOutcome outcome, Frontier.Taken taken) {
    if (outcome instanceof Forbidden f && f.ban() == Ban.RESTING) return f.reason();
    boolean busy = outcome instanceof Refused r && (r.status() == 429 || r.status() == 503);
    return busy && crawler.forgives(taken.url()) ? "The server is busy." : null;
  }

  /// When the host may be visited, if not now.
  private @Nullable Instant closedUntil(String url) {
    QuietHours quiet = settings.pace().quiet();
    if (quiet == null) return null;
    Instant now = clock.instant();
    Instant next = quiet.nextFor(Normaliser.host(url), now);
    return next.isAfter(now) ? next : null;
  }

  /// Pages are whatever a stranger wrote, so they are read where that is bounded.
  private Result visit(Frontier.Taken taken, FetchOutcome outcome) throws InterruptedException {
    if (!(outcome instanceof Fetched f)) return read(taken, outcome);
    return switch (ReadingPool.shared().read(f.body().length, () -> read(taken, outcome))) {
      case ReadingPool.Result.Done<Result> done -> done.value();
      case ReadingPool.Result.Stopped<Result> stopped ->
          read(
              taken,
              new Unreachable(Trouble.BROKEN_ANSWER, "Reading this page " + stopped.reason()));
    };
  }

  private Result read(Frontier.Taken taken, FetchOutcome outcome) {
    long bytes = take(outcome);
    String url = taken.url();
    String base = outcome instanceof Fetched f ? f.answer().finalUrl().toString() : url;
    String finalUrl = finalUrl(url, base);
    // Redirected to where we were before: nothing new, except for a start page.
    boolean elsewhere = !finalUrl.equals(url) && taken.depth() > 0 && !taken.again();
    boolean known = elsewhere && crawler.knows(finalUrl);
    Links links = new Links(base);
    Visit visit = known ? null : new Visit(taken, outcome, finalUrl);
    if (visit != null) user.visited(visit, links);
    boolean trusted = taken.isTrusted() || taken.again();
    boolean read = outcome instanceof Fetched && !known && !trusted;
    Sketch.Pairs words = read ? Sketch.read(((Fetched) outcome).body()) : null;
    return new Result(taken, outcome, finalUrl, known, visit, links, words, bytes);
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
