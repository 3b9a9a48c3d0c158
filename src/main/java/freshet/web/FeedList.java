package freshet.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The page of all feeds.
///
/// @param done what was just done, in a sentence
/// @param page counted from 0
public record FeedList(
    PageFrame frame,
    Sidebar sidebar,
    List<Group> groups,
    long total,
    long failing,
    int page,
    boolean hasNext,
    Adding adding,
    @Nullable String done) {

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

  /// Folders by name, feeds without one at the end.
  static List<Group> grouped(List<FeedRow> rows) {
    Map<String, List<FeedRow>> folders = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    List<FeedRow> loose = new ArrayList<>();
    for (FeedRow row : rows) {
      if (row.folder() == null) loose.add(row);
      else folders.computeIfAbsent(row.folder(), _ -> new ArrayList<>()).add(row);
    }
    List<Group> groups = new ArrayList<>();
    folders.forEach((name, feeds) -> groups.add(new Group(name, feeds)));
    if (!loose.isEmpty()) groups.add(new Group(null, loose));
    return groups;
  }
}
