package freshet.source;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/// A server on loopback that behaves like three APIs, limit and paging included: the Graph API of
/// pages, the REST API of a Mastodon server, the public API of Bluesky.
public final class SocialWeb implements AutoCloseable {
  public static final String TOKEN = "a-token-nobody-may-see";
  private static final DateTimeFormatter GRAPH_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ").withZone(ZoneOffset.UTC);

  /// Posts a page: the real ones give up to 100, 40 and 100.
  public int pageSize = 100;

  public final List<String> calls = java.util.Collections.synchronizedList(new ArrayList<>());
  public volatile int refusals;

  /// Tokens of the Graph API that are accepted, and those whose calls are spent.
  public final java.util.Set<String> tokens = ConcurrentHashMap.newKeySet();

  public final java.util.Set<String> spent = ConcurrentHashMap.newKeySet();

  /// Who asked the Graph API, call by call.
  public final List<String> askedBy = java.util.Collections.synchronizedList(new ArrayList<>());

  private final MockWebServer server = new MockWebServer();
  private final InstantSource clock;
  private final int most;
  private final Duration window;
  private final ArrayDeque<Instant> lately = new ArrayDeque<>();
  private final Map<String, List<Told>> people = new ConcurrentHashMap<>();

  record Told(long id, Instant at, String text) {}

  /// @param most calls in any `window`; more are refused
  public SocialWeb(InstantSource clock, int most, Duration window) throws IOException {
    this.clock = clock;
    this.most = most;
    this.window = window;
    tokens.add(TOKEN);
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    server.start(java.net.InetAddress.getLoopbackAddress(), 0);
  }

  public String base() {
    String url = server.url("/").toString();
    return url.substring(0, url.length() - 1);
  }

  /// Ids grow with time, as everywhere.
  public synchronized void post(String who, Instant at, String text) {
    List<Told> all = people.computeIfAbsent(who, _ -> new ArrayList<>());
    all.add(new Told(at.toEpochMilli() * 100 + all.size() % 100, at, text));
  }

  /// Somebody else uses up all calls for a minute.
  public synchronized void spend() {
    lately.clear();
    for (int i = 0; i < most; i++) lately.add(clock.instant().plusSeconds(60));
  }

  /// The newest first, as all three give them.
  private List<Told> of(String who) {
    return people.getOrDefault(who, List.of()).reversed();
  }

  private synchronized MockResponse answer(RecordedRequest request) {
    HttpUrl url = request.getUrl();
    calls.add(request.getTarget());
    Instant now = clock.instant();
    while (!lately.isEmpty() && !lately.getFirst().plus(window).isAfter(now)) lately.removeFirst();
    boolean allowed = lately.size() < most;
    if (allowed) lately.add(now);
    else refusals++;
    int left = most - lately.size();
    Instant reset = lately.isEmpty() ? now.plus(window) : lately.getFirst().plus(window);
    String path = url.encodedPath();
    if (path.endsWith("/posts")) return graph(request, url, allowed, left);
    if (path.startsWith("/api/v1/")) {
      MockResponse.Builder b =
          allowed ? mastodon(url) : json(429, "{\"error\":\"Too many requests\"}");
      return b.addHeader("X-RateLimit-Limit", String.valueOf(most))
          .addHeader("X-RateLimit-Remaining", String.valueOf(left))
          .addHeader("X-RateLimit-Reset", reset.toString())
          .build();
    }
    if (path.equals("/xrpc/app.bsky.feed.getAuthorFeed")) {
      MockResponse.Builder b =
          allowed
              ? bluesky(url)
              : json(429, "{\"error\":\"RateLimitExceeded\",\"message\":\"Rate Limit Exceeded\"}");
      return b.addHeader("RateLimit-Limit", String.valueOf(most))
          .addHeader("RateLimit-Remaining", String.valueOf(left))
          .addHeader("RateLimit-Reset", String.valueOf(reset.plusMillis(999).getEpochSecond()))
          .addHeader("RateLimit-Policy", most + ";w=" + window.toSeconds())
          .build();
    }
    return json(404, "<html>no such page</html>").build();
  }

