package freshet.jobs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// What the pages of a crawl come to: how many in which language, how many left out and why, and
/// their words.
final class CrawlTally {
  private final Map<String, Integer> languages = new TreeMap<>();
  private final Map<String, Integer> leftOut = new TreeMap<>();
  private final WordCounts words = new WordCounts();

  /// @return true, to be told of the next
  boolean add(JsonNode page) {
    languages.merge(page.path("language").asString("und"), 1, Integer::sum);
    String left = page.path("leftOut").asString("");
    if (!left.isEmpty()) leftOut.merge(left, 1, Integer::sum);
    words.add(page);
    return true;
  }

  Map<String, Integer> languages() {
    return mostFirst(languages);
  }

  Map<String, Integer> leftOut() {
    return mostFirst(leftOut);
  }

  WordCounts words() {
    return words;
  }

  private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
    Map<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }
}
