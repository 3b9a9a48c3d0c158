package freshet.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The writer by itself, on a disk that is full when it commits.
final class WriterTest {
  @TempDir private Path folder;
  private final AtomicBoolean full = new AtomicBoolean();

  @Test
  void aFullDiskIsSaidUntilSomethingIsWrittenAgain() throws Exception {
    try (Writer writer = new Writer(disk(), Fence.NONE)) {
      writer.write(s -> s.get("CREATE TABLE t (n INTEGER)").executeUpdate());
      full.set(true);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> insert(writer)).hasMessageContaining("The disk is full");
        assertThat(writer.trouble())
            .hasValueSatisfying(t -> assertThat(t).contains("disk is full"));
      }
      // Whoever opens the file again finds nothing wrong with it.
      await()
          .during(Duration.ofMillis(600))
          .atMost(Duration.ofSeconds(10))
          .until(() -> writer.trouble().isPresent());
      full.set(false);
      insert(writer);
      assertThat(writer.trouble()).isEmpty();
      try (Connection c = source().getConnection();
          var rows = c.createStatement().executeQuery("SELECT count(*) FROM t")) {
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
    }
  }

  @Test
  void whoeverStartsOnAFullDiskIsNotToldToMoveTheDatabaseAway() {
    var e = new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR_SHMSIZE);
    assertThat(Database.unusable(folder.resolve("a.db"), e, 4096))
        .contains("disk I/O error", "make room")
        .doesNotContain("move it away");
    assertThat(Database.unusable(folder.resolve("a.db"), e, 1L << 30)).contains("move it away");
  }

  private static int insert(Writer writer) {
    return writer.write(s -> s.get("INSERT INTO t VALUES (1)").executeUpdate());
  }

  private SQLiteDataSource source() {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + folder.resolve("a.db"));
    return source;
  }

  /// Where a commit fails as SQLite does it: it takes everything back, and there is nothing to roll
  /// back any more.
  private DataSource disk() {
    SQLiteDataSource real = source();
    return as(
        DataSource.class,
        real,
        (name, result) -> name.equals("getConnection") ? connection((Connection) result) : result);
  }

  private Connection connection(Connection real) {
    AtomicBoolean broken = new AtomicBoolean();
    return as(
        Connection.class,
        real,
        (name, result) -> {
          if (name.equals("rollback") && broken.get()) {
            throw new SQLException("cannot rollback - no transaction is active");
          }
          return result;
        },
        name -> {
          if (!name.equals("commit") || !full.get()) return;
          real.rollback();
          broken.set(true);
          throw new SQLiteException("database or disk is full", SQLiteErrorCode.SQLITE_FULL);
        });
  }

  private interface After {
    Object of(String method, Object result) throws SQLException;
  }

  private interface Before {
    void call(String method) throws SQLException;
  }

  private static <T> T as(Class<T> type, T real, After after) {
    return as(type, real, after, _ -> {});
  }

  private static <T> T as(Class<T> type, T real, After after, Before before) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              before.call(method.getName());
              try {
                return after.of(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