  private MockResponse graph(RecordedRequest request, HttpUrl url, boolean allowed, int left) {
    String header = String.valueOf(request.getHeaders().get("Authorization"));
    String token = header.replaceFirst("^Bearer ", "");
    askedBy.add(token);
    if (!tokens.contains(token)) return error(400, 190, "Invalid OAuth access token.");
    if (spent.contains(token)) return error(403, 4, "(#4) Application request limit reached");
    int used = 100 * (most - left) / most;
    String usage =
        "{\"call_count\":" + Math.min(used, 99) + ",\"total_time\":1,\"total_cputime\":1}";
    if (!allowed) {
      String business =
          "{\"12\":[{\"type\":\"pages\",\"call_count\":100,\"total_cputime\":2,\"total_time\":2,"
              + "\"estimated_time_to_regain_access\":"
              + Math.max(1, window.toMinutes())
              + "}]}";
      return error(403, 4, "(#4) Application request limit reached")
          .newBuilder()
          .addHeader("X-App-Usage", "{\"call_count\":100,\"total_time\":1,\"total_cputime\":1}")
          .addHeader("X-Business-Use-Case-Usage", business)
          .build();
    }
    List<String> segments = url.pathSegments();
    String page = segments.get(segments.size() - 2);
    if (!people.containsKey(page))
      return error(404, 803, "(#803) Some of the aliases do not exist");
    long since = number(url, "since", 0);
    List<Told> all = of(page).stream().filter(t -> t.at.getEpochSecond() >= since).toList();
    int from = (int) number(url, "after", 0);
    int to = Math.min(all.size(), from + Math.min(pageSize, (int) number(url, "limit", 25)));
    StringBuilder data = new StringBuilder();
    for (Told t : all.subList(Math.min(from, to), to)) {
      data.append(data.isEmpty() ? "" : ",")
          .append("{\"id\":\"77_" + t.id + "\",\"message\":\"" + t.text + "\",\"created_time\":\"")
          .append(GRAPH_TIME.format(t.at))
          .append("\",\"permalink_url\":\"https://pages.example/77/posts/" + t.id + "\"")
          .append(",\"from\":{\"id\":\"77\",\"name\":\"The page of " + page + "\"}}");
    }
    String paging =
        to >= all.size()
            ? "{\"cursors\":{\"before\":\"b\",\"after\":\"" + to + "\"}}"
            : "{\"cursors\":{\"before\":\"b\",\"after\":\""
                + to
                + "\"},\"next\":\"https://elsewhere.example/77/posts?access_token="
                + TOKEN
                + "&after="
                + to
                + "\"}";
    return json(200, "{\"data\":[" + data + "],\"paging\":" + paging + "}")
        .addHeader("X-App-Usage", usage)
        .build();
  }

  private MockResponse.Builder mastodon(HttpUrl url) {
    List<String> path = url.pathSegments();
    if (path.getLast().equals("lookup")) {
      String who = url.queryParameter("acct");
      if (who == null || !people.containsKey(who)) {
        return json(404, "{\"error\":\"Record not found\"}");
      }
      return json(200, account(who));
    }
    String who =
        people.keySet().stream().filter(w -> id(w).equals(path.get(3))).findAny().orElse("");
    long after = number(url, "min_id", 0);
    int limit = (int) Math.min(pageSize, number(url, "limit", 20));
    List<Told> newer = of(who).stream().filter(t -> t.id > after).toList();
    // min_id: those right above it; without it, the newest.
    List<Told> shown =
        after > 0
            ? newer.subList(Math.max(0, newer.size() - limit), newer.size())
            : newer.subList(0, Math.min(limit, newer.size()));
    StringBuilder all = new StringBuilder("[");
    for (Told t : shown) {
      all.append(all.length() == 1 ? "" : ",")
          .append("{\"id\":\"" + t.id + "\",\"created_at\":\"" + t.at)
          .append("\",\"uri\":\"https://m.example/users/" + who + "/statuses/" + t.id)
          .append("\",\"url\":\"https://m.example/@" + who + "/" + t.id)
          .append("\",\"language\":\"en\",\"spoiler_text\":\"\",\"content\":\"<p>" + t.text)
          .append("<script>alert(1)</script></p>\",\"tags\":[{\"name\":\"water\"}],")
          .append(
              "\"media_attachments\":[{\"type\":\"image\",\"url\":\"https://m.example/p.png\"}],")
          .append("\"account\":" + account(who) + "}");
    }
    return json(200, all + "]");
  }

