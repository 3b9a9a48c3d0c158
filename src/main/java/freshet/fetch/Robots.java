package freshet.fetch;

import freshet.bound.ReadingPool;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// The robots.txt files of hosts, fetched when needed and kept for a day (RFC 9309, section 2.4). A
/// file that is not there allows everything; one that cannot be read because the server fails
/// forbids everything, unless an older one is known, or the server has failed for 30 days.
final class Robots {
  static final int MOST_BYTES = 500 * 1024;
  private static final Duration KEEP = Duration.ofHours(24);
  private static final Duration RETRY = Duration.ofMinutes(30);
  private static final Duration GIVE_UP = Duration.ofDays(30);

  /// Where a file is to be had is remembered until somebody has had the turn there.
  private static final Duration LEADS = Duration.ofMinutes(5);

  private static final long MOST_WEIGHT = 16L * 1024 * 1024;

  /// What is known of a host's file.
  ///
  /// @param rules null if it cannot be read, which closes the host
  /// @param problem a sentence for the user, if the file could not be read
  /// @param refusal if the host does not want to be asked for it now
  /// @param leads the redirects so far, if the last leads to a host whose turn has to be awaited:
  ///   then the file was not read yet, and the rest is what was known before
  /// @param asked when the host itself was last asked for it, see [Visit#now]: the page follows
  ///   after its Crawl-delay, though that is known only now
  record Entry(
      @Nullable RobotsRules rules,
      Instant until,
      @Nullable Instant failingSince,
      @Nullable String problem,
      @Nullable Refusal refusal,
      List<Hop> leads,
      Instant asked) {
    Entry(
        @Nullable RobotsRules rules,
        Instant until,
        @Nullable Instant failingSince,
        @Nullable String problem) {
      this(rules, until, failingSince, problem, null, List.of(), Instant.MIN);
    }

    private Entry asked(Instant when) {
      return new Entry(rules, until, failingSince, problem, refusal, leads, when);
    }
  }

  /// Status 429 or 503.
  ///
  /// @param host that said so: another than the one that was asked, if that redirects to it
  record Refusal(String host, int status, @Nullable Duration retryAfter) {}

  /// The visit in which a host is asked.
  interface Visit {
    /// Waits for as long as the host wants between two requests.
    ///
    /// @return false if there is no time to wait
    boolean gap() throws InterruptedException;

    /// By the clock of the gaps.
    Instant now();

    /// @param begun by the steady clock, when the host was asked
    void failed(IOException e, long begun);
  }

  private final GuardedClient client;
  private final BodyReader bodies = new BodyReader(MOST_BYTES);
  private final Identity identity;
  private final FetchLimits limits;
  private final InstantSource clock;
  private final LinkedHashMap<String, Entry> known = new LinkedHashMap<>(64, 0.75f, true);
  private long weight;

  Robots(GuardedClient client, Identity identity, FetchLimits limits, InstantSource clock) {
    this.client = client;
    this.identity = identity;
    this.limits = limits;
    this.clock = clock;
  }

  /// The entry of the host, if a fresh one is known.
  @Nullable Entry known(HttpUrl url) {
    Entry entry;
    synchronized (known) {
      entry = known.get(key(url));
    }
    return entry == null || !entry.until.isAfter(clock.instant()) ? null : entry;
  }

  /// Fetches the file anew, as far as one host leads to it.
  ///
  /// @param way the redirects so far. Call it with the turn in hand of the host that the last leads
  ///   to
  /// @throws IOException if there is no talking to the page's own host at all, in which case it has
  ///   no rules either; or if the time for asking was over
  Entry fetch(HttpUrl url, List<Hop> way, Visit visit) throws IOException {
    Instant now = clock.instant();
    Entry old;
    synchronized (known) {
      old = known.get(key(url));
    }
    HttpUrl at = way.isEmpty() ? file(url) : HttpUrl.get(way.getLast().to());
    boolean itself = HostGate.key(at).equals(HostGate.key(url));
    Entry told = ask(at, way, now, old, visit);
    Entry entry = told.asked(itself || old == null ? visit.now() : old.asked);
    synchronized (known) {
      Entry before = known.put(key(url), entry);
      weight += weight(entry) - (before == null ? 0 : weight(before));
      Iterator<Map.Entry<String, Entry>> eldest = known.entrySet().iterator();
      while (weight > MOST_WEIGHT && known.size() > 1) {
        weight -= weight(eldest.next().getValue());
        eldest.remove();
      }
    }
    return entry;
  }

