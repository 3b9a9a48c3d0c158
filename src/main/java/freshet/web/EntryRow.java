package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Mark;
import freshet.model.Story;
import freshet.model.StoryCopy;
import freshet.text.NamesApart;
import freshet.translate.TranslatedReading.Line;
import freshet.translate.TranslatedReading.Text;
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
/// @param lasts how long its sound or film does
/// @param ticking whether the script may count the time on ("5 min ago")
/// @param foreign null if it is shown as it was written
/// @param html the whole text, safe, if the list shows it
/// @param story the same number for all entries of a story, 0 if this one is alone
/// @param topic null if nobody looked
/// @param also the other feeds that have it, the earliest first; at most some of them
/// @param more how many other feeds have it
/// @param times how often it stands in its own feed
/// @param unread, `starred` and `tags`: what its reader made of it
public record EntryRow(
    long id,
    long feedId,
    String feed,
    String title,
    String excerpt,
    @Nullable String link,
    @Nullable String image,
    @Nullable String language,
    @Nullable Foreign foreign,
    String time,
    String exact,
    String iso,
    @Nullable String lasts,
    boolean ticking,
    @Nullable String html,
    long story,
    @Nullable String topic,
    List<Also> also,
    int more,
    int times,
    boolean unread,
    boolean starred,
    List<String> tags) {

  static final String OTHER = "other";

  /// Longer texts are read on their own page.
  private static final int MOST_HTML = 12_000;

  private static final int MOST_ALSO = 30;

  /// An entry that is shown in another language than it was written in.
  ///
  /// @param title as it was written
  /// @param into the language that it is shown in
  public record Foreign(String title, String into, String by) {}

  /// The language that it is shown in.
  public @Nullable String shownIn() {
    return foreign == null ? language : foreign.into;
  }

  /// For the `dir` attribute.
  public String direction() {
    return foreign == null ? "auto" : Translated.direction(foreign.into);
  }

  /// A copy of an entry elsewhere.
  public record Also(long id, String feed, String time) {}

  /// A day of the river.
  public record Day(LocalDate date, String heading, List<Part> parts) {}

  /// The entries of a day, or those of one topic.
  ///
  /// @param topic null if the day is not divided
  public record Part(@Nullable String topic, List<EntryRow> items) {}

  /// Groups stories, newest first, by day, and within it by topic where the reader wants that.
  ///
  /// What was read keeps its place.
  ///
  /// @param bodies where to find the whole text, or null for lists that do not show it
  static List<Day> byDay(
      List<Story> stories,
      Map<Long, List<StoryCopy>> copies,
      Map<Long, Mark> marks,
      PageFrame frame,
      boolean byTopic,
      @Nullable LongFunction<EntryBody> bodies) {
    Map<Long, Line> lines = frame.translated().lines(stories.stream().map(Story::entry).toList());
    return byDay(stories, copies, marks, frame, byTopic, bodies, lines);
  }

  /// The same with translations that are known.
  static List<Day> byDay(
      List<Story> stories,
      Map<Long, List<StoryCopy>> copies,
      Map<Long, Mark> marks,
      PageFrame frame,
      boolean byTopic,
      @Nullable LongFunction<EntryBody> bodies,
      Map<Long, Line> lines) {
    List<Day> days = new ArrayList<>();
    List<EntryRow> items = new ArrayList<>();
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
      Mark mark = marks.get(s.entry().id());
      Line line = lines.get(s.entry().id());
      items.add(of(s, copies.getOrDefault(s.story(), List.of()), mark, day, frame, bodies, line));
    }
    divide(days, items, byTopic);
    return days;
  }

  private static void divide(List<Day> days, List<EntryRow> items, boolean byTopic) {
    if (days.isEmpty()) return;
    List<Part> parts = days.getLast().parts();
    if (!byTopic) {
      parts.add(new Part(null, List.copyOf(items)));
      return;
    }
    Map<String, List<EntryRow>> topics = new LinkedHashMap<>();
    for (EntryRow item : items) {
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

  private static EntryRow of(
      Story story,
      List<StoryCopy> copies,
      @Nullable Mark mark,
      LocalDate day,
      PageFrame frame,
      @Nullable LongFunction<EntryBody> bodies,
      @Nullable Line line) {
    Entry e = story.entry();
    Times times = frame.times();
    String newText = line == null ? null : line.excerpt();
    String excerpt = SafeText.line(newText == null ? e.excerpt() : newText, 320);
    String newTitle = line == null ? null : line.title();
    String title = newTitle == null ? title(e, frame) : SafeText.line(newTitle, 240);
    List<Also> also = also(e, copies, times);
    int own = 1;
    for (StoryCopy c : copies) if (c.feedId() == e.feedId() && c.id() != e.id()) own++;
    return new EntryRow(
        e.id(),
        e.feedId(),
        SafeText.feedName(e.feedName()),
        title,
        SafeText.line(e.title(), 240).isEmpty() && newTitle == null
            ? after(title, excerpt)
            : excerpt,
        SafeText.link(e.link()),
        frame.pictures().shown(SafeText.link(e.image())),
        e.language(),
        line == null || newTitle == null ? null : foreign(e, line, frame),
        times.under(day, e),
        times.exact(e),
        e.placed().toString(),
        e.duration() == null ? null : times.exactSpan(e.duration()),
        !e.dateOnly() && times.isRecent(e.placed()),
        bodies == null ? null : html(e, bodies.apply(e.id()), frame),
        story.story(),
        story.topic(),
        also,
        story.feeds() - 1,
        own,
        mark != null && mark.unread(),
        mark != null && mark.starred(),
        mark == null ? List.of() : mark.tags().stream().sorted().toList());
  }

  /// What is left of a text whose beginning stands in place of a title.
  private static String after(String title, String text) {
    boolean cut = title.endsWith("…");
    String beginning = cut ? title.substring(0, title.length() - 1) : title;
    if (!text.startsWith(beginning)) return text;
    return cut ? "…" + text.substring(beginning.length()) : "";
  }

  /// The first copy of each other feed. Feeds of one name, as a paper's two feeds often are, are
  /// told apart.
  private static List<Also> also(Entry e, List<StoryCopy> copies, Times times) {
    Map<Long, StoryCopy> firsts = new LinkedHashMap<>();
    for (StoryCopy c : copies) firsts.putIfAbsent(c.feedId(), c);
    List<StoryCopy> feeds = List.copyOf(firsts.values());
    List<String> names =
        NamesApart.of(
            feeds.stream().map(c -> SafeText.feedName(c.feedName())).toList(),
            feeds.stream().map(StoryCopy::feedAddress).toList());
    List<Also> also = new ArrayList<>();
    for (int i = 0; i < feeds.size() && also.size() < MOST_ALSO; i++) {
      StoryCopy c = feeds.get(i);
      if (c.feedId() == e.feedId()) continue;
      also.add(new Also(c.id(), names.get(i), times.when(c.placed())));
    }
    return also;
  }

  private static Foreign foreign(Entry e, Line line, PageFrame frame) {
    return new Foreign(title(e, frame), line.into(), SafeText.line(line.by(), 100));
  }

  /// What to call an entry in a line.
  static String title(Entry e, PageFrame frame) {
    String title = SafeText.line(e.title(), 240);
    if (!title.isEmpty()) return title;
    String start = SafeText.line(e.excerpt(), 100);
    return start.isEmpty() ? frame.say("entry.untitled") : start;
  }

  /// The names of those who have it too, as many as fit in a line.
  public String names() {
    List<String> names = also.stream().map(Also::feed).toList();
    int shown = Math.min(3, names.size());
    return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? " …" : "");
  }

  private static @Nullable String html(Entry entry, EntryBody body, PageFrame frame) {
    String own = body.shown();
    if (own == null || own.length() > MOST_HTML) return null;
    String html = frame.translated().text(entry, own).map(Text::html).orElse(own);
    return SafeText.ofEntry(entry.id(), frame.pictures().within(html));
  }
}
