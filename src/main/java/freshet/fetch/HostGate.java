package freshet.fetch;

import freshet.model.FetchOutcome.Refused;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/// Lets one request at a time through to a host, in order of arrival, with a gap between two; and a
/// few at a time through to a platform that many hosts share. Also remembers which sites asked to
/// be left alone.
///
/// Waiting parks a virtual thread and nothing else. A host costs about 300 bytes while it is in use
/// or in its gap, and is then forgotten.
public final class HostGate {
  /// Before the name of a host that is closed; no site has a blank in its name.
  private static final String CLOSED = "closed ";

  /// Requests in flight to all the sites of one platform together.
  private static final int PER_PLATFORM = 4;

  /// A server may mean "never again" by years; the feed's own back-off deals with those.
  private static final Duration LONGEST_REST = Duration.ofHours(24);

  /// Two sites of a platform refusing us within this time means the platform refuses us, and it
  /// rests for this long.
  private static final Duration PLATFORM_REST = Duration.ofMinutes(10);

  /// A longer gap (a Crawl-delay of minutes) is not waited out by a parked request; the site rests.
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private static final Duration REST_AFTER_429 = Duration.ofMinutes(10);
  private static final Duration REST_AFTER_503 = Duration.ofMinutes(2);

  private static final Duration USUAL_DELAY = Duration.ofSeconds(10);

  private static final int SWEEP_EVERY = 4096;

  /// How the gate waits; tests put a settable clock here.
  interface Pause {
    void until(Instant then) throws InterruptedException;
  }

  private final Politeness politeness;
  private final InstantSource clock;

  /// For gaps; rests are times of day.
  private final InstantSource steady;

  /// A host that is new here is free from then on.
  private final Instant firstFree;

  private final Instant began;
  private final RandomGenerator random;
  private final Pause pause;
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
  private final Map<String, Instant> rests = new ConcurrentHashMap<>();
  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();
  private final AtomicInteger visits = new AtomicInteger();
  private volatile SharedGate shared = SharedGate.NONE;

  private record Refusal(String site, Instant at) {}

  private static final class Lane {
    final Semaphore turn;

    /// How many hold or await a turn. Changed only within the map's own locking.
    int users;

    /// By the steady clock.
    volatile Instant freeAt;

    Lane(int places, Instant freeAt) {
      this.freeAt = freeAt;
      turn = new Semaphore(places, true);
    }
  }

  HostGate(Politeness politeness, InstantSource clock, RandomGenerator random) {
    this(politeness, clock, new SteadyClock(), random);
  }

  private HostGate(
      Politeness politeness, InstantSource clock, SteadyClock steady, RandomGenerator random) {
    this(politeness, clock, steady, random, then -> sleepUntil(steady, then));
  }

  /// @param pause waits until a time by the steady clock
  HostGate(
      Politeness politeness,
      InstantSource clock,
      InstantSource steady,
      RandomGenerator random,
      Pause pause) {
    this.politeness = politeness;
    this.clock = clock;
    this.steady = steady;
    this.random = random;
    this.pause = pause;
    this.began = steady.instant();
    this.firstFree = politeness.goesOn() ? began.plus(politeness.gap()) : Instant.MIN;
  }

  /// Agrees with the gates of other programs from now on.
  public void share(SharedGate others) {
    shared = others;
  }

  /// Until when a site (see [SiteKey]) should not be asked at all, if it rests.
  public @Nullable Instant restsUntil(String site) {
    Instant own = resting(site);
    String platform = rests.isEmpty() ? null : SiteKey.platform(site);
    Instant shared = platform == null ? null : resting(platform);
    if (own == null || shared == null) return own == null ? shared : own;
    return own.isAfter(shared) ? own : shared;
  }

  /// The same for a host: its site rests, or it is closed itself.
  @Nullable Instant restOf(String host) {
    if (rests.isEmpty()) return null;
    Instant site = restsUntil(SiteKey.of(host));
    Instant own = resting(CLOSED + host);
    if (site == null || own == null) return site == null ? own : site;
    return site.isAfter(own) ? site : own;
  }

  /// How many hosts are remembered at the moment.
  public int size() {
    return lanes.size();
  }

  /// Nobody asks a host for so long, as a program that is no more may be asking it or has just done
  /// so.
  ///
  /// @param host as a [SharedGate] knows it
  public void leaveAlone(String host, Duration left) {
    if (left.compareTo(LONGEST_WAIT) > 0) {
      restHere(CLOSED + host.split(" ", 2)[0], clock.instant().plus(left));
      return;
    }
    Lane lane = take(host, 1);
    Instant then = steady.instant().plus(left);
    if (lane.freeAt.isBefore(then)) lane.freeAt = then;
    giveBack(host);
  }

  /// The same of what a program that is no more was told to leave alone.
  ///
  /// @param name as a [SharedGate] knows it
  public void keepRest(String name, Duration left) {
    restHere(name, clock.instant().plus(left));
  }

