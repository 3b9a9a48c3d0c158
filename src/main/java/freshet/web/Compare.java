package freshet.web;

import freshet.library.Browsing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two versions of a story side by side, with the words marked that only one of them has.
public record Compare(
    PageFrame frame, Side left, Side right, int percentSame, @Nullable String older) {
  /// One of the two.
  public record Side(
      long id,
      String feed,
      String time,
      @Nullable String language,
      List<Differences.Piece> title,
      List<Differences.Piece> text) {}

  /// @param older the address of a version that is older still, if there is one
  static Compare of(Browsing.Pair pair, @Nullable String older, PageFrame frame) {
    Differences titles =
        Differences.between(
            SafeText.line(pair.first().title(), 500), SafeText.line(pair.second().title(), 500));
    Differences bodies = Differences.between(pair.first().text(), pair.second().text());
    return new Compare(
        frame,
        side(pair.first(), titles.left(), bodies.left(), frame),
        side(pair.second(), titles.right(), bodies.right(), frame),
        bodies.percentSame(),
        older);
  }

  private static Side side(
      Browsing.Text t,
      List<Differences.Piece> title,
      List<Differences.Piece> text,
      PageFrame frame) {
    return new Side(
        t.entry().id(),
        SafeText.feedName(t.entry().feedName()),
        frame.times().exact(t.at()),
        t.entry().language(),
        title,
        text);
  }
}
