package freshet.store;

import static freshet.store.Rows.millis;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// Which feeds are told of by a hub (WebSub), and until when.
public final class HubSubscriptions {
  private static final String SELECT =
      "SELECT feed_id, id, hub, topic, secret, wanted, lease_end, ask_at FROM hub_subscription"
          + " WHERE ";

  private final Database db;

  HubSubscriptions(Database db) {
    this.db = db;
  }

  /// @param id the last part of the callback's address
  /// @param askAt when to ask the hub (again)
  public record Row(
      long feedId,
      String id,
      String hub,
      String topic,
      String secret,
      boolean wanted,
      @Nullable Instant leaseEnd,
      Instant askAt) {}

  public Optional<Row> of(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + "feed_id = :feed")
            .bind("feed", feed)
            .map(HubSubscriptions::read)
            .findOne());
  }

  public Optional<Row> find(String id) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + "id = :id").bind("id", id).map(HubSubscriptions::read).findOne());
  }

  public void put(Row row) {
    db.writer.write(statements ->
        set(
                statements.get(
                    """
                    INSERT INTO hub_subscription
                      (feed_id, id, hub, topic, secret, wanted, lease_end, ask_at)
                    SELECT id, ?, ?, ?, ?, ?, ?, ? FROM feed WHERE id = ?
                    ON CONFLICT (feed_id) DO UPDATE SET id = excluded.id, hub = excluded.hub,
                      topic = excluded.topic, secret = excluded.secret,
                      wanted = excluded.wanted, lease_end = excluded.lease_end,
                      ask_at = excluded.ask_at
                    """),
                row.id,
                row.hub,
                row.topic,
                row.secret,
                row.wanted,
                millis(row.leaseEnd),
                row.askAt,
                row.feedId)
            .executeUpdate());
  }

  private static Row read(ResultSet row, StatementContext context) throws SQLException {
    return new Row(
        row.getLong("feed_id"),
        row.getString("id"),
        row.getString("hub"),
        row.getString("topic"),
        row.getString("secret"),
        row.getBoolean("wanted"),
        time(row, "lease_end"),
        requiredTime(row, "ask_at"));
  }
}
