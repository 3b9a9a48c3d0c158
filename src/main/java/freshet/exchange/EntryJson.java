package freshet.exchange;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedFeed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// An entry as JSON, the same in the API and in an export.
public final class EntryJson {
  private EntryJson() {}

  /// @param body left out if null
  public static void write(JsonGenerator json, Entry e, @Nullable EntryBody body) {
    write(json, e, body, List.of());
  }

  /// @param tags that its reader put on it
  public static void write(
      JsonGenerator json, Entry e, @Nullable EntryBody body, List<String> tags) {
    json.writeStartObject();
    json.writeNumberProperty("id", e.id());
    json.writeNumberProperty("feedId", e.feedId());
    json.writeStringProperty("feed", e.feedName());
    text(json, "guid", e.guid());
    text(json, "title", e.title());
    text(json, "link", e.link());
    text(json, "excerpt", e.excerpt());
    texts(json, "authors", e.authors());
    texts(json, "categories", e.categories());
    text(json, "image", e.image());
    text(json, "published", e.published());
    if (e.dateOnly()) json.writeBooleanProperty("dateOnly", true);
    text(json, "firstSeen", e.firstSeen());
    text(json, "updated", e.updated());
    text(json, "editedAt", e.editedAt());
    text(json, "language", e.language());
    texts(json, "tags", tags);
    if (body != null) body(json, body);
    json.writeEndObject();
  }

  private static void body(JsonGenerator json, EntryBody body) {
    text(json, "summary", body.summary());
    text(json, "content", body.content());
    text(json, "comments", body.comments());
    text(json, "copyright", body.copyright());
    if (!body.enclosures().isEmpty()) {
      json.writeArrayPropertyStart("enclosures");
      for (ParsedFeed.Enclosure x : body.enclosures()) {
        json.writeStartObject();
        json.writeStringProperty("url", x.url());
        text(json, "type", x.type());
        if (x.length() != null) json.writeNumberProperty("length", x.length());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value) {
    if (value != null) json.writeStringProperty(name, value.toString());
  }

  private static void texts(JsonGenerator json, String name, List<String> values) {
    if (values.isEmpty()) return;
    json.writeArrayPropertyStart(name);
    for (String v : values) json.writeString(v);
    json.writeEndArray();
  }
}
