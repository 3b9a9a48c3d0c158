package freshet.pipeline;

import freshet.model.Entry;
import freshet.search.Index;
import freshet.search.Marker;
import freshet.search.Marker.Piece;
import freshet.search.Names;
import freshet.search.Remark;
import freshet.search.Results;
import freshet.search.Results.Hit;
import freshet.search.SearchQuery;
import freshet.search.Wish;
import freshet.search.Wish.Order;
import freshet.store.SearchRows;
import freshet.store.SearchRows.Row;
import freshet.store.Sight;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds entries: the index says which, the store what they are. Copies of one story are one
/// result.
public final class EntryFinder {
  /// As deep as anybody looks; what lies below is reached by a narrower query.
  public static final int DEEPEST = 500;

  private static final int A_TOPIC = 4;
  private static final int MOST_TOPICS = 6;
  private static final int MOST_FEEDS = 10_000;

  private final SearchRows rows;
  private final Index index;
  private final InstantSource clock;
  private final ZoneId zone;

  public EntryFinder(SearchRows rows, Index index, InstantSource clock, ZoneId zone) {
    this.rows = rows;
    this.index = index;
    this.clock = clock;
    this.zone = zone;
  }

  /// @param byTopic some of each topic, where there are several, instead of one list
  public record Request(String query, Order order, boolean byTopic, int from, int size) {}

  /// One story.
  ///
  /// @param entry the copy that fits best
  /// @param copies the others, as far as they were found
  public record Story(
      Entry entry,
      float score,
      long story,
      long topicId,
      @Nullable String topic,
      List<Piece> title,
      List<Piece> excerpt,
      List<Long> copies) {}

  /// @param topic null for what has none, and for a list of all
  /// @param entries how many there are in all
  public record Group(long topicId, @Nullable String topic, long entries, List<Story> stories) {}

  /// How many of the entries found are of one kind.
  public record Facet(String value, String name, long entries) {}

  /// @param stories how many different ones were looked at: at most as many as anybody looks at
  /// @param days entries of each of the last days, the first of them `firstDay`
  public record Found(
      SearchQuery query,
      long total,
      int stories,
      boolean byTopic,
      List<Group> groups,
      List<Facet> topics,
      List<Facet> languages,
      List<Facet> feeds,
      LocalDate firstDay,
      int[] days,
      @Nullable String suggestion) {}

  public SearchQuery read(String query) {
    return SearchQuery.read(query, clock.instant(), zone);
  }

  public Found find(Request request) {
    return find(request, Sight.EVERYTHING);
  }

  /// Finds what an account may see.
  public Found find(Request request, Sight sight) {
    SearchQuery query = read(request.query);
    Results results =
        index.search(query, new StoreNames(sight), wish(sight, request.order, DEEPEST, true));
    Map<Long, String> topics = rows.topics();
    List<List<Hit>> stories = stories(current(results.hits()));
    List<List<List<Hit>>> chosen = new ArrayList<>();
    boolean byTopic = request.byTopic && results.query().hasWords();
    if (byTopic) chosen = byTopic(stories);
    byTopic = chosen.size() > 1;
    if (!byTopic) chosen = List.of(page(stories, request.from, request.size));
    Map<Long, Row> shown = rows(chosen);
    Marker marker = new Marker(query);
    List<Group> groups = new ArrayList<>();
    for (List<List<Hit>> group : chosen) {
      List<Story> list = new ArrayList<>();
      for (List<Hit> copies : group) {
        Row row = shown.get(copies.getFirst().id());
        if (row != null) list.add(story(copies, row, topics, marker));
      }
      long topic = byTopic ? group.getFirst().getFirst().topic() : 0;
      long entries = byTopic ? count(results, topic) : results.total();
      if (!list.isEmpty()) groups.add(new Group(topic, topics.get(topic), entries, list));
    }
    return found(results, stories.size(), byTopic, groups, topics);
  }

  private Found found(
      Results results, int stories, boolean byTopic, List<Group> groups, Map<Long, String> topics) {
    List<Long> feeds = results.facets().feeds().stream().map(c -> Long.valueOf(c.value())).toList();
    Map<Long, String> feedNames = rows.feedNames(feeds);
    return new Found(
        results.query(),
        results.total(),
        stories,
        byTopic,
        groups,
        facets(results.facets().topics(), topics),
        results.facets().languages().stream()
            .map(c -> new Facet(c.value(), c.value(), c.entries()))
            .toList(),
        facets(results.facets().feeds(), feedNames),
        results.facets().firstDay(),
        results.facets().days(),
        results.suggestion());
  }

  private static List<Facet> facets(List<Results.Count> counts, Map<Long, String> names) {
    List<Facet> facets = new ArrayList<>();
    for (Results.Count c : counts) {
      String name = names.get(Long.valueOf(c.value()));
      if (name != null) facets.add(new Facet(c.value(), name, c.entries()));
    }
    return facets;
  }

