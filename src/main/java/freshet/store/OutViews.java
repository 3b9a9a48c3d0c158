package freshet.store;

import static freshet.store.Rows.set;

import freshet.model.SharedView;
import java.time.Instant;
import java.util.Optional;

/// Views of the river that other programs read as feeds.
public final class OutViews {
  private final Database db;

  OutViews(Database db) {
    this.db = db;
  }

  public Optional<SharedView> bySecret(String secret) {
    return find("secret = :what", secret);
  }

  public Optional<SharedView> ofView(long account, String view) {
    return find("account_id = " + account + " AND view = :what", view);
  }

  private Optional<SharedView> find(String where, String what) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT account_id, secret, view, title FROM out_view WHERE " + where)
            .bind("what", what)
            .map((row, _) ->
                new SharedView(
                    row.getLong(1), row.getString(2), row.getString(3), row.getString(4)))
            .findOne());
  }

  /// Opens a view to others; one that is open keeps its address.
  public SharedView open(SharedView wanted, Instant now) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO out_view (secret, account_id, view, title, added_at)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """),
                wanted.secret(),
                wanted.account(),
                wanted.view(),
                wanted.title(),
                now)
            .executeUpdate());
    return ofView(wanted.account(), wanted.view()).orElseThrow();
  }

  /// How many an account has opened.
  public int count(long account) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COUNT(*) FROM out_view WHERE account_id = :me")
            .bind("me", account)
            .mapTo(Integer.class)
            .one());
  }

  /// Closes it: its address is gone for good.
  public boolean close(long account, String view) {
    return db.writer.write(statements ->
        set(statements.get("DELETE FROM out_view WHERE account_id = ? AND view = ?"), account, view)
            .executeUpdate())
        > 0;
  }
}
