package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/// Which hosts terminals may be asking at this moment, and which work they never finished.
public final class Leases {
  /// More are not kept: the oldest go.
  private static final int MOST_DEAD_LETTERS = 1_000;

  private final Database db;
  private final Writer.Together<Lease, Integer> granting = this::grant;
  private final Writer.Together<Collection<String>, Integer> ending = Leases::end;

  Leases(Database db) {
    this.db = db;
  }

  /// @param kind of work
  /// @param feed that it is for, 0 if it is for none
  /// @param url the address whose host may be asked
  /// @param lasts from the moment it was granted; from any later one it is certainly over
  public record Lease(
      String request, String kind, long feed, String url, Duration lasts, Instant granted) {}

  /// Work that was given up.
  ///
  /// @param terminals the names of those that began it
  public record DeadLetter(
      long feed, String url, int attempts, List<String> terminals, Instant at) {}

  /// Written before the work is given away: from then on nobody else lets the host be asked.
  public void grant(Lease lease) {
    Integer _ = db.writer.writeSoon(granting, lease);
  }

  private List<Integer> grant(Writer.Statements statements, List<Lease> leases)
      throws SQLException {
    PreparedStatement insert =
        statements.get(
            "INSERT INTO lease (request, kind, feed_id, url, lasts_ms, granted, member)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (request) DO NOTHING");
    for (Lease lease : leases) {
      set(
              insert,
              lease.request,
              lease.kind,
              lease.feed,
              lease.url,
              lease.lasts.toMillis(),
              lease.granted,
              db.member())
          .addBatch();
    }
    return Arrays.stream(insert.executeBatch()).boxed().toList();
  }

  /// What they were for is stored, or their time is over.
  public void end(Collection<String> requests) {
    if (requests.isEmpty()) return;
    Integer _ = db.writer.writePatiently(ending, requests);
  }

  private static List<Integer> end(Writer.Statements statements, List<Collection<String>> requests)
      throws SQLException {
    PreparedStatement delete = statements.get("DELETE FROM lease WHERE request = ?");
    for (Collection<String> some : requests) {
      for (String request : some) set(delete, request).addBatch();
    }
    delete.executeBatch();
    return Collections.nCopies(requests.size(), 0);
  }

  /// All that have not been ended, of programs that are no more.
  public List<Lease> open() {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT request, kind, feed_id, url, lasts_ms, granted FROM lease
                WHERE member IS NULL OR member NOT IN (SELECT name FROM member) ORDER BY granted
                """)
            .map((row, _) ->
                new Lease(
                    row.getString("request"),
                    row.getString("kind"),
                    row.getLong("feed_id"),
                    row.getString("url"),
                    Duration.ofMillis(row.getLong("lasts_ms")),
                    requiredTime(row, "granted")))
            .list());
  }

  public void bury(DeadLetter letter) {
    db.writer.write(statements -> {
      set(
              statements.get(
                  "INSERT INTO dead_letter (feed_id, url, attempts, terminals, at)"
                      + " VALUES (?, ?, ?, ?, ?)"),
              letter.feed,
              letter.url,
              letter.attempts,
              String.join(" ", letter.terminals),
              letter.at)
          .executeUpdate();
      return set(
              statements.get(
                  "DELETE FROM dead_letter WHERE id <= (SELECT MAX(id) FROM dead_letter) - ?"),
              MOST_DEAD_LETTERS)
          .executeUpdate();
    });
  }

  private static List<String> terminals(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(" "));
  }

  /// The newest first.
  public List<DeadLetter> deadLetters() {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT feed_id, url, attempts, terminals, at FROM dead_letter ORDER BY id DESC")
            .map((row, _) ->
                new DeadLetter(
                    row.getLong("feed_id"),
                    row.getString("url"),
                    row.getInt("attempts"),
                    terminals(row.getString("terminals")),
                    requiredTime(row, "at")))
            .list());
  }
}