  private Entry ask(HttpUrl url, List<Hop> way, Instant now, @Nullable Entry old, Visit visit)
      throws IOException {
    List<Hop> hops = new ArrayList<>(way);
    while (true) {
      long begun = System.nanoTime();
      Request request =
          new Request.Builder()
              .url(url)
              .header("User-Agent", identity.userAgent())
              .header("Accept", "text/plain, */*;q=0.5")
              .header("Accept-Encoding", Decoding.ACCEPTED)
              .build();
      try (Response response = client.send(request, limits.whole())) {
        int status = response.code();
        if (status >= 300 && status < 400) {
          String location = response.header("Location");
          HttpUrl to = location == null ? null : url.resolve(location.strip());
          if (to == null || !Trail.isAddress(to) || hops.size() >= FetchLimits.MOST_FOR_ROBOTS) {
            return allowAll(now);
          }
          hops.add(new Hop(to.toString(), status));
          boolean same = HostGate.key(to).equals(HostGate.key(url));
          if (!same || !visit.gap()) return leads(now, old, hops);
          url = to;
        } else if (status >= 500 || status == 429) {
          Entry failed = failed(now, old, "answers with status " + status);
          Duration wait = AnswerHeaders.retryAfter(response.headers(), now);
          boolean refused = status == 429 || status == 503;
          return refused
              ? new Entry(
                  failed.rules,
                  failed.until,
                  failed.failingSince,
                  failed.problem,
                  new Refusal(url.host(), status, wait),
                  List.of(),
                  Instant.MIN)
              : failed;
        } else if (status >= 400) {
          return allowAll(now);
        } else {
          return read(bodies.beginning(response), now, old);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted between two requests");
      } catch (BadBody e) {
        return failed(now, old, "is damaged");
      } catch (IOException e) {
        visit.failed(e, begun);
        // The feed's own server is out of reach: its fetch would say no more than this.
        if (hops.isEmpty() || Permit.isOver()) throw e;
        return failed(now, old, "is out of reach");
      }
    }
  }

  /// Whether an address is where its host has its rules.
  static boolean isFile(HttpUrl url) {
    return url.equals(file(url));
  }

  private static HttpUrl file(HttpUrl page) {
    return new HttpUrl.Builder()
        .scheme(page.scheme())
        .host(page.host())
        .port(page.port())
        .addPathSegment("robots.txt")
        .build();
  }

  private Entry read(byte[] file, Instant now, @Nullable Entry old) throws IOException {
    try {
      return switch (ReadingPool.shared()
          .read(file.length, () -> RobotsRules.parse(file, identity.product()))) {
        case ReadingPool.Result.Done<RobotsRules>(RobotsRules rules) ->
            new Entry(rules, now.plus(KEEP), null, null);
        case ReadingPool.Result.Stopped<RobotsRules>(String reason) -> failed(now, old, reason);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while robots.txt was read");
    }
  }

  private static Entry allowAll(Instant now) {
    return new Entry(RobotsRules.ALLOW_ALL, now.plus(KEEP), null, null);
  }

  private static Entry leads(Instant now, @Nullable Entry old, List<Hop> hops) {
    return new Entry(
        old == null ? null : old.rules,
        now.plus(LEADS),
        old == null ? null : old.failingSince,
        null,
        null,
        List.copyOf(hops),
        Instant.MIN);
  }

  private static Entry failed(Instant now, @Nullable Entry old, String how) {
    Instant since = old != null && old.failingSince != null ? old.failingSince : now;
    RobotsRules rules = old == null ? null : old.rules;
    if (rules == null && Duration.between(since, now).compareTo(GIVE_UP) > 0) {
      rules = RobotsRules.ALLOW_ALL;
    }
    return new Entry(rules, now.plus(RETRY), since, how);
  }

  private static long weight(Entry entry) {
    long weight = 300L + (entry.rules == null ? 0 : entry.rules.weight());
    for (Hop hop : entry.leads) weight += 2L * hop.to().length();
    return weight;
  }

  private static String key(HttpUrl url) {
    return url.scheme() + "://" + url.host() + ":" + url.port();
  }
}
