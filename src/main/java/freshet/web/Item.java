package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Story;
import freshet.store.Reading;
import freshet.store.Stories;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// An entry as it stands in a list.
///
/// @param time short, `exact` in full, `iso` for programs
/// @param ticking whether the script may count the time on ("5 min ago")
/// @param html the whole text, safe, if the list shows it
/// @param story the same number for all entries of a story, 0 if this one is alone
/// @param topic null if nobody looked
/// @param also the other feeds that have it, the earliest first; at most some of them
/// @param more how many have it besides
/// @param unread, `starred` and `tags`: what its reader made of it
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
    @Nullable String html,
    long story,
    @Nullable String topic,
    List<Also> also,
    int more,
    boolean unread,
    boolean starred,
    List<String> tags) {

  static final String OTHER = "other";

  /// Longer texts are read on their own page.
  private static final int MOST_HTML = 12_000;

  private static final int MOST_ALSO = 30;

  /// A copy of an entry elsewhere.
  public record Also(long id, String feed, String time) {}

  /// A day of the river.
  public record Day(LocalDate date, String heading, List<Part> parts) {}

  /// The entries of a day, or those of one topic.
  ///
  /// @param topic null if the day is not divided
  public record Part(@Nullable String topic, List<Item> items) {}

  /// Groups stories, newest first, by day, and within it by topic where the reader wants that.
  ///
  /// What is unread stands first.
  ///
  /// @param bodies where to find the whole text, or null for lists that do not show it
  static List<Day> byDay(
      List<Story> stories,
      Map<Long, List<Stories.Copy>> copies,
      Map<Long, Reading.Mark> marks,
      Frame frame,
      boolean byTopic,
      @Nullable LongFunction<EntryBody> bodies) {
    List<Day> days = new ArrayList<>();
    List<Item> items = new ArrayList<>();
    for (Story s : stories) {
      LocalDate day = frame.times().day(s.entry());
      // A day without a time counts as that day's end in UTC, which may be tomorrow here: it stays
      // where its place in the order is.
      if (!days.isEmpty() && day.isAfter(days.getLast().date())) day = days.getLast().date();
      if (days.isEmpty() || !days.getLast().date().equals(day)) {
        divide(days, items, byTopic);
        items.clear();
        days.add(new Day(day, frame.times().heading(day), new ArrayList<>()));
      }
      Reading.Mark mark = marks.get(s.entry().id());
      items.add(of(s, copies.getOrDefault(s.story(), List.of()), mark, day, frame, bodies));
    }
    divide(days, items, byTopic);
    return days;
  }

  private static void divide(List<Day> days, List<Item> items, boolean byTopic) {
    if (days.isEmpty()) return;
    items.sort(Comparator.comparing(i -> !i.unread));
    List<Part> parts = days.getLast().parts();
    if (!byTopic) {
      parts.add(new Part(null, List.copyOf(items)));
      return;
    }
    Map<String, List<Item>> topics = new LinkedHashMap<>();
    for (Item item : items) {
      topics
          .computeIfAbsent(item.topic == null ? OTHER : item.topic, _ -> new ArrayList<>())
          .add(item);
    }
    topics.forEach((topic, those) -> parts.add(new Part(topic, those)));
    // Where most happens comes first; what has no topic comes last.
    parts.sort(
        Comparator.comparing((Part p) -> OTHER.equals(p.topic))
            .thenComparingInt(p -> -p.items.size()));
  }

  private static Item of(
      Story story,
      List<Stories.Copy> copies,
      Reading.@Nullable Mark mark,
      LocalDate day,
      Frame frame,
      @Nullable LongFunction<EntryBody> bodies) {
    Entry e = story.entry();
    Times times = frame.times();
    String excerpt = Plain.line(e.excerpt(), 320);
    List<Also> also = new ArrayList<>();
    for (Stories.Copy c : copies) {
      if (c.id() == e.id() || also.size() == MOST_ALSO) continue;
      also.add(new Also(c.id(), Plain.feedName(c.feedName()), times.when(c.placed())));
    }
    return new Item(
        e.id(),
        e.feedId(),
        Plain.feedName(e.feedName()),
        title(e, frame),
        excerpt,
        Plain.link(e.image()),
        e.language(),
        times.under(day, e),
        times.exact(e),
        e.placed().toString(),
        !e.dateOnly() && times.isRecent(e.placed()),
        bodies == null ? null : html(bodies.apply(e.id())),
        story.story(),
        story.topic(),
        also,
        story.entries() - 1,
        mark != null && mark.unread(),
        mark != null && mark.starred(),
        mark == null ? List.of() : mark.labels().stream().sorted().toList());
  }

  /// What to call an entry in a line.
  static String title(Entry e, Frame frame) {
    String title = Plain.line(e.title(), 240);
    if (!title.isEmpty()) return title;
    String start = Plain.line(e.excerpt(), 100);
    return start.isEmpty() ? frame.say("entry.untitled") : start;
  }

  /// The names of those who have it too, as many as fit in a line.
  public String names() {
    List<String> names = also.stream().map(Also::feed).distinct().toList();
    int shown = Math.min(3, names.size());
    return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? " …" : "");
  }

  private static @Nullable String html(EntryBody body) {
    String html = body.content() != null ? body.content() : body.summary();
    return html == null || html.isBlank() || html.length() > MOST_HTML ? null : html;
  }
}
