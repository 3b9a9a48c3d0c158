package freshet.store;

import static freshet.store.Rows.set;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which hosts are being asked by which of several programs, and until when hosts and sites are to
/// be left alone: all by the database's clock, so no two clocks are compared. Of PostgreSQL only.
public final class HostTurns {
  private static final Duration KEPT = Duration.ofHours(1);

  /// The rows that are there already, in one order, so that two programs never wait for each other;
  /// those that are not there yet are written in one order, too.
  private static final String LOCK =
      "SELECT 1 FROM host_turn WHERE host = ANY (?) ORDER BY host FOR UPDATE";

  private static final String LEAVE =
      """
      UPDATE host_turn t SET holder = NULL,
        free_at = CASE WHEN n.after_ms < 0 THEN t.free_at ELSE %1$s + n.after_ms END,
        set_at = CASE WHEN n.after_ms < 0 THEN t.set_at ELSE %1$s END
      FROM unnest(?, ?, ?) AS n (host, visit, after_ms)
      WHERE t.host = n.host AND t.holder = ? AND t.visit = n.visit
      """
          .formatted(Membership.NOW);

  private static final String REST =
      """
      INSERT INTO host_turn (host, visit, lasts_ms, free_at, set_at)
        SELECT n.name, 0, 0, %1$s + MAX(n.lasts_ms), %1$s FROM unnest(?, ?) AS n (name, lasts_ms)
        GROUP BY n.name ORDER BY n.name
      ON CONFLICT (host) DO UPDATE SET set_at = EXCLUDED.set_at,
        free_at = GREATEST(host_turn.free_at, EXCLUDED.free_at)
      """
          .formatted(Membership.NOW);

