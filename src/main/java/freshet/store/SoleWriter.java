package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// Connections for the one writer of a PostgreSQL database. Two programs on one database would each
/// plan the same polls, and their data folders may be on different machines: so a connection of its
/// own holds an advisory lock as long as the program runs, and takes it again after the server was
/// away, before anything is written.
final class SoleWriter extends PGSimpleDataSource implements AutoCloseable {
  private static final long serialVersionUID = 1;

  /// Locks are the database's own, so one number does for all.
  private static final long LOCK = 0x46726573686574L;

  private static final int SECONDS_TO_ANSWER = 5;

  /// To connect, and for the little that the holder of the lock asks. How long a write may take
  /// nobody knows; [SilenceWatch] ends it when nobody works at it.
  private static final int SECONDS_TO_CONNECT = 10;

  /// By which the server knows this program's own connection, should it not have noticed yet that
  /// it is dead.
  private final String holderName = "freshet-" + UUID.randomUUID();

  /// Whole: the driver does not give the user's name and password out again.
  private final String url;

  private transient @Nullable Connection holder;

  /// Another program writes to the database.
  static final class InUse extends SQLException {
    private static final long serialVersionUID = 1;

    InUse() {
      super("the database is in use by another Freshet");
    }
  }

  SoleWriter(String url) {
    this.url = url;
    setLoginTimeout(SECONDS_TO_CONNECT);
    setUrl(url);
    setTcpKeepAlive(true);
  }

  @Override
  public Connection getConnection() throws SQLException {
    hold();
    return super.getConnection();
  }

  /// @throws InUse if another program holds it
  synchronized void hold() throws SQLException {
    if (holder != null && holder.isValid(SECONDS_TO_ANSWER)) return;
    close();
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setLoginTimeout(SECONDS_TO_CONNECT);
    source.setSocketTimeout(SECONDS_TO_CONNECT);
    source.setUrl(url);
    source.setTcpKeepAlive(true);
    source.setApplicationName(holderName);
    Connection connection = source.getConnection();
    try {
      endForgotten(connection);
      try (PreparedStatement lock = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
        lock.setLong(1, LOCK);
        try (ResultSet answer = lock.executeQuery()) {
          if (!answer.next() || !answer.getBoolean(1)) throw new InUse();
        }
      }
      holder = connection;
    } finally {
      if (!connection.equals(holder)) connection.close();
    }
  }

  private void endForgotten(Connection connection) throws SQLException {
    try (PreparedStatement end =
        connection.prepareStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE application_name = ? AND pid <> pg_backend_pid()")) {
      end.setString(1, holderName);
      end.executeQuery().close();
    }
  }

  @Override
  public synchronized void close() {
    Connection held = holder;
    holder = null;
    if (held == null) return;
    try {
      held.close();
    } catch (SQLException e) {
      // it is gone already, and the lock with it
    }
  }
}
