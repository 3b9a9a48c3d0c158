package freshet.crawl;

import java.time.Duration;
import java.util.Locale;

/// How often a sitemap says that a page changes (sitemaps.org).
public enum ChangeFrequency {
  UNKNOWN(Duration.ZERO),
  ALWAYS(Duration.ofMinutes(30)),
  HOURLY(Duration.ofHours(1)),
  DAILY(Duration.ofDays(1)),
  WEEKLY(Duration.ofDays(7)),
  MONTHLY(Duration.ofDays(30)),
  YEARLY(Duration.ofDays(365)),
  NEVER(Duration.ofDays(3650));

  final Duration interval;

  ChangeFrequency(Duration interval) {
    this.interval = interval;
  }

  public static ChangeFrequency of(String text) {
    String s = text.strip().toUpperCase(Locale.ROOT);
    for (ChangeFrequency f : values()) if (f.name().equals(s)) return f;
    return UNKNOWN;
  }

  static ChangeFrequency of(int ordinal) {
    return ordinal < values().length ? values()[ordinal] : UNKNOWN;
  }
}
