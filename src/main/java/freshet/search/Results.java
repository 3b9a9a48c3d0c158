package freshet.search;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a query found.
///
/// @param query with remarks on what was not there
/// @param total entries that fit, also those beyond the hits
/// @param hits the best ones first
/// @param suggestion the query with likelier words, if some of its words are nowhere
public record Results(
    SearchQuery query, long total, List<Hit> hits, Facets facets, @Nullable String suggestion) {

  /// @param story 0 if it has none; so has `topic`
  public record Hit(long id, float score, long story, long topic) {}

  /// How many of the entries found are of what, the most first.
  ///
  /// @param days for each of the last days, the first of them `firstDay`
  public record Facets(
      List<Count> topics,
      List<Count> languages,
      List<Count> feeds,
      LocalDate firstDay,
      int[] days) {}

  public record Count(String value, long entries) {}
}
