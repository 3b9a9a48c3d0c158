package freshet.readerapi;

import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Subscription;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;

/// A feed as Miniflux's API sends it, with its category.
@JsonSerialize(using = MinifluxFeed.Serializer.class)
record MinifluxFeed(
    long id,
    long userId,
    String feedUrl,
    String siteUrl,
    String title,
    Instant checkedAt,
    int parsingErrorCount,
    boolean disabled,
    boolean hideGlobally,
    Category category,
    @Nullable Long icon) {
  /// The category of what is in no folder.
  static final String REST = "All";

  /// What Miniflux has and Freshet has elsewhere or not, as it is sent: some clients decode each
  /// field. It is most of an answer with many feeds.
  private static final String UNSET =
      """
      "description":"","next_check_at":"0001-01-01T00:00:00Z","etag_header":"",\
      "last_modified_header":"","scraper_rules":"","rewrite_rules":"","urlrewrite_rules":"",\
      "blocklist_rules":"","keeplist_rules":"","block_filter_entry_rules":"",\
      "keep_filter_entry_rules":"","user_agent":"","cookie":"","username":"","password":"",\
      "proxy_url":"","no_media_player":false,"ignore_http_cache":false,\
      "allow_self_signed_certificates":false,"fetch_via_proxy":false,"disable_http2":false\
      """;

  static final class Serializer extends ValueSerializer<MinifluxFeed> {
    @Override
    public void serialize(MinifluxFeed feed, JsonGenerator json, SerializationContext context) {
      feed.write(json);
    }
  }

  void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeNumberProperty("id", id);
    json.writeNumberProperty("user_id", userId);
    json.writeStringProperty("feed_url", feedUrl);
    json.writeStringProperty("site_url", siteUrl);
    json.writeStringProperty("title", title);
    json.writeStringProperty("checked_at", checkedAt.toString());
    json.writeNumberProperty("parsing_error_count", parsingErrorCount);
    json.writeStringProperty("parsing_error_message", "");
    json.writeBooleanProperty("crawler", false);
    json.writeBooleanProperty("disabled", disabled);
    json.writeBooleanProperty("hide_globally", hideGlobally);
    json.writeObjectPropertyStart("category");
    json.writeNumberProperty("id", category.id);
    json.writeStringProperty("title", category.title);
    json.writeNumberProperty("user_id", category.userId);
    json.writeBooleanProperty("hide_globally", category.hideGlobally);
    json.writeEndObject();
    if (icon == null) {
      json.writeNullProperty("icon");
    } else {
      json.writeObjectPropertyStart("icon");
      json.writeNumberProperty("feed_id", id);
      json.writeNumberProperty("icon_id", icon);
      json.writeStringProperty("external_icon_id", String.valueOf(icon));
      json.writeEndObject();
    }
    json.writeRaw(',');
    json.writeRaw(UNSET);
    json.writeEndObject();
  }

  /// @param feedCount and `totalUnread` only where they are asked for
  record Category(
      long id,
      String title,
      long userId,
      boolean hideGlobally,
      @Nullable Integer feedCount,
      @Nullable Long totalUnread) {
    Category with(int feeds, long unread) {
      return new Category(id, title, userId, hideGlobally, feeds, unread);
    }
  }

  static Category category(@Nullable String folder, Account who) {
    return folder == null
        ? new Category(FeverApi.REST, REST, who.id(), false, null, null)
        : new Category(FeverApi.group(folder), folder, who.id(), false, null, null);
  }

  static MinifluxFeed of(Subscription s, Account who, Map<Long, Long> icons) {
    return new MinifluxFeed(
        s.feed(),
        who.id(),
        s.address(),
        s.link() == null ? "" : s.link(),
        s.name(),
        s.lastNew() == null ? s.addedAt() : s.lastNew(),
        s.troubled() ? 1 : 0,
        false,
        s.hidden(),
        category(s.folder(), who),
        icons.get(s.feed()));
  }

  /// The feed of an entry. Apps refuse entries without one, so one that is no longer followed has
  /// what the entry knows of it.
  static MinifluxFeed of(Entry e, @Nullable Subscription s, Account who) {
    if (s != null) return of(s, who, Map.of());
    return new MinifluxFeed(
        e.feedId(),
        who.id(),
        "",
        "",
        e.feedName(),
        e.firstSeen(),
        0,
        true,
        true,
        category(null, who),
        null);
  }
}
