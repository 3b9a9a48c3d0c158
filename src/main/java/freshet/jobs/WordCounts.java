package freshet.jobs;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// How often the words of a crawl's pages stand in them, by topic, root and kind.
public final class WordCounts {
  /// Words that are counted; of a crawl with more, those that came first.
  static final int MOST = 50_000;

  private record Key(String topic, String root, @Nullable String kind) {}

  private static final class Count {
    int times;
    int pages;
  }

  /// A word of a crawl's pages.
  ///
  /// @param topic of the feeds whose pages have it, "" for feeds without one
  /// @param kind `noun`, `verb` or `other`; null where kinds are not told, or were not when the
  ///   page came
  public record CountedWord(
      String topic, String root, @Nullable String kind, int times, int pages) {}

  private final Map<Key, Count> counts = new HashMap<>();

  /// @param page a line of a crawl's file; one of an earlier version has no kinds
  void add(JsonNode page) {
    JsonNode roots = page.path("roots");
    if (roots.isEmpty()) return;
    String topic = page.path("topic").asString("");
    JsonNode kinds = page.path("kinds");
    Set<Key> here = new HashSet<>();
    for (int i = 0; i < roots.size(); i++) {
      String kind = kinds.path(i).asString("");
      Key key = new Key(topic, roots.get(i).asString(""), kind.isEmpty() ? null : kind);
      Count count = counts.get(key);
      if (count == null) {
        if (counts.size() >= MOST) continue;
        count = new Count();
        counts.put(key, count);
      }
      count.times++;
      if (here.add(key)) count.pages++;
    }
  }

  List<CountedWord> mostFrequent(Predicate<CountedWord> wanted, int most) {
    return counts.entrySet().stream()
        .map(e ->
            new CountedWord(
                e.getKey().topic,
                e.getKey().root,
                e.getKey().kind,
                e.getValue().times,
                e.getValue().pages))
        .filter(wanted)
        .sorted(
            Comparator.comparingInt(CountedWord::times)
                .reversed()
                .thenComparing(CountedWord::root)
                .thenComparing(CountedWord::topic)
                .thenComparing(w -> w.kind() == null ? "" : w.kind()))
        .limit(most)
        .toList();
  }
}
