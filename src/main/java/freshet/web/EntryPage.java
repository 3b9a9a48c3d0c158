package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.Story;
import freshet.pipeline.Understanding;
import freshet.store.Reading;
import freshet.store.Stories;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry to read.
///
/// @param html the text, already made safe by the parser; null if the feed gave none
/// @param picture shown above the text if the text has no picture of its own
/// @param topic null if nobody looked
/// @param topics that a person may give to it
/// @param versions who else has it, and who had it first; empty if nobody
/// @param next the entry after this one in the river
/// @param out the secret under which other programs read its story as a feed, if it has one
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
    @Nullable String topic,
    boolean topicGiven,
    List<String> topics,
    List<Version> versions,
    @Nullable Long next,
    boolean starred,
    List<String> tags,
    @Nullable String out) {

  private static final int MOST_NAMES = 12;

  /// A file that comes with the entry.
  ///
  /// @param kind `audio`, `video`, `image` or `file`
  public record Attached(
      String kind, String url, String name, @Nullable String type, @Nullable String size) {}

  /// An entry of the same story.
  ///
  /// @param after how long after the first, in words; null for the first
  /// @param percent how much it is the same as the one that is read, in words
  /// @param read whether it is that one
  public record Version(
      long id,
      String feed,
      String title,
      String time,
      @Nullable String after,
      String percent,
      boolean read) {}

  static EntryPage of(
      Story story,
      EntryBody body,
      List<Version> versions,
      List<String> topics,
      Frame frame,
      @Nullable Long next,
      Reading.Mark mark,
      @Nullable String out) {
    Entry entry = story.entry();
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
        story.topic(),
        story.topicGiven(),
        topics,
        versions,
        next,
        mark.starred(),
        mark.labels().stream().sorted().toList(),
        out);
  }

  /// Who printed a story when, the first first.
  static List<Version> versions(long read, List<Stories.Version> all, Frame frame) {
    if (all.size() < 2) return List.of();
    Stories.Version mine =
        all.stream().filter(v -> v.entry().id() == read).findFirst().orElse(all.getFirst());
    List<Double> percents = Understanding.percents(mine, all);
    Instant first = all.getFirst().entry().placed();
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Entry e = all.get(i).entry();
      Duration after = Duration.between(first, e.placed());
      versions.add(
          new Version(
              e.id(),
              Plain.feedName(e.feedName()),
              Item.title(e, frame),
              frame.times().when(e.placed()),
              i == 0 ? null : frame.times().span(after),
              frame.say("number", Math.round(percents.get(i))),
              e.id() == read));
    }
    return versions;
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
