package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who is told when a feed of ours changes (WebSub).
public final class HubSubscribers {
  private final Database db;

  HubSubscribers(Database db) {
    this.db = db;
  }

  /// @param topic the address of our feed
  /// @param sent a hash of what they have of it
  /// @param tries how often in a row they did not take it
  public record Row(
      String topic,
      String callback,
      @Nullable String secret,
      Instant leaseEnd,
      long sent,
      int tries,
      Instant nextAt) {}

  public List<Row> all() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT topic, callback, secret, lease_end, sent, tries, next_at FROM hub_subscriber
                ORDER BY topic, callback
                """)
            .map((row, _) ->
                new Row(
                    row.getString("topic"),
                    row.getString("callback"),
                    row.getString("secret"),
                    requiredTime(row, "lease_end"),
                    row.getLong("sent"),
                    row.getInt("tries"),
                    requiredTime(row, "next_at")))
            .list());
  }

  /// Takes a subscription down, or renews it: what they have is not sent again.
  public void put(Row r) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO hub_subscriber
                      (topic, callback, secret, lease_end, sent, tries, next_at)
                    VALUES (?, ?, ?, ?, ?, 0, ?)
                    ON CONFLICT (topic, callback) DO UPDATE SET secret = excluded.secret,
                      lease_end = excluded.lease_end, tries = 0, next_at = excluded.next_at
                    """),
                r.topic,
                r.callback,
                r.secret,
                r.leaseEnd,
                r.sent,
                r.nextAt)
            .executeUpdate());
  }

  /// What became of telling them.
  ///
  /// @param sent the hash of what they have now
  public void tried(Row r, long sent, int tries, Instant nextAt) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE hub_subscriber SET sent = ?, tries = ?, next_at = ?
                    WHERE topic = ? AND callback = ?
                    """),
                sent,
                tries,
                nextAt,
                r.topic,
                r.callback)
            .executeUpdate());
  }

  public boolean remove(String topic, String callback) {
    return db.writer.write(statements ->
        set(
                statements.get("DELETE FROM hub_subscriber WHERE topic = ? AND callback = ?"),
                topic,
                callback)
            .executeUpdate())
        > 0;
  }

  /// Forgets those whose lease is over.
  public int forget(Instant now) {
    return db.writer.write(statements ->
        set(statements.get("DELETE FROM hub_subscriber WHERE lease_end <= ?"), now)
            .executeUpdate());
  }
}
