package freshet.fetch;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The hours in which a robots.txt wants robots to come (`Visit-time: 0600-0845`), in UTC; always
/// if it names none. No standard, but an old proposal that some publishers keep to.
record VisitTimes(List<Span> spans) {
  static final VisitTimes ALWAYS = new VisitTimes(List.of());

  /// @param from included, `to` excluded; 2200-0600 goes over midnight
  record Span(LocalTime from, LocalTime to) {
    private boolean contains(LocalTime time) {
      return from.isBefore(to)
          ? !time.isBefore(from) && time.isBefore(to)
          : !time.isBefore(from) || time.isBefore(to);
    }

    @Override
    public String toString() {
      return from + " to " + to + " UTC";
    }
  }

  /// Null if it is no span: such a line counts as not written.
  static @Nullable Span span(String value) {
    String[] ends = value.split("-", -1);
    if (ends.length != 2) return null;
    LocalTime from = time(ends[0].strip());
    LocalTime to = time(ends[1].strip());
    return from == null || to == null || from.equals(to) ? null : new Span(from, to);
  }

  /// `0600`, `06:00`; the end of a day may be `2400`.
  private static @Nullable LocalTime time(String value) {
    String digits = value.replace(":", "");
    if (digits.length() != 4) return null;
    try {
      int number = Integer.parseInt(digits);
      return number == 2400 ? LocalTime.MIDNIGHT : LocalTime.of(number / 100, number % 100);
    } catch (NumberFormatException | DateTimeException e) {
      return null;
    }
  }

  /// Now if robots may come, otherwise when they may next.
  Instant next(Instant now) {
    OffsetDateTime utc = now.atOffset(ZoneOffset.UTC);
    OffsetDateTime soonest = null;
    for (Span span : spans) {
      if (span.contains(utc.toLocalTime())) return now;
      OffsetDateTime opens = utc.with(span.from);
      if (!opens.isAfter(utc)) opens = opens.plusDays(1);
      if (soonest == null || opens.isBefore(soonest)) soonest = opens;
    }
    return soonest == null ? now : soonest.toInstant();
  }

  @Override
  public String toString() {
    return spans.stream().map(Span::toString).collect(Collectors.joining(" or "));
  }
}
