package freshet.source;

import freshet.fetch.Call;
import freshet.fetch.CallOutcome;
import freshet.fetch.CallOutcome.Answered;
import freshet.fetch.Fetcher;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Network;
import freshet.fetch.Quotas;
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
import freshet.source.Source.About;
import freshet.source.Source.Ask;
import freshet.source.Source.Page;
import freshet.source.Source.Post;
import freshet.source.Source.Rest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// Fetches sources through their APIs and feeds as ever. What an API gave becomes the body of a
/// feed; how far it was read is kept where a feed's validators are, and asked from the next time.
public final class SourceFetcher implements Fetcher, AutoCloseable {
  /// A poll reads no more pages. What is still missing is read by the next where the API can begin
  /// at a position; where it gives the newest first, it is given up: each poll would read the same
  /// pages again, and never get to the end of what came meanwhile.
  static final int MOST_CALLS = 10;

  private static final String POSITION = "at:";
  private static final Duration LONGEST_REST = Duration.ofDays(1);

  /// A token that is not accepted may be renewed by its owner.
  private static final Duration REFUSED_FOR = Duration.ofHours(1);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Fetcher feeds;
  private final HttpFetcher apis;
  private final Sources sources;
  private final Quotas quotas;
  private final InstantSource clock;
  private final Map<String, Rest> rests = new ConcurrentHashMap<>();

  /// Accounts that the API refuses, and until when they are not tried again.
  private final Map<String, Instant> refused = new ConcurrentHashMap<>();

  /// @param apis asks without robots.txt and with a small gap: the budget of the group is the
  ///   politeness
  /// @param quotas what calls beyond one a poll are taken from
  public SourceFetcher(
      Fetcher feeds, HttpFetcher apis, Sources sources, Quotas quotas, InstantSource clock) {
    this.feeds = feeds;
    this.apis = apis;
    this.sources = sources;
    this.quotas = quotas;
    this.clock = clock;
  }

  public Sources sources() {
    return sources;
  }

  @Override
  public List<String> sitemaps(FeedUrl url) {
    return feeds.sitemaps(url);
  }

  @Override
  public @Nullable Instant restsUntil(FeedUrl url) {
    return feeds.restsUntil(url);
  }

  @Override
  public @Nullable Instant restsUntil(String site) {
    return feeds.restsUntil(site);
  }

  /// Asks an address once, whether there is such a source; null if it is none, or if there is no
  /// call left to find out.
  public @Nullable FetchOutcome look(FeedUrl url) throws InterruptedException {
    String group = sources.quotaGroup(url);
    return group == null || !quotas.take(group) ? null : fetch(FetchRequest.of(url));
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) throws InterruptedException {
    Source kind = sources.of(request.url());
    if (kind == null) return feeds.fetch(request);
    Rest rest = rests.get(kind.group(request.url()));
    if (rest != null && rest.until().isAfter(clock.instant())) {
      return new Forbidden(
          Ban.RESTING, "It is not asked before " + rest.until() + ".", rest.until());
    }
    return new Poll(kind, request).run();
  }

  /// Takes another way out, from the next call on.
  public void change(Network network) {
    apis.change(network);
  }

  @Override
  public void close() {
    apis.close();
  }

  /// One poll of one source.
  private final class Poll {
    private final Source kind;
    private final FetchRequest request;
    private String group;
    private final @Nullable String start;
    private final List<Post> posts = new ArrayList<>();
    private @Nullable About about;
    private @Nullable String position;
    private @Nullable String top;
    private boolean read;
    private long bytes;
    private Duration took = Duration.ZERO;

    Poll(Source kind, FetchRequest request) {
      this.kind = kind;
      this.request = request;
      this.group = kind.group(request.url());
      String etag = request.validators().etag();
      this.start =
          etag == null || !etag.startsWith(POSITION) ? null : etag.substring(POSITION.length());
      this.position = start;
    }

