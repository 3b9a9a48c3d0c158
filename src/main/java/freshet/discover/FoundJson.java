package freshet.discover;

import freshet.model.FeedUrl;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A found feed as JSON, as the command and the API give it out and as the journal keeps it.
public final class FoundJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private FoundJson() {}

  public static void write(JsonGenerator json, FoundFeed f) {
    json.writeStartObject();
    fields(json, f);
    json.writeEndObject();
  }

  private static void fields(JsonGenerator json, FoundFeed f) {
    json.writeStringProperty("site", f.site().toString());
    json.writeStringProperty("feed", f.feed().toString());
    json.writeStringProperty("how", f.how().word());
    if (f.title() != null) json.writeStringProperty("title", f.title());
    json.writeStringProperty("format", f.format());
    if (f.language() != null) json.writeStringProperty("language", f.language());
    json.writeNumberProperty("entriesPerDay", Math.round(f.entriesPerDay() * 1000) / 1000.0);
    if (f.lastEntry() != null) json.writeStringProperty("lastEntry", f.lastEntry().toString());
    if (f.comments()) json.writeBooleanProperty("comments", true);
    json.writeNumberProperty("score", Math.round(f.score() * 1000) / 1000.0);
    if (f.sameAs() != null) json.writeStringProperty("sameAs", f.sameAs().toString());
    json.writeStringProperty("page", f.from().toString());
  }

  public static String line(FoundFeed f) {
    return string(f, false);
  }

  /// With the names of its entries, so that it can be compared after a restart.
  static String whole(FoundFeed f) {
    return string(f, true);
  }

  private static String string(FoundFeed f, boolean whole) {
    StringWriter out = new StringWriter(400);
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.writeStartObject();
      fields(json, f);
      if (whole) {
        json.writeArrayPropertyStart("entries");
        for (long e : f.entries()) json.writeNumber(e);
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    return out.toString();
  }

  static FoundFeed read(String line) {
    JsonNode node = MAPPER.readTree(line);
    JsonNode names = node.get("entries");
    long[] entries = new long[names == null ? 0 : names.size()];
    for (int i = 0; i < entries.length; i++) entries[i] = names.get(i).longValue();
    String last = text(node, "lastEntry");
    String same = text(node, "sameAs");
    return new FoundFeed(
        FeedUrl.stored(required(node, "site")),
        FeedUrl.stored(required(node, "feed")),
        How.of(required(node, "how").toLowerCase(Locale.ROOT)),
        FeedUrl.stored(required(node, "page")),
        text(node, "title"),
        required(node, "format"),
        text(node, "language"),
        node.get("entriesPerDay").doubleValue(),
        last == null ? null : Instant.parse(last),
        node.has("comments"),
        node.get("score").doubleValue(),
        same == null ? null : FeedUrl.stored(same),
        entries);
  }

  private static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.get(name);
    return value == null ? null : value.stringValue();
  }

  private static String required(JsonNode node, String name) {
    String value = text(node, name);
    if (value == null) throw new IllegalArgumentException("no '" + name + "' in a found feed");
    return value;
  }
}
