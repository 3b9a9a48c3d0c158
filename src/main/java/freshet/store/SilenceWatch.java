package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/// Ends a write to a PostgreSQL server that is halted, or behind a network that swallows: it is
/// connected, and says nothing. How long a write takes does not tell, as a large one may take
/// minutes. So a write that takes long has the server asked on a connection of its own: if nobody
/// answers there either, or the server knows nothing of the write, the write's connection is cut,
/// and [Writer] does what it does with any that is lost.
final class SilenceWatch implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /// A write that takes longer is looked at.
  private static final Duration LONG = Duration.ofSeconds(5);

  private static final int SECONDS_TO_ANSWER = 5;

  /// SQLSTATE of whatever happens to a connection.
  private static final String CONNECTION = "08";

  private final Writer writer;
  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private final Duration mostSilence;
  private final Thread thread;

  /// Of the thread alone: which write was first found without an answer, and when.
  private Writer.@Nullable UnderWay silentWrite;

  private long silentSince;

  /// @param mostSilence after which a write's connection is given up
  SilenceWatch(Writer writer, String url, Duration mostSilence) {
    this.writer = writer;
    this.mostSilence = mostSilence;
    source.setSocketTimeout(SECONDS_TO_ANSWER);
    source.setConnectTimeout(SECONDS_TO_ANSWER);
    source.setUrl(url);
    this.thread = Thread.ofPlatform().daemon().name("store-watch").start(this::loop);
  }

  private void loop() {
    try {
      while (true) {
        Thread.sleep(LOOK_EVERY);
        Writer.UnderWay write = writer.underWay();
        if (write != null && write.age().compareTo(LONG) > 0) look(write);
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void look(Writer.UnderWay write) {
    boolean silent = isSilent(write);
    if (!write.equals(writer.underWay())) return; // it ended meanwhile
    if (!silent) {
      silentWrite = null;
      writer.silent(false);
      return;
    }
    if (!write.equals(silentWrite)) {
      silentWrite = write;
      silentSince = System.nanoTime();
    }
    writer.silent(true);
    if (System.nanoTime() - silentSince > mostSilence.toNanos()) write.cut();
  }

  /// Whether nobody answers, or the server has long been waiting for us while we wait for it.
  private boolean isSilent(Writer.UnderWay write) {
    try (Connection connection = source.getConnection();
        PreparedStatement ask =
            connection.prepareStatement(
                "SELECT 1 FROM pg_stat_activity WHERE pid = ? AND NOT (state LIKE 'idle%'"
                    + " AND clock_timestamp() - state_change > ? * interval '1 second')")) {
      ask.setInt(1, write.backend());
      ask.setLong(2, mostSilence.toSeconds());
      try (ResultSet row = ask.executeQuery()) {
        return !row.next();
      }
    } catch (SQLException e) {
      return String.valueOf(e.getSQLState()).startsWith(CONNECTION);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
