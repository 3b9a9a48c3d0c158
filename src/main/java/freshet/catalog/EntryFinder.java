package freshet.catalog;

import freshet.dictionary.Shelf;
import freshet.model.Entry;
import freshet.model.Piece;
import freshet.model.SearchOrder;
import freshet.model.UnderstoodQuery;
import freshet.model.Visibility;
import freshet.search.Index;
import freshet.search.IndexDamaged;
import freshet.search.Marker;
import freshet.search.Names;
import freshet.search.Results;
import freshet.search.Results.Hit;
import freshet.search.SearchOptions;
import freshet.search.SearchQuery;
import freshet.search.Texts;
import freshet.store.SearchRows;
import freshet.store.SearchRows.Row;
import freshet.text.Cut;
import freshet.text.NamesApart;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds entries: the index says which, the store what they are. Copies of one story are one
/// result.
///
/// All searches throw [freshet.search.IndexUnavailable] if the index cannot be read; one that is
/// damaged is being built again by then.
public final class EntryFinder {
  /// As deep as anybody looks; what lies below is reached by a narrower query.
  public static final int DEEPEST = 500;

  private static final int READ_FOR_RELATED = 4_000;
  private static final int HITS_FOR_RELATED = 60;
  private static final int A_TOPIC = 4;
  private static final int MOST_TOPICS = 6;
  private static final int MOST_FEEDS = 10_000;

  private final SearchRows rows;
  private final Index index;
  private final InstantSource clock;
  private final ZoneId zone;
  private final Shelf shelf;
  private final Runnable whenDamaged;

  /// @param whenDamaged has an index that cannot be read built again
  public EntryFinder(
      SearchRows rows,
      Index index,
      Shelf shelf,
      InstantSource clock,
      ZoneId zone,
      Runnable whenDamaged) {
    this.rows = rows;
    this.index = index;
    this.shelf = shelf;
    this.whenDamaged = whenDamaged;
    this.clock = clock;
    this.zone = zone;
  }

  /// @param byTopic some of each topic, where there are several, instead of one list
  /// @param language the reader's own, if it is known
  public record Request(
      String query,
      SearchOrder order,
      boolean byTopic,
      int from,
      int size,
      @Nullable String language) {
    public Request(String query, SearchOrder order, boolean byTopic, int from, int size) {
      this(query, order, byTopic, from, size, null);
    }
  }

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
      UnderstoodQuery query,
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

  /// What would be made of a query.
  public UnderstoodQuery understood(String query) {
    return read(query).explained();
  }

  private SearchQuery read(String query) {
    return SearchQuery.read(query, clock.instant(), zone);
  }

  public Found find(Request request) {
    return find(request, Visibility.EVERYTHING);
  }

  /// Finds what an account may see.
  public Found find(Request request, Visibility visibility) {
    SearchQuery query = read(request.query);
    SearchOptions options = options(visibility, request.order, DEEPEST, true, request.language);
    Results results = healing(() -> index.search(query, new StoreNames(visibility), options));
    Map<Long, String> topics = rows.topics();
    List<Copies> stories = stories(current(results.hits()));
    List<TopicGroup> chosen =
        request.byTopic && results.query().hasWords() ? byTopic(stories) : List.of();
    boolean byTopic = chosen.size() > 1;
    if (!byTopic) chosen = List.of(new TopicGroup(0, page(stories, request.from, request.size)));
    Map<Long, Row> shown = rows(chosen);
    Marker marker = new Marker(results.query());
    List<Group> groups = new ArrayList<>();
    for (TopicGroup group : chosen) {
      List<Story> list = new ArrayList<>();
      for (Copies copies : group.stories) {
        Row row = shown.get(copies.best().id());
        if (row != null) list.add(story(copies, row, topics, marker));
      }
      long entries = byTopic ? count(results, group.topic) : results.total();
      if (!list.isEmpty()) {
        groups.add(new Group(group.topic, topics.get(group.topic), entries, list));
      }
    }
    return found(results, stories.size(), byTopic, groups, topics);
  }

