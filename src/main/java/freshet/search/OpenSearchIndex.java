package freshet.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// The index in OpenSearch, for one that writes and any number on other machines that search.
///
/// Nothing is asked for before it is needed, so a server that is away keeps nobody from starting:
/// every call says so until it is back. Entries are documents named by their numbers: whatever is
/// written twice is there once. The mark is written into the index's own description when all
/// before it is on the disks of OpenSearch.
///
/// Searches ask by an alias, which has this version in its name. An index that is built anew grows
/// beside the one that is searched, and [#present] turns the alias round.
public final class OpenSearchIndex implements Index {
  private static final Logger log = LoggerFactory.getLogger(OpenSearchIndex.class);
  private static final int BULK_BYTES = 4 << 20;
  private static final int PAGE = 10_000;
  private static final int TRIES = 6;

  /// How long others do not notice that there are entries in another language.
  private static final long LANGUAGES_NANOS = 10_000_000_000L;

  private final OpenSearchPlace place;
  private final OpenSearchClient client;
  private final InstantSource clock;
  private final String owner;
  private final boolean writes;
  private final OpenSearchDocuments documents = new OpenSearchDocuments();
  private volatile @Nullable Spoken spoken;
  private boolean checked;
  private boolean presented;
  private volatile boolean written = true;

  /// @param until by the clock of the program
  private record Spoken(List<String> languages, long until) {}

  /// @param owner whose entries they are: an index of another Freshet is not touched
  /// @param writes false to search only
  public OpenSearchIndex(OpenSearchPlace place, String owner, boolean writes, InstantSource clock) {
    this.place = place;
    this.client = new OpenSearchClient(place);
    this.owner = owner;
    this.writes = writes;
    this.clock = clock;
  }

  /// What is written into, made if there is none.
  private String writing() {
    if (!writes) throw new IllegalStateException("the index is open for reading only");
    if (checked) return place.writing();
    JsonNode there = meta(place.writing());
    if (there == null) {
      make();
    } else if (!there.path("owner").asString("").equals(owner)) {
      throw new IndexUnavailable(
          "The index "
              + place.index()
              + " in OpenSearch has the entries of another Freshet; name another one with the"
              + " setting 'search'",
          null);
    }
    checked = true;
    return place.writing();
  }

  /// Makes an empty one to write into. If none is searched, or it cannot be, this one is.
  private void make() {
    String name = place.made(clock.millis());
    JsonNode made =
        client.ask(
            "PUT",
            "/" + name,
            Map.of(
                "settings",
                OpenSearchDocuments.settings(place.shards(), place.replicas()),
                "mappings",
                described(IndexMark.NOTHING)));
    if (made == null) throw new IndexUnavailable("OpenSearch made no index " + name, null);
    move(place.writing(), name);
    if (!isSearchable()) move(place.reading(), name);
    log.info("the search index is built in OpenSearch as {}", name);
  }

  private boolean isSearchable() {
    try {
      return client.ask("GET", "/" + place.reading() + "/_count", null) != null;
    } catch (IndexUnavailable e) {
      log.debug("The index that is searched", e);
      return false;
    }
  }

  private Map<String, Object> described(IndexMark mark) {
    Map<String, Object> mappings = new LinkedHashMap<>(OpenSearchDocuments.mappings());
    mappings.put("_meta", meta(mark));
    return mappings;
  }

  private Map<String, Object> meta(IndexMark mark) {
    return Map.of("owner", owner, "entry", mark.entry(), "at", mark.at().toEpochMilli());
  }

  /// What is known about an index; null if there is none.
  private @Nullable JsonNode meta(String alias) {
    JsonNode found = client.ask("GET", "/" + alias + "/_mapping", null);
    if (found == null) return null;
    for (JsonNode index : found) return index.path("mappings").path("_meta");
    return null;
  }

  /// Makes an alias mean one index, and no other.
  private void move(String alias, String name) {
    List<Object> actions = new ArrayList<>();
    for (String other : ours()) {
      if (!other.equals(name)) {
        actions.add(Map.of("remove", Map.of("index", other, "alias", alias, "must_exist", false)));
      }
    }
    actions.add(Map.of("add", Map.of("index", name, "alias", alias)));
    client.call("POST", "/_aliases", Map.of("actions", actions));
  }

