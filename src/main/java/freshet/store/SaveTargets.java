package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.SaveTarget;
import freshet.model.SaveTarget.Way;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;

/// Where accounts save entries.
public final class SaveTargets {
  private static final String SELECT =
      """
      SELECT id, name, way, method, address, headers, body, log_in, log_in_form, secrets
      FROM save_target WHERE account_id = :me\
      """;

  private final Database db;

  SaveTargets(Database db) {
    this.db = db;
  }

  /// In the order they were made, which is the order of their buttons.
  public List<SaveTarget> all(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + " ORDER BY id").bind("me", account).map(SaveTargets::read).list());
  }

  public Optional<SaveTarget> find(long account, long id) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + " AND id = :id")
            .bind("me", account)
            .bind("id", id)
            .map(SaveTargets::read)
            .findOne());
  }

  public SaveTarget add(long account, SaveTarget t) {
    long id =
        db.writer.write(statements -> {
          try (ResultSet key =
              set(
                      statements.get(
                          """
                          INSERT INTO save_target (account_id, name, way, method, address, headers,
                            body, log_in, log_in_form, secrets)
                          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                          RETURNING id
                          """),
                      account,
                      t.name(),
                      t.way().word(),
                      t.method(),
                      t.address(),
                      t.headers(),
                      t.body(),
                      t.logIn(),
                      t.logInForm(),
                      t.secrets())
                  .executeQuery()) {
            if (!key.next()) throw new SQLException("the target is not there");
            return key.getLong(1);
          }
        });
    return t.with(id, t.secrets());
  }

  public boolean change(long account, SaveTarget t) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE save_target SET name = ?, way = ?, method = ?, address = ?, headers = ?,
                      body = ?, log_in = ?, log_in_form = ?, secrets = ?
                    WHERE id = ? AND account_id = ?
                    """),
                t.name(),
                t.way().word(),
                t.method(),
                t.address(),
                t.headers(),
                t.body(),
                t.logIn(),
                t.logInForm(),
                t.secrets(),
                t.id(),
                account)
            .executeUpdate())
        > 0;
  }

  public boolean remove(long account, long id) {
    return db.writer.write(statements ->
        set(statements.get("DELETE FROM save_target WHERE id = ? AND account_id = ?"), id, account)
            .executeUpdate())
        > 0;
  }

  private static SaveTarget read(ResultSet row, StatementContext context) throws SQLException {
    return new SaveTarget(
        row.getLong("id"),
        row.getString("name"),
        Way.valueOf(row.getString("way").toUpperCase(Locale.ROOT)),
        row.getString("method"),
        row.getString("address"),
        row.getString("headers"),
        row.getString("body"),
        row.getString("log_in"),
        row.getString("log_in_form"),
        row.getString("secrets"));
  }
}
