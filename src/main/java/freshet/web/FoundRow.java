package freshet.web;

import freshet.discover.FoundFeed;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A found feed as it stands in a list to pick from.
///
/// @param picked whether it is in the smallest set that has all entries
/// @param followed whether it is watched already
public record FoundRow(
    String url,
    String name,
    String address,
    String how,
    String format,
    @Nullable String language,
    String often,
    String last,
    boolean comments,
    boolean picked,
    boolean followed) {

  /// Picked ones first within their site, in the order in which the sites were found.
  static List<FoundRow> of(
      List<FoundFeed> feeds, Set<String> picked, Predicate<String> followed, PageFrame frame) {
    return feeds.stream()
        .map(f ->
            new FoundRow(
                f.feed().toString(),
                SafeText.feedName(f.title() == null ? f.feed().host() : f.title()),
                SafeText.line(f.feed().shown().replaceFirst("^https?://", ""), 200),
                frame.say("found." + f.how().word()),
                f.format(),
                f.language() == null ? null : frame.mark(f.language()),
                FeedRow.often(f.entriesPerDay(), frame),
                frame.times().when(f.lastEntry()),
                f.comments(),
                picked.contains(f.feed().toString()),
                followed.test(f.feed().toString())))
        .toList();
  }
}
