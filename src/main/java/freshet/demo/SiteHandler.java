package freshet.demo;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import freshet.demo.SiteSpec.FeedSpec;
import freshet.demo.SiteSpec.Trait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// Answers the requests to one demo site.
final class SiteHandler implements HttpHandler {

  private static final String HTML = "text/html; charset=utf-8";

  /// @param modified when it last changed, or null
  /// @param location of a redirect, or null
  private record Reply(
      int status,
      String type,
      byte[] body,
      @Nullable Instant modified,
      @Nullable String location,
      @Nullable FeedSpec feed) {
    static Reply text(int status, String type, String body) {
      return new Reply(status, type, body.getBytes(StandardCharsets.UTF_8), null, null, null);
    }
  }

  private final SiteSpec site;
  private final URI home;
  private final Chronicle chronicle;
  private final InstantSource clock;
  private final OriginLog log;
  private final PageWriter pages;
  private final Supplier<List<DemoSite>> directory;
  private final long seed;

  SiteHandler(
      SiteSpec site,
      URI home,
      Chronicle chronicle,
      InstantSource clock,
      OriginLog log,
      Supplier<List<DemoSite>> directory,
      long seed) {
    this.site = site;
    this.home = home;
    this.chronicle = chronicle;
    this.clock = clock;
    this.log = log;
    this.directory = directory;
    this.seed = seed;
    this.pages = new PageWriter(site, home, chronicle.stock(site));
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Instant now = clock.instant();
      String path = Objects.requireNonNullElse(exchange.getRequestURI().getPath(), "/");
      String method = exchange.getRequestMethod();
      Reply reply =
          method.equals("GET") || method.equals("HEAD")
              ? reply(path, now)
              : Reply.text(405, "text/plain", "Only GET and HEAD are answered.\n");
      send(exchange, reply, now);
    }
  }

  private Reply reply(String path, Instant now) {
    for (FeedSpec feed : site.feeds()) {
      if (path.equals(feed.path())) return feed(feed, now);
      if (path.equals(feed.movedFrom())) {
        return new Reply(301, HTML, new byte[0], null, home.resolve(feed.path()).toString(), null);
      }
    }
    String last = path.substring(path.lastIndexOf('/') + 1);
    return switch (path.substring(0, path.length() - last.length())) {
      case "/" -> top(last, now);
      case "/news/" ->
          find(last, now)
              .map(e -> Reply.text(200, HTML, pages.entry(e, others(e, now))))
              .orElseGet(this::missing);
      case "/topic/" ->
          site.topics().contains(last)
              ? Reply.text(200, HTML, pages.topic(last, latest(now, 12, last)))
              : missing();
      case "/img/" ->
          find(last.replace(".svg", ""), now)
              .map(e -> Reply.text(200, "image/svg+xml", Picture.landscape(e.topic(), e.id())))
              .orElseGet(this::missing);
      case "/audio/" ->
          find(last.replace(".wav", ""), now)
              .map(e -> new Reply(200, "audio/wav", Picture.tone(e.id()), null, null, null))
              .orElseGet(this::missing);
      default -> missing();
    };
  }

  private Reply top(String name, Instant now) {
    return switch (name) {
      case "" ->
          Reply.text(
              200,
              HTML,
              site.rhythm().perDay() == 0
                  ? pages.directory(directory.get())
                  : pages.home(latest(now, 13, null)));
      case "robots.txt" -> Reply.text(200, "text/plain; charset=utf-8", pages.robots());
      case "sitemap.xml" ->
          pages.hasSitemap()
              ? Reply.text(200, "application/xml", pages.sitemap(latest(now, 50, null)))
              : missing();
      case "style.css" -> Reply.text(200, "text/css; charset=utf-8", pages.style());
      case "logo.svg" -> Reply.text(200, "image/svg+xml", Picture.logo(site));
      case "favicon.ico" -> new Reply(200, "image/x-icon", SiteIcon.of(site), null, null, null);
      case "__log" -> Reply.text(200, HTML, pages.log(log.requests()));
      default -> missing();
    };
  }

  private Reply feed(FeedSpec feed, Instant now) {
    if (feed.is(Trait.FLAKY)) {
      long spell = now.getEpochSecond() / 20;
      if (Math.floorMod(Seeds.mix(seed, site.id().hashCode(), spell), 5L) == 0) {
        return Reply.text(503, "text/plain", "Too busy, please come back later.\n");
      }
    }
    if (feed.is(Trait.SLOW)) rest(now);
    List<DemoEntry> entries = latest(now, feed.entries(), feed.topic());
    DemoFeedWriter writer = new DemoFeedWriter(site, feed, home, chronicle.stock(site), entries);
    Instant modified = entries.isEmpty() ? null : entries.getFirst().published();
    String type = feed.format().mime + "; charset=" + writer.charset().name();
    return new Reply(200, type, writer.write(), modified, null, feed);
  }

  private void rest(Instant now) {
    long millis = 1000 + Math.floorMod(Seeds.mix(seed, now.getEpochSecond()), 1000L);
    try {
      Thread.sleep(Duration.ofMillis(millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Reply missing() {
    return Reply.text(404, HTML, pages.missing());
  }

  private Optional<DemoEntry> find(String id, Instant now) {
    return chronicle.find(site, id, now);
  }

  private List<DemoEntry> latest(Instant now, int most, @Nullable String topic) {
    return chronicle.latest(site, now, most, e -> topic == null || topic.equals(e.topic()));
  }

  private List<DemoEntry> others(DemoEntry than, Instant now) {
    return latest(now, 6, null).stream().filter(e -> !e.id().equals(than.id())).toList();
  }

  private void send(HttpExchange exchange, Reply reply, Instant now) throws IOException {
    Headers asked = exchange.getRequestHeaders();
    Headers headers = exchange.getResponseHeaders();
    FeedSpec feed = reply.feed();
    boolean conditional =
        asked.containsKey("If-None-Match") || asked.containsKey("If-Modified-Since");
    headers.set("Content-Type", reply.type());
    if (reply.location() != null) headers.set("Location", reply.location());
    if (reply.status() == 503) headers.set("Retry-After", "30");
    int status = reply.status();
    if (feed != null) {
      String etag = feed.is(Trait.NO_ETAG) ? null : etag(reply.body());
      Instant modified = feed.is(Trait.NO_LAST_MODIFIED) ? null : reply.modified();
      if (etag != null) headers.set("ETag", etag);
      if (modified != null) headers.set("Last-Modified", httpDate(modified));
      if (feed.is(Trait.MAX_AGE)) headers.set("Cache-Control", "max-age=30");
      headers.set("Vary", "Accept-Encoding");
      if (unchanged(asked, etag, modified)) status = 304;
    }
    byte[] body = status == 304 ? new byte[0] : reply.body();
    boolean zip =
        body.length > 500
            && (feed == null || !feed.is(Trait.NO_GZIP))
            && !reply.type().startsWith("audio/")
            && String.join(",", asked.getOrDefault("Accept-Encoding", List.of())).contains("gzip");
    if (zip) {
      headers.set("Content-Encoding", "gzip");
      body = gzip(body);
    }
    boolean head = exchange.getRequestMethod().equals("HEAD");
    log.add(
        new OriginLog.Request(
            now,
            site.id(),
            home.getAuthority(),
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            status,
            conditional,
            head ? 0 : body.length,
            Objects.requireNonNullElse(asked.getFirst("User-Agent"), "")));
    if (head || body.length == 0) {
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /// RFC 9110, section 13.2.2: If-None-Match decides alone where it is given.
  private static boolean unchanged(Headers asked, @Nullable String etag, @Nullable Instant at) {
    List<String> tags = asked.get("If-None-Match");
    if (tags != null && etag != null) {
      for (String list : tags) {
        for (String tag : list.split(",", -1)) {
          String bare = tag.strip();
          if (bare.equals("*") || bare.replaceFirst("^W/", "").equals(etag)) return true;
        }
      }
      return false;
    }
    String since = asked.getFirst("If-Modified-Since");
    if (since == null || at == null) return false;
    try {
      Instant known = DateTimeFormatter.RFC_1123_DATE_TIME.parse(since, Instant::from);
      return !at.isAfter(known);
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  private static String etag(byte[] body) {
    long hash = 0;
    for (byte b : body) hash = hash * 0x100000001B3L + b + 1;
    return "\"" + Long.toHexString(Seeds.mix(hash, body.length)) + "\"";
  }

  private static String httpDate(Instant t) {
    return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
        .format(t.atOffset(ZoneOffset.UTC));
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 2);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }
}
