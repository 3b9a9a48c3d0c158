package freshet.web;

import freshet.understand.FoldPreview;
import freshet.understand.Understanding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be set while Freshet runs.
///
/// @param folds what holds now, null if nothing is folded at all
/// @param percent and `inside`: what is tried
/// @param saved whether it was just set
public record SettingsPage(
    PageFrame frame,
    Understanding.@Nullable Folds folds,
    int percent,
    boolean inside,
    @Nullable Shown preview,
    boolean saved) {

  /// What would fold.
  ///
  /// @param share of the entries, in per cent, that would be copies
  public record Shown(int entries, int stories, int copies, int share, List<Pair> pairs) {}

  /// Two entries that would just be the same story.
  public record Pair(
      long one,
      String oneTitle,
      String oneFeed,
      long other,
      String otherTitle,
      String otherFeed,
      String percent) {}

  static Shown shown(FoldPreview p, PageFrame frame) {
    int copies = p.entries() - p.stories();
    List<Pair> pairs =
        p.closest().stream()
            .map(pair ->
                new Pair(
                    pair.one().id(),
                    EntryRow.title(pair.one(), frame),
                    SafeText.feedName(pair.one().feedName()),
                    pair.other().id(),
                    EntryRow.title(pair.other(), frame),
                    SafeText.feedName(pair.other().feedName()),
                    frame.say("number", Math.round(pair.percent()))))
            .toList();
    int share = p.entries() == 0 ? 0 : Math.round(100f * copies / p.entries());
    return new Shown(p.entries(), p.stories(), copies, share, pairs);
  }
}
