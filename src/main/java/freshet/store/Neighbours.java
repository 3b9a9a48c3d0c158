package freshet.store;

import java.util.List;
import java.util.Locale;

/// Who else is at the same database, by the server's own list of connections: nothing is stored for
/// it, and who is gone is gone from it.
final class Neighbours {
  /// By which a web node names its connections.
  static final String WEB = "freshet-web-";

  private static final int SHORT = 8;

  private Neighbours() {}

  /// What a neighbour is for.
  enum Role {
    /// a controller that waits for its turn
    WAITING,
    WEB;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static List<Store.Neighbour> of(Database db) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT DISTINCT application_name AS name FROM pg_stat_activity"
                    + " WHERE datname = current_database()"
                    + " AND (starts_with(application_name, :web)"
                    + " OR (starts_with(application_name, :turn)"
                    + " AND NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory'"
                    + " AND l.granted AND l.pid = pg_stat_activity.pid))) ORDER BY 1")
            .bind("web", WEB)
            .bind("turn", SoleWriter.IN_TURN)
            .map((row, _) -> neighbour(row.getString("name")))
            .list());
  }

  private static Store.Neighbour neighbour(String name) {
    boolean web = name.startsWith(WEB);
    String id = name.substring((web ? WEB : SoleWriter.IN_TURN).length());
    return new Store.Neighbour(
        (web ? "web-" : "controller-") + (id.length() > SHORT ? id.substring(0, SHORT) : id),
        (web ? Role.WEB : Role.WAITING).word());
  }
}
