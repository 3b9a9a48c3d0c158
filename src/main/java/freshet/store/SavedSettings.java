package freshet.store;

import static freshet.store.Rows.set;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Settings that are changed while Freshet runs, for the whole installation or for an account.
public final class SavedSettings {
  /// Of no account in particular.
  private static final long EVERYBODY = 0;

  private final Database db;

  SavedSettings(Database db) {
    this.db = db;
  }

  public Map<String, String> all() {
    return of(EVERYBODY);
  }

  /// Those of an account.
  public Map<String, String> of(long account) {
    Map<String, String> all = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT name, value FROM setting WHERE account_id = :account")
            .bind("account", account)
            .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  public void put(String name, String value, Instant now) {
    put(EVERYBODY, name, value, now);
  }

  public void put(long account, String name, String value, Instant now) {
    db.writer.write(statements -> put(statements, account, name, value, now));
  }

  private static int put(
      Writer.Statements statements, long account, String name, String value, Instant now)
      throws SQLException {
    return set(
            statements.get(
                """
                INSERT INTO setting (account_id, name, value, changed_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (account_id, name) DO UPDATE
                SET value = excluded.value, changed_at = excluded.changed_at
                """),
            account,
            name,
            value,
            now)
        .executeUpdate();
  }

  /// A setting that is a list, an item a line; empty if there is none.
  public List<String> list(long account, String name) {
    return items(of(account).get(name));
  }

  private static List<String> items(@Nullable String value) {
    return value == null ? List.of() : value.lines().filter(item -> !item.isEmpty()).toList();
  }

  /// Changes such a list. Of several who do at once, each goes on from what the one before left.
  ///
  /// @param change may be asked more than once
  /// @return the list as it is now
  public List<String> change(
      long account, String name, UnaryOperator<List<String>> change, Instant now) {
    return db.writer.write(statements -> {
      // So that there is a row which the next to come must wait for.
      set(
              statements.get(
                  """
                  INSERT INTO setting (account_id, name, value, changed_at) VALUES (?, ?, '', ?)
                  ON CONFLICT (account_id, name) DO NOTHING
                  """),
              account,
              name,
              now)
          .executeUpdate();
      String sql = "SELECT value FROM setting WHERE account_id = ? AND name = ?";
      List<String> before;
      try (ResultSet row =
          set(statements.get(statements.sqlite ? sql : sql + " FOR UPDATE"), account, name)
              .executeQuery()) {
        before = items(row.next() ? row.getString(1) : null);
      }
      List<String> after = List.copyOf(change.apply(before));
      if (!after.equals(before)) put(statements, account, name, String.join("\n", after), now);
      return after;
    });
  }
}