  private @Nullable Instant resting(String key) {
    Instant until = rests.get(key);
    if (until == null) return null;
    if (until.isAfter(clock.instant())) return until;
    rests.remove(key, until);
    return null;
  }

  /// Leaves a site alone for a while, because it said so.
  void rest(String site, Duration duration) {
    Instant now = clock.instant();
    Duration rest = duration.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : duration;
    if (!rest.isPositive()) return;
    rest(site, now, rest);
    String platform = SiteKey.platform(site);
    if (platform == null) return;
    Refusal last = refusals.put(platform, new Refusal(site, now));
    boolean another =
        last != null
            && !last.site.equals(site)
            && Duration.between(last.at, now).compareTo(PLATFORM_REST) < 0;
    if (another) rest(platform, now, PLATFORM_REST);
  }

  /// Here, and in all programs that share the gate.
  private void rest(String key, Instant now, Duration duration) {
    restHere(key, now.plus(duration));
    shared.rest(key, duration);
  }

  private void restHere(String key, Instant until) {
    rests.merge(key, until, (a, b) -> a.isAfter(b) ? a : b);
  }

  /// A server that is overloaded or annoyed is left alone with all its feeds, not with this one.
  void refused(String host, Refused refused) {
    refused(host, refused.status(), refused.retryAfter());
  }

  void refused(String host, int status, @Nullable Duration asked) {
    if (status != 429 && status != 503) return;
    Duration usual = status == 429 ? REST_AFTER_429 : REST_AFTER_503;
    rest(SiteKey.of(host), asked == null ? usual : asked);
  }

  /// Leaves a host alone until it opens, which says nothing of others of its site or platform.
  void closed(String host, Instant until) {
    Instant now = clock.instant();
    if (until.isAfter(now)) rest(CLOSED + host, now, Duration.between(now, until));
  }

  /// What one request at a time goes to: a host, or another server at another port of it.
  static String key(HttpUrl url) {
    boolean usual = url.port() == HttpUrl.defaultPort(url.scheme());
    // Not with a colon: IPv6 hosts have some.
    return usual ? url.host() : url.host() + " " + url.port();
  }

  /// Waits for this host's turn. Close what comes back when the request is over.
  ///
  /// @param host see [#key]
  Visit enter(String host) throws InterruptedException {
    return enter(host, false);
  }

  /// The same for a host that a program that is no more may still be asking: the others leave it
  /// alone already, and this one does now.
  Visit inherit(String host) throws InterruptedException {
    return enter(host, true);
  }

  private Visit enter(String host, boolean inherited) throws InterruptedException {
    if (visits.incrementAndGet() % SWEEP_EVERY == 0) sweep();
    String platform = politeness.gap().isZero() ? null : SiteKey.platform(host.split(" ", 2)[0]);
    Lane own = take(host, 1);
    boolean inside = false;
    try {
      own.turn.acquire();
      Visit visit = new Visit(host, own, platform);
      inside = true;
      boolean agreed = false;
      try {
        visit.waitForPlatform();
        waitForGap(own);
        if (!inherited) agree(visit);
        agreed = true;
      } finally {
        if (!agreed) visit.close();
      }
      return visit;
    } finally {
      if (!inside) giveBack(host);
    }
  }

  /// Waits until no other program asks the host, and hears what they were told.
  private void agree(Visit visit) throws InterruptedException {
    String name = visit.host.split(" ", 2)[0];
    List<String> names = new ArrayList<>(List.of(SiteKey.of(name), CLOSED + name));
    if (visit.platform != null) names.add(visit.platform);
    visit.pass =
        shared.take(
            visit.host,
            names,
            (key, lasts) -> {
              restHere(key, clock.instant().plus(lasts));
            });
  }

  /// Whoever finds the gap too long to wait for finds the site resting too.
  private void waitForGap(Lane lane) throws InterruptedException {
    Instant now = steady.instant();
    boolean soon = !lane.freeAt.isAfter(now.plus(LONGEST_WAIT.multipliedBy(2)));
    if (lane.freeAt.isAfter(now) && soon) pause.until(lane.freeAt);
  }

  private Lane take(String key, int places) {
    return lanes.compute(
        key,
        (_, known) -> {
          Lane lane = known == null ? new Lane(places, firstFree) : known;
          lane.users++;
          return lane;
        });
  }

  private void giveBack(String key) {
    Instant now = steady.instant();
    lanes.computeIfPresent(
        key, (_, lane) -> --lane.users == 0 && !lane.freeAt.isAfter(now) ? null : lane);
  }

  private void sweep() {
    Instant tick = steady.instant();
    for (String key : lanes.keySet()) {
      lanes.computeIfPresent(
          key, (_, lane) -> lane.users == 0 && !lane.freeAt.isAfter(tick) ? null : lane);
    }
    Instant now = clock.instant();
    rests.values().removeIf(until -> !until.isAfter(now));
    refusals.values().removeIf(refusal -> refusal.at.plus(PLATFORM_REST).isBefore(now));
  }

