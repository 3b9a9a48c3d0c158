package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The programs that plan and store at the same time, as rows of the table `member`. Who has no row
/// any more can write nothing; docs/decisions/0330-several-controllers-at-work.md says why. Each
/// watches over the others, and shuts out whoever gives no sign of life.
final class Membership {
  private static final Logger log = LoggerFactory.getLogger(Membership.class);

  /// Milliseconds of the database's clock.
  static final String NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

  /// The row of `term` that says for which tables others may join; 0: for none.
  private static final String SHARED = "shared";

  private static final Duration TO_GIVE_WAY = Duration.ofSeconds(2);
  private static final int MOST_TRIES = 10;

  /// A lock that was not had in time, and a deadlock that the server ended.
  private static final Set<String> IN_THE_WAY = Set.of("55P03", "40P01");

  /// Of the time between two looks no more counts: who was stopped itself, with its whole machine
  /// perhaps, gives the others time for a sign. One that is only slow misses them in the end, too.
  private static final Duration MOST_AT_ONCE = Duration.ofSeconds(5);

  private final String me;
  private final Duration silent;
  private final Map<String, Seen> seen = new HashMap<>();
  private long looked = System.nanoTime();

  /// @param silence for how long it has had this sign
  private record Seen(String sign, Duration silence) {}

  /// @param silent who gives no sign for so long is shut out
  Membership(String me, Duration silent) {
    this.me = me;
    this.silent = silent;
  }

  /// Whether there are tables for it.
  static boolean isKnown(Connection connection) throws SQLException {
    try (Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery("SELECT to_regclass('member') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    }
  }

  /// Lets others join who know the same tables.
  static void open(Connection connection, int tables) throws SQLException {
    update(
        connection,
        "INSERT INTO term (part, number) VALUES (?, ?)"
            + " ON CONFLICT (part) DO UPDATE SET number = EXCLUDED.number",
        SHARED,
        tables);
  }

  /// Shuts everybody out; nobody can join before [#open].
  static void close(Connection connection) throws SQLException {
    open(connection, 0);
    for (String name : names(connection, "SELECT name FROM member")) {
      shutOut(connection, name, false);
    }
  }

  /// Shuts out whoever was first before.
  static void succeed(Connection connection, String me) throws SQLException {
    for (String name : names(connection, "SELECT name FROM member WHERE first")) {
      if (!name.equals(me)) shutOut(connection, name, true);
    }
  }

  /// @return false if others may not join at the moment, or not with these tables
  static boolean join(Connection connection, String me, boolean first, int tables)
      throws SQLException {
    return update(
            connection,
            "INSERT INTO member (name, first) SELECT ?, ? FROM (SELECT 1 FROM term"
                + " WHERE part = ? AND number = ? FOR SHARE) AS open ON CONFLICT DO NOTHING",
            me,
            first,
            SHARED,
            tables)
        > 0;
  }

  static boolean isIn(Connection connection, String name) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement("SELECT 1 FROM member WHERE name = ?")) {
      ask.setString(1, name);
      try (ResultSet row = ask.executeQuery()) {
        return row.next();
      }
    }
  }

  /// Whose signs are missing: looked at every few seconds, by our own steady clock.
  ///
  /// @param connection with the rights of all the others
  List<String> missing(Connection connection, String... prefixes) throws SQLException {
    long now = System.nanoTime();
    Duration passed = Duration.ofNanos(now - looked);
    Duration counts = passed.compareTo(MOST_AT_ONCE) < 0 ? passed : MOST_AT_ONCE;
    Map<String, String> signs = signs(connection, prefixes);
    looked = now;
    seen.keySet().retainAll(signs.keySet());
    List<String> missing = new ArrayList<>();
    signs.forEach((name, sign) -> {
      if (name.equals(me)) return;
      Seen before = seen.get(name);
      if (before == null || !before.sign.equals(sign)) {
        seen.put(name, new Seen(sign, Duration.ZERO));
        return;
      }
      Duration silence = before.silence.plus(counts);
      seen.put(name, new Seen(sign, silence));
      if (silence.compareTo(silent) > 0) missing.add(name);
    });
    return missing;
  }

  private static Map<String, String> signs(Connection connection, String... prefixes)
      throws SQLException {
    Map<String, String> signs = new HashMap<>();
    try (PreparedStatement ask =
        connection.prepareStatement(
            "SELECT m.name, COALESCE(MAX(CAST(a.state_change AS TEXT)), '') FROM member m"
                + " LEFT JOIN pg_stat_activity a ON a.datname = current_database()"
                + " AND a.application_name IN (? || m.name, ? || m.name) GROUP BY m.name")) {
      ask.setString(1, prefixes[0]);
      ask.setString(2, prefixes[1]);
      try (ResultSet row = ask.executeQuery()) {
        while (row.next()) signs.put(row.getString(1), row.getString(2));
      }
    }
    return signs;
  }

  /// From now on it can write nothing, and what it had is free: its hosts when nobody can be asking
  /// them any more.
  ///
  /// @param connection of its own, not in a transaction
  /// @param leases whether its leases stay for a successor
  static void shutOut(Connection connection, String name, boolean leases) throws SQLException {
    shutOut(connection, name, leases, MOST_TRIES);
  }

  /// @param tries of a few seconds each
  static void shutOut(Connection connection, String name, boolean leases, int tries)
      throws SQLException {
    for (int tried = 1; ; tried++) {
      // All its connections have its name at the end of theirs.
      names(
          connection,
          "SELECT CAST(pg_terminate_backend(pid) AS TEXT) FROM pg_stat_activity"
              + " WHERE application_name LIKE '%' || ? AND datname = current_database()"
              + " AND pid <> pg_backend_pid()",
          name);
      try {
        connection.setAutoCommit(false);
        update(connection, "SET LOCAL lock_timeout = " + TO_GIVE_WAY.toMillis());
        leave(connection, name, leases);
        connection.commit();
        return;
      } catch (SQLException e) {
        connection.rollback();
        // One that has just woken up is writing, and was not ended yet.
        if (!IN_THE_WAY.contains(String.valueOf(e.getSQLState())) || tried == tries) throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private static void leave(Connection connection, String name, boolean leases)
      throws SQLException {
    if (update(connection, "DELETE FROM member WHERE name = ?", name) == 0) return;
    // Others who wait for these lock them in this order.
    String hosts = "SELECT host FROM host_turn WHERE holder = ? ORDER BY host FOR UPDATE";
    List<String> _ = names(connection, hosts, name);
    int shards = update(connection, "UPDATE shard SET owner = NULL WHERE owner = ?", name);
    update(
        connection,
        // No visit of anybody has this number, see HostTurns#free.
        "UPDATE host_turn SET holder = NULL, visit = 0, free_at = %1$s + lasts_ms, set_at = %1$s"
                .formatted(NOW)
            + " WHERE holder = ?",
        name);
    if (!leases) update(connection, "DELETE FROM lease WHERE member = ?", name);
    log.info("Controller {} is out; {} shards are free", name, shards);
  }

  private static List<String> names(Connection connection, String sql, String... values)
      throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement ask = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) ask.setString(i + 1, values[i]);
      try (ResultSet row = ask.executeQuery()) {
        while (row.next()) names.add(row.getString(1));
      }
    }
    return names;
  }

  private static int update(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement write = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) write.setObject(i + 1, values[i]);
      return write.executeUpdate();
    }
  }
}
