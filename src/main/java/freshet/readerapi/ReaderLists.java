package freshet.readerapi;

import static freshet.readerapi.ReaderApi.READING_LIST;
import static freshet.readerapi.ReaderStream.LABEL;
import static freshet.readerapi.ReaderStream.STATE;

import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Library;
import freshet.model.Account;
import freshet.model.Feed;
import freshet.model.FeedTally;
import freshet.model.Selection;
import freshet.model.Subscription;
import io.javalin.http.Context;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// What an account follows, as Google Reader's API lists it: feeds, folders and tags, and how many
/// entries of each are unread.
final class ReaderLists {
  private static final int WEEKS = 4;

  private final Library library;
  private final InstantSource clock;

  ReaderLists(Library library, InstantSource clock) {
    this.library = library;
    this.clock = clock;
  }

  void subscriptions(Context ctx, Account account) {
    List<Subscription> all = library.feeds().subscriptions(account);
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("subscriptions");
          for (Subscription s : all) {
            json.writeStartObject();
            json.writeStringProperty("id", "feed/" + s.feed());
            json.writeStringProperty("title", s.name());
            json.writeArrayPropertyStart("categories");
            for (String folder : s.folders()) {
              json.writeStartObject();
              json.writeStringProperty("id", LABEL + folder);
              json.writeStringProperty("label", folder);
              json.writeStringProperty("type", "folder");
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringProperty("url", s.address());
            json.writeStringProperty("htmlUrl", s.link() == null ? "" : s.link());
            json.writeStringProperty("iconUrl", icon(s));
            json.writeStringProperty("sortid", String.format("%08X", s.feed()));
            json.writeStringProperty("firstitemmsec", String.valueOf(s.addedAt().toEpochMilli()));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /// How a feed does, as Google's page of details had it; there were no public words about it. How
  /// many others follow it is nobody's business here.
  void details(Context ctx, Account account) {
    String stream = ReaderStream.needed(ctx, "s");
    Feed feed =
        library
            .feeds()
            .subscription(account, stream.replaceFirst("^feed/", ""))
            .map(s -> library.feeds().find(account, s.feed()))
            .orElseThrow(() -> Problem.badParameter("s", "you do not follow that feed"));
    Selection lately =
        Selection.ofFeed(feed.id()).withSince(clock.instant().minus(Duration.ofDays(7 * WEEKS)));
    double perWeek = library.browsing().count(account, lately) / (double) WEEKS;
    Feed.Plan plan = feed.plan();
    Instant failed = feed.health().failures() > 0 ? plan.lastPoll() : null;
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeStringProperty("id", "feed/" + feed.id());
          json.writeStringProperty("feedUrl", feed.url().shown());
          json.writeStringProperty("subscribers", "1");
          json.writeStringProperty("velocity", String.format(Locale.ROOT, "%.1f", perWeek));
          time(json, "successfulCrawlTime", plan.lastAnswer());
          time(json, "failedCrawlTime", failed);
          time(json, "lastUpdated", plan.lastNew());
          json.writeBooleanProperty(
              "lastFailureWasParseFailure", "not a feed".equals(feed.health().outcome()));
          json.writeEndObject();
        });
  }

  private static void time(JsonGenerator json, String name, @Nullable Instant at) {
    if (at != null) json.writeStringProperty(name, String.valueOf(at.getEpochSecond()));
  }

  void tags(Context ctx, Account account) {
    Map<String, Long> folders = byFolder();
    for (FeedTally t : library.feeds().tallies(account)) {
      for (String folder : t.folders()) folders.put(folder, 0L);
    }
    library.filing().empty(account).forEach(folder -> folders.put(folder, 0L));
    Map<String, Long> tags = library.browsing().tags(account);
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("tags");
          tag(json, STATE + "starred", null);
          folders.keySet().forEach(f -> tag(json, LABEL + f, "folder"));
          tags.keySet().stream()
              .filter(t -> !folders.containsKey(t))
              .forEach(t -> tag(json, LABEL + t, "tag"));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void tag(JsonGenerator json, String id, @Nullable String type) {
    json.writeStartObject();
    json.writeStringProperty("id", id);
    if (type != null) json.writeStringProperty("type", type);
    json.writeEndObject();
  }

  private static Map<String, Long> byFolder() {
    return new TreeMap<>(
        String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.<String>naturalOrder()));
  }

  void unreadCount(Context ctx, Account account) {
    List<FeedTally> all = library.feeds().tallies(account);
    Map<String, Long> folders = byFolder();
    Map<String, Instant> newest = new HashMap<>();
    Instant newestOfAll = Instant.EPOCH;
    long sum = 0;
    for (FeedTally t : all) {
      sum += t.unread();
      newestOfAll = later(newestOfAll, t.lastNew());
      for (String folder : t.folders()) {
        folders.merge(folder, t.unread(), Long::sum);
        newest.merge(folder, t.lastNew(), ReaderLists::later);
      }
    }
    long unread = sum;
    Instant last = newestOfAll;
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("max", unread);
          json.writeArrayPropertyStart("unreadcounts");
          for (FeedTally t : all) {
            if (t.unread() > 0) unread(json, "feed/" + t.feed(), t.unread(), t.lastNew());
          }
          folders.forEach((name, count) ->
              unread(json, LABEL + name, count, newest.getOrDefault(name, Instant.EPOCH)));
          unread(json, READING_LIST, unread, last);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void unread(JsonGenerator json, String id, long count, Instant newest) {
    json.writeStartObject();
    json.writeStringProperty("id", id);
    json.writeNumberProperty("count", count);
    json.writeStringProperty("newestItemTimestampUsec", ReaderItem.usec(newest));
    json.writeEndObject();
  }

  void export(Context ctx, Account account) {
    StringWriter opml = new StringWriter();
    library.following().exportOpml(account, opml);
    ctx.contentType("text/x-opml; charset=utf-8").result(opml.toString());
  }

  /// Some apps fail without an address and others look for none if it is empty: where the feed
  /// names no icon, it is where browsers look.
  private static String icon(Subscription s) {
    if (s.icon() != null) return s.icon();
    URI site = URI.create("/favicon.ico");
    try {
      return URI.create(s.link() == null ? s.address() : s.link()).resolve(site).toString();
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