  private static String id(String who) {
    return String.valueOf(1000 + (who.hashCode() & 0xffff));
  }

  private static String account(String who) {
    return "{\"id\":\""
        + id(who)
        + "\",\"username\":\""
        + who
        + "\",\"display_name\":\""
        + who
        + " of the river\",\"avatar\":\"https://m.example/a.png\",\"url\":\"https://m.example/@"
        + who
        + "\",\"note\":\"<p>Writes of water</p>\"}";
  }

  private MockResponse.Builder bluesky(HttpUrl url) {
    String who = String.valueOf(url.queryParameter("actor"));
    if (!people.containsKey(who)) {
      return json(400, "{\"error\":\"InvalidRequest\",\"message\":\"Profile not found\"}");
    }
    String cursor = url.queryParameter("cursor");
    Instant before = cursor == null ? Instant.MAX : Instant.parse(cursor);
    List<Told> older = of(who).stream().filter(t -> t.at.isBefore(before)).toList();
    int limit = (int) Math.min(pageSize, number(url, "limit", 50));
    List<Told> shown = older.subList(0, Math.min(limit, older.size()));
    StringBuilder all = new StringBuilder();
    for (Told t : shown) {
      all.append(all.isEmpty() ? "" : ",")
          .append("{\"post\":{\"uri\":\"at://did:plc:x/app.bsky.feed.post/" + t.id)
          .append("\",\"cid\":\"c\",\"author\":{\"did\":\"did:plc:x\",\"handle\":\"" + who)
          .append("\",\"displayName\":\"Writer\"},\"record\":{\"text\":\"Süß: " + t.text)
          .append(" see here\",\"createdAt\":\"" + t.at + "\",\"langs\":[\"en\"],\"facets\":[{")
          .append("\"index\":{\"byteStart\":" + (12 + t.text.length()))
          .append(",\"byteEnd\":" + (16 + t.text.length()) + "},\"features\":[{\"$type\":")
          .append("\"app.bsky.richtext.facet#link\",\"uri\":\"https://here.example/\"}]}]},")
          .append("\"indexedAt\":\"" + t.at + "\"}}");
    }
    String next = shown.isEmpty() ? "" : ",\"cursor\":\"" + shown.getLast().at + "\"";
    return json(200, "{\"feed\":[" + all + "]" + next + "}");
  }

  private static long number(HttpUrl url, String name, long otherwise) {
    String value = url.queryParameter(name);
    return value == null ? otherwise : Long.parseLong(value);
  }

  private static MockResponse error(int status, int code, String message) {
    return json(
            status,
            "{\"error\":{\"message\":\""
                + message
                + "\",\"type\":\"OAuthException\",\"code\":"
                + code
                + ",\"fbtrace_id\":\"x\"}}")
        .build();
  }

  private static MockResponse.Builder json(int status, @Nullable String body) {
    return new MockResponse.Builder()
        .code(status)
        .addHeader("Content-Type", "application/json; charset=utf-8")
        .body(body == null ? "" : body);
  }

  @Override
  public void close() {
    server.close();
  }
}