  /// The copies of one story that were found, best first.
  private record Copies(List<Hit> hits) {
    Hit best() {
      return hits.getFirst();
    }
  }

  /// Stories of one topic, best first.
  ///
  /// @param topic 0 if they are of all topics
  private record TopicGroup(long topic, List<Copies> stories) {}

  /// An index that cannot be read is built again, whoever it was that noticed.
  private <T> T healing(Supplier<T> search) {
    try {
      return search.get();
    } catch (IndexDamaged e) {
      whenDamaged.run();
      throw e;
    }
  }

  private Found found(
      Results results, int stories, boolean byTopic, List<Group> groups, Map<Long, String> topics) {
    List<Long> feeds = results.facets().feeds().stream().map(c -> Long.valueOf(c.value())).toList();
    return new Found(
        results.query().explained(),
        results.total(),
        stories,
        byTopic,
        groups,
        facets(results.facets().topics(), topics),
        results.facets().languages().stream()
            .map(c -> new Facet(c.value(), c.value(), c.entries()))
            .toList(),
        facets(results.facets().feeds(), namesApart(feeds)),
        results.facets().firstDay(),
        results.facets().days(),
        results.suggestion());
  }

  /// The two feeds of a paper have its name; which is which, their addresses tell.
  private Map<Long, String> namesApart(List<Long> feeds) {
    Map<Long, SearchRows.FeedName> named = new LinkedHashMap<>();
    Map<Long, SearchRows.FeedName> known = rows.feedNames(feeds);
    for (long feed : feeds) {
      SearchRows.FeedName name = known.get(feed);
      if (name != null) named.put(feed, name);
    }
    List<String> apart =
        NamesApart.of(
            named.values().stream().map(SearchRows.FeedName::name).toList(),
            named.values().stream().map(SearchRows.FeedName::address).toList());
    Map<Long, String> names = new HashMap<>();
    int i = 0;
    for (long feed : named.keySet()) names.put(feed, apart.get(i++));
    return names;
  }

  private static List<Facet> facets(List<Results.Count> counts, Map<Long, String> names) {
    List<Facet> facets = new ArrayList<>();
    for (Results.Count c : counts) {
      String name = names.get(Long.valueOf(c.value()));
      if (name != null) facets.add(new Facet(c.value(), name, c.entries()));
    }
    return facets;
  }

  private SearchOptions options(
      Visibility visibility,
      SearchOrder order,
      int hits,
      boolean facets,
      @Nullable String language) {
    List<Long> feeds = visibility.all() ? null : rows.feeds(visibility);
    return new SearchOptions(
        clock.instant(), zone, order, hits, facets, feeds, shelf.now(), language, this::texts);
  }

  private List<Texts.Text> texts(List<Long> entries) {
    return rows.rows(entries).stream()
        .map(row -> {
          Entry e = row.entry();
          String title = e.title() == null ? "" : e.title();
          String text = title + ". " + IndexKeeper.text(row.body(), e.excerpt());
          return new Texts.Text(e.id(), e.language(), text);
        })
        .toList();
  }

  /// Which of these entries, just stored, a query fits: for alerts and rules. They are ones that
  /// the account may see.
  public List<Long> matching(String query, Visibility visibility, List<Long> entries) {
    return healing(() -> index.matching(read(query), new StoreNames(visibility), entries));
  }