  private Wish wish(Sight sight, Order order, int hits, boolean facets) {
    List<Long> feeds = sight.all() ? null : rows.feeds(sight);
    return new Wish(clock.instant(), zone, order, hits, facets, feeds);
  }

  /// Which of these entries, just stored, a query fits: for alerts and rules. They are ones that
  /// the account may see.
  public List<Long> matching(String query, Sight sight, List<Long> entries) {
    return index.matching(read(query), new StoreNames(sight), entries);
  }

  /// The newest entries that fit, for a view that others read as a feed.
  public List<Row> newest(String query, Sight sight, int most) {
    Results results =
        index.search(read(query), new StoreNames(sight), wish(sight, Order.NEWEST, most, false));
    Map<Long, Row> found = new HashMap<>();
    for (Row r : rows.rows(results.hits().stream().map(Hit::id).toList())) {
      found.put(r.entry().id(), r);
    }
    List<Row> ordered = new ArrayList<>();
    for (Hit h : results.hits()) {
      Row row = found.get(h.id());
      if (row != null) ordered.add(row);
    }
    return ordered;
  }

  /// What is wrong with a query, and what was understood instead.
  public List<Remark> remarks(String query) {
    return read(query).remarks();
  }

  /// Story and topic as they are now: an entry joins a story when a copy of it comes, and may have
  /// been indexed long before.
  private List<Hit> current(List<Hit> hits) {
    Map<Long, SearchRows.Place> places = rows.places(hits.stream().map(Hit::id).toList());
    List<Hit> now = new ArrayList<>(hits.size());
    for (Hit h : hits) {
      SearchRows.Place place = places.get(h.id());
      if (place != null) now.add(new Hit(h.id(), h.score(), place.story(), place.topic()));
    }
    return now;
  }

  /// Copies of a story behind the one that fits best.
  private static List<List<Hit>> stories(List<Hit> hits) {
    Map<Long, List<Hit>> byStory = new HashMap<>();
    List<List<Hit>> stories = new ArrayList<>();
    for (Hit h : hits) {
      List<Hit> known = h.story() == 0 ? null : byStory.get(h.story());
      if (known != null) {
        known.add(h);
      } else {
        List<Hit> story = new ArrayList<>(List.of(h));
        stories.add(story);
        if (h.story() != 0) byStory.put(h.story(), story);
      }
    }
    return stories;
  }

  private static List<List<Hit>> page(List<List<Hit>> stories, int from, int size) {
    int start = Math.clamp(from, 0, stories.size());
    return stories.subList(start, Math.min(stories.size(), start + size));
  }

  /// The topics by their best story, some stories of each.
  private static List<List<List<Hit>>> byTopic(List<List<Hit>> stories) {
    Map<Long, List<List<Hit>>> topics = new LinkedHashMap<>();
    for (List<Hit> s : stories) {
      List<List<Hit>> group = topics.computeIfAbsent(s.getFirst().topic(), _ -> new ArrayList<>());
      if (group.size() < A_TOPIC) group.add(s);
    }
    List<List<List<Hit>>> all = new ArrayList<>(topics.values());
    return all.subList(0, Math.min(all.size(), MOST_TOPICS));
  }

  private static long count(Results results, long topic) {
    for (Results.Count c : results.facets().topics()) {
      if (c.value().equals(Long.toString(topic))) return c.entries();
    }
    return 0;
  }

  private Map<Long, Row> rows(List<List<List<Hit>>> chosen) {
    List<Long> ids = new ArrayList<>();
    for (List<List<Hit>> group : chosen) for (List<Hit> s : group) ids.add(s.getFirst().id());
    Map<Long, Row> found = new HashMap<>();
    for (Row r : rows.rows(ids)) found.put(r.entry().id(), r);
    return found;
  }

  private static Story story(List<Hit> copies, Row row, Map<Long, String> topics, Marker marker) {
    Entry e = row.entry();
    Hit best = copies.getFirst();
    String title = e.title() == null ? "" : e.title();
    return new Story(
        e,
        best.score(),
        best.story(),
        best.topic(),
        topics.get(best.topic()),
        marker.whole(title.length() > 400 ? title.substring(0, 400) : title, e.language()),
        marker.excerpt(IndexKeeper.text(row.body(), e.excerpt()), e.language()),
        copies.stream().skip(1).map(Hit::id).toList());
  }

  private final class StoreNames implements Names {
    private final Sight sight;

    StoreNames(Sight sight) {
      this.sight = sight;
    }

    @Override
    public List<Long> feeds(String text) {
      return rows.feedsCalled(sight, text, MOST_FEEDS);
    }

    @Override
    public List<Long> topics(String text) {
      String wanted = text.toLowerCase(Locale.ROOT);
      List<Long> exact = new ArrayList<>();
      List<Long> part = new ArrayList<>();
      rows.topics()
          .forEach((id, name) -> {
            String known = name.toLowerCase(Locale.ROOT);
            if (known.equals(wanted) || text.equals(Long.toString(id))) exact.add(id);
            else if (known.contains(wanted)) part.add(id);
          });
      return exact.isEmpty() ? part : exact;
    }
  }
}
