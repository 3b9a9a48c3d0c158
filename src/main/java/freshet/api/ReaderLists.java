package freshet.api;

import static freshet.api.ReaderApi.READING_LIST;
import static freshet.api.ReaderStream.LABEL;
import static freshet.api.ReaderStream.STATE;

import freshet.exchange.FeedListWriter;
import freshet.store.Accounts.Account;
import freshet.store.Store;
import freshet.store.Subscriptions.Subscription;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// What an account follows, as Google Reader's API lists it: feeds, folders and labels, and how
/// many entries of each are unread.
final class ReaderLists {
  private final Store store;
  private final InstantSource clock;

  ReaderLists(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  void subscriptions(Context ctx, Account account) {
    List<Subscription> all = store.subscriptions().of(account.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("subscriptions");
          for (Subscription s : all) {
            json.writeStartObject();
            json.writeStringProperty("id", "feed/" + s.feed());
            json.writeStringProperty("title", s.name());
            json.writeArrayPropertyStart("categories");
            if (s.folder() != null) {
              json.writeStartObject();
              json.writeStringProperty("id", LABEL + s.folder());
              json.writeStringProperty("label", s.folder());
              json.writeStringProperty("type", "folder");
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeStringProperty("url", s.address());
            json.writeStringProperty("htmlUrl", s.link() == null ? "" : s.link());
            json.writeStringProperty("iconUrl", s.icon() == null ? "" : s.icon());
            json.writeStringProperty("sortid", String.format("%08X", s.feed()));
            json.writeStringProperty("firstitemmsec", String.valueOf(s.addedAt().toEpochMilli()));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  void tags(Context ctx, Account account) {
    Map<String, Long> folders = folders(store.subscriptions().of(account.id()));
    Map<String, Long> labels = store.reading().labels(account.id());
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeArrayPropertyStart("tags");
          tag(json, STATE + "starred", null);
          folders.keySet().forEach(f -> tag(json, LABEL + f, "folder"));
          labels.keySet().stream()
              .filter(l -> !folders.containsKey(l))
              .forEach(l -> tag(json, LABEL + l, "tag"));
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

  /// Unread entries by folder.
  private static Map<String, Long> folders(List<Subscription> all) {
    Map<String, Long> folders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Subscription s : all) {
      if (s.folder() != null) folders.merge(s.folder(), s.unread(), Long::sum);
    }
    return folders;
  }

  void unreadCount(Context ctx, Account account) {
    List<Subscription> all = store.subscriptions().of(account.id());
    Map<String, Instant> newest = new HashMap<>();
    for (Subscription s : all) {
      Instant at = s.lastNew() == null ? Instant.EPOCH : s.lastNew();
      newest.merge(READING_LIST, at, ReaderLists::later);
      if (s.folder() != null) newest.merge(LABEL + s.folder(), at, ReaderLists::later);
      newest.put("feed/" + s.feed(), at);
    }
    long sum = all.stream().mapToLong(Subscription::unread).sum();
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("max", sum);
          json.writeArrayPropertyStart("unreadcounts");
          for (Subscription s : all) {
            if (s.unread() > 0) unread(json, "feed/" + s.feed(), s.unread(), newest);
          }
          folders(all).forEach((name, unread) -> unread(json, LABEL + name, unread, newest));
          unread(json, READING_LIST, sum, newest);
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void unread(
      JsonGenerator json, String id, long count, Map<String, Instant> newest) {
    json.writeStartObject();
    json.writeStringProperty("id", id);
    json.writeNumberProperty("count", count);
    json.writeStringProperty(
        "newestItemTimestampUsec", ReaderItem.usec(newest.getOrDefault(id, Instant.EPOCH)));
    json.writeEndObject();
  }

  void export(Context ctx, Account account) throws IOException {
    StringWriter opml = new StringWriter();
    FeedListWriter.opml(
        store.feeds().page(account.id(), Integer.MAX_VALUE, 0),
        store.feeds().folders(account.id()),
        clock.instant(),
        opml);
    ctx.contentType("text/x-opml; charset=utf-8").result(opml.toString());
  }
}
