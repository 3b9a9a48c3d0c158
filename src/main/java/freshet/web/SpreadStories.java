package freshet.web;

import freshet.library.Spread.Case;
import java.util.List;

/// The stories behind a number of [SpreadPage].
///
/// @param title whose stories, in words
/// @param back to the numbers
/// @param more whether there are more than are shown
public record SpreadStories(
    PageFrame frame, String title, String back, List<Row> rows, boolean more) {

  public record Row(Case story, String title, String when, String exact, String late) {}
}
