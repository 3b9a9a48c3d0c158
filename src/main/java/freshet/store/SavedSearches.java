package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.SavedSearch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/// Queries that a user keeps.
public final class SavedSearches {
  private static final String SELECT =
      "SELECT id, name, query, secret, added_at FROM saved_search WHERE ";

  private final Database db;

  SavedSearches(Database db) {
    this.db = db;
  }

  public List<SavedSearch> all(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + "account_id = :me ORDER BY LOWER(name), id")
            .bind("me", account)
            .map(SavedSearches::read)
            .list());
  }

  public Optional<SavedSearch> find(long account, long id) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + "id = :id AND account_id = :me")
            .bind("id", id)
            .bind("me", account)
            .map(SavedSearches::read)
            .findOne());
  }

  /// A search and whose it is: what it finds is what they may see.
  public record Owned(long account, SavedSearch search) {}

  /// The one that is read under this secret address.
  public Optional<Owned> bySecret(String secret) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT.replace("id,", "account_id, id,") + "secret = :secret")
            .bind("secret", secret)
            .map((row, context) -> new Owned(row.getLong("account_id"), read(row, context)))
            .findOne());
  }

  /// Keeps a query; one of the same name is replaced and keeps its address.
  public SavedSearch save(long account, String name, String query, String secret, Instant now) {
    long id =
        db.writer.write(statements -> {
          set(
                  statements.get(
                      "UPDATE saved_search SET query = ? WHERE account_id = ? AND name = ?"),
                  query,
                  account,
                  name)
              .executeUpdate();
          set(
                  statements.get(
                      """
                      INSERT INTO saved_search (account_id, name, query, secret, added_at)
                      SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (
                        SELECT 1 FROM saved_search WHERE account_id = ? AND name = ?)
                      """),
                  account,
                  name,
                  query,
                  secret,
                  now,
                  account,
                  name)
              .executeUpdate();
          try (ResultSet found =
              set(
                      statements.get(
                          "SELECT id FROM saved_search WHERE account_id = ? AND name = ?"),
                      account,
                      name)
                  .executeQuery()) {
            if (!found.next()) throw new SQLException("the saved search is not there");
            return found.getLong(1);
          }
        });
    return find(account, id).orElseThrow();
  }

  public boolean remove(long account, long id) {
    return db.writer.write(statements ->
        set(statements.get("DELETE FROM saved_search WHERE id = ? AND account_id = ?"), id, account)
            .executeUpdate())
        > 0;
  }

  private static SavedSearch read(ResultSet row, StatementContext context) throws SQLException {
    return new SavedSearch(
        row.getLong("id"),
        row.getString("name"),
        row.getString("query"),
        row.getString("secret"),
        requiredTime(row, "added_at"));
  }
}
