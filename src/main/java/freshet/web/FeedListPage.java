package freshet.web;

import freshet.model.FolderPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The page of all feeds.
///
/// @param done what was just done, in a sentence
/// @param leftOut what of a list that was imported could not be taken, a sentence each
/// @param page counted from 0
/// @param filter which of them it shows
public record FeedListPage(
    PageFrame frame,
    Sidebar sidebar,
    List<Group> groups,
    long total,
    long failing,
    int page,
    boolean hasNext,
    FeedFilter filter,
    Adding adding,
    @Nullable String done,
    List<String> leftOut) {

  static final int SIZE = 200;

  public record Group(@Nullable String folder, List<FeedRow> feeds) {}

  /// The box for a new address as it was left.
  ///
  /// @param typed kept when it was refused
  /// @param error why it was refused
  /// @param anyway whether it can be followed all the same
  public record Adding(String typed, String folder, @Nullable String error, boolean anyway) {
    public static final Adding EMPTY = new Adding("", "", null, false);
  }

  /// Folders by name, feeds without one at the end; in any other order they are one list.
  static List<Group> grouped(List<FeedRow> rows, FeedFilter filter) {
    if (filter.order() != FeedFilter.Order.NAME) {
      return rows.isEmpty() ? List.of() : List.of(new Group(null, rows));
    }
    Map<String, List<FeedRow>> folders = new TreeMap<>(FolderPath.ORDER);
    List<FeedRow> loose = new ArrayList<>();
    for (FeedRow row : rows) {
      if (row.folder() == null) loose.add(row);
      else folders.computeIfAbsent(row.folder(), _ -> new ArrayList<>()).add(row);
    }
    List<Group> groups = new ArrayList<>();
    Comparator<FeedRow> natural = Comparator.comparing(row -> FeedFilter.natural(row.name()));
    folders.forEach((name, feeds) -> {
      feeds.sort(natural);
      groups.add(new Group(name, feeds));
    });
    loose.sort(natural);
    if (!loose.isEmpty()) groups.add(new Group(null, loose));
    return groups;
  }
}