    FetchOutcome run() throws InterruptedException {
      Ask ask = kind.first(request.url(), start);
      if (isRefused(group) && other()) ask = kind.paidBy(ask, group);
      for (int calls = 1; ask != null; calls++) {
        if (calls > MOST_CALLS) {
          position = top;
          break;
        }
        if (calls > 1 && !quotas.take(group)) break;
        Map<String, String> headers = new HashMap<>(ask.headers());
        headers.putAll(request.headers());
        switch (apis.call(new Call(ask.url(), headers, null))) {
          case CallOutcome.Failed failed -> {
            if (!read) return failed.why();
            ask = null;
          }
          case Answered answered -> {
            bytes += answered.wireBytes();
            took = took.plus(answered.took());
            JsonNode body = json(answered);
            Rest rest = rest(answered, body);
            if (!answered.good() || !(body.isObject() || body.isArray())) {
              if (!kind.accounts().isEmpty() && kind.refusesAccount(answered, body)) {
                refused.put(group, clock.instant().plus(REFUSED_FOR));
                if (other()) {
                  ask = kind.paidBy(ask, group);
                  calls--;
                  continue;
                }
              }
              if (!read) return refused(answered, body, rest);
              ask = null;
            } else {
              ask = take(kind.read(request.url(), ask, body));
              if (ask != null && isPaidByOther()) ask = kind.paidBy(ask, group);
              if (rest != null) ask = null;
            }
          }
        }
      }
      if (posts.isEmpty() && start != null) return new Unchanged(answer(200));
      byte[] body = PostFeed.write(about, posts);
      return new Fetched(body, PostFeed.TYPE, Arrays.hashCode(body) | 1L, answer(200));
    }

    private boolean isRefused(String account) {
      Instant until = refused.get(account);
      return until != null && until.isAfter(clock.instant());
    }

    private boolean isPaidByOther() {
      return !group.equals(kind.group(request.url()));
    }

    /// Has another account ask, which has a call to spare; false if there is none.
    private boolean other() {
      for (String account : kind.accounts()) {
        Rest rest = rests.get(account);
        boolean rests = rest != null && rest.until().isAfter(clock.instant());
        if (account.equals(group) || rests || isRefused(account)) continue;
        if (!quotas.take(account)) continue;
        group = account;
        return true;
      }
      return false;
    }

    private @Nullable Ask take(Page page) {
      read = true;
      posts.addAll(page.posts());
      if (page.about() != null) about = page.about();
      position = page.position();
      top = page.top();
      return page.next();
    }

    private @Nullable Rest rest(Answered answered, JsonNode body) {
      Instant now = clock.instant();
      Rest asked = kind.rest(answered, body, now);
      if (asked == null) return null;
      Instant latest = now.plus(LONGEST_REST);
      Rest rest = asked.until().isAfter(latest) ? new Rest(latest, asked.reason()) : asked;
      rests.put(group, rest);
      quotas.rest(group, rest.until(), rest.reason());
      return rest;
    }

    private FetchOutcome refused(Answered answered, JsonNode body, @Nullable Rest rest) {
      if (rest != null) {
        Duration wait = Duration.between(clock.instant(), rest.until());
        return new Refused(429, wait, answer(429), sentence(rest.reason()));
      }
      if (answered.good()) {
        return new Unreachable(
            Trouble.BROKEN_ANSWER,
            request.url().host() + " did not answer as the API of " + kind.name() + " does.");
      }
      return new Refused(
          answered.status(),
          answered.retryAfter(),
          answer(answered.status()),
          kind.refusal(answered, body));
    }

    private Answer answer(int status) {
      String kept = position;
      return new Answer(
          status,
          request.url(),
          null,
          kept == null ? Validators.NONE : new Validators(POSITION + kept, null),
          null,
          null,
          null,
          bytes,
          clock.instant(),
          took);
    }
  }

  private static JsonNode json(Answered answered) {
    try {
      return JSON.readTree(answered.body());
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }

  private static String sentence(String reason) {
    return Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".";
  }
}
