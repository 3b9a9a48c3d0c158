package freshet.web;

import freshet.model.Entry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// Times as people say them, for one page: `now` stands still while it is rendered.
public final class Times {
  private final Texts texts;
  private final Instant now;
  private final ZoneId zone;
  private final Preferences.Hours hours;

  public Times(Texts texts, Instant now, ZoneId zone, Preferences.Hours hours) {
    this.hours = hours;
    this.texts = texts;
    this.now = now;
    this.zone = zone;
  }

  Instant now() {
    return now;
  }

  /// The day an entry stands under. A day that the publisher gave without a time is that day
  /// everywhere, whatever the zone.
  public LocalDate day(Entry e) {
    Instant published = e.published();
    if (e.dateOnly() && published != null && !published.isAfter(e.firstSeen())) {
      return published.atOffset(ZoneOffset.UTC).toLocalDate();
    }
    return e.placed().atZone(zone).toLocalDate();
  }

  /// `Today`, `Yesterday`, `Saturday, 14 November`.
  public String heading(LocalDate day) {
    LocalDate today = now.atZone(zone).toLocalDate();
    if (day.equals(today)) return texts.say("day.today");
    if (day.equals(today.minusDays(1))) return texts.say("day.yesterday");
    return format(
        day.getYear() == today.getYear() ? "format.day" : "format.day-of-year",
        day.atStartOfDay(zone));
  }

  /// The short form under a day's heading.
  public String under(LocalDate heading, Entry e) {
    if (e.dateOnly()) return format("format.date", heading.atStartOfDay(zone));
    Instant t = e.placed();
    if (isRecent(t)) return ago(t);
    ZonedDateTime local = t.atZone(zone);
    return format(local.toLocalDate().equals(heading) ? "format.time" : "format.date-time", local);
  }

  /// Whether the page's script may turn it into "5 min ago" as time goes by.
  public boolean isRecent(Instant t) {
    return !t.isAfter(now) && Duration.between(t, now).compareTo(Duration.ofHours(24)) < 0;
  }

  /// `5 min ago`, `Sat 14:05`, `3 Jan 2026`.
  public String when(@Nullable Instant t) {
    if (t == null) return texts.say("time.never");
    if (t.isAfter(now)) return until(t);
    if (isRecent(t)) return ago(t);
    ZonedDateTime local = t.atZone(zone);
    boolean lately = Duration.between(t, now).compareTo(Duration.ofDays(6)) < 0;
    return format(lately ? "format.weekday-time" : "format.date", local);
  }

  private String ago(Instant t) {
    long minutes = Duration.between(t, now).toMinutes();
    if (minutes < 1) return texts.say("time.now");
    if (minutes < 60) return texts.say("time.minutes-ago", minutes);
    return texts.say("time.hours-ago", minutes / 60);
  }

  /// How long, from `a moment` on: `5 min`, `3 h`, `2 days`.
  public String span(Duration d) {
    if (d.toMinutes() < 1) return texts.say("span.moment");
    if (d.toMinutes() < 60) return texts.say("span.minutes", d.toMinutes());
    if (d.toHours() < 48) return texts.say("span.hours", d.toHours());
    return texts.say("span.days", d.toDays());
  }

  /// The same for measurements, with seconds and two parts: `40 s`, `5 min 20 s`, `3 h 5 min`.
  public String exactSpan(Duration d) {
    long seconds = Math.max(0, Math.round(d.toMillis() / 1000.0));
    if (seconds < 1) return texts.say("span.millis", d.toMillis());
    if (seconds < 60) return texts.say("span.seconds", seconds);
    if (seconds < 600) {
      String minutes = texts.say("span.minutes", seconds / 60);
      return seconds % 60 == 0 ? minutes : minutes + " " + texts.say("span.seconds", seconds % 60);
    }
    if (seconds < 3600) return texts.say("span.minutes", Math.round(seconds / 60.0));
    if (seconds < 48 * 3600) {
      String hours = texts.say("span.hours", seconds / 3600);
      long minutes = seconds / 60 % 60;
      return minutes == 0 ? hours : hours + " " + texts.say("span.minutes", minutes);
    }
    return texts.say("span.days", seconds / 86400);
  }

  LocalDate today() {
    return now.atZone(zone).toLocalDate();
  }

  ZoneId zone() {
    return zone;
  }

  /// `15 Nov`.
  String shortDay(LocalDate day) {
    return DateTimeFormatter.ofLocalizedPattern("MMMd").withLocale(texts.locale()).format(day);
  }

  /// `in 5 min`, or a date.
  public String until(Instant t) {
    Duration left = Duration.between(now, t);
    if (left.isNegative() || left.toSeconds() < 5) return texts.say("time.due");
    if (left.toSeconds() < 60) return texts.say("time.in-seconds", left.toSeconds());
    if (left.toMinutes() < 60) return texts.say("time.in-minutes", left.toMinutes());
    if (left.toHours() < 24) return texts.say("time.in-hours", left.toHours());
    return format("format.date-time", t.atZone(zone));
  }

  /// The whole truth, for the title attribute and the entry's own page.
  public String exact(Instant t) {
    return format("format.exact", t.atZone(zone));
  }

  /// When the publisher says the entry was published, whole.
  public String exact(Entry e) {
    Instant published = e.published();
    if (published == null) return texts.say("time.first-seen", exact(e.firstSeen()));
    if (e.dateOnly()) {
      return format("format.day-of-year", published.atZone(ZoneOffset.UTC));
    }
    return exact(published);
  }

  private String format(String pattern, ZonedDateTime t) {
    String letters = texts.say(pattern);
    if (hours == Preferences.Hours.H12) letters = letters.replace("HH:mm", "h:mm a");
    return DateTimeFormatter.ofPattern(letters, texts.locale()).format(t);
  }
}
