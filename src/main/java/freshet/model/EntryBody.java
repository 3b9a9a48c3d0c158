package freshet.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The long parts of an entry: read only when one entry is looked at.
///
/// @param summary and `content` are HTML, already made safe
/// @param article from the page behind the entry, null if there is none
public record EntryBody(
    @Nullable String summary,
    @Nullable String content,
    List<ParsedFeed.Link> links,
    List<ParsedFeed.Enclosure> enclosures,
    List<ParsedFeed.Media> media,
    @Nullable String comments,
    @Nullable String copyright,
    @Nullable Article article) {
  public static final EntryBody EMPTY =
      new EntryBody(null, null, List.of(), List.of(), List.of(), null, null);

  /// As a feed gives it.
  public EntryBody(
      @Nullable String summary,
      @Nullable String content,
      List<ParsedFeed.Link> links,
      List<ParsedFeed.Enclosure> enclosures,
      List<ParsedFeed.Media> media,
      @Nullable String comments,
      @Nullable String copyright) {
    this(summary, content, links, enclosures, media, comments, copyright, null);
  }

  public static EntryBody of(ParsedEntry e) {
    return new EntryBody(
        e.summary(),
        e.content(),
        e.links(),
        e.enclosures(),
        e.media(),
        e.comments(),
        e.copyright());
  }

  public EntryBody with(@Nullable Article other) {
    return new EntryBody(summary, content, links, enclosures, media, comments, copyright, other);
  }

  /// The text to read, as HTML: the article where there is one.
  public @Nullable String shown() {
    return article != null ? article.html() : html();
  }

  /// What the feed gave to read: the content, or the summary where there is none.
  public @Nullable String html() {
    return content == null || content.isBlank() ? unlessBlank(summary) : content;
  }

  /// What an excerpt is cut from: the publisher's own summary, or the content.
  public @Nullable String opening() {
    return summary == null || summary.isBlank() ? unlessBlank(content) : summary;
  }

  private static @Nullable String unlessBlank(@Nullable String html) {
    return html == null || html.isBlank() ? null : html;
  }
}
