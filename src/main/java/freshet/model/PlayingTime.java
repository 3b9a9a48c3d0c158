package freshet.model;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How long a sound or a film lasts, as feeds write it: in seconds (`3723`, `3723.4`), by the clock
/// (`1:02:03`, `62:03`) or as ISO 8601 does (`PT1H2M3S`).
final class PlayingTime {
  private static final Pattern CLOCK =
      Pattern.compile("(?:(?:(\\d{1,3}):)?(\\d{1,4}):)?(\\d{1,7})(?:[.,]\\d*)?");
  private static final Duration LONGEST = Duration.ofDays(30);

  private PlayingTime() {}

  /// Whole seconds; null if that is none that anything lasts.
  static @Nullable Duration read(@Nullable String written) {
    if (written == null || written.length() > 40) return null;
    Duration d = written.startsWith("P") ? iso(written) : clock(written);
    if (d == null || d.toSeconds() < 1 || d.compareTo(LONGEST) > 0) return null;
    return Duration.ofSeconds(d.toSeconds());
  }

  private static @Nullable Duration iso(String written) {
    try {
      return Duration.parse(written);
    } catch (DateTimeException | ArithmeticException _) {
      return null;
    }
  }

  private static @Nullable Duration clock(String written) {
    Matcher m = CLOCK.matcher(written.strip());
    if (!m.matches()) return null;
    return Duration.ofSeconds(part(m, 1) * 3600 + part(m, 2) * 60 + part(m, 3));
  }

  private static long part(Matcher m, int group) {
    String digits = m.group(group);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
