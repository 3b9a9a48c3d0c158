package freshet.parse;

import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import freshet.model.ParsedFeed;
import freshet.model.ParsedFeed.Channel;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.ParsedFeed.Link;
import freshet.model.ParsedFeed.Media;
import freshet.model.ParsedFeed.Person;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;

/// A parsed feed as one line of JSON, in the form that `freshet parse --json` promises. Absent
/// values are left out.
public final class FeedJson {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().characterEscapes(new OneLine()).build();

  /// Some readers of lines take these for line ends.
  private static final class OneLine extends CharacterEscapes {
    private static final int[] ASCII = standardAsciiEscapesForJSON();

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      boolean lineEnd = c == 0x85 || c == 0x2028 || c == 0x2029;
      return lineEnd ? new SerializedString(String.format("\\u%04x", c)) : null;
    }
  }

  private FeedJson() {}

  /// One object in UTF-8, without a line end.
  public static byte[] line(String file, ParseOutcome outcome) {
    return switch (outcome) {
      case ParseOutcome.Parsed(ParsedFeed feed) -> feed(file, feed);
      case ParseOutcome.NotAFeed(String reason) -> error(file, reason);
      case ParseOutcome.Stopped(String reason) -> error(file, reason);
      case ParseOutcome.Broken(String reason) -> error(file, reason);
    };
  }

  public static byte[] error(String file, String reason) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    try (JsonGenerator g = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      g.writeStartObject();
      put(g, "file", file);
      put(g, "error", reason);
      g.writeEndObject();
    }
    return out.toByteArray();
  }

  private static byte[] feed(String file, ParsedFeed feed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(16_384);
    try (JsonGenerator g = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      g.writeStartObject();
      put(g, "file", file);
      put(g, "format", feed.format());
      g.writeBooleanProperty("wellFormed", feed.wellFormed());
      g.writeName("feed");
      channel(g, feed.channel());
      g.writeArrayPropertyStart("entries");
      for (ParsedEntry e : feed.entries()) entry(g, e);
      g.writeEndArray();
      g.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void channel(JsonGenerator g, Channel c) {
    g.writeStartObject();
    put(g, "title", c.title());
    put(g, "link", c.link());
    put(g, "self", c.self());
    put(g, "hub", c.hub());
    put(g, "id", c.id());
    put(g, "description", c.description());
    put(g, "language", c.language());
    put(g, "published", c.published());
    put(g, "updated", c.updated());
    people(g, c.authors());
    put(g, "copyright", c.copyright());
    put(g, "generator", c.generator());
    put(g, "image", c.image());
    put(g, "icon", c.icon());
    strings(g, "categories", c.categories());
    if (c.ttl() != null) g.writeNumberProperty("ttl", c.ttl());
    if (!c.skipHours().isEmpty()) {
      g.writeArrayPropertyStart("skipHours");
      for (int hour : c.skipHours()) g.writeNumber(hour);
      g.writeEndArray();
    }
    strings(g, "skipDays", c.skipDays());
    put(g, "updateEvery", c.updateEvery());
    strings(g, "namespaces", c.namespaces());
    more(g, c.more());
    g.writeEndObject();
  }

  private static void entry(JsonGenerator g, ParsedEntry e) {
    g.writeStartObject();
    put(g, "id", e.id());
    put(g, "title", e.title());
    put(g, "link", e.link());
    if (!e.links().isEmpty()) {
      g.writeArrayPropertyStart("links");
      for (Link l : e.links()) {
        g.writeStartObject();
        put(g, "rel", l.rel());
        put(g, "url", l.url());
        put(g, "type", l.type());
        g.writeEndObject();
      }
      g.writeEndArray();
    }
    put(g, "published", e.published());
    if (e.published() != null) g.writeBooleanProperty("dateOnly", e.dateOnly());
    put(g, "updated", e.updated());
    people(g, e.authors());
    put(g, "summary", e.summary());
    put(g, "content", e.content());
    strings(g, "categories", e.categories());
    if (!e.enclosures().isEmpty()) {
      g.writeArrayPropertyStart("enclosures");
      for (Enclosure c : e.enclosures()) {
        g.writeStartObject();
        put(g, "url", c.url());
        put(g, "type", c.type());
        if (c.length() != null) g.writeNumberProperty("length", c.length());
        g.writeEndObject();
      }
      g.writeEndArray();
    }
    put(g, "comments", e.comments());
    put(g, "language", e.language());
    put(g, "copyright", e.copyright());
    put(g, "image", e.image());
    if (!e.media().isEmpty()) {
      g.writeArrayPropertyStart("media");
      for (Media m : e.media()) media(g, m);
      g.writeEndArray();
    }
    more(g, e.more());
    g.writeEndObject();
  }

  private static void media(JsonGenerator g, Media m) {
    g.writeStartObject();
    put(g, "url", m.url());
    put(g, "type", m.type());
    put(g, "medium", m.medium());
    if (m.width() != null) g.writeNumberProperty("width", m.width());
    if (m.height() != null) g.writeNumberProperty("height", m.height());
    put(g, "title", m.title());
    put(g, "description", m.description());
    put(g, "thumbnail", m.thumbnail());
    g.writeEndObject();
  }

  private static void people(JsonGenerator g, List<Person> people) {
    if (people.isEmpty()) return;
    g.writeArrayPropertyStart("authors");
    for (Person p : people) {
      g.writeStartObject();
      put(g, "name", p.name());
      put(g, "email", p.email());
      put(g, "uri", p.uri());
      g.writeEndObject();
    }
    g.writeEndArray();
  }

  private static void strings(JsonGenerator g, String name, List<String> values) {
    if (values.isEmpty()) return;
    g.writeArrayPropertyStart(name);
    for (String value : values) g.writeString(whole(value));
    g.writeEndArray();
  }

  private static void more(JsonGenerator g, Map<String, String> more) {
    if (more.isEmpty()) return;
    g.writeObjectPropertyStart("more");
    more.forEach((name, value) -> put(g, name, value));
    g.writeEndObject();
  }

  private static void put(JsonGenerator g, String name, @Nullable Object value) {
    if (value != null) g.writeStringProperty(name, whole(value.toString()));
  }

  /// Half a character (a lone surrogate) cannot be written in UTF-8.
  private static String whole(String s) {
    boolean high = false;
    boolean half = false;
    for (int i = 0; i < s.length() && !half; i++) {
      char c = s.charAt(i);
      half = high != Character.isLowSurrogate(c);
      high = Character.isHighSurrogate(c);
    }
    return half || high ? s.replaceAll("\\p{Cs}", "\uFFFD") : s;
  }
}
