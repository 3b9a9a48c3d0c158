package freshet.store;

import static freshet.store.Rows.set;
import static java.util.Comparator.comparing;

import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which hosts are being asked by which of several programs, and until when hosts and sites are to
/// be left alone: all by the database's clock, so no two clocks are compared. Of PostgreSQL only.
public final class HostTurns {
  private static final Duration KEPT = Duration.ofHours(1);

  private static final String TAKE =
      """
      WITH got AS (
        INSERT INTO host_turn (host, holder, visit, lasts_ms, free_at) VALUES (?, ?, ?, ?, 0)
        ON CONFLICT (host) DO UPDATE SET
          holder = EXCLUDED.holder, visit = EXCLUDED.visit, lasts_ms = EXCLUDED.lasts_ms
        WHERE host_turn.holder = EXCLUDED.holder
          OR (host_turn.holder IS NULL AND host_turn.free_at <= %1$s)
        RETURNING host)
      SELECT '', NULL, 0, FALSE FROM got
      UNION ALL SELECT host, holder, free_at - %1$s, set_at > %1$s + ? FROM host_turn
        WHERE host IN (?, ?, ?, ?)
      """
          .formatted(Membership.NOW);

  /// What is free later moves along with a clock that was set back.
  private static final String SET_BACK =
      """
      UPDATE host_turn SET free_at = %1$s + GREATEST(free_at - set_at, 0), set_at = %1$s
      WHERE set_at > %1$s + ?
      """
          .formatted(Membership.NOW);

  /// A clock that is put right by less does no harm.
  private static final Duration SLACK = Duration.ofSeconds(2);

  private final Database db;

  HostTurns(Database db) {
    this.db = db;
  }

  /// What came of asking for a host's turn.
  ///
  /// @param held whether it is ours now
  /// @param left if it is not: how long until it may be; null if another has it
  /// @param rests of the names that were asked about, those that are to be left alone
  public record Taken(boolean held, @Nullable Duration left, List<Rest> rests) {}

  /// Something is to be left alone for so long.
  public record Rest(String name, Duration lasts) {}

  /// The end of a visit.
  ///
  /// @param after so long the host is left alone; null if it was not asked at all
  public record Left(String host, long visit, @Nullable Duration after) {}

  /// @param visit a number that this program gives to no other visit
  /// @param lasts how long it can last, should this program be shut out meanwhile
  /// @param names of sites and platforms that may rest, three at most
  public Taken take(String host, long visit, Duration lasts, List<String> names) {
    return db.writer.writeSoon(statements -> {
      boolean held = false;
      boolean setBack = false;
      Duration wait = Duration.ZERO;
      List<Rest> rests = new ArrayList<>();
      try (ResultSet row =
          set(
                  statements.get(TAKE),
                  host,
                  db.member(),
                  visit,
                  lasts.toMillis(),
                  SLACK.toMillis(),
                  host,
                  name(names, 0),
                  name(names, 1),
                  name(names, 2))
              .executeQuery()) {
        while (row.next()) {
          String name = row.getString(1);
          Duration span = Duration.ofMillis(row.getLong(3));
          setBack |= row.getBoolean(4);
          if (name.isEmpty()) held = true;
          else if (name.equals(host)) wait = row.getString(2) == null ? span : null;
          else if (span.isPositive()) rests.add(new Rest(name, span));
        }
      }
      if (setBack) set(statements.get(SET_BACK), SLACK.toMillis()).executeUpdate();
      return new Taken(held, wait, rests);
    });
  }

  private static String name(List<String> names, int i) {
    return i < names.size() ? names.get(i) : "";
  }

  /// Visits are over, and names rest.
  public void settle(Collection<Left> visits, Collection<Rest> rests) {
    int _ =
        db.writer.writePatiently(statements -> {
          // In order, so that two programs never wait for each other.
          for (Left left : visits.stream().sorted(comparing(Left::host)).toList()) {
            Duration after = left.after;
            if (after == null) {
              set(
                      statements.get(
                          "UPDATE host_turn SET holder = NULL"
                              + " WHERE host = ? AND holder = ? AND visit = ?"),
                      left.host,
                      db.member(),
                      left.visit)
                  .executeUpdate();
            } else {
              set(
                      statements.get(
                          "UPDATE host_turn SET holder = NULL, free_at = %1$s + ?, set_at = %1$s"
                                  .formatted(Membership.NOW)
                              + " WHERE host = ? AND holder = ? AND visit = ?"),
                      after.toMillis(),
                      left.host,
                      db.member(),
                      left.visit)
                  .executeUpdate();
            }
          }
          for (Rest rest : rests.stream().sorted(comparing(Rest::name)).toList()) {
            set(
                    statements.get(
                        """
                        INSERT INTO host_turn (host, visit, lasts_ms, free_at, set_at)
                          VALUES (?, 0, 0, %1$s + ?, %1$s)
                        ON CONFLICT (host) DO UPDATE SET set_at = EXCLUDED.set_at,
                          free_at = GREATEST(host_turn.free_at, EXCLUDED.free_at)
                        """
                            .formatted(Membership.NOW)),
                    rest.name,
                    rest.lasts.toMillis())
                .executeUpdate();
          }
          return visits.size();
        });
  }

  /// The answer is here that a program was waiting for when it was shut out: its host need not wait
  /// for the rest of the lease. If somebody has visited it since, that one's gap stays.
  public void free(String host, Duration after) {
    int _ =
        db.writer.write(statements ->
            set(
                    statements.get(
                        "UPDATE host_turn SET free_at = %1$s + ?, set_at = %1$s WHERE host = ?"
                                .formatted(Membership.NOW)
                            + " AND holder IS NULL AND visit = 0 AND free_at > %1$s + ?"
                                .formatted(Membership.NOW)),
                    after.toMillis(),
                    host,
                    after.toMillis())
                .executeUpdate());
  }

  /// What programs that are no more have left behind: hosts and names that are to be left alone,
  /// and for how long. Of SQLite there is nothing.
  public List<Rest> left() {
    if (!db.isPostgres()) return List.of();
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT host, free_at - GREATEST(%1$s, set_at) FROM host_turn"
                        .formatted(Membership.NOW)
                    + " WHERE holder IS NULL AND free_at > "
                    + Membership.NOW)
            .map((row, _) -> new Rest(row.getString(1), Duration.ofMillis(row.getLong(2))))
            .filter(rest -> rest.lasts().isPositive())
            .list());
  }

  /// Forgets hosts that may be asked anyway.
  public int forget() {
    return db.writer.write(statements ->
        set(
                statements.get(
                    "DELETE FROM host_turn WHERE holder IS NULL AND free_at < "
                        + Membership.NOW
                        + " - ?"),
                KEPT.toMillis())
            .executeUpdate());
  }
}
