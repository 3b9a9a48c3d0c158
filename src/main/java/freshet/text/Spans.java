package freshet.text;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Spans of time, as people write and read them, and as the policies count them: in seconds since
/// 1970 as a `double`, which is exact to a microsecond for centuries.
public final class Spans {
  private static final Pattern FORM =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|sec|m|min|h|d|w)?", Pattern.CASE_INSENSITIVE);

  private Spans() {}

  /// Reads `250ms`, `90s`, `10m`, `1.5h`, `7d`, `2w`; a bare number is seconds.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  public static Duration parse(String text) {
    Matcher m = FORM.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a span of time: write 90s, 10m, 24h or 7d");
    }
    double unit =
        switch (m.group(2) == null ? "s" : m.group(2).toLowerCase(Locale.ROOT)) {
          case "ms" -> 0.001;
          case "m", "min" -> 60;
          case "h" -> 3600;
          case "d" -> 86_400;
          case "w" -> 7 * 86_400;
          default -> 1;
        };
    double seconds = Double.parseDouble(m.group(1)) * unit;
    if (seconds > 1e10) throw new IllegalArgumentException("'" + text + "' is too long a span");
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  /// `40 s`, `12 min`, `3 h`, `5 days`: one unit, rounded, for sentences.
  public static String words(double seconds) {
    double s = Math.max(0, seconds);
    if (s < 90) return Math.round(s) + " s";
    if (s < 90 * 60) return Math.round(s / 60) + " min";
    if (s < 36 * 3600) return Math.round(s / 3600) + " h";
    return Math.round(s / 86_400) + " days";
  }

  public static String words(Duration d) {
    return words(seconds(d));
  }

  /// `10m`, `24h`: as [#parse] reads it.
  public static String brief(Duration d) {
    long ms = d.toMillis();
    if (ms % 1000 != 0) return ms + "ms";
    long s = ms / 1000;
    if (s > 0 && s % 3600 == 0) return s / 3600 + "h";
    if (s > 0 && s % 60 == 0) return s / 60 + "m";
    return s + "s";
  }

  public static double seconds(Duration d) {
    return d.getSeconds() + d.getNano() / 1e9;
  }

  public static double seconds(Instant t) {
    return t.getEpochSecond() + t.getNano() / 1e9;
  }

  /// Rounded up to the millisecond, so that a time never comes back earlier than it was.
  public static Instant instant(double seconds) {
    double within = Math.max(-1e11, Math.min(1e11, seconds));
    return Instant.ofEpochMilli((long) Math.ceil(within * 1000 - 1e-3));
  }
}
