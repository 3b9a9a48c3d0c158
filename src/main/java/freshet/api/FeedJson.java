package freshet.api;

import freshet.model.Feed;
import freshet.model.Poll;
import freshet.pipeline.Wishes;
import freshet.schedule.Why;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Feeds, their polls and their schedule as JSON.
final class FeedJson {
  private FeedJson() {}

  /// @param followers how many follow it; left out if null
  static void write(JsonGenerator json, Feed f, @Nullable String folder, @Nullable Long followers) {
    json.writeStartObject();
    json.writeNumberProperty("id", f.id());
    json.writeStringProperty("address", f.url().shown());
    json.writeStringProperty("title", f.name());
    text(json, "folder", folder);
    text(json, "site", f.siteKey());
    if (followers != null) json.writeNumberProperty("followers", followers);
    text(json, "link", f.link());
    text(json, "description", f.description());
    text(json, "language", f.language());
    text(json, "format", f.format());
    json.writeStringProperty("state", f.state().name().toLowerCase(Locale.ROOT));
    text(json, "added", f.added());
    json.writeNumberProperty("entries", f.entries());
    text(json, "lastPoll", f.plan().lastPoll());
    text(json, "lastNew", f.plan().lastNew());
    text(json, "nextPoll", f.plan().nextPoll());
    text(json, "interval", f.plan().fixedInterval());
    text(json, "quotaGroup", f.plan().quotaGroup());
    text(json, "hints", Wishes.words(f.plan().hint()));
    text(json, "heldBy", f.plan().heldBy());
    text(json, "why", f.plan().why());
    text(json, "outcome", f.health().outcome());
    text(json, "message", f.health().message());
    json.writeNumberProperty("failures", f.health().failures());
    json.writeEndObject();
  }

  static void write(JsonGenerator json, Poll p) {
    json.writeStartObject();
    json.writeNumberProperty("id", p.id());
    json.writeNumberProperty("feed", p.feedId());
    text(json, "at", p.at());
    json.writeStringProperty("outcome", p.outcome());
    if (p.status() != 0) json.writeNumberProperty("status", p.status());
    json.writeNumberProperty("newEntries", p.newEntries());
    json.writeNumberProperty("edited", p.edited());
    json.writeNumberProperty("bytes", p.bytes());
    json.writeNumberProperty("tookMillis", p.took().toMillis());
    text(json, "message", p.message());
    text(json, "why", p.why());
    json.writeEndObject();
  }

  static void write(JsonGenerator json, Why why) {
    json.writeStartObject();
    json.writeStringProperty("sentence", why.sentence());
    text(json, "lastPoll", why.lastPoll());
    text(json, "lastReason", why.lastReason());
    text(json, "nextPoll", why.next());
    text(json, "heldBy", why.heldBy());
    json.writeNumberProperty("entriesPerDay", why.entriesPerDay());
    json.writeNumberProperty("expectedEntries", why.expectedEntries());
    json.writeNumberProperty("expectedDelaySeconds", why.expectedDelaySeconds());
    json.writeNumberProperty("value", why.value());
    json.writeNumberProperty("price", why.price());
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value) {
    if (value != null) json.writeStringProperty(name, value.toString());
  }
}
