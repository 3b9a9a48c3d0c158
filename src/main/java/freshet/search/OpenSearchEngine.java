package freshet.search;

import freshet.search.Results.Count;
import freshet.search.Results.Facets;
import freshet.search.Results.Hit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers by OpenSearch.
final class OpenSearchEngine implements Engine {
  /// What is new counts more than what is old: [Ranking#weight].
  private static final String WEIGHT =
      "_score * (1 - params.age + params.age"
          + " / (1 + Math.max(0L, params.now - doc['placed'].value) / params.half))";

  private static final int MOST_LANGUAGES = 1_000;
  private static final int MOST_ALIKE = 100;

  private final OpenSearchClient client;
  private final String index;
  private final List<String> languages;

  /// @param index what is asked
  /// @param languages of its entries
  OpenSearchEngine(OpenSearchClient client, String index, List<String> languages) {
    this.client = client;
    this.index = index;
    this.languages = languages;
  }

  /// Half an answer is none.
  static JsonNode search(OpenSearchClient client, String index, Map<String, ?> body) {
    JsonNode found =
        client.ask(
            "POST",
            "/"
                + index
                + "/_search?allow_partial_search_results=false&search_type=dfs_query_then_fetch",
            body);
    if (found == null) {
      throw new IndexDamaged("The search index is not in OpenSearch, or not built yet", null);
    }
    return found;
  }

  private JsonNode search(Map<String, ?> body) {
    return search(client, index, body);
  }

  /// The languages that entries can be read in.
  static List<String> languages(OpenSearchClient client, String index) {
    Map<String, Object> terms = Map.of("field", Fields.READ, "size", MOST_LANGUAGES);
    JsonNode found =
        search(
            client, index, Map.of("size", 0, "aggs", Map.of(Fields.READ, Map.of("terms", terms))));
    return counts(found.path("aggregations").path(Fields.READ)).stream()
        .map(Count::value)
        .sorted()
        .toList();
  }

  @Override
  public List<String> languages() {
    return languages;
  }

  @Override
  public Ranked rank(Query query, Ranking ranking) {
    Map<String, Object> body = new LinkedHashMap<>();
    Map<String, Object> fits = OpenSearchQueries.of(query);
    if (ranking.byTime()) {
      body.put("query", Map.of("bool", Map.of("filter", List.of(fits))));
      // Of what came in the same moment the last is first.
      body.put("sort", List.of(Map.of(Fields.PLACED, "desc"), Map.of(Fields.ID, "desc")));
    } else {
      body.put("query", Map.of("script_score", Map.of("query", fits, "script", weight(ranking))));
      body.put("sort", List.of(Map.of("_score", "desc"), Map.of(Fields.ID, "asc")));
    }
    body.put("size", ranking.most());
    body.put("track_total_hits", true);
    body.put("docvalue_fields", List.of(Fields.STORY, Fields.TOPIC));
    if (ranking.counting()) body.put("aggs", aggregations(ranking));
    JsonNode found = search(body);
    List<Hit> hits = new ArrayList<>();
    for (JsonNode h : found.path("hits").path("hits")) {
      JsonNode fields = h.path("fields");
      hits.add(
          new Hit(
              Long.parseLong(h.path("_id").asString("0")),
              (float) h.path("_score").asDouble(0),
              fields.path(Fields.STORY).path(0).asLong(0),
              Long.parseLong(fields.path(Fields.TOPIC).path(0).asString("0"))));
    }
    return new Ranked(
        List.copyOf(hits),
        found.path("hits").path("total").path("value").asLong(0),
        facets(found.path("aggregations"), ranking));
  }

  private static Map<String, Object> weight(Ranking ranking) {
    return Map.of(
        "source",
        WEIGHT,
        "params",
        Map.of("age", ranking.age(), "now", ranking.now(), "half", Ranking.HALF));
  }