  /// All indexes of ours, of whatever version.
  private List<String> ours() {
    JsonNode found = client.call("GET", "/" + place.index() + "-v*/_alias", null);
    return found.propertyNames().stream().filter(place::isOurs).sorted().toList();
  }

  /// What an alias means; null if nothing.
  private @Nullable String behind(String alias) {
    JsonNode found = client.ask("GET", "/_alias/" + alias, null);
    return found == null ? null : found.propertyNames().stream().findFirst().orElse(null);
  }

  @Override
  public IndexMark mark() {
    JsonNode meta = meta(writes ? writing() : place.reading());
    if (meta == null) {
      throw new IndexUnavailable("The search index is not in OpenSearch, or not built yet", null);
    }
    return new IndexMark(
        meta.path("entry").asLong(0), Instant.ofEpochMilli(meta.path("at").asLong(0)));
  }

  @Override
  public void add(List<IndexEntry> entries) {
    Bulk bulk = new Bulk();
    for (IndexEntry e : entries) bulk.add("index", e.id(), documents.of(e));
    bulk.send();
  }

  @Override
  public void replace(List<IndexEntry> entries) {
    add(entries);
  }

  @Override
  public void remove(List<Long> ids) {
    Bulk bulk = new Bulk();
    for (long id : ids) bulk.add("delete", id, null);
    bulk.send();
  }

  /// Writes that travel together.
  private final class Bulk {
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    void add(String action, long id, @Nullable Object document) {
      line(Map.of(action, Map.of("_id", Long.toString(id))));
      if (document != null) line(document);
      if (lines.size() > BULK_BYTES) send();
    }

    private void line(Object json) {
      try {
        lines.write(OpenSearchClient.JSON.writeValueAsBytes(json));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      lines.write('\n');
    }

    /// Who has too much to do is given everything again: what is written twice is there once.
    void send() {
      if (lines.size() == 0) return;
      for (int i = 1; ; i++) {
        JsonNode answer =
            client.ask(
                "POST",
                "/"
                    + writing()
                    + "/_bulk?require_alias=true&filter_path=errors,items.*.status,items.*.error,"
                    + "items.*._id",
                "application/x-ndjson",
                lines.toByteArray());
        written = true;
        if (answer == null || isGone(answer)) throw gone();
        if (!answer.path("errors").asBoolean(false) || !isBusy(answer)) break;
        if (i == TRIES) throw new IndexUnavailable("OpenSearch has too much to do", null);
        LockSupport.parkNanos(200_000_000L << i);
      }
      lines.reset();
    }
  }

  private IndexDamaged gone() {
    checked = false;
    presented = false;
    return new IndexDamaged("The search index is no longer in OpenSearch", null);
  }

  private static boolean isGone(JsonNode answer) {
    JsonNode first = answer.path("items").path(0);
    for (JsonNode item : first) {
      if (item.path("error").path("type").asString("").equals("index_not_found_exception")) {
        return true;
      }
    }
    return false;
  }

  /// Whether some were refused for now; what is refused for ever is logged and left out.
  private static boolean isBusy(JsonNode answer) {
    boolean busy = false;
    for (JsonNode action : answer.path("items")) {
      for (JsonNode item : action) {
        if (!item.has("error")) continue;
        int status = item.path("status").asInt(0);
        if (status == 429 || status >= 500) busy = true;
        else log.error("OpenSearch refuses entry {}: {}", item.path("_id"), item.path("error"));
      }
    }
    return busy;
  }

  @Override
  public void removeFeed(long feed) {
    refresh();
    Map<String, Object> ofFeed = Map.of("term", Map.of(Fields.FEED, Long.toString(feed)));
    for (; ; ) {
      List<Long> some = numbers(ofFeed, Long.MIN_VALUE);
      remove(some);
      if (some.size() < PAGE) return;
      refresh();
    }
  }

  @Override
  public void commit(IndexMark mark) {
    JsonNode done = client.ask("PUT", "/" + writing() + "/_mapping", Map.of("_meta", meta(mark)));
    if (done == null) throw gone();
  }

