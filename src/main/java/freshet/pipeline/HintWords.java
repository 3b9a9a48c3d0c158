package freshet.pipeline;

import freshet.schedule.PollReport.Hints;
import freshet.schedule.Spans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a feed and its server ask for, in words, for the page and the API.
final class HintWords {
  private HintWords() {}

  static @Nullable String of(Hints hints) {
    List<String> words = new ArrayList<>();
    if (hints.freshFor() != null && hints.freshFor().isPositive()) {
      words.add("the server calls its answer fresh for " + Spans.words(hints.freshFor()));
    }
    if (hints.ttlMinutes() != null) words.add("ttl " + hints.ttlMinutes() + " min");
    if (hints.updateEvery() != null) {
      words.add("the feed is updated every " + Spans.words(hints.updateEvery()));
    }
    if (!hints.skipHours().isEmpty()) {
      words.add("not in the hours " + join(hints.skipHours()) + " UTC");
    }
    if (!hints.skipDays().isEmpty()) words.add("not on " + join(hints.skipDays()));
    return words.isEmpty() ? null : String.join("; ", words);
  }

  private static String join(List<?> values) {
    return String.join(", ", values.stream().map(Object::toString).toList());
  }
}
