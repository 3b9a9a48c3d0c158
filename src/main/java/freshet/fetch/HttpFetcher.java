package freshet.fetch;

import com.dynatrace.hash4j.hashing.Hashing;
import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Gone;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import freshet.model.LinkHeader;
import freshet.text.Cut;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// Fetches over HTTP, politely and within limits.
public final class HttpFetcher implements Fetcher, AutoCloseable {
  /// As many as browsers ask a host for at once.
  private static final int AT_ONCE_FOR_BROWSERS = 6;

  private final FetchLimits limits;
  private final Asking asking;
  private final InstantSource clock;
  private final GuardedClient client;
  private final HostGate gate;
  private final Robots robots;
  private final boolean obeyRobots;
  private final Poster poster;
  private final ApiCaller caller;

  /// Hosts share them by chance, so that they need no keeping.
  private final Semaphore[] browserLanes = new Semaphore[64];

  public HttpFetcher(
      Identity identity,
      FetchLimits limits,
      Network network,
      Politeness politeness,
      InstantSource clock,
      RandomGenerator random) {
    this(identity, limits, politeness, clock, random, new GuardedClient(limits, network));
  }

  HttpFetcher(
      Identity identity,
      FetchLimits limits,
      Politeness politeness,
      InstantSource clock,
      RandomGenerator random,
      GuardedClient client) {
    this.limits = limits;
    asking = new Asking(identity.userAgent());
    this.clock = clock;
    this.client = client;
    gate = new HostGate(politeness, clock, random);
    robots = new Robots(client, identity, limits, clock);
    obeyRobots = politeness.obeyRobots();
    poster = new Poster(client, gate, limits, identity.userAgent(), clock);
    caller = new ApiCaller(client, gate, limits, identity.userAgent(), clock);
    Arrays.setAll(browserLanes, _ -> new Semaphore(AT_ONCE_FOR_BROWSERS, true));
  }

  /// Tells a server something, under the same guards and limits as a fetch. Robots.txt is not
  /// asked: whoever gives out an address to post to wants it used.
  public PostOutcome post(PostRequest request) throws InterruptedException {
    return poster.post(request);
  }

  /// Asks an API, under the same guards and limits as a fetch. Robots.txt is not asked: it is for
  /// crawlers, and whoever documents an API and its limits wants it used within them.
  public CallOutcome call(Call call) throws InterruptedException {
    return caller.call(call);
  }

  /// Takes another way out, from the next request on.
  public void change(Network network) {
    client.change(network);
  }

  /// For planning: which sites rest at the moment.
  public HostGate gate() {
    return gate;
  }

  /// Waits for a host's turn, to have it asked from another machine.
  public Turn turn(FeedUrl url) throws InterruptedException {
    return turn(url, false);
  }

  /// Keeps everybody from a host that may be being asked for a program that is no more.
  public Turn inheritedTurn(FeedUrl url) throws InterruptedException {
    return turn(url, true);
  }

  private Turn turn(FeedUrl url, boolean inherited) throws InterruptedException {
    HttpUrl at = HttpUrl.parse(url.toString());
    String host = at == null ? url.host() : at.host();
    String key = at == null ? host : HostGate.key(at);
    HostGate.Visit visit = inherited ? gate.inherit(key) : gate.enter(key);
    Instant rest = gate.restOf(host);
    return new Turn(gate, visit, host, rest == null ? null : resting(host, rest), clock);
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
    return fetch(request, limits.maxBodyBytes());
  }

  @Override
  public FetchOutcome fetch(FetchRequest request, int mostBytes) throws InterruptedException {
    FetchOutcome problem = problem(request);
    if (problem != null) return problem;
    Trail trail = new Trail(start(request));
    Spent spent = new Spent(mostBytes);
    while (true) {
      FetchOutcome outcome =
          trail.robots().isEmpty() ? visit(request, trail, spent, null) : followRobots(trail, null);
      if (outcome != null) return outcome;
    }
  }

