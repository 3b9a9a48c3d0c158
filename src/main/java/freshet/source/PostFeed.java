package freshet.source;

import freshet.source.Source.About;
import freshet.source.Source.Attachment;
import freshet.source.Source.Post;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Posts in the form of a JSON Feed, so that what comes from an API is read, cleaned and named by
/// the very code that reads feeds.
final class PostFeed {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();
  static final String TYPE = "application/feed+json";

  private PostFeed() {}

  static byte[] write(@Nullable About about, List<Post> posts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(16_384);
    try (JsonGenerator g = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      g.writeStartObject();
      put(g, "version", "https://jsonfeed.org/version/1.1");
      if (about != null) {
        put(g, "title", about.title());
        put(g, "home_page_url", about.home());
        put(g, "description", about.description());
        put(g, "icon", about.icon());
      }
      g.writeArrayPropertyStart("items");
      for (Post p : posts) post(g, p);
      g.writeEndArray();
      g.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void post(JsonGenerator g, Post p) {
    g.writeStartObject();
    put(g, "id", p.id());
    put(g, "url", p.url());
    put(g, "title", p.title());
    put(g, "content_html", p.html());
    put(g, "date_published", p.published());
    put(g, "date_modified", p.updated());
    put(g, "language", p.language());
    put(g, "image", p.image());
    if (p.author() != null) {
      g.writeArrayPropertyStart("authors");
      g.writeStartObject();
      put(g, "name", p.author());
      put(g, "url", p.authorUrl());
      g.writeEndObject();
      g.writeEndArray();
    }
    if (!p.tags().isEmpty()) {
      g.writeArrayPropertyStart("tags");
      p.tags().forEach(g::writeString);
      g.writeEndArray();
    }
    if (!p.attachments().isEmpty()) {
      g.writeArrayPropertyStart("attachments");
      for (Attachment a : p.attachments()) {
        g.writeStartObject();
        put(g, "url", a.url());
        put(g, "mime_type", a.type());
        g.writeEndObject();
      }
      g.writeEndArray();
    }
    g.writeEndObject();
  }

  private static void put(JsonGenerator g, String name, @Nullable Object value) {
    if (value != null) g.writeStringProperty(name, value.toString());
  }
}
