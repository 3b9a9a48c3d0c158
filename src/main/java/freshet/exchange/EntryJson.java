package freshet.exchange;

import freshet.model.Article;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Mark;
import freshet.model.ParsedFeed;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/// An entry as JSON, the same in the API and in an export.
public final class EntryJson {
  /// Has entries within other answers written like this, without their texts.
  public static final JacksonModule MODULE =
      new SimpleModule().addSerializer(Entry.class, new Serializer());

  private EntryJson() {}

  private static final class Serializer extends ValueSerializer<Entry> {
    @Override
    public void serialize(Entry entry, JsonGenerator json, SerializationContext context) {
      write(json, entry, null);
    }
  }

  /// @param body left out if null
  public static void write(JsonGenerator json, Entry e, @Nullable EntryBody body) {
    write(json, e, body, List.of());
  }

  /// With what an account made of it.
  ///
  /// @param body left out if null
  public static void write(JsonGenerator json, Entry e, @Nullable EntryBody body, Mark mark) {
    json.writeStartObject();
    fields(json, e);
    json.writeBooleanProperty("unread", mark.unread());
    json.writeBooleanProperty("starred", mark.starred());
    texts(json, "tags", mark.tags().stream().sorted().toList());
    if (body != null) body(json, body);
    json.writeEndObject();
  }

  /// @param tags that its reader put on it
  public static void write(
      JsonGenerator json, Entry e, @Nullable EntryBody body, List<String> tags) {
    json.writeStartObject();
    fields(json, e);
    texts(json, "tags", tags);
    if (body != null) body(json, body);
    json.writeEndObject();
  }

  private static void fields(JsonGenerator json, Entry e) {
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
    if (e.duration() != null) json.writeNumberProperty("duration", e.duration().toSeconds());
  }

  private static void article(JsonGenerator json, Article article) {
    json.writeObjectPropertyStart("article");
    json.writeStringProperty("html", article.html());
    json.writeStringProperty("address", article.address());
    text(json, "title", article.title());
    text(json, "author", article.author());
    text(json, "image", article.image());
    text(json, "published", article.published());
    text(json, "fetched", article.fetched());
    json.writeEndObject();
  }

  private static void body(JsonGenerator json, EntryBody body) {
    text(json, "summary", body.summary());
    text(json, "content", body.content());
    text(json, "comments", body.comments());
    text(json, "copyright", body.copyright());
    if (body.article() != null) article(json, body.article());
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
