package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A commit of which nobody knows whether it was done, because the connection was lost while it was
/// under way. PostgreSQL remembers what became of every transaction, so it is asked as soon as it
/// answers again.
///
/// @param mark which it was
/// @param until by [System#nanoTime], how long those who wait for it go on waiting
/// @param batch what was to be written
/// @param committed what to do if it was
/// @param undos what to do if it was not, besides what the database does
record Unsettled(
    Mark mark,
    long until,
    List<Writer.Waiting<?>> batch,
    List<Runnable> committed,
    List<Runnable> undos) {
  private static final String IN_THE_FUTURE = "22023";
  private static final int MOST_LOOKS = 20;
  private static final int MILLIS_BETWEEN = 100;

  /// The number of the transaction under way and of the process that has it.
  record Mark(long transaction, int backend) {
    /// @return null if nothing was written, or the database does not number its transactions
    static @Nullable Mark of(Writer.Statements statements) throws SQLException {
      if (statements.sqlite) return null;
      try (ResultSet row =
          statements.get("SELECT txid_current_if_assigned(), pg_backend_pid()").executeQuery()) {
        if (!row.next() || row.getObject(1) == null) return null;
        return new Mark(row.getLong(1), row.getInt(2));
      }
    }
  }

  boolean isLate() {
    return System.nanoTime() - until > 0;
  }

  /// Asks what became of it. A process that still has it is ended first: it would otherwise be free
  /// to commit, or go on holding its locks.
  ///
  /// @return whether it was committed
  /// @throws SQLException if that cannot be said yet
  boolean wasCommitted(Connection connection) throws SQLException {
    for (int i = 0; i < MOST_LOOKS; i++) {
      String status = status(connection);
      if (!status.equals("in progress")) return status.equals("committed");
      end(connection);
      try {
        Thread.sleep(MILLIS_BETWEEN);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw new SQLException("what was written last is still under way there");
  }

  private String status(Connection connection) throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement("SELECT txid_status(?)")) {
      ask.setLong(1, mark.transaction);
      try (ResultSet row = ask.executeQuery()) {
        row.next();
        return String.valueOf(row.getString(1));
      }
    } catch (SQLException e) {
      // Another server has taken over that has never heard of it: the commit is lost.
      if (IN_THE_FUTURE.equals(e.getSQLState())) return "aborted";
      throw e;
    } finally {
      connection.rollback();
    }
  }

  private void end(Connection connection) throws SQLException {
    try (PreparedStatement end =
        connection.prepareStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE pid = ? AND backend_xid::text::bigint = ? & 4294967295")) {
      end.setInt(1, mark.backend);
      end.setLong(2, mark.transaction);
      end.executeQuery().close();
    } finally {
      connection.rollback();
    }
  }
}
