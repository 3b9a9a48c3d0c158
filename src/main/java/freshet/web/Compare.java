package freshet.web;

import freshet.model.Entry;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Two versions of a story side by side, with the words marked that only one of them has.
public record Compare(Frame frame, Side left, Side right, int percentSame) {
  /// One of the two.
  public record Side(
      long id,
      String feed,
      String time,
      @Nullable String language,
      List<Differences.Piece> title,
      List<Differences.Piece> text) {}

  static Compare of(Entry one, Entry other, LongFunction<String> texts, Frame frame) {
    boolean turned = one.placed().isAfter(other.placed());
    Entry first = turned ? other : one;
    Entry second = turned ? one : other;
    Differences titles =
        Differences.between(Plain.line(first.title(), 500), Plain.line(second.title(), 500));
    Differences bodies = Differences.between(texts.apply(first.id()), texts.apply(second.id()));
    return new Compare(
        frame,
        side(first, titles.left(), bodies.left(), frame),
        side(second, titles.right(), bodies.right(), frame),
        bodies.percentSame());
  }

  private static Side side(
      Entry e, List<Differences.Piece> title, List<Differences.Piece> text, Frame frame) {
    return new Side(
        e.id(),
        Plain.feedName(e.feedName()),
        frame.times().exact(e.placed()),
        e.language(),
        title,
        text);
  }
}
