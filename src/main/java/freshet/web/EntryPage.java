package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedFeed.Enclosure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry to read.
///
/// @param html the text, already made safe by the parser; null if the feed gave none
/// @param picture shown above the text if the text has no picture of its own
/// @param next the entry after this one in the river
public record EntryPage(
    Frame frame,
    Entry entry,
    String title,
    String feed,
    @Nullable String link,
    @Nullable String html,
    @Nullable String picture,
    List<String> authors,
    List<String> categories,
    List<Attached> attached,
    @Nullable String comments,
    @Nullable String copyright,
    @Nullable Long next) {

  private static final int MOST_NAMES = 12;

  /// A file that comes with the entry.
  ///
  /// @param kind `audio`, `video`, `image` or `file`
  public record Attached(
      String kind, String url, String name, @Nullable String type, @Nullable String size) {}

  static EntryPage of(Entry entry, EntryBody body, Frame frame, @Nullable Long next) {
    String title = Plain.line(entry.title(), 1000);
    String html = body.content() != null ? body.content() : body.summary();
    if (html != null && html.isBlank()) html = null;
    String image = Plain.link(entry.image());
    return new EntryPage(
        frame,
        entry,
        title.isEmpty() ? frame.say("entry.untitled") : title,
        Plain.feedName(entry.feedName()),
        Plain.link(entry.link()),
        html,
        html == null || !html.contains("<img") ? image : null,
        lines(entry.authors()),
        lines(entry.categories()),
        attached(body.enclosures()),
        Plain.link(body.comments()),
        body.copyright() == null ? null : Plain.line(body.copyright(), 300),
        next);
  }

  private static List<String> lines(List<String> texts) {
    return texts.stream()
        .map(text -> Plain.line(text, 80))
        .filter(text -> !text.isEmpty())
        .distinct()
        .limit(MOST_NAMES)
        .toList();
  }

  private static List<Attached> attached(List<Enclosure> enclosures) {
    List<Attached> all = new ArrayList<>();
    for (Enclosure e : enclosures) {
      String url = Plain.link(e.url());
      if (url == null || all.size() == MOST_NAMES) continue;
      String type = e.type() == null ? null : Plain.line(e.type(), 60);
      Long length = e.length();
      String size = length == null || length <= 0 ? null : Plain.bytes(length);
      all.add(new Attached(kind(type), url, fileName(url), type, size));
    }
    return all;
  }

  private static String kind(@Nullable String type) {
    if (type == null) return "file";
    for (String kind : new String[] {"audio", "video", "image"}) {
      if (type.startsWith(kind + "/")) return kind;
    }
    return "file";
  }

  private static String fileName(String url) {
    int end = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    String path = url.substring(0, end);
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? Plain.host(url) : Plain.line(name, 80);
  }
}
