package freshet.mcp;

import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.model.Mark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How things look to a model: short, without what is empty, and what publishers wrote apart from
/// what Freshet knows.
final class Shown {
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_ADDRESS = 1000;
  private static final int MOST_AUTHORS = 5;

  private Shown() {}

  /// An answer with text of strangers in it.
  static Map<String, Object> answer() {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("note", PublisherText.NOTE);
    return answer;
  }

  static void put(Map<String, Object> to, String name, @Nullable Object value) {
    if (value != null) to.put(name, value);
  }

  /// An entry in a list.
  ///
  /// @param excerpt a line of its text; null for none
  static Map<String, Object> entry(Entry e, @Nullable String excerpt, int longest) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("entry", e.id());
    shown.put("feed", e.feedId());
    shown.put("published", e.placed().toString());
    put(shown, "language", e.language());
    Map<String, Object> publisher = new LinkedHashMap<>();
    put(publisher, "feed", PublisherText.line(e.feedName(), LONGEST_NAME));
    put(publisher, "title", PublisherText.line(e.title(), LONGEST_TITLE));
    List<String> authors =
        e.authors().stream()
            .limit(MOST_AUTHORS)
            .map(a -> PublisherText.line(a, LONGEST_NAME))
            .filter(a -> a != null)
            .toList();
    if (!authors.isEmpty()) publisher.put("authors", authors);
    put(publisher, "excerpt", PublisherText.line(excerpt, longest));
    put(publisher, "url", address(e.link()));
    shown.put("publisher", publisher);
    return shown;
  }

  static void marks(Map<String, Object> shown, @Nullable Mark mark) {
    if (mark == null) return;
    shown.put("unread", mark.unread());
    if (mark.starred()) shown.put("starred", true);
    if (!mark.tags().isEmpty()) shown.put("tags", mark.tags().stream().sorted().toList());
  }

  static @Nullable String name(@Nullable String name) {
    return PublisherText.line(name, LONGEST_NAME);
  }

  static @Nullable String title(@Nullable String title) {
    return PublisherText.line(title, LONGEST_TITLE);
  }

  /// Never cut: half an address is none. Passwords in it stay here.
  static @Nullable String address(@Nullable String address) {
    return address == null || address.length() > LONGEST_ADDRESS
        ? null
        : PublisherText.line(FeedUrl.shownName(address), LONGEST_ADDRESS);
  }
}
