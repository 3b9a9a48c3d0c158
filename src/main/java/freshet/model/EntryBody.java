package freshet.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The long parts of an entry: read only when one entry is looked at.
///
/// @param summary and `content` are HTML, already made safe
public record EntryBody(
    @Nullable String summary,
    @Nullable String content,
    List<ParsedFeed.Link> links,
    List<ParsedFeed.Enclosure> enclosures,
    List<ParsedFeed.Media> media,
    @Nullable String comments,
    @Nullable String copyright) {

  public static final EntryBody EMPTY =
      new EntryBody(null, null, List.of(), List.of(), List.of(), null, null);

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
}