  @Override
  public FetchOutcome fetchForBrowser(FetchRequest request, int mostBytes)
      throws InterruptedException {
    FetchOutcome problem = problem(request);
    if (problem != null) return problem;
    Trail trail = new Trail(start(request));
    Spent spent = new Spent(mostBytes);
    while (true) {
      String host = trail.now().host();
      Instant rest = gate.restOf(host);
      if (rest != null) return resting(host, rest);
      Semaphore lane = browserLanes[Math.floorMod(host.hashCode(), browserLanes.length)];
      lane.acquire();
      try {
        FetchOutcome outcome = hop(request, trail, spent);
        if (outcome != null) return outcome;
      } finally {
        lane.release();
      }
    }
  }

  /// Asks one host only: the one that the redirects so far lead to.
  ///
  /// @param before the redirects so far, none at the beginning
  /// @param used of the time for the whole request
  public Leg leg(FetchRequest request, List<Hop> before, Duration used)
      throws InterruptedException {
    return leg(request, before, used, limits.maxBodyBytes());
  }

  /// The same of something small: a larger body is not read.
  public Leg leg(FetchRequest request, List<Hop> before, Duration used, int mostBytes)
      throws InterruptedException {
    FetchOutcome problem = problem(request);
    if (problem != null) return new Leg(problem, before, used, null, null);
    Trail trail = new Trail(start(request));
    for (Hop hop : before) {
      HttpUrl to = HttpUrl.parse(hop.to());
      if (to == null || !trail.follow(to, hop.status())) {
        throw new IllegalArgumentException("'" + hop.to() + "' cannot be on the way");
      }
    }
    Spent spent = new Spent(mostBytes);
    spent.nanos = used.toNanos();
    Duration[] delay = new Duration[1];
    String host = trail.now().host();
    FetchOutcome outcome = visit(request, trail, spent, delay);
    return new Leg(
        outcome, trail.followed(), spent.soFar(), delay[0], restsFor(host), trail.robots());
  }

  /// Asks one host for the robots.txt of another, which leads to it.
  ///
  /// @param page at the host whose file it is
  /// @param way the redirects so far
  /// @param used of the time for the request that it is for
  /// @return with an outcome if that host cannot be asked now; with `robots` if the way goes on
  public Leg robotsLeg(FeedUrl page, List<Hop> way, Duration used) throws InterruptedException {
    HttpUrl at = HttpUrl.parse(page.toString());
    HttpUrl to = HttpUrl.parse(way.getLast().to());
    if (at == null || to == null) {
      throw new IllegalArgumentException("'" + way.getLast().to() + "' cannot be on the way");
    }
    Trail trail = new Trail(at);
    trail.robots(way);
    Duration[] delay = new Duration[1];
    FetchOutcome outcome = followRobots(trail, delay);
    return new Leg(outcome, List.of(), used, delay[0], restsFor(to.host()), trail.robots());
  }

  private @Nullable Duration restsFor(String host) {
    Instant rest = gate.restOf(host);
    return rest == null ? null : Duration.between(clock.instant(), rest);
  }

