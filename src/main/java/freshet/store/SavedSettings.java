package freshet.store;

import static freshet.store.Rows.set;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Settings that are changed while Freshet runs, for the whole installation.
public final class SavedSettings {
  /// Of no account in particular.
  private static final long EVERYBODY = 0;

  private final Database db;

  SavedSettings(Database db) {
    this.db = db;
  }

  public Map<String, String> all() {
    Map<String, String> all = new HashMap<>();
    db.readers.useHandle(h ->
        h.createQuery("SELECT name, value FROM setting WHERE account_id = :everybody")
            .bind("everybody", EVERYBODY)
            .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
            .forEach(e -> all.put(e.getKey(), e.getValue())));
    return all;
  }

  public void put(String name, String value, Instant now) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO setting (account_id, name, value, changed_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (account_id, name) DO UPDATE
                    SET value = excluded.value, changed_at = excluded.changed_at
                    """),
                EVERYBODY,
                name,
                value,
                now)
            .executeUpdate());
  }
}
