package freshet.readerapi;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Subscription;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A feed as Miniflux's API sends it, with its category.
record MinifluxFeed(
    long id,
    long userId,
    String feedUrl,
    String siteUrl,
    String title,
    Instant checkedAt,
    int parsingErrorCount,
    String parsingErrorMessage,
    boolean crawler,
    boolean disabled,
    boolean hideGlobally,
    Category category,
    @JsonInclude(Include.ALWAYS) @Nullable IconOf icon,
    @JsonAnyGetter Map<String, Object> unset) {
  /// The category of what is in no folder.
  static final String REST = "All";

  /// What Miniflux has and Freshet has elsewhere or not: some clients decode each field.
  private static final Map<String, Object> UNSET =
      Map.ofEntries(
          Map.entry("description", ""),
          Map.entry("next_check_at", "0001-01-01T00:00:00Z"),
          Map.entry("etag_header", ""),
          Map.entry("last_modified_header", ""),
          Map.entry("scraper_rules", ""),
          Map.entry("rewrite_rules", ""),
          Map.entry("urlrewrite_rules", ""),
          Map.entry("blocklist_rules", ""),
          Map.entry("keeplist_rules", ""),
          Map.entry("block_filter_entry_rules", ""),
          Map.entry("keep_filter_entry_rules", ""),
          Map.entry("user_agent", ""),
          Map.entry("cookie", ""),
          Map.entry("username", ""),
          Map.entry("password", ""),
          Map.entry("proxy_url", ""),
          Map.entry("no_media_player", false),
          Map.entry("ignore_http_cache", false),
          Map.entry("allow_self_signed_certificates", false),
          Map.entry("fetch_via_proxy", false),
          Map.entry("disable_http2", false));

  /// @param feedCount and `totalUnread` only where they are asked for
  record Category(
      long id,
      String title,
      long userId,
      boolean hideGlobally,
      @Nullable Integer feedCount,
      @Nullable Long totalUnread) {}

  record IconOf(long feedId, long iconId, String externalIconId) {}

  static Category category(@Nullable String folder, Account who) {
    return folder == null
        ? new Category(FeverApi.REST, REST, who.id(), false, null, null)
        : new Category(FeverApi.group(folder), folder, who.id(), false, null, null);
  }

  static MinifluxFeed of(Subscription s, Account who, Map<Long, Long> icons) {
    Long icon = icons.get(s.feed());
    return new MinifluxFeed(
        s.feed(),
        who.id(),
        s.address(),
        s.link() == null ? "" : s.link(),
        s.name(),
        s.lastNew() == null ? s.addedAt() : s.lastNew(),
        s.troubled() ? 1 : 0,
        "",
        false,
        false,
        s.hidden(),
        category(s.folder(), who),
        icon == null ? null : new IconOf(s.feed(), icon, String.valueOf(icon)),
        UNSET);
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
        "",
        false,
        true,
        true,
        category(null, who),
        null,
        UNSET);
  }
}
