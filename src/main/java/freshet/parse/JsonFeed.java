package freshet.parse;

import static freshet.parse.ns.Draft.LIKE;
import static freshet.parse.ns.Draft.OWN;
import static freshet.parse.ns.Draft.SAME;

import freshet.bound.Stop;
import freshet.model.ParseOutcome;
import freshet.model.ParsedFeed.Person;
import freshet.parse.ns.Addresses;
import freshet.parse.ns.Draft;
import freshet.parse.ns.Draft.Slot;
import freshet.parse.ns.Drafts;
import freshet.parse.ns.MediaDraft;
import freshet.parse.ns.Text;
import freshet.parse.ns.Text.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// JSON Feed 1.0 and 1.1, strictly first, then with what people write by hand: comments, single
/// quotes, commas too many, line breaks in strings. Where even that breaks off, what came before
/// counts.
final class JsonFeed {
  private static final JsonFactory STRICT = JsonFactory.builder().build();
  private static final JsonFactory FORGIVING =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_YAML_COMMENTS)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
          .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_MISSING_VALUES)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final ParseLimits limits;

  JsonFeed(ParseLimits limits) {
    this.limits = limits;
  }

  ParseOutcome read(String text, @Nullable String base, HtmlHandling reading) {
    Drafts drafts = new Drafts(limits.entries());
    String broken = read(STRICT, text, drafts, base);
    if (broken != null) {
      Drafts second = new Drafts(limits.entries());
      broken = read(FORGIVING, text, second, base);
      if (second.format() != null || drafts.format() == null) drafts = second;
      if (drafts.format() == null) {
        String why = broken == null ? "it has no version and no items" : broken;
        return new ParseOutcome.NotAFeed("It looks like JSON but is no JSON Feed: " + why);
      }
      return new ParseOutcome.Parsed(new Assembly(drafts, reading, base).feed(false));
    }
    if (drafts.format() == null) {
      return new ParseOutcome.NotAFeed(
          "It is JSON but no JSON Feed: it has no version and no items");
    }
    return new ParseOutcome.Parsed(new Assembly(drafts, reading, base).feed(true));
  }

  /// @return where it breaks, null if it does not
  private static @Nullable String read(
      JsonFactory factory, String text, Drafts drafts, @Nullable String base) {
    try (JsonParser json = factory.createParser(ObjectReadContext.empty(), text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) return "it is not an object";
      new Pass(json, drafts, base).feed();
      return null;
    } catch (JacksonException e) {
      var at = e.getLocation();
      return at == null ? e.getOriginalMessage() : "line " + at.getLineNr() + " is not JSON";
    }
  }

  /// One reading of one document. The parser stands on a value; each method leaves it on its end.
  private static final class Pass {
    private final JsonParser json;
    private final Drafts drafts;
    private final @Nullable String base;

    Pass(JsonParser json, Drafts drafts, @Nullable String base) {
      this.json = json;
      this.drafts = drafts;
      this.base = base;
    }

    void feed() {
      Draft d = drafts.feed();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "version" -> version(string());
          case "title" -> d.offer(Slot.TITLE, OWN, plain(string()));
          case "home_page_url" -> d.offer(Slot.LINK, OWN, url(string()));
          case "feed_url" -> d.offer(Slot.SELF, OWN, url(string()));
          case "description" -> d.offer(Slot.SUMMARY, OWN, plain(string()));
          case "user_comment" -> d.more("userComment", string());
          case "next_url" -> d.link("next", url(string()), null);
          case "icon" -> d.offer(Slot.IMAGE, OWN, url(string()));
          case "favicon" -> d.offer(Slot.ICON, OWN, url(string()));
          case "date_published" -> d.offer(Slot.PUBLISHED, OWN, string());
          case "date_modified" -> d.offer(Slot.UPDATED, OWN, string());
          case "language" -> d.offer(Slot.LANGUAGE, OWN, string());
          case "expired" -> d.more("expired", truth());
          case "author" -> author(d, LIKE);
          case "authors" -> each(() -> author(d, OWN));
          case "hubs" -> each(() -> hub(d));
          case "items" -> items();
          default -> json.skipChildren();
        }
      }
    }

    private void version(@Nullable String v) {
      if (v == null || !v.toLowerCase(Locale.ROOT).contains("jsonfeed")) return;
      drafts.format(v.contains("/1.1") ? "json 1.1" : "json 1.0");
    }

    private void items() {
      if (json.currentToken() == JsonToken.START_ARRAY) drafts.format("json 1.0");
      each(() -> {
        if (drafts.full() || json.currentToken() != JsonToken.START_OBJECT) {
          json.skipChildren();
        } else {
          item(drafts.openEntry());
          drafts.closeEntry();
        }
      });
    }

    private void item(Draft d) {
      Stop.check();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "id" -> d.offer(Slot.ID, OWN, string());
          case "url" -> {
            String url = url(string());
            d.offer(Slot.LINK, OWN, url);
            d.link("alternate", url, null);
          }
          case "external_url" -> {
            String url = url(string());
            d.offer(Slot.LINK, LIKE, url);
            d.link("related", url, null);
          }
          case "title" -> d.offer(Slot.TITLE, OWN, plain(string()));
          case "content_html" -> d.offer(Slot.CONTENT, OWN, text(string(), Kind.HTML));
          case "content_text" -> d.offer(Slot.CONTENT, SAME, plain(string()));
          case "summary" -> d.offer(Slot.SUMMARY, OWN, plain(string()));
          case "image" -> d.offer(Slot.IMAGE, OWN, url(string()));
          case "banner_image" -> d.offer(Slot.IMAGE, LIKE, url(string()));
          case "date_published" -> d.offer(Slot.PUBLISHED, OWN, string());
          case "date_modified" -> d.offer(Slot.UPDATED, OWN, string());
          case "language" -> d.offer(Slot.LANGUAGE, OWN, string());
          case "author" -> author(d, LIKE);
          case "authors" -> each(() -> author(d, OWN));
          case "tags" -> each(() -> d.category(string()));
          case "attachments" -> each(() -> attachment(d));
          default -> json.skipChildren();
        }
      }
    }

    private void author(Draft d, int rank) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        String name = string();
        if (name != null && !name.isEmpty()) d.author(rank, new Person(name, null, null));
        return;
      }
      String who = null;
      String address = null;
      String picture = null;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "name" -> who = string();
          case "url" -> address = string();
          case "avatar" -> picture = string();
          default -> json.skipChildren();
        }
      }
      boolean mail = address != null && address.startsWith("mailto:");
      String email =
          mail && address != null ? address.substring(7).replaceFirst("\\?.*", "") : null;
      String page = mail ? null : url(address);
      if (who != null && who.isEmpty()) who = null;
      if (who != null || email != null || page != null) {
        d.author(rank, new Person(who, email, page));
      }
      d.more("avatar", url(picture));
    }

    private void hub(Draft d) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        return;
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean address = json.currentName().equals("url");
        json.nextToken();
        if (address) d.offer(Slot.HUB, OWN, url(string()));
        else json.skipChildren();
      }
    }

    private void attachment(Draft d) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        return;
      }
      MediaDraft m = new MediaDraft();
      String size = null;
      String seconds = null;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "url" -> m.url = url(string());
          case "mime_type" -> m.type = string();
          case "title" -> m.title = string();
          case "size_in_bytes" -> size = string();
          case "duration_in_seconds" -> seconds = string();
          default -> json.skipChildren();
        }
      }
      d.enclosure(m.url, m.type, size);
      d.more("duration", seconds);
    }

    private void each(Runnable member) {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        if (json.currentToken() == JsonToken.START_OBJECT) member.run(); // one instead of a list
        else json.skipChildren();
        return;
      }
      while (json.nextToken() != JsonToken.END_ARRAY) {
        Stop.check();
        member.run();
      }
    }

    /// A value as text: numbers are common as ids. Null for null, true and false (no text says only
    /// that), objects and arrays.
    private @Nullable String string() {
      return switch (json.currentToken()) {
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getString().strip();
        case null, default -> {
          json.skipChildren();
          yield null;
        }
      };
    }

    private @Nullable String truth() {
      return switch (json.currentToken()) {
        case VALUE_TRUE, VALUE_FALSE -> json.getString();
        case null, default -> string();
      };
    }

    private @Nullable String url(@Nullable String address) {
      return address == null ? null : Addresses.resolve(base, address);
    }

    private Text plain(@Nullable String value) {
      return text(value, Kind.PLAIN);
    }

    private Text text(@Nullable String value, Kind kind) {
      return new Text(value == null ? "" : value, kind, base);
    }
  }
}
