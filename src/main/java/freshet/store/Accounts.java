package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Account;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who reads here. The first account is the person on this machine: it is there from the start,
/// needs no password on loopback, and is the one who looks after the others.
public final class Accounts {
  private static final String COLUMNS =
      "SELECT id, name, password IS NOT NULL AS has_password, outside, added_at, seen_at"
          + " FROM account";

  private final Database db;

  Accounts(Database db) {
    this.db = db;
  }

  public List<Account> all() {
    return db.readers.withHandle(
        h -> h.createQuery(COLUMNS + " ORDER BY id").map((row, _) -> read(row)).list());
  }

  public Optional<Account> find(long id) {
    return db.readers.withHandle(h ->
        h.createQuery(COLUMNS + " WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// Names are compared without regard to case. SQLite once did so of A to Z only: who has the very
  /// name comes before whoever else was given it then.
  public Optional<Account> named(String name) {
    return db.readers.withHandle(h ->
        h.createQuery(
                COLUMNS
                    + " WHERE "
                    + same("name", ":name")
                    + " ORDER BY CASE WHEN name = :name THEN 0 ELSE 1 END, id")
            .bind("name", name)
            .map((row, _) -> read(row))
            .findFirst());
  }

  private String same(String one, String other) {
    return db.lower + "(" + one + ") = " + db.lower + "(" + other + ")";
  }

  /// Whose this identity at another service is.
  public Optional<Account> linked(String outside) {
    return db.readers.withHandle(h ->
        h.createQuery(COLUMNS + " WHERE outside = :outside")
            .bind("outside", outside)
            .map((row, _) -> read(row))
            .findOne());
  }

  public boolean anyPassword() {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COUNT(*) FROM account WHERE password IS NOT NULL")
                .mapTo(Long.class)
                .one()
            > 0);
  }

  /// The stored hash of a password, if there is one.
  public Optional<String> password(long id) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT password FROM account WHERE id = :id AND password IS NOT NULL")
            .bind("id", id)
            .mapTo(String.class)
            .findOne());
  }

  /// @return empty if the name is taken
  public Optional<Account> add(String name, @Nullable String passwordHash, Instant now) {
    long id =
        db.writer.write(statements -> {
          if (statements.any("SELECT 1 FROM account WHERE " + same("name", "?"), name)) return 0L;
          return statements.insert(
              "INSERT INTO account (name, password, added_at) VALUES (?, ?, ?)",
              name,
              passwordHash,
              now);
        });
    return id == 0 ? Optional.empty() : find(id);
  }

  /// @return false if the name is taken or there is no such account
  public boolean rename(long id, String name) {
    return db.writer.write(statements -> {
      boolean taken =
          statements.any(
              "SELECT 1 FROM account WHERE " + same("name", "?") + " AND id <> ?", name, id);
      if (taken) return 0;
      return set(statements.get("UPDATE account SET name = ? WHERE id = ?"), name, id)
          .executeUpdate();
    })
        > 0;
  }

  /// A new password ends all sessions: whoever knew the old one is out.
  public boolean setPassword(long id, String hash) {
    return db.writer.write(statements -> {
      set(statements.get("DELETE FROM session WHERE account_id = ?"), id).executeUpdate();
      return set(statements.get("UPDATE account SET password = ? WHERE id = ?"), hash, id)
          .executeUpdate();
    })
        > 0;
  }

  public boolean link(long id, String outside) {
    return change("UPDATE account SET outside = ? WHERE id = ?", outside, id);
  }

  /// They are here now; the schedule counts who comes back.
  public boolean seen(long id, Instant now) {
    return change("UPDATE account SET seen_at = ? WHERE id = ?", now, id);
  }

  /// Removes an account with all it has. The first stays: feeds must be somebody's.
  public boolean remove(long id) {
    if (Account.isAdministrator(id)) return false;
    return db.writer.write(statements -> {
      set(statements.get("DELETE FROM setting WHERE account_id = ?"), id).executeUpdate();
      int gone = set(statements.get("DELETE FROM account WHERE id = ?"), id).executeUpdate();
      statements
          .get(
              """
              UPDATE feed SET unfollowed = TRUE WHERE unfollowed = FALSE
                AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.feed_id = feed.id)
              """)
          .executeUpdate();
      return gone;
    })
        > 0;
  }

  private boolean change(String sql, Object... values) {
    return db.writer.write(s -> set(s.get(sql), values).executeUpdate()) > 0;
  }

  private static Account read(ResultSet row) throws SQLException {
    return new Account(
        row.getLong("id"),
        row.getString("name"),
        row.getBoolean("has_password"),
        row.getString("outside"),
        requiredTime(row, "added_at"),
        time(row, "seen_at"));
  }
}
