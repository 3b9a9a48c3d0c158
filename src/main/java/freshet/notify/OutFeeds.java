package freshet.notify;

import freshet.catalog.Catalog;
import freshet.exchange.FeedHtml;
import freshet.exchange.FeedWriter;
import freshet.exchange.OutFeed;
import freshet.exchange.OutFeed.OutEntry;
import freshet.model.SavedSearch;
import freshet.model.Selection;
import freshet.model.SharedView;
import freshet.model.Visibility;
import freshet.store.SavedSearches;
import freshet.store.SearchRows.Row;
import freshet.store.Store;
import freshet.store.Stories;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What Freshet shows, as feeds for other programs: a view of the river (all, a feed, a folder, a
/// topic, a language, an event, a tag), what is starred, a story with its versions, a kept search.
public final class OutFeeds {
  private static final int ENTRIES = 50;

  /// Texts may have 2 MB each, and a feed is made in memory: it ends where they become too long.
  private static final int LONGEST = 8_000_000;

  private static final int AT_ONCE = 10;
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(https?://[^/?#]+(?:/[^?#]+)?)/out/([A-Za-z0-9_-]{8,100})\\.(rss|atom|json|html)");
  private static final Pattern STORY = Pattern.compile("/entry/(\\d{1,18})");

  private final Store store;
  private final @Nullable Catalog catalog;
  private final boolean hub;

  /// @param hub whether the feeds name a hub that tells of their changes
  public OutFeeds(Store store, @Nullable Catalog catalog, boolean hub) {
    this.store = store;
    this.catalog = catalog;
    this.hub = hub;
  }

  /// A feed in one of the formats.
  public record Written(String type, byte[] bytes) {}

  /// Whether a page's address names a view that can be a feed; redirects to others leave this site.
  public static boolean isView(String view) {
    return STORY.matcher(view).matches() || Selection.ofView(view).isPresent();
  }

  /// The feed at an address of ours, whole, as its readers see it; empty if there is none.
  public Optional<OutFeed> at(String address) {
    Matcher m = ADDRESS.matcher(address);
    if (!m.matches()) return Optional.empty();
    String base = m.group(1);
    String secret = m.group(2);
    String hubAddress = hub ? base + "/hub" : null;
    Optional<SharedView> view = store.outViews().bySecret(secret);
    if (view.isPresent()) {
      return entries(view.get())
          .map(e ->
              new OutFeed(view.get().title(), base + view.get().view(), address, hubAddress, e));
    }
    Optional<SavedSearches.Owned> owned = store.savedSearches().bySecret(secret);
    if (catalog == null || owned.isEmpty()) return Optional.empty();
    SavedSearch saved = owned.get().search();
    Visibility visibility = store.subscriptions().visibility(owned.get().account());
    return Optional.of(
        new OutFeed(
            saved.name(),
            base + "/search?saved=" + saved.id(),
            address,
            hubAddress,
            catalog.finder().newest(saved.query(), visibility, ENTRIES).stream()
                .map(r -> new OutEntry(r.entry(), r.body()))
                .toList()));
  }

  /// Writes a feed in the format that its address names.
  public static Written written(OutFeed feed, Instant now) {
    StringWriter text = new StringWriter();
    String format = feed.self().substring(feed.self().lastIndexOf('.') + 1);
    try {
      switch (format) {
        case "rss" -> FeedWriter.rss(feed, now, text);
        case "atom" -> FeedWriter.atom(feed, now, text);
        case "html" -> text.write(FeedHtml.of(feed, ENTRIES, FeedHtml.USUAL));
        default -> FeedWriter.json(feed, text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String type =
        switch (format) {
          case "rss" -> "application/rss+xml";
          case "atom" -> "application/atom+xml";
          case "html" -> "text/html";
          default -> "application/feed+json";
        };
    return new Written(type + "; charset=utf-8", text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// Changes when an entry comes, goes or is edited.
  static long state(OutFeed feed) {
    long state = 1;
    for (OutEntry e : feed.newest()) {
      state = state * 31 + e.entry().id();
      state = state * 31 + Objects.hashCode(e.entry().editedAt());
    }
    return state;
  }

  private Optional<List<OutEntry>> entries(SharedView view) {
    Visibility visibility = store.subscriptions().visibility(view.account());
    Matcher story = STORY.matcher(view.view());
    if (story.matches()) {
      List<Long> versions =
          store
              .stories()
              .versions(visibility, Long.parseLong(story.group(1)), ENTRIES)
              .reversed()
              .stream()
              .map(v -> v.entry().id())
              .toList();
      return Optional.of(bodies(versions));
    }
    // Hidden feeds are left out, as in the view itself.
    boolean all = store.subscriptions().followsAll(view.account());
    var reader = new Stories.Reader(new Visibility(view.account(), all), List.of(), false);
    return Selection.ofView(view.view())
        .map(which ->
            bodies(
                store.stories().page(which, reader, null, ENTRIES).stream()
                    .map(s -> s.entry().id())
                    .toList()));
  }

  private List<OutEntry> bodies(List<Long> ids) {
    List<OutEntry> entries = new ArrayList<>();
    long length = 0;
    for (int from = 0; from < ids.size(); from += AT_ONCE) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + AT_ONCE));
      Map<Long, Row> rows = new HashMap<>();
      for (Row r : store.searchRows().rows(some)) rows.put(r.entry().id(), r);
      for (long id : some) {
        Row row = rows.get(id);
        if (row == null) continue;
        String text = row.body().shown();
        length += text == null ? 0 : text.length();
        if (length > LONGEST && !entries.isEmpty()) return entries;
        entries.add(new OutEntry(row.entry(), row.body()));
      }
    }
    return entries;
  }
}
