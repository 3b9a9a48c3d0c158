package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Alert;
import freshet.model.Alert.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/// Alerts from the moment they are raised until they are taken, and afterwards.
public final class Alerts {
  private static final String SELECT =
      "SELECT "
          + Entries.COLUMNS
          + """
          , a.id AS alert_id, a.rule_id, r.name AS rule_name, a.state AS alert_state, a.raised_at,
            a.sent_at, a.tries, a.next_at, a.trouble
          FROM alert a JOIN rule r ON r.id = a.rule_id JOIN entry e ON e.id = a.entry_id
            JOIN feed f ON f.id = e.feed_id
          """;

  private final Database db;

  Alerts(Database db) {
    this.db = db;
  }

  /// Those whose time has come, the oldest first.
  ///
  /// @param without rules that are left out
  public List<Alert> due(Instant now, Collection<Long> without, int most) {
    String others =
        without.isEmpty()
            ? ""
            : without.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",", " AND a.rule_id NOT IN (", ")"));
    return db.readers.withHandle(h ->
        h.createQuery(
                SELECT
                    + " WHERE a.state = 'waiting' AND a.next_at <= :now"
                    + others
                    + " ORDER BY a.next_at, a.id LIMIT :most")
            .bind("now", now.toEpochMilli())
            .bind("most", most)
            .map(Alerts::read)
            .list());
  }

  /// The newest first.
  ///
  /// @param state null for all
  /// @param before the number of the last one of the page before, null for the first page
  public List<Alert> page(long account, @Nullable State state, @Nullable Long before, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                SELECT
                    + " WHERE r.account_id = :me"
                    + (state == null ? "" : " AND a.state = '" + state.word() + "'")
                    + (before == null ? "" : " AND a.id < " + before)
                    + " ORDER BY a.id DESC LIMIT :most")
            .bind("me", account)
            .bind("most", most)
            .map(Alerts::read)
            .list());
  }

  public void sent(List<Alert> alerts, Instant now) {
    db.writer.write(statements -> {
      for (Alert a : alerts) {
        set(
                statements.get(
                    """
                    UPDATE alert SET state = 'sent', sent_at = ?, tries = tries + 1, trouble = NULL
                    WHERE id = ?
                    """),
                now,
                a.id())
            .executeUpdate();
      }
      return alerts.size();
    });
  }

  /// @param again null if it is not tried again
  public void failed(List<Alert> alerts, String trouble, @Nullable Instant again) {
    db.writer.write(statements -> {
      for (Alert a : alerts) {
        set(
                statements.get(
                    """
                    UPDATE alert SET state = ?, next_at = ?, tries = tries + 1, trouble = ?
                    WHERE id = ?
                    """),
                again == null ? "dead" : "waiting",
                again == null ? a.nextTry() : again,
                trouble,
                a.id())
            .executeUpdate();
      }
      return alerts.size();
    });
  }

  /// Not tried at all: whoever is told did not take the one before.
  public void postpone(List<Alert> alerts, Instant until) {
    db.writer.write(statements -> {
      for (Alert a : alerts) {
        set(
                statements.get("UPDATE alert SET next_at = ? WHERE id = ? AND state = 'waiting'"),
                until,
                a.id())
            .executeUpdate();
      }
      return alerts.size();
    });
  }

  /// Tries one again that was given up, or that waits.
  public boolean retry(long account, long id, Instant now) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE alert SET state = 'waiting', tries = 0, next_at = ?
                    WHERE id = ? AND state <> 'sent'
                      AND rule_id IN (SELECT id FROM rule WHERE account_id = ?)
                    """),
                now,
                id,
                account)
            .executeUpdate())
        > 0;
  }

  /// Tries all again that were given up.
  public int retryDead(long account, Instant now) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE alert SET state = 'waiting', tries = 0, next_at = ?
                    WHERE state = 'dead'
                      AND rule_id IN (SELECT id FROM rule WHERE account_id = ?)
                    """),
                now,
                account)
            .executeUpdate());
  }

  private static Alert read(ResultSet row, StatementContext context) throws SQLException {
    return new Alert(
        row.getLong("alert_id"),
        row.getLong("rule_id"),
        row.getString("rule_name"),
        Entries.read(row, context),
        State.valueOf(row.getString("alert_state").toUpperCase(Locale.ROOT)),
        requiredTime(row, "raised_at"),
        time(row, "sent_at"),
        row.getInt("tries"),
        requiredTime(row, "next_at"),
        row.getString("trouble"));
  }
}