  @Override
  public void clear() {
    if (!writes) throw new IllegalStateException("the index is open for reading only");
    JsonNode there = meta(place.writing());
    if (there != null) {
      String _ = writing(); // it is ours
    }
    make();
    checked = true;
    presented = false;
    spoken = null;
  }

  @Override
  public void present() {
    if (presented) return;
    String built = behind(writing());
    if (built == null) throw gone();
    if (!built.equals(behind(place.reading()))) {
      move(place.reading(), built);
      log.info("searches ask {} in OpenSearch from now on", built);
    }
    for (String other : ours()) {
      if (!other.equals(built)) client.ask("DELETE", "/" + other, null);
    }
    presented = true;
    spoken = null;
  }

  /// OpenSearch compares its checksums itself; what it cannot read is not there.
  @Override
  public void verify() {
    JsonNode health = client.call("GET", "/_cluster/health/" + writing(), null);
    if (health.path("status").asString("").equals("red")) {
      throw new IndexUnavailable(
          "A part of the search index is missing in OpenSearch; if it does not come back, build the"
              + " index again (./freshet reindex)",
          null);
    }
  }

  @Override
  public void refresh() {
    if (!writes || !written) return;
    written = false;
    client.call("POST", "/" + writing() + "/_refresh", null);
    spoken = null;
  }

  private OpenSearchEngine engine() {
    Spoken now = spoken;
    if (now == null || now.until - System.nanoTime() < 0) {
      List<String> languages = OpenSearchEngine.languages(client, place.reading());
      now = new Spoken(languages, System.nanoTime() + LANGUAGES_NANOS);
      spoken = now;
    }
    return new OpenSearchEngine(client, place.reading(), now.languages);
  }

  @Override
  public Results search(SearchQuery query, Names names, SearchOptions options) {
    try {
      return new SearchRun(engine(), names, options).to(query);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Long> matching(SearchQuery query, Names names, List<Long> ids) {
    try {
      return SearchRun.matching(engine(), query, names, ids);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String looked() {
    return writes ? writing() : place.reading();
  }

  @Override
  public List<Long> feeds() {
    refresh();
    List<Long> feeds = new ArrayList<>();
    JsonNode after = null;
    do {
      Map<String, Object> composite = new LinkedHashMap<>();
      composite.put("size", PAGE);
      composite.put(
          "sources", List.of(Map.of("feed", Map.of("terms", Map.of("field", Fields.FEED)))));
      if (after != null) composite.put("after", after);
      JsonNode found =
          OpenSearchEngine.search(
              client,
              looked(),
              Map.of("size", 0, "aggs", Map.of("feeds", Map.of("composite", composite))));
      JsonNode page = found.path("aggregations").path("feeds");
      for (JsonNode b : page.path("buckets")) {
        feeds.add(Long.valueOf(b.path("key").path("feed").asString("0")));
      }
      after = page.get("after_key");
    } while (after != null);
    return feeds;
  }

  @Override
  public int size() {
    refresh();
    return client.call("GET", "/" + looked() + "/_count", null).path("count").asInt(0);
  }

  @Override
  public long[] ids() {
    refresh();
    long[] ids = new long[PAGE];
    int n = 0;
    for (long last = Long.MIN_VALUE; ; ) {
      List<Long> page = numbers(Map.of("match_all", Map.of()), last);
      if (n + page.size() > ids.length) ids = Arrays.copyOf(ids, 2 * ids.length);
      for (long id : page) ids[n++] = id;
      if (page.size() < PAGE) return Arrays.copyOf(ids, n);
      last = page.getLast();
    }
  }

  /// A page of the numbers of entries, ascending.
  private List<Long> numbers(Map<String, Object> query, long after) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("query", query);
    body.put("size", PAGE);
    body.put("track_total_hits", false);
    body.put("sort", List.of(Map.of(Fields.ID, "asc")));
    body.put("stored_fields", "_none_");
    body.put("search_after", List.of(after));
    List<Long> ids = new ArrayList<>();
    JsonNode found = OpenSearchEngine.search(client, looked(), body);
    for (JsonNode h : found.path("hits").path("hits")) ids.add(h.path("sort").path(0).asLong(0));
    return ids;
  }

  @Override
  public void close() {
    client.close();
  }
}