  /// Stories about the same as an entry, the closest first, without copies of its own; none if
  /// nobody has it.
  public List<Story> related(long id, Visibility visibility, int most) {
    List<Row> of = rows.rows(List.of(id));
    if (of.isEmpty()) return List.of();
    Row row = of.getFirst();
    Entry entry = row.entry();
    String title = entry.title() == null ? "" : entry.title();
    String text = IndexKeeper.text(row.body(), entry.excerpt());
    SearchQuery query =
        SearchQuery.like(
            title + ". " + title + ". " + Cut.start(text, READ_FOR_RELATED), entry.language());
    List<Long> feeds = visibility.all() ? null : rows.feeds(visibility);
    SearchOptions options =
        new SearchOptions(
            clock.instant(),
            zone,
            SearchOrder.BEST,
            HITS_FOR_RELATED,
            false,
            feeds,
            null,
            null,
            Texts.NONE);
    Results results = healing(() -> index.search(query, new StoreNames(visibility), options));
    List<Hit> others = new ArrayList<>();
    for (Hit h : current(results.hits())) {
      if (h.id() != id && (row.story() == 0 || h.story() != row.story())) others.add(h);
    }
    List<TopicGroup> chosen = List.of(new TopicGroup(0, page(stories(others), 0, most)));
    Map<Long, Row> shown = rows(chosen);
    Marker marker = new Marker(results.query());
    List<Story> related = new ArrayList<>();
    for (Copies copies : chosen.getFirst().stories) {
      Row other = shown.get(copies.best().id());
      if (other != null) related.add(story(copies, other, rows.topics(), marker));
    }
    return related;
  }

  /// The newest entries that fit, for a view that others read as a feed.
  public List<Row> newest(String query, Visibility visibility, int most) {
    SearchOptions options = options(visibility, SearchOrder.NEWEST, most, false, null);
    Results results = healing(() -> index.search(read(query), new StoreNames(visibility), options));
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

  private static List<Copies> stories(List<Hit> hits) {
    Map<Long, Copies> byStory = new HashMap<>();
    List<Copies> stories = new ArrayList<>();
    for (Hit h : hits) {
      Copies known = h.story() == 0 ? null : byStory.get(h.story());
      if (known != null) {
        known.hits.add(h);
      } else {
        Copies story = new Copies(new ArrayList<>(List.of(h)));
        stories.add(story);
        if (h.story() != 0) byStory.put(h.story(), story);
      }
    }
    return stories;
  }

  private static List<Copies> page(List<Copies> stories, int from, int size) {
    int start = Math.clamp(from, 0, stories.size());
    return stories.subList(start, Math.min(stories.size(), start + size));
  }

  /// The topics by their best story, some stories of each.
  private static List<TopicGroup> byTopic(List<Copies> stories) {
    Map<Long, TopicGroup> topics = new LinkedHashMap<>();
    for (Copies story : stories) {
      TopicGroup group =
          topics.computeIfAbsent(
              story.best().topic(), topic -> new TopicGroup(topic, new ArrayList<>()));
      if (group.stories.size() < A_TOPIC) group.stories.add(story);
    }
    return topics.values().stream().limit(MOST_TOPICS).toList();
  }

  private static long count(Results results, long topic) {
    for (Results.Count c : results.facets().topics()) {
      if (c.value().equals(Long.toString(topic))) return c.entries();
    }
    return 0;
  }

  private Map<Long, Row> rows(List<TopicGroup> chosen) {
    List<Long> ids = new ArrayList<>();
    for (TopicGroup group : chosen) for (Copies s : group.stories) ids.add(s.best().id());
    Map<Long, Row> found = new HashMap<>();
    for (Row r : rows.rows(ids)) found.put(r.entry().id(), r);
    return found;
  }

  private static Story story(Copies copies, Row row, Map<Long, String> topics, Marker marker) {
    Entry e = row.entry();
    Hit best = copies.best();
    String title = e.title() == null ? "" : e.title();
    return new Story(
        e,
        best.score(),
        best.story(),
        best.topic(),
        topics.get(best.topic()),
        marker.whole(Cut.start(title, 400), e.language()),
        marker.excerpt(IndexKeeper.text(row.body(), e.excerpt()), e.language()),
        copies.hits.stream().skip(1).map(Hit::id).toList());
  }

  private final class StoreNames implements Names {
    private final Visibility visibility;

    StoreNames(Visibility visibility) {
      this.visibility = visibility;
    }

    @Override
    public List<Long> feeds(String text) {
      return rows.feedsCalled(visibility, text, MOST_FEEDS);
    }

    @Override
    public List<Long> crawls(String text) {
      return rows.crawlsCalled(visibility, text, MOST_FEEDS);
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