  private static final String TAKE =
      """
      WITH got AS (
        INSERT INTO host_turn (host, holder, visit, lasts_ms, free_at)
          SELECT n.host, ?, n.visit, n.lasts_ms, 0 FROM unnest(?, ?, ?) AS n (host, visit, lasts_ms)
          ORDER BY n.host
        ON CONFLICT (host) DO UPDATE SET
          holder = EXCLUDED.holder, visit = EXCLUDED.visit, lasts_ms = EXCLUDED.lasts_ms
        WHERE host_turn.holder = EXCLUDED.holder
          OR (host_turn.holder IS NULL AND host_turn.free_at <= %1$s)
        RETURNING host)
      SELECT host, TRUE, NULL, 0, FALSE FROM got
      UNION ALL SELECT host, FALSE, holder, free_at - %1$s, set_at > %1$s + ? FROM host_turn
        WHERE host = ANY (?)
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

  private static final Taken NOT_HELD = new Taken(false, null, List.of());

  private final Database db;
  private final Writer.Together<Step, @Nullable Taken> together = this::run;

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

  /// What is done to hosts and names in a transaction, all of it at once.
  private sealed interface Step {}

  /// @param names of what may rest
  private record Take(String host, long visit, Duration lasts, List<String> names)
      implements Step {}

  private record Settle(Collection<Left> visits, Collection<Rest> rests) implements Step {}

  /// @param visit a number that this program gives to no other visit
  /// @param lasts how long it can last, should this program be shut out meanwhile
  /// @param names of sites and platforms that may rest
  public Taken take(String host, long visit, Duration lasts, List<String> names) {
    Taken taken = db.writer.writeSoon(together, new Take(host, visit, lasts, names));
    return taken == null ? NOT_HELD : taken;
  }

  /// Visits are over, and names rest.
  public void settle(Collection<Left> visits, Collection<Rest> rests) {
    Taken _ = db.writer.writePatiently(together, new Settle(visits, rests));
  }

  /// @return null for what is settled
  private List<@Nullable Taken> run(Writer.Statements statements, List<Step> steps)
      throws SQLException {
    List<Left> left = new ArrayList<>();
    Map<String, Long> rests = new HashMap<>();
    // Of two that want the same host the first has gone away meanwhile.
    Map<String, Take> takes = new HashMap<>();
    for (Step step : steps) {
      switch (step) {
        case Take take -> takes.put(take.host, take);
        case Settle settle -> {
          left.addAll(settle.visits);
          // Who gives back what is not taken yet no longer waits for it.
          for (Left one : settle.visits) {
            Take take = takes.get(one.host);
            if (take != null && take.visit == one.visit) takes.remove(one.host);
          }
          for (Rest rest : settle.rests) {
            rests.merge(rest.name, rest.lasts.toMillis(), Math::max);
          }
        }
      }
    }
    Set<String> all = new TreeSet<>(takes.keySet());
    for (Left one : left) all.add(one.host);
    all.addAll(rests.keySet());
    if (all.size() > 1) {
      PreparedStatement lock = statements.get(LOCK);
      lock.setArray(1, texts(lock, all));
      lock.executeQuery().close();
    }
    if (!left.isEmpty()) leave(statements.get(LEAVE), left);
    if (!rests.isEmpty()) {
      List<String> names = List.copyOf(rests.keySet());
      PreparedStatement rest = statements.get(REST);
      rest.setArray(1, texts(rest, names));
      rest.setArray(2, numbers(rest, names.stream().map(rests::get)));
      rest.executeUpdate();
    }
    Map<String, Taken> taken = takes.isEmpty() ? Map.of() : take(statements, takes);
    List<@Nullable Taken> results = new ArrayList<>(steps.size());
    for (Step step : steps) {
      boolean mine = step instanceof Take take && take.equals(takes.get(take.host));
      results.add(mine ? taken.get(((Take) step).host) : null);
    }
    return results;
  }

  private void leave(PreparedStatement leave, List<Left> left) throws SQLException {
    leave.setArray(1, texts(leave, left.stream().map(Left::host).toList()));
    leave.setArray(2, numbers(leave, left.stream().map(Left::visit)));
    leave.setArray(
        3, numbers(leave, left.stream().map(l -> l.after == null ? -1 : l.after.toMillis())));
    leave.setString(4, db.member());
    leave.executeUpdate();
  }

  private Map<String, Taken> take(Writer.Statements statements, Map<String, Take> takes)
      throws SQLException {
    List<Take> wanted = List.copyOf(takes.values());
    Set<String> asked = new TreeSet<>(takes.keySet());
    for (Take take : wanted) asked.addAll(take.names);
    PreparedStatement ask = statements.get(TAKE);
    ask.setString(1, db.member());
    ask.setArray(2, texts(ask, wanted.stream().map(Take::host).toList()));
    ask.setArray(3, numbers(ask, wanted.stream().map(Take::visit)));
    ask.setArray(4, numbers(ask, wanted.stream().map(t -> t.lasts.toMillis())));
    ask.setLong(5, SLACK.toMillis());
    ask.setArray(6, texts(ask, asked));
    Set<String> held = new HashSet<>();
    Map<String, Duration> left = new HashMap<>();
    boolean setBack = false;
    try (ResultSet row = ask.executeQuery()) {
      while (row.next()) {
        if (row.getBoolean(2)) held.add(row.getString(1));
        else if (row.getString(3) == null) {
          left.put(row.getString(1), Duration.ofMillis(row.getLong(4)));
        }
        setBack |= row.getBoolean(5);
      }
    }
    if (setBack) set(statements.get(SET_BACK), SLACK.toMillis()).executeUpdate();
    Map<String, Taken> taken = new HashMap<>();
    for (Take take : wanted) {
      List<Rest> rests = new ArrayList<>();
      for (String name : take.names) {
        Duration span = left.getOrDefault(name, Duration.ZERO);
        if (span.isPositive()) rests.add(new Rest(name, span));
      }
      taken.put(take.host, new Taken(held.contains(take.host), left.get(take.host), rests));
    }
    return taken;
  }

  private static Array texts(PreparedStatement of, Collection<String> texts) throws SQLException {
    return of.getConnection().createArrayOf("text", texts.toArray());
  }

  private static Array numbers(PreparedStatement of, Stream<Long> numbers) throws SQLException {
    return of.getConnection().createArrayOf("bigint", numbers.toArray());
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
                    "DELETE FROM host_turn WHERE host IN (SELECT host FROM host_turn"
                        + " WHERE holder IS NULL AND free_at < "
                        + Membership.NOW
                        + " - ? ORDER BY host FOR UPDATE SKIP LOCKED)"),
                KEPT.toMillis())
            .executeUpdate());
  }
}
