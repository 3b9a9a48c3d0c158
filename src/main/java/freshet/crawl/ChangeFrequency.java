package freshet.crawl;

import java.time.Duration;
import java.util.Locale;

/// How often a sitemap says that a page changes (sitemaps.org).
public enum ChangeFrequency {
  UNKNOWN(0, Duration.ZERO),
  ALWAYS(1, Duration.ofMinutes(30)),
  HOURLY(2, Duration.ofHours(1)),
  DAILY(3, Duration.ofDays(1)),
  WEEKLY(4, Duration.ofDays(7)),
  MONTHLY(5, Duration.ofDays(30)),
  YEARLY(6, Duration.ofDays(365)),
  NEVER(7, Duration.ofDays(3650));

  /// As it is written in the log.
  final int number;

  final Duration interval;

  ChangeFrequency(int number, Duration interval) {
    this.number = number;
    this.interval = interval;
  }

  public static ChangeFrequency of(String text) {
    String s = text.strip().toUpperCase(Locale.ROOT);
    for (ChangeFrequency f : values()) if (f.name().equals(s)) return f;
    return UNKNOWN;
  }

  static ChangeFrequency of(int number) {
    for (ChangeFrequency f : values()) if (f.number == number) return f;
    return UNKNOWN;
  }
}