  private static void sleepUntil(InstantSource steady, Instant then) throws InterruptedException {
    while (true) {
      Duration left = Duration.between(steady.instant(), then);
      if (!left.isPositive()) return;
      Thread.sleep(left);
    }
  }

  /// The right to talk to a host.
  final class Visit implements AutoCloseable {
    private final String host;
    private final Lane own;
    private final @Nullable String platform;
    private @Nullable Lane ofPlatform;
    private Duration gap = politeness.gap();
    private boolean asked;

    private long pass;
    private boolean over;

    private Visit(String host, Lane own, @Nullable String platform) {
      this.host = host;
      this.own = own;
      this.platform = platform;
    }

    /// Of one that was inherited: nobody can be asking any more.
    void over() {
      over = true;
    }

    private void waitForPlatform() throws InterruptedException {
      if (platform == null) return;
      Lane lane = take("platform " + platform, PER_PLATFORM);
      try {
        lane.turn.acquire();
        ofPlatform = lane;
      } finally {
        if (ofPlatform == null) giveBack("platform " + platform);
      }
    }

    /// What the publisher's robots.txt asks for, if it is more than our own gap.
    void slowTo(@Nullable Duration crawlDelay) {
      if (crawlDelay != null && crawlDelay.compareTo(gap) > 0) gap = crawlDelay;
    }

    /// The last request was broken off here because it took too long. The server may not have
    /// noticed and still be at it, so it gets some more before the gap begins.
    void brokenOff(Duration more) {
      if (!gap.isPositive()) return;
      Duration longer = politeness.gap().plus(more);
      slowTo(longer.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : longer);
    }

    /// Nobody here has read this host's rules. Whoever comes next may have, on another machine, and
    /// know of a Crawl-delay: so it is left alone for as long as most of them are.
    void beCareful() {
      if (gap.isPositive()) slowTo(USUAL_DELAY);
    }

    /// What a redirect within the host leads to is asked in the next turn: that is no longer away
    /// than two requests of one visit may be.
    void goesOn() {
      if (gap.compareTo(LONGEST_WAIT) > 0) gap = LONGEST_WAIT;
    }

    /// How long the host is left alone after this visit, if it is more than our own gap: the
    /// publisher asks for it, or did not answer in time.
    @Nullable Duration slowedTo() {
      return gap.compareTo(politeness.gap()) > 0 ? gap : null;
    }

    /// Between two requests of one visit, such as those for robots.txt and for a feed, or to what a
    /// redirect leads to. A process that has just ended may have kept to a longer Crawl-delay, of
    /// which we know only now.
    ///
    /// @param most whoever would have to wait longer does not
    /// @return false if the wait would have been longer
    boolean gap(Duration most) throws InterruptedException {
      Duration own = politeness.gap();
      if (!own.isPositive()) return true;
      Instant now = steady.instant();
      Duration kept = gap.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : gap;
      Duration jittered = jittered(own);
      Instant until = now.plus(kept.compareTo(jittered) > 0 ? kept : jittered);
      if (politeness.goesOn()) {
        Instant delayed = began.plus(kept);
        if (delayed.isAfter(until)) until = delayed;
      }
      if (Duration.between(now, until).compareTo(most) > 0) return false;
      pause.until(until);
      return true;
    }

    /// By the clock of the gaps.
    Instant now() {
      return steady.instant();
    }

    /// The rest of the gap after a request of a visit before this one, which ended before it was
    /// known how long a gap the host wants.
    ///
    /// @param most whoever would have to wait longer does not
    /// @return false if the wait would have been longer
    boolean gapAfter(Instant request, Duration most) throws InterruptedException {
      if (!politeness.gap().isPositive()) return true;
      Instant until = request.plus(gap.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : gap);
      Instant now = steady.instant();
      if (Duration.between(now, until).compareTo(most) > 0) return false;
      if (until.isAfter(now)) pause.until(until);
      return true;
    }

    /// Without this, leaving counts as not having asked, and the next may enter at once.
    void asked() {
      asked = true;
    }

    @Override
    public void close() {
      Duration pause = asked ? jittered(gap) : Duration.ZERO;
      if (pause.isPositive()) {
        own.freeAt = steady.instant().plus(pause);
        if (gap.compareTo(LONGEST_WAIT) > 0) {
          rest(SiteKey.of(host.split(" ", 2)[0]), clock.instant(), pause);
        }
      }
      if (over) shared.free(host, pause);
      if (pass != 0) shared.leave(host, pass, asked ? pause : null);
      if (ofPlatform != null) {
        ofPlatform.turn.release();
        giveBack("platform " + platform);
      }
      own.turn.release();
      giveBack(host);
    }
  }

  /// Up to a quarter longer, so that pollers do not fall into step.
  private Duration jittered(Duration gap) {
    double extra;
    synchronized (random) {
      extra = random.nextDouble();
    }
    return gap.plusNanos((long) (gap.toNanos() * 0.25 * extra));
  }
}
