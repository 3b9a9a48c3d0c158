package freshet.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/// The opened database: a pool of readers, one writer, the schema up to date.
///
/// SQLite runs in WAL mode with full synchronisation: readers never wait for the writer, and what
/// is committed survives a kill of the process and a loss of power.
final class Database implements AutoCloseable {
  private static final int READERS = 4;

  /// In KB, negative as SQLite wants it.
  private static final int READER_CACHE = -8_000;

  private static final int WRITER_CACHE = -48_000;

  private final HikariDataSource pool;
  private final @Nullable FileChannel lock;
  final Readers readers;
  final Writer writer;

  private Database(HikariDataSource pool, DataSource writing, @Nullable FileChannel lock)
      throws SQLException {
    this.pool = pool;
    this.lock = lock;
    this.readers = new Readers(Jdbi.create(pool));
    Connection connection = writing.getConnection();
    connection.setAutoCommit(false);
    this.writer = new Writer(connection);
  }

  /// @param url `jdbc:postgresql:…`, or null for SQLite in the folder
  static Database open(Path folder, @Nullable String url) {
    return url == null ? openSqlite(folder) : openPostgres(folder, url);
  }

  /// Without the lock and without changing anything, beside whoever has it open.
  static Database openReadOnly(Path folder, @Nullable String url) {
    Path file = folder.resolve("freshet.db");
    if (url == null && !java.nio.file.Files.isRegularFile(file)) {
      throw new StoreUnavailable(
          "There is no Freshet in " + folder + ". Name its data folder with --data", null);
    }
    HikariDataSource source = null;
    try {
      HikariConfig pool = new HikariConfig();
      if (url == null) {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(10_000);
        config.setReadOnly(true);
        SQLiteDataSource sqlite = new SQLiteDataSource(config);
        sqlite.setUrl("jdbc:sqlite:" + file);
        pool.setDataSource(sqlite);
        pool.setReadOnly(true); // else it would set it back, which SQLite refuses
      } else {
        pool.setJdbcUrl(url);
        pool.setConnectionTimeout(10_000);
      }
      pool.setMaximumPoolSize(2);
      pool.setPoolName("store-readers");
      source = new HikariDataSource(pool);
      return new Database(source, source, null);
    } catch (SQLException | RuntimeException e) {
      if (source != null) source.close();
      throw new StoreUnavailable(
          "The database of " + folder + " cannot be read (" + cause(e) + ")", e);
    }
  }

  private static Database openSqlite(Path folder) {
    FileChannel lock = lock(folder);
    Path file = folder.resolve("freshet.db");
    try {
      SQLiteDataSource source = sqlite(file, READER_CACHE);
      migrate(source, Map.of("id", "INTEGER PRIMARY KEY", "bytes", "BLOB"));
      HikariConfig pool = new HikariConfig();
      pool.setDataSource(source);
      pool.setMaximumPoolSize(READERS);
      pool.setPoolName("store-readers");
      return new Database(new HikariDataSource(pool), sqlite(file, WRITER_CACHE), lock);
    } catch (SQLException | RuntimeException e) {
      unlock(lock);
      throw new StoreUnavailable(
          "The database "
              + file
              + " cannot be used ("
              + cause(e)
              + "). Restore it from a backup, or move it away to start with an empty one",
          e);
    }
  }

  private static SQLiteDataSource sqlite(Path file, int cache) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setBusyTimeout(10_000);
    config.setCacheSize(cache);
    // What an insert would need to be taken back: written to a file, it was nine of ten writes.
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    // Many inserts touch the same pages of an index: copied back every 32 MB, not every 4.
    config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, "8000");
    // Nobody asks for them, and the driver would run a query after each insert to know them.
    config.setGetGeneratedKeys(false);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  private static Database openPostgres(Path folder, String url) {
    FileChannel lock = lock(folder);
    HikariDataSource source = null;
    try {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true");
      config.setMaximumPoolSize(READERS + 1);
      config.setConnectionTimeout(10_000);
      config.setInitializationFailTimeout(10_000);
      config.setPoolName("store-readers");
      source = new HikariDataSource(config);
      migrate(
          source,
          Map.of("id", "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bytes", "BYTEA"));
      return new Database(source, source, lock);
    } catch (SQLException | RuntimeException e) {
      if (source != null) source.close();
      unlock(lock);
      throw new StoreUnavailable(
          "The database "
              + withoutPassword(url)
              + " cannot be used ("
              + cause(e)
              + "). Check the setting 'db' and that the server runs",
          e);
    }
  }

  private static void migrate(DataSource source, Map<String, String> dialect) {
    Flyway.configure()
        .dataSource(source)
        .locations("classpath:freshet/store")
        .placeholders(dialect)
        .table("schema_history")
        .loggers("slf4j")
        .load()
        .migrate();
  }

  /// One process a data folder: two writers would each plan the same polls.
  private static FileChannel lock(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock held = null;
      try {
        held = channel.tryLock();
      } catch (OverlappingFileLockException e) {
        // held by this very process: the same answer
      }
      if (held == null) {
        channel.close();
        throw new StoreUnavailable(
            "The data folder "
                + folder
                + " is in use by another Freshet. Stop that one, or choose another folder with"
                + " --data",
            null);
      }
      return channel;
    } catch (AccessDeniedException e) {
      throw new StoreUnavailable(
          "The data folder "
              + folder
              + " cannot be written. Make it writable, or choose another with --data",
          e);
    } catch (IOException e) {
      throw new StoreUnavailable(
          "The data folder " + folder + " cannot be used (" + cause(e) + ")", e);
    }
  }

  private static void unlock(FileChannel lock) {
    try {
      lock.close();
    } catch (IOException e) {
      // nothing depends on it: the lock ends with the process
    }
  }

  private static String withoutPassword(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url : url.substring(0, query);
  }

  /// The innermost message in one line: what the user can act on.
  private static String cause(Throwable e) {
    Throwable t = e;
    while (t.getCause() != null) t = t.getCause();
    String message = t.getMessage() == null ? t.getClass().getSimpleName() : t.getMessage();
    if (t instanceof FlywayException) message = message.replaceAll("\\s*\\n\\s*", " ");
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  @Override
  public void close() {
    writer.close();
    pool.close();
    if (lock != null) unlock(lock);
  }
}
