package freshet.source;

import freshet.fetch.SiteKey;
import freshet.model.FeedUrl;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The kinds of sources there are, and which address is of which.
public record Sources(List<Source> kinds) {
  public static final Sources NONE = new Sources(List.of());

  public Sources {
    kinds = List.copyOf(kinds);
  }

  /// The kind that an address belongs to; null if it is one of a feed.
  public @Nullable Source of(FeedUrl url) {
    String address = url.toString();
    for (Source kind : kinds) if (url.equals(kind.address(address))) return kind;
    return null;
  }

  /// Reads an address as people type or paste it: one of a source in any of its forms, or a web
  /// address.
  ///
  /// @throws IllegalArgumentException with a sentence for the user, if it cannot be one
  public FeedUrl address(String typed) {
    for (Source kind : kinds) {
      FeedUrl known = kind.address(typed.strip());
      if (known != null) return known;
    }
    return FeedUrl.of(typed);
  }

  /// The quota group whose budget pays for an address; null for a feed, which the common one does.
  public @Nullable String quotaGroup(FeedUrl url) {
    Source kind = of(url);
    return kind == null ? null : kind.group(url);
  }

  /// Whom asking an address bothers. Sources of one platform are held apart by their group's
  /// budget, not by their host: each is a site of its own.
  public String site(FeedUrl url) {
    return of(url) == null ? SiteKey.of(url) : url.host() + url.uri().getPath();
  }

  /// What each kind may spend, by group.
  public Map<String, String> budgets() {
    Map<String, String> budgets = new TreeMap<>();
    for (Source kind : kinds) budgets.put(kind.name(), kind.budget());
    return budgets;
  }
}