  private static Map<String, Object> aggregations(Ranking ranking) {
    Map<String, Object> days =
        Map.of(
            "filter",
            Map.of(
                "range",
                Map.of(
                    Fields.PLACED,
                    Map.of("gte", ranking.firstDay() * Ranking.DAY - ranking.offset()))),
            "aggs",
            Map.of(
                "day",
                Map.of(
                    "histogram",
                    Map.of(
                        "field",
                        Fields.PLACED,
                        "interval",
                        Ranking.DAY,
                        "offset",
                        -ranking.offset(),
                        "min_doc_count",
                        1))));
    return Map.of(
        Fields.TOPIC,
        most(Fields.TOPIC),
        Fields.LANGUAGE,
        most(Fields.LANGUAGE),
        Fields.FEED,
        most(Fields.FEED),
        "days",
        days);
  }

  /// Each shard names more than are wanted, so that the sums of all are right.
  private static Map<String, Object> most(String field) {
    return Map.of(
        "terms",
        Map.of(
            "field",
            field,
            "size",
            Ranking.MOST_COUNTS,
            "shard_size",
            50 * Ranking.MOST_COUNTS,
            "order",
            List.of(Map.of("_count", "desc"), Map.of("_key", "asc"))));
  }

  private static Facets facets(JsonNode found, Ranking ranking) {
    int[] days = new int[Ranking.DAYS];
    for (JsonNode b : found.path("days").path("day").path("buckets")) {
      long day = ranking.day((long) b.path("key").asDouble(0)) - ranking.firstDay();
      if (day >= 0 && day < days.length) days[(int) day] += b.path("doc_count").asInt(0);
    }
    return new Facets(
        counts(found.path(Fields.TOPIC)),
        counts(found.path(Fields.LANGUAGE)),
        counts(found.path(Fields.FEED)),
        ranking.firstDate(),
        days);
  }

  private static List<Count> counts(JsonNode found) {
    List<Count> counts = new ArrayList<>();
    for (JsonNode b : found.path("buckets")) {
      counts.add(new Count(b.path("key").asString(""), b.path("doc_count").asLong(0)));
    }
    return List.copyOf(counts);
  }

  @Override
  public long[] entries(List<String> words, @Nullable Query of) {
    if (words.isEmpty()) return new long[0];
    List<Object> filters = new ArrayList<>();
    for (String w : words) filters.add(Map.of("term", Map.of(Fields.TEXT, w)));
    JsonNode found =
        search(
            Map.of(
                "size",
                0,
                "query",
                Map.of("bool", Map.of("filter", among(of))),
                "aggs",
                Map.of("words", Map.of("filters", Map.of("filters", filters)))));
    long[] entries = new long[words.size()];
    JsonNode buckets = found.path("aggregations").path("words").path("buckets");
    for (int i = 0; i < entries.length; i++) {
      entries[i] = buckets.path(i).path("doc_count").asLong(0);
    }
    return entries;
  }

  @Override
  public boolean hasAny(Collection<String> words, @Nullable Query of) {
    List<Object> all = among(of);
    all.add(Map.of("terms", Map.of(Fields.TEXT, words)));
    JsonNode found =
        search(
            Map.of(
                "size",
                0,
                "terminate_after",
                1,
                "track_total_hits",
                1,
                "query",
                Map.of("bool", Map.of("filter", all))));
    return found.path("hits").path("total").path("value").asLong(0) > 0;
  }

  private static List<Object> among(@Nullable Query of) {
    List<Object> filters = new ArrayList<>();
    if (of != null) filters.add(OpenSearchQueries.of(of));
    return filters;
  }

  @Override
  public List<Alike> alike(String word, int edits) {
    Map<String, Object> term = new LinkedHashMap<>();
    term.put("field", Fields.TEXT);
    term.put("analyzer", "keyword");
    term.put("suggest_mode", "always");
    term.put("max_edits", edits);
    term.put("prefix_length", 1);
    term.put("min_word_length", 1);
    term.put("size", MOST_ALIKE);
    term.put("shard_size", MOST_ALIKE);
    term.put("max_inspections", MOST_ALIKE);
    term.put("accuracy", 0);
    JsonNode found =
        search(Map.of("size", 0, "suggest", Map.of("text", word, "near", Map.of("term", term))));
    List<Alike> alike = new ArrayList<>();
    for (JsonNode o : found.path("suggest").path("near").path(0).path("options")) {
      alike.add(
          new Alike(
              o.path("text").asString(""),
              (float) o.path("score").asDouble(0),
              o.path("freq").asLong(0)));
    }
    return alike;
  }
}
