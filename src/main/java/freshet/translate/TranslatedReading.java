package freshet.translate;

import freshet.model.Entry;
import freshet.store.Store;
import freshet.store.Translations.Translated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Entries as somebody reads them in another language: what is kept. What is not is asked for, and
/// is there the next time; nobody waits for a translator here.
public final class TranslatedReading {
  private static final int EXCERPT = 400;

  private final Store store;
  private final TranslationDesk desk;

  public TranslatedReading(Store store, TranslationDesk desk) {
    this.store = store;
    this.desk = desk;
  }

  /// An entry in a list.
  ///
  /// @param title null if it has none
  /// @param excerpt the beginning of its text, null if only the title was translated
  /// @param into the language it is in now
  /// @param by who translated it
  public record Line(
      @Nullable String title, @Nullable String excerpt, String from, String into, String by) {}

  /// Those of some entries that are translated for somebody.
  public Map<Long, Line> lines(List<Entry> entries, Wish wish) {
    Map<Long, Entry> wanted = new HashMap<>();
    for (Entry e : entries) if (wish.wants(e.language())) wanted.put(e.id(), e);
    Map<Long, Line> lines = new HashMap<>();
    for (Translated t : store.translations().ofEntries(wanted.keySet())) {
      Entry e = wanted.get(t.entry());
      if (e == null || !t.into().equals(wish.into())) continue;
      if (!t.ofTitle().equals(TranslationDesk.ofTitle(e.title()))) continue;
      lines.put(e.id(), line(t, e));
    }
    List<Long> missing = new ArrayList<>(wanted.keySet());
    missing.removeIf(id -> {
      Entry e = wanted.get(id);
      return lines.containsKey(id) || e == null || !isKnown(e, wish) || e.title() == null;
    });
    desk.want(missing, wish.into(), false);
    return lines;
  }

  private Line line(Translated t, Entry e) {
    String text = t.text();
    String excerpt =
        text == null || text.isBlank()
            ? null
            : text.substring(0, Math.min(EXCERPT, text.length())).replaceAll("\\s+", " ");
    return new Line(t.title(), excerpt, from(e), t.into(), called(t.provider()));
  }

  /// A whole entry.
  ///
  /// @param title null if it has none, or it is not translated yet
  /// @param html null if it has no text, or none of it is translated yet
  /// @param whole whether all of it is translated
  /// @param soon whether what is missing has been asked for
  public record Text(
      @Nullable String title,
      @Nullable String html,
      String from,
      String into,
      String by,
      boolean whole,
      boolean soon) {}

  /// @param html the text that is shown, null if there is none
  /// @param order whether what is missing is asked for, which spends of the budget
  /// @return empty if it is in a language that they read, or nobody can translate it
  public Optional<Text> text(Entry entry, @Nullable String html, Wish wish, boolean order) {
    String from = Wish.code(entry.language());
    if (from == null || !wish.wants(from)) return Optional.empty();
    List<String> texts = new ArrayList<>();
    String title = entry.title();
    if (title != null && !title.isBlank()) texts.add(title);
    if (html != null) texts.addAll(Segments.of(html));
    Memory memory = Memory.of(store, texts, from, wish.into(), desk.providers().ids());
    boolean none = texts.stream().allMatch(t -> memory.translated(t) == null);
    boolean all = texts.stream().allMatch(t -> memory.translated(t) != null);
    boolean could = !all && desk.isOn() && desk.providers().knows(from, wish.into());
    boolean soon = could && order;
    if (soon) desk.want(List.of(entry.id()), wish.into(), true);
    if (none && !could) return Optional.empty();
    Segments.Translated translated =
        html == null ? null : Segments.translated(html, memory::translated);
    return Optional.of(
        new Text(
            title == null ? null : memory.translated(title),
            translated == null || translated.text().isEmpty() ? null : translated.html(),
            from,
            wish.into(),
            called(String.join(",", memory.used())),
            all && (translated == null || translated.whole()),
            soon));
  }

  private boolean isKnown(Entry e, Wish wish) {
    return desk.providers().knows(from(e), wish.into());
  }

  private static String from(Entry e) {
    String code = Wish.code(e.language());
    return code == null ? "" : code;
  }

  private String called(String ids) {
    return Arrays.stream(ids.split(","))
        .map(desk.providers()::called)
        .collect(Collectors.joining(", "));
  }
}
