package freshet.poll;

import freshet.schedule.PollReport.Hints;
import freshet.text.Spans;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a feed and its server ask for, as the store keeps it: `ttl=60 skipHours=0,1 every=PT1H`. A
/// feed that says "not modified" is not read again, but what it asked for still holds.
public final class HintCodec {
  static final Hints NONE = Hints.NONE;

  private HintCodec() {}

  static @Nullable String write(Hints h) {
    List<String> parts = new ArrayList<>();
    if (h.freshFor() != null) parts.add("freshFor=" + h.freshFor());
    if (h.ttlMinutes() != null) parts.add("ttl=" + h.ttlMinutes());
    if (h.updateEvery() != null) parts.add("every=" + h.updateEvery());
    if (!h.skipHours().isEmpty()) parts.add("skipHours=" + join(h.skipHours(), ","));
    if (!h.skipDays().isEmpty()) parts.add("skipDays=" + join(h.skipDays(), ","));
    return parts.isEmpty() ? null : String.join(" ", parts);
  }

  /// What cannot be read asks for nothing.
  static Hints read(@Nullable String stored) {
    Duration freshFor = null;
    Integer ttl = null;
    Duration every = null;
    List<Integer> hours = new ArrayList<>();
    List<String> days = List.of();
    if (stored == null) return NONE;
    for (String part : stored.split(" ")) {
      int equals = part.indexOf('=');
      if (equals < 0) continue;
      String value = part.substring(equals + 1);
      try {
        switch (part.substring(0, equals)) {
          case "freshFor" -> freshFor = Duration.parse(value);
          case "ttl" -> ttl = Integer.valueOf(value);
          case "every" -> every = Duration.parse(value);
          case "skipHours" -> {
            for (String hour : value.split(",")) hours.add(Integer.valueOf(hour));
          }
          case "skipDays" -> days = List.of(value.split(","));
          default -> {}
        }
      } catch (DateTimeParseException | NumberFormatException e) {
        // not readable: nothing is asked for
      }
    }
    return new Hints(freshFor, ttl, hours, days, every);
  }

  /// In words, for the page and the API.
  public static @Nullable String words(@Nullable String stored) {
    Hints hints = read(stored);
    List<String> words = new ArrayList<>();
    if (hints.freshFor() != null && hints.freshFor().isPositive()) {
      words.add("the server says its answer is fresh for " + Spans.words(hints.freshFor()));
    }
    if (hints.ttlMinutes() != null)
      words.add("at least " + hints.ttlMinutes() + " min between checks (ttl)");
    if (hints.updateEvery() != null) {
      words.add("the feed is updated every " + Spans.words(hints.updateEvery()));
    }
    if (!hints.skipHours().isEmpty()) {
      words.add("not in the hours " + join(hints.skipHours(), ", ") + " UTC");
    }
    if (!hints.skipDays().isEmpty()) words.add("not on " + join(hints.skipDays(), ", "));
    return words.isEmpty() ? null : String.join("; ", words);
  }

  private static String join(List<?> values, String by) {
    return String.join(by, values.stream().map(Object::toString).toList());
  }
}
