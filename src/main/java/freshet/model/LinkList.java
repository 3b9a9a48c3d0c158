package freshet.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of links on a page, such as news or press releases: what the feed would have, had the
/// site one.
///
/// @param selector the CSS selector that names the links, or the parts of the page around them
/// @param score how likely this is what the page is there for, from 0 to 1
/// @param items in the order of the page, each address once
public record LinkList(String selector, double score, List<Item> items) {

  /// @param date when it was published, if that stands nearby
  /// @param dateOnly whether that is a day without a time
  /// @param summary what is said about it beside the title
  public record Item(
      String url,
      String title,
      @Nullable Instant date,
      boolean dateOnly,
      @Nullable String summary,
      @Nullable String image) {}
}
