package freshet.store;

import static freshet.store.Rows.set;

import java.time.Instant;
import java.util.Optional;

/// Views of the river that other programs read as feeds.
public final class OutViews {
  private final Database db;

  OutViews(Database db) {
    this.db = db;
  }

  /// @param view its address on the page, such as `/?topic=sport`
  public record Row(String secret, String view, String title) {}

  public Optional<Row> bySecret(String secret) {
    return find("secret = :what", secret);
  }

  public Optional<Row> ofView(String view) {
    return find("account_id = " + Feeds.ME + " AND view = :what", view);
  }

  private Optional<Row> find(String where, String what) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT secret, view, title FROM out_view WHERE " + where)
            .bind("what", what)
            .map((row, _) -> new Row(row.getString(1), row.getString(2), row.getString(3)))
            .findOne());
  }

  /// Opens a view to others; one that is open keeps its address.
  public Row open(Row wish, Instant now) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO out_view (secret, account_id, view, title, added_at)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """),
                wish.secret(),
                Feeds.ME,
                wish.view(),
                wish.title(),
                now)
            .executeUpdate());
    return ofView(wish.view()).orElseThrow();
  }

  /// Closes it: its address is gone for good.
  public boolean close(String view) {
    return db.writer.write(statements ->
        set(
                statements.get("DELETE FROM out_view WHERE account_id = ? AND view = ?"),
                Feeds.ME,
                view)
            .executeUpdate())
        > 0;
  }
}
