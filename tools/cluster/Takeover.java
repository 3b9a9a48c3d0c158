import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// How long a dead controller's part of the feeds was nobody's: by the tables `member` and `shard`.
final class Takeover {
  private static final int LONGEST_S = 120;
  private static final int TELL_AFTER_S = 18;

  private final String jdbc;
  private final List<Double> took = new CopyOnWriteArrayList<>();

  Takeover(String jdbc) {
    this.jdbc = jdbc;
  }

  /// What it owned.
  ///
  /// @param members names under which it is known to the database; none if it owns nothing
  record Watched(Set<String> members, Set<Integer> shards) {}

  /// To be called before it is killed or stopped.
  Watched before(long pid) {
    Set<String> members = new HashSet<>();
    Set<Integer> shards = new HashSet<>();
    try (Connection connection = DriverManager.getConnection(jdbc);
        Statement ask = connection.createStatement()) {
      Set<String> ports = ports(pid);
      List<String> names = new ArrayList<>();
      try (ResultSet row =
          ask.executeQuery(
              "SELECT m.name, a.client_port FROM member m JOIN pg_stat_activity a"
                  + " ON position(m.name in a.application_name) > 0")) {
        while (row.next()) if (ports.contains(row.getString(2))) names.add(row.getString(1));
      }
      members.addAll(names);
      try (ResultSet row = ask.executeQuery("SELECT number, owner FROM shard")) {
        while (row.next()) if (members.contains(row.getString(2))) shards.add(row.getInt(1));
      }
    } catch (SQLException | IOException e) {
      Chaos.tell("who owns what could not be asked: " + e.getMessage());
    }
    return new Watched(members, shards);
  }

  /// The local ports of its connections.
  private static Set<String> ports(long pid) throws IOException {
    Set<String> ports = new HashSet<>();
    Process process = new ProcessBuilder("ss", "-tnpH", "state", "established").start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream()))) {
      String line;
      while ((line = lines.readLine()) != null) {
        if (!line.contains("pid=" + pid + ",")) continue;
        String local = line.strip().split("\\s+")[2];
        ports.add(local.substring(local.lastIndexOf(':') + 1));
      }
    }
    return ports;
  }

  /// Waits beside until others own it.
  void after(String name, Watched watched) {
    if (watched.shards.isEmpty()) {
      Chaos.tell(name + " owned nothing");
      return;
    }
    long since = System.nanoTime();
    Thread.ofPlatform().daemon().start(() -> await(name, watched, since));
  }

  private void await(String name, Watched watched, long since) {
    boolean told = false;
    while (System.nanoTime() - since < LONGEST_S * 1_000_000_000L) {
      try (Connection connection = DriverManager.getConnection(jdbc);
          Statement ask = connection.createStatement()) {
        boolean open = false;
        try (ResultSet row = ask.executeQuery("SELECT number, owner FROM shard")) {
          while (row.next()) {
            if (!watched.shards.contains(row.getInt(1))) continue;
            String owner = row.getString(2);
            open |= owner == null || watched.members.contains(owner);
          }
        }
        if (!open) {
          double seconds = (System.nanoTime() - since) / 1e9;
          took.add(seconds);
          Chaos.tell(
              String.format(
                  "the %d shards of %s have other owners after %.1f s",
                  watched.shards.size(), name, seconds));
          return;
        }
        if (!told && System.nanoTime() - since > TELL_AFTER_S * 1_000_000_000L) {
          told = true;
          tell(ask, name);
        }
        Thread.sleep(250);
      } catch (SQLException e) {
        // PostgreSQL is away
        try {
          Thread.sleep(500);
        } catch (InterruptedException i) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
    }
    Chaos.tell("shards of " + name + " have no other owners after " + LONGEST_S + " s");
    took.add((double) LONGEST_S);
  }

  /// What holds it up, as far as the database knows.
  private static void tell(Statement ask, String name) throws SQLException {
    Chaos.tell("after " + TELL_AFTER_S + " s the shards of " + name + " are not taken over:");
    for (String sql :
        List.of(
            "SELECT COALESCE(owner, 'nobody') || ': ' || COUNT(*) || ' shards' FROM shard GROUP BY"
                + " owner",
            "SELECT 'member ' || name || CASE WHEN first THEN ', first' ELSE '' END FROM member",
            "SELECT application_name || ' ' || state || ' ' || COALESCE(wait_event, '') || ' since"
                + " ' || (clock_timestamp() - state_change) || ': ' || LEFT(query, 90) FROM"
                + " pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid()")) {
      try (ResultSet row = ask.executeQuery(sql)) {
        while (row.next()) System.out.println("    " + row.getString(1));
      }
    }
  }

  String summary() {
    if (took.isEmpty()) return "no controller was taken over from";
    List<Double> sorted = took.stream().sorted().toList();
    return String.format(
        "%d times a controller's shards were taken over, after %.1f s in the middle, %.1f s at"
            + " most",
        sorted.size(), sorted.get(sorted.size() / 2), sorted.getLast());
  }
}
