package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.FolderPath;
import freshet.model.Selection;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Changes of folders as a whole. They are where feeds are said to be, and nowhere else.
public final class Folders {
  private final Database db;

  Folders(Database db) {
    this.db = db;
  }

  /// Gives a folder another name or place, with all that is inside; into one that is there already,
  /// it is emptied. Views of it that others read go along.
  ///
  /// @param to null to take it away: what was in it is in none then, or in the others that it is in
  /// @return whether there was one
  public boolean move(long account, String from, @Nullable String to) {
    return db.writer.write(statements -> {
      boolean found = false;
      for (var feed : all(statements, account).entrySet()) {
        List<String> before = feed.getValue();
        List<String> after =
            before.stream()
                .map(folder -> FolderPath.moved(folder, from, to))
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .distinct()
                .toList();
        if (after.equals(before)) continue;
        Subscriptions.file(statements, after, account, feed.getKey());
        found = true;
      }
      if (found && to != null) moveViews(statements, account, from, to);
      return found;
    });
  }

  private static Map<Long, List<String>> all(Statements statements, long account)
      throws SQLException {
    Map<Long, List<String>> all = new LinkedHashMap<>();
    try (ResultSet rows =
        set(
                statements.get(
                    """
                    SELECT feed_id, folder, 0 AS further FROM subscription
                    WHERE account_id = ? AND folder IS NOT NULL
                    UNION ALL
                    SELECT feed_id, folder, 1 FROM further_folder WHERE account_id = ?
                    ORDER BY 3, 2
                    """),
                account,
                account)
            .executeQuery()) {
      while (rows.next()) {
        all.computeIfAbsent(rows.getLong(1), _ -> new ArrayList<>()).add(rows.getString(2));
      }
    }
    return all;
  }

  /// Two views that become one keep the address that the one has already.
  private static void moveViews(Statements statements, long account, String from, String to)
      throws SQLException {
    Map<String, Selection> views = new LinkedHashMap<>();
    try (ResultSet rows =
        set(statements.get("SELECT view FROM out_view WHERE account_id = ?"), account)
            .executeQuery()) {
      while (rows.next()) {
        String view = rows.getString(1);
        Selection.ofView(view).ifPresent(which -> views.put(view, which));
      }
    }
    for (var view : views.entrySet()) {
      String folder = view.getValue().folder();
      if (folder == null || !FolderPath.isWithin(folder, from)) continue;
      String moved = view.getValue().withFolder(FolderPath.moved(folder, from, to)).view();
      if (moved.equals(view.getKey())) continue;
      if (views.containsKey(moved)) {
        set(
                statements.get("DELETE FROM out_view WHERE account_id = ? AND view = ?"),
                account,
                view.getKey())
            .executeUpdate();
      } else {
        set(
                statements.get("UPDATE out_view SET view = ? WHERE account_id = ? AND view = ?"),
                moved,
                account,
                view.getKey())
            .executeUpdate();
      }
    }
  }
}
