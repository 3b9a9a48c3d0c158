package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// An entry as it stands in a list.
///
/// @param time short, `exact` in full, `iso` for programs
/// @param ticking whether the script may count the time on ("5 min ago")
/// @param html the whole text, safe, if the list shows it
public record Item(
    long id,
    long feedId,
    String feed,
    String title,
    String excerpt,
    @Nullable String image,
    @Nullable String language,
    String time,
    String exact,
    String iso,
    boolean ticking,
    @Nullable String html) {

  /// Longer texts are read on their own page.
  private static final int MOST_HTML = 12_000;

  /// A day of the river.
  public record Day(LocalDate date, String heading, List<Item> items) {}

  /// Groups entries, newest first, by day.
  ///
  /// @param bodies where to find the whole text, or null for lists that do not show it
  static List<Day> byDay(
      List<Entry> entries, Frame frame, @Nullable LongFunction<EntryBody> bodies) {
    List<Day> days = new ArrayList<>();
    for (Entry e : entries) {
      LocalDate day = frame.times().day(e);
      // A day without a time counts as that day's end in UTC, which may be tomorrow here: it stays
      // where its place in the order is.
      if (!days.isEmpty() && day.isAfter(days.getLast().date())) day = days.getLast().date();
      if (days.isEmpty() || !days.getLast().date().equals(day)) {
        days.add(new Day(day, frame.times().heading(day), new ArrayList<>()));
      }
      days.getLast().items().add(of(e, day, frame, bodies));
    }
    return days;
  }

  private static Item of(
      Entry e, LocalDate day, Frame frame, @Nullable LongFunction<EntryBody> bodies) {
    Times times = frame.times();
    String excerpt = Plain.line(e.excerpt(), 320);
    String title = Plain.line(e.title(), 240);
    if (title.isEmpty()) {
      title = excerpt.isEmpty() ? frame.say("entry.untitled") : Plain.line(excerpt, 100);
    }
    return new Item(
        e.id(),
        e.feedId(),
        Plain.feedName(e.feedName()),
        title,
        excerpt,
        Plain.link(e.image()),
        e.language(),
        times.under(day, e),
        times.exact(e),
        e.placed().toString(),
        !e.dateOnly() && times.isRecent(e.placed()),
        bodies == null ? null : html(bodies.apply(e.id())));
  }

  private static @Nullable String html(EntryBody body) {
    String html = body.content() != null ? body.content() : body.summary();
    return html == null || html.isBlank() || html.length() > MOST_HTML ? null : html;
  }
}
