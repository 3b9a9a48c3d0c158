package freshet.store;

import static freshet.store.Rows.set;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

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
    db.writer.write(statements ->
        set(
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
            .executeUpdate());
  }
}
