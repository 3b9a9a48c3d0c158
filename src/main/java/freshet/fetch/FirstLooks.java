package freshet.fetch;

import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What came when somebody gave an address and Freshet looked what is there, be it a failure: the
/// first poll of a feed that is followed then takes that, so that no server is asked twice in a
/// minute.
public final class FirstLooks {
  private static final Duration STAYS = Duration.ofMinutes(2);
  private static final int MOST = 100;
  static final int MOST_BYTES = 16_000_000;

  private record Seen(FetchOutcome outcome, Instant until) {}

  private final InstantSource clock;

  /// In the order in which they expire.
  private final Map<FeedUrl, Seen> seen = new LinkedHashMap<>();

  private long bytes;

  public FirstLooks(InstantSource clock) {
    this.clock = clock;
  }

  /// For polls: what was seen a moment ago is taken, once, instead of asking.
  public Fetcher recalling(Fetcher fetcher) {
    return new Through(fetcher) {
      @Override
      public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
        FetchOutcome known = isFirst(request) ? recall(request.url()) : null;
        return known == null ? fetcher.fetch(request) : known;
      }
    };
  }

  private static boolean isFirst(FetchRequest request) {
    return request.bodyHash() == 0
        && request.validators().equals(Validators.NONE)
        && request.headers().isEmpty();
  }

  /// Begins to look.
  public Look look(Fetcher fetcher) {
    return new Look(fetcher);
  }

  /// Asks, and knows what came until the look is over: only then it is clear what is worth keeping.
  public final class Look extends Through {
    private final Fetcher fetcher;
    private final Map<FeedUrl, FetchOutcome> came = new ConcurrentHashMap<>();

    private Look(Fetcher fetcher) {
      super(fetcher);
      this.fetcher = fetcher;
    }

    @Override
    public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
      FetchOutcome outcome = fetcher.fetch(request);
      came.put(request.url(), outcome);
      if (outcome instanceof Fetched f && f.answer().movedTo() != null) {
        came.putIfAbsent(f.answer().movedTo(), settled(f));
      }
      return outcome;
    }

    /// What came from an address; null if it was not asked.
    public @Nullable FetchOutcome from(FeedUrl url) {
      return came.get(url);
    }

    /// Keeps what came from an address for the first poll.
    public void keep(FeedUrl url) {
      FetchOutcome outcome = came.get(url);
      if (outcome != null) FirstLooks.this.keep(url, outcome);
    }
  }

  /// As it would have come from the address that it has moved to.
  private static Fetched settled(Fetched f) {
    Answer a = f.answer();
    return new Fetched(
        f.body(),
        f.contentType(),
        f.bodyHash(),
        new Answer(
            a.status(),
            a.finalUrl(),
            null,
            a.validators(),
            a.freshFor(),
            a.hub(),
            a.self(),
            a.wireBytes(),
            a.at(),
            a.took()));
  }

  /// Keeps what came from an address for the first poll.
  public void keep(FeedUrl url, FetchOutcome outcome) {
    Instant now = clock.instant();
    synchronized (seen) {
      FetchOutcome _ = take(url);
      seen.put(url, new Seen(outcome, now.plus(STAYS)));
      bytes += size(outcome);
      for (Iterator<Seen> all = seen.values().iterator(); all.hasNext(); ) {
        Seen oldest = all.next();
        boolean fits = seen.size() <= MOST && bytes <= MOST_BYTES;
        if (fits && !oldest.until.isBefore(now)) return;
        all.remove();
        bytes -= size(oldest.outcome);
      }
    }
  }

  /// What came from an address a moment ago, which stays there for the first poll; or null.
  public @Nullable FetchOutcome last(FeedUrl url) {
    synchronized (seen) {
      Seen known = seen.get(url);
      return known == null || known.until.isBefore(clock.instant()) ? null : known.outcome;
    }
  }

  private @Nullable FetchOutcome recall(FeedUrl url) {
    synchronized (seen) {
      return take(url);
    }
  }

  private @Nullable FetchOutcome take(FeedUrl url) {
    Seen known = seen.remove(url);
    if (known == null) return null;
    bytes -= size(known.outcome);
    return known.until.isBefore(clock.instant()) ? null : known.outcome;
  }

  private static int size(FetchOutcome outcome) {
    return outcome instanceof Fetched f ? f.body().length : 0;
  }

  /// How many bytes of bodies are kept.
  long bytes() {
    synchronized (seen) {
      return bytes;
    }
  }

  /// Everything but fetching is the other's.
  abstract static class Through implements Fetcher {
    private final Fetcher other;

    Through(Fetcher other) {
      this.other = other;
    }

    @Override
    public List<String> sitemaps(FeedUrl url) {
      return other.sitemaps(url);
    }

    @Override
    public @Nullable Instant restsUntil(FeedUrl url) {
      return other.restsUntil(url);
    }

    @Override
    public @Nullable Instant restsUntil(String site) {
      return other.restsUntil(site);
    }
  }
}
