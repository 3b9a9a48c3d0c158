package freshet.parse;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import freshet.parse.ns.Addresses;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names entries so that the same entry has the same name at every fetch and no two share one.
///
/// How far a feed's ids and links can be trusted shows in the feed itself:
/// - an id that only one entry has names that entry;
/// - an id that several have (some feeds write one guid for all) names it only together with the
///   link, and with the title if that is shared too;
/// - without an id, a link of its own names it; a link that is shared, or is the site's front page,
///   does so only together with the title; and where there is no title, the date, then the text.
///
/// Some feeds invent new ids at every fetch. One fetch cannot show that, so every entry has a
/// second name, the alias, made without the id: link and title, and the date too if the link says
/// little.
///
/// The hashes are kept for ever in the store: neither the recipe nor the hash may change.
final class EntryKeys {
  private static final Hasher64 HASH = Hashing.komihash5_0();

  /// What an entry is known by, id and link in canonical form.
  record Names(
      @Nullable String id,
      @Nullable String link,
      @Nullable String title,
      @Nullable Instant date,
      long text) {

    /// As they come from the feed.
    static Names of(
        @Nullable String id,
        @Nullable String link,
        @Nullable String title,
        @Nullable Instant date,
        long text) {
      String name = id == null ? null : canonical(id);
      String address = link == null ? null : link.equals(id) ? name : canonical(link);
      return new Names(name, address, title, date, text);
    }
  }

  private final Map<String, Integer> ids = new HashMap<>();
  private final Map<String, Integer> links = new HashMap<>();
  private final @Nullable String home;

  EntryKeys(List<Names> entries, @Nullable String home) {
    this.home = home == null ? null : canonical(home);
    for (Names e : entries) {
      if (e.id() != null) ids.merge(e.id(), 1, Integer::sum);
      if (e.link() != null) links.merge(e.link(), 1, Integer::sum);
    }
  }

  long key(Names e) {
    String id = e.id();
    String link = e.link();
    if (id != null && ids.getOrDefault(id, 0) == 1) return hash("id", id, null, null);
    if (ownLink(link))
      return id == null ? hash("link", link, null, null) : hash("id", id, link, null);
    if (e.title() != null) return hash("title", id, link, e.title());
    return hash("text", id, link, when(e));
  }

  long alias(Names e) {
    String link = e.link();
    if (ownLink(link)) return hash("alias", link, e.title(), null);
    if (link == null && e.title() == null) return hash("alias", null, null, when(e));
    return hash("alias", link, e.title(), when(e));
  }

  static long contentHash(
      @Nullable String title,
      @Nullable String link,
      @Nullable String summary,
      @Nullable String content) {
    long h = mix(0x9E3779B97F4A7C15L, title);
    h = mix(h, link == null ? null : canonical(link));
    h = mix(h, summary);
    return mix(h, content);
  }

  private boolean ownLink(@Nullable String link) {
    return link != null && !link.equals(home) && links.getOrDefault(link, 0) == 1;
  }

  private static String when(Names e) {
    return e.date() != null ? Long.toString(e.date().getEpochSecond()) : Long.toString(e.text());
  }

  /// String.hashCode is 32 bits, enough to notice an edit, and the fastest there is.
  private static long mix(long h, @Nullable String s) {
    long v = s == null ? 1 : s.hashCode() * 31L + s.length();
    h = (h ^ v) * 0xBF58476D1CE4E5B9L;
    return h ^ (h >>> 29);
  }

  private static long hash(
      String kind, @Nullable String a, @Nullable String b, @Nullable String c) {
    return HASH.hashLongLongLongToLong(part(a) + kind.hashCode(), part(b), part(c));
  }

  private static long part(@Nullable String s) {
    return s == null ? 0 : HASH.hashCharsToLong(s);
  }

  /// A site that moves to https or adds a campaign to its links has not written new entries.
  static String canonical(String name) {
    if (!Addresses.isWeb(name)) return name;
    String s = name.substring(name.indexOf("//"));
    int query = s.indexOf('?');
    if (query < 0 || s.indexOf("utm_", query) < 0) return s;
    return s.replaceAll("(?<=[?&])utm_[a-z]+=[^&#]*&?", "").replaceAll("[?&](?=#|$)", "");
  }
}