  /// Not null if this cannot be asked at all.
  private static @Nullable FetchOutcome problem(FetchRequest request) {
    if (HttpUrl.parse(request.url().toString()) == null) {
      return new Unreachable(
          Trouble.NAME_NOT_FOUND, "'" + request.url().shown() + "' names no server.");
    }
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      String problem = Asking.headerProblem(header.getKey(), header.getValue());
      if (problem != null) return new Forbidden(Ban.NOT_HTTP, problem);
    }
    return null;
  }

  private static HttpUrl start(FetchRequest request) {
    return Objects.requireNonNull(HttpUrl.parse(request.url().toString()));
  }

  /// The network time of one request, as waiting for our turn is not the server's fault; and what
  /// its body may weigh.
  private final class Spent {
    private final BodyReader bodies;
    private long nanos;

    private Spent(int mostBytes) {
      bodies = new BodyReader(Math.min(mostBytes, limits.maxBodyBytes()));
    }

    private Duration soFar() {
      return Duration.ofNanos(nanos);
    }
  }

  /// Asks one host, following its redirects within itself; null if they lead to another one, or to
  /// another port of it: that has a turn of its own; or if its robots.txt does; or, of a leg, if
  /// there is no time to wait for what this host wants between two requests.
  private @Nullable FetchOutcome visit(
      FetchRequest request, Trail trail, Spent spent, @Nullable Duration @Nullable [] delay)
      throws InterruptedException {
    HttpUrl url = trail.now();
    String host = url.host();
    String key = HostGate.key(url);
    Instant rest = gate.restOf(host);
    if (rest != null) return resting(host, rest);
    try (HostGate.Visit visit = gate.enter(key)) {
      rest = gate.restOf(host);
      if (rest != null) return resting(host, rest);
      while (true) {
        FetchOutcome banned = obeyRobots ? askRobots(trail, visit) : null;
        if (delay != null) delay[0] = visit.slowedTo();
        if (banned != null || !trail.robots().isEmpty()) return banned;
        visit.asked();
        long begun = System.nanoTime();
        FetchOutcome outcome = hop(request, trail, spent);
        if (Failure.isBrokenOff(outcome)) visit.brokenOff(Failure.patience(limits, begun));
        if (delay != null) delay[0] = visit.slowedTo();
        if (outcome != null || !HostGate.key(trail.now()).equals(key)) return outcome;
        if (!visit.gap(Permit.forWaiting())) {
          if (delay == null) return later(host, visit);
          // Whoever has the turns goes on from here when it has the next one.
          visit.goesOn();
          return null;
        }
      }
    }
  }

  private static Forbidden resting(String host, Instant until) {
    return new Forbidden(
        Ban.RESTING,
        "The site of " + host + " asked to be left alone; it is not asked before " + until + ".",
        until);
  }

  /// Its Crawl-delay is longer than this visit may last: what was to be asked next is asked then.
  private Forbidden later(String host, HostGate.Visit visit) {
    Duration delay = visit.slowedTo();
    Instant then = clock.instant().plus(delay == null ? Duration.ofSeconds(1) : delay);
    gate.closed(host, then);
    return resting(host, then);
  }

  /// Asks the host that the robots.txt of another leads to, in its own turn: while it is awaited
  /// nobody waits for the first.
  ///
  /// @return null if the file is known now, or leads on
  private @Nullable FetchOutcome followRobots(Trail trail, @Nullable Duration @Nullable [] delay)
      throws InterruptedException {
    HttpUrl page = trail.now();
    List<Hop> way = trail.robots();
    HttpUrl at = HttpUrl.get(way.getLast().to());
    Instant rest = gate.restOf(at.host());
    if (rest != null) return resting(at.host(), rest);
    try (HostGate.Visit visit = gate.enter(HostGate.key(at))) {
      Robots.Entry known = robots.known(page);
      if (known != null && !known.leads().equals(way)) {
        // Another request has found out meanwhile.
        trail.robots(known.leads());
        return null;
      }
      rest = gate.restOf(at.host());
      if (rest != null) return resting(at.host(), rest);
      visit.asked();
      try {
        Robots.Entry entry = robots.fetch(page, way, asking(at, visit));
        refused(entry);
        // Another host's rules may be this one's own; otherwise its own may be known.
        Robots.Entry own = Robots.isFile(at) ? entry : robots.known(at);
        if (own == null) visit.beCareful();
        else if (own.rules() != null) visit.slowTo(own.rules().crawlDelay());
        trail.robots(entry.leads());
        rest = gate.restOf(at.host());
        return rest == null || delay == null ? null : resting(at.host(), rest);
      } catch (IOException e) {
        if (Thread.interrupted()) throw new InterruptedException();
        return Failure.of(e, at.host(), limits);
      } finally {
        if (delay != null) delay[0] = visit.slowedTo();
      }
    }
  }

  private Robots.Visit asking(HttpUrl at, HostGate.Visit visit) {
    return new Robots.Visit() {
      @Override
      public boolean gap() throws InterruptedException {
        return visit.gap(Permit.forWaiting());
      }

      @Override
      public Instant now() {
        return visit.now();
      }

      @Override
      public void failed(IOException e, long begun) {
        boolean brokenOff = Failure.isBrokenOff(Failure.of(e, at.host(), limits));
        if (brokenOff) visit.brokenOff(Failure.patience(limits, begun));
      }
    };
  }

  private void refused(Robots.Entry entry) {
    Robots.Refusal refusal = entry.refusal();
    if (refusal != null) gate.refused(refusal.host(), refusal.status(), refusal.retryAfter());
  }

  /// Null if the address may be asked for; or if the file is to be had from another host, where the
  /// trail then says how.
  private @Nullable FetchOutcome askRobots(Trail trail, HostGate.Visit visit)
      throws InterruptedException {
    HttpUrl url = trail.now();
    Robots.Entry entry = robots.known(url);
    if (entry == null) {
      try {
        visit.asked();
        entry = robots.fetch(url, List.of(), asking(url, visit));
        refused(entry);
        if (entry.rules() != null) visit.slowTo(entry.rules().crawlDelay());
        boolean goesOn = entry.leads().isEmpty() && gate.restOf(url.host()) == null;
        if (goesOn && !visit.gap(Permit.forWaiting())) return later(url.host(), visit);
      } catch (IOException e) {
        if (Thread.interrupted()) throw new InterruptedException();
        return Failure.of(e, url.host(), limits);
      }
    }
    trail.robots(entry.leads());
    if (!entry.leads().isEmpty()) return null;
    RobotsRules rules = entry.rules();
    if (rules == null) {
      return rulesUnknown(url.host(), String.valueOf(entry.problem()), gate.restOf(url.host()));
    }
    Instant rest = gate.restOf(url.host());
    if (rest != null) return resting(url.host(), rest);
    visit.slowTo(rules.crawlDelay());
    if (rules.allows(url.toString())) {
      Forbidden closed = closedNow(url, rules);
      if (closed != null || visit.gapAfter(entry.asked(), Permit.forWaiting())) return closed;
      return later(url.host(), visit);
    }
    return new Forbidden(
        Ban.ROBOTS,
        "The robots.txt of "
            + url.host()
            + " closes this address to robots such as Freshet. The settings can say to ask for it"
            + " nevertheless.");
  }

  /// Nobody asks a host whose rules cannot be had.
  ///
  /// @param why what its robots.txt does, such as "is damaged"
  /// @param until when it may be asked again, if that is known
  public static Forbidden rulesUnknown(String host, String why, @Nullable Instant until) {
    return new Forbidden(
        Ban.ROBOTS,
        "The robots.txt of "
            + host
            + " "
            + why
            + ", so its rules are not known and it is left alone for now.",
        until);
  }

  /// Null if robots may come at this time of the day.
  private @Nullable Forbidden closedNow(HttpUrl url, RobotsRules rules) {
    Instant now = clock.instant();
    Instant opens = rules.visitTimes().next(now);
    if (!opens.isAfter(now)) return null;
    gate.closed(url.host(), opens);
    return new Forbidden(
        Ban.RESTING,
        "The robots.txt of "
            + url.host()
            + " wants robots to come from "
            + rules.visitTimes()
            + "; it is not asked before "
            + opens
            + ".",
        opens);
  }

  /// One exchange; null if it was a redirect, which the trail now stands at.
  private @Nullable FetchOutcome hop(FetchRequest request, Trail trail, Spent spent)
      throws InterruptedException {
    HttpUrl url = trail.now();
    long begun = System.nanoTime();
    try (Response response =
        client.send(asking.ask(request, trail), limits.whole().minus(spent.soFar()))) {
      int status = response.code();
      if (isRedirect(status)) return redirect(trail, response);
      FetchOutcome outcome = outcome(request, trail, response, begun - spent.nanos, spent.bodies);
      if (outcome instanceof Refused refused) gate.refused(url.host(), refused);
      return outcome;
    } catch (IOException e) {
      if (Thread.interrupted()) throw new InterruptedException();
      return Failure.of(e, url.host(), limits);
    } finally {
      spent.nanos += System.nanoTime() - begun;
    }
  }

  private static boolean isRedirect(int status) {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> true;
      default -> false;
    };
  }

  private @Nullable FetchOutcome redirect(Trail trail, Response response) {
    HttpUrl from = trail.now();
    String location = response.header("Location");
    if (location == null || location.isBlank()) {
      return new Unreachable(
          Trouble.BROKEN_ANSWER, from.host() + " redirects without saying where to.");
    }
    HttpUrl to = from.resolve(location.strip());
    if (to == null || to.toString().length() > FeedUrl.MAX_LENGTH) {
      return notHttp(from, location);
    }
    to = to.newBuilder().fragment(null).build();
    if (trail.hops() >= limits.maxRedirects()) {
      return new Unreachable(
          Trouble.TOO_MANY_REDIRECTS,
          from.host() + " redirects more than " + limits.maxRedirects() + " times.");
    }
    if (!trail.follow(to, response.code())) {
      return new Unreachable(
          Trouble.TOO_MANY_REDIRECTS,
          from.host() + " redirects in a circle (some do so to readers without cookies).");
    }
    return trail.address() == null ? notHttp(from, location) : null;
  }

  private static Forbidden notHttp(HttpUrl from, String location) {
    return new Forbidden(
        Ban.NOT_HTTP,
        from.host() + " redirects to '" + Cut.to(location, 100) + "', which is not a web address.");
  }

  private FetchOutcome outcome(
      FetchRequest request, Trail trail, Response response, long begun, BodyReader bodies)
      throws IOException {
    int status = response.code();
    if (status == 304) {
      if (request.validators().isEmpty()) {
        return new Unreachable(
            Trouble.BROKEN_ANSWER,
            trail.now().host() + " says that nothing changed (304), though it was not asked that.");
      }
      return new Unchanged(answer(request, trail, response, 0, begun));
    }
    if (status == 410) return new Gone(answer(request, trail, response, 0, begun));
    boolean good = status >= 200 && status < 300 && status != 204 && status != 205 && status != 206;
    if (!good) {
      Duration retryAfter = AnswerHeaders.retryAfter(response.headers(), clock.instant());
      return new Refused(status, retryAfter, answer(request, trail, response, 0, begun));
    }
    BodyReader.Body body = bodies.read(response);
    long hash = hash(body.bytes());
    Answer answer = answer(request, trail, response, body.wire(), begun);
    return hash == request.bodyHash()
        ? new Unchanged(answer)
        : new Fetched(body.bytes(), response.header("Content-Type"), hash, answer);
  }

  private Answer answer(
      FetchRequest request, Trail trail, Response response, long bodyBytes, long begun) {
    Headers headers = response.headers();
    List<LinkHeader> links = LinkHeaders.of(headers);
    return new Answer(
        response.code(),
        trail.hops() == 0 ? request.url() : Objects.requireNonNull(trail.address()),
        response.code() < 400 ? trail.movedTo() : null,
        AnswerHeaders.validators(headers, response.code(), request.validators()),
        AnswerHeaders.freshFor(headers, clock.instant()),
        AnswerHeaders.link(links, "hub"),
        AnswerHeaders.link(links, "self"),
        bodyBytes + headers.byteCount(),
        clock.instant(),
        Duration.ofNanos(System.nanoTime() - begun),
        links,
        headers.get("Server"));
  }

  /// Never 0, which means "no body known".
  static long hash(byte[] body) {
    long hash = Hashing.komihash5_0().hashBytesToLong(body);
    return hash == 0 ? 1 : hash;
  }

  @Override
  public List<String> sitemaps(FeedUrl url) {
    HttpUrl at = HttpUrl.parse(url.toString());
    Robots.Entry entry = at == null ? null : robots.known(at);
    return entry == null || entry.rules() == null ? List.of() : entry.rules().sitemaps();
  }

  @Override
  public @Nullable Instant restsUntil(String site) {
    return gate.restsUntil(site);
  }

  @Override
  public @Nullable Instant restsUntil(FeedUrl url) {
    HttpUrl at = HttpUrl.parse(url.toString());
    return at == null ? null : gate.restOf(at.host());
  }

  @Override
  public void close() {
    client.close();
  }
}
