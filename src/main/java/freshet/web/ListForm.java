package freshet.web;

import freshet.model.LinkList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which links of a page without a feed are followed, and what they would be.
///
/// @param selector as it is set or was typed; empty if there is none
/// @param shown what would be followed, if somebody asked
/// @param error why something was refused
public record ListForm(String selector, List<Shown> shown, @Nullable String error) {
  private static final int MOST = 15;

  /// A list.
  ///
  /// @param found how many links it has, in words
  public record Shown(String selector, String found, List<Row> rows) {}

  /// @param date empty if it has none
  public record Row(String title, String address, String date) {}

  static ListForm of(@Nullable String selector) {
    return new ListForm(selector == null ? "" : selector, List.of(), null);
  }

  static ListForm of(
      @Nullable String selector, List<LinkList> lists, @Nullable String error, PageFrame frame) {
    List<Shown> shown = new ArrayList<>();
    for (LinkList list : lists) shown.add(shown(list, frame));
    return new ListForm(selector == null ? "" : selector, shown, error);
  }

  private static Shown shown(LinkList list, PageFrame frame) {
    List<Row> rows = new ArrayList<>();
    for (LinkList.Item item : list.items().subList(0, Math.min(MOST, list.items().size()))) {
      rows.add(
          new Row(
              SafeText.line(item.title(), 200),
              SafeText.line(item.url(), 300),
              item.date() == null ? "" : frame.times().when(item.date())));
    }
    return new Shown(list.selector(), frame.say("list.found", list.items().size()), rows);
  }

  /// Whether there is something to see in it.
  public boolean open() {
    return !shown.isEmpty() || error != null;
  }
}
