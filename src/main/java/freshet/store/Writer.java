package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread that writes. Whatever waits is written in one transaction, so that a thousand
/// polls cost a few commits and not a thousand; a caller goes on only when its own work is
/// committed. What a person waits for is written at once; what polls bring may be told to wait a
/// moment for company, because a commit writes every page of an index that it touched.
///
/// A job that fails takes nobody along: its batch is rolled back, and every job of it is tried
/// again in a transaction of its own. Jobs must therefore touch nothing but the database, or say
/// how to take it back ([Statements#onUndo]).
final class Writer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Writer.class);
  private static final int MOST_IN_A_BATCH = 256;
  private static final int MOST_WAITING = 4096;

  /// With so many together, waiting for more gains little.
  private static final int COMPANY = 64;

  /// Work on the database. Statements come from `statements`, which keeps them prepared.
  interface Job<T extends @Nullable Object> {
    T run(Statements statements) throws SQLException;
  }

  private record Waiting<T extends @Nullable Object>(
      Job<T> job, boolean patient, CompletableFuture<T> done) {
    void runAndKeep(Statements statements, List<Runnable> afterCommit) throws SQLException {
      T result = job.run(statements);
      afterCommit.add(() -> done.complete(result));
    }
  }

  private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Connection connection;
  private final Statements statements;
  private final Thread thread;
  private volatile Duration patience = Duration.ZERO;
  private volatile boolean closed;

  Writer(Connection connection) {
    this.connection = connection;
    this.statements = new Statements(connection);
    this.thread = Thread.ofPlatform().name("store-writer").start(this::loop);
  }

  /// How long a patient job waits for others; not at all unless this was said.
  void gather(Duration patience) {
    this.patience = patience;
  }

  /// Runs the job at once, with what waits already, and returns when it is committed.
  <T extends @Nullable Object> T write(Job<T> job) {
    return write(job, false);
  }

  /// Runs the job in company, and returns when it is committed.
  <T extends @Nullable Object> T writePatiently(Job<T> job) {
    return write(job, true);
  }

  private <T extends @Nullable Object> T write(Job<T> job, boolean patient) {
    if (closed) throw new StoreUnavailable("The store is closed", null);
    var waiting = new Waiting<>(job, patient, new CompletableFuture<T>());
    try {
      queue.put(waiting);
      return waiting.done.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailable("Interrupted while writing to the store", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw cause instanceof StoreUnavailable s
          ? s
          : new StoreUnavailable("The store did not take it: " + cause.getMessage(), cause);
    }
  }

  int waiting() {
    return queue.size();
  }

  private void loop() {
    List<Waiting<?>> batch = new ArrayList<>();
    while (!closed || !queue.isEmpty()) {
      try {
        batch.clear();
        Waiting<?> first = queue.poll(200, TimeUnit.MILLISECONDS);
        if (first == null) continue;
        batch.add(first);
        awaitCompany(batch);
        queue.drainTo(batch, MOST_IN_A_BATCH - batch.size());
        runTogether(batch);
      } catch (InterruptedException e) {
        // Only close() ends this thread, and it does so by the flag.
      }
    }
  }

  private void awaitCompany(List<Waiting<?>> batch) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (batch.getLast().patient && batch.size() < COMPANY && !closed) {
      Waiting<?> next = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) return;
      batch.add(next);
    }
  }

  private void runTogether(List<Waiting<?>> batch) {
    List<Runnable> afterCommit = new ArrayList<>(batch.size());
    try {
      for (Waiting<?> w : batch) w.runAndKeep(statements, afterCommit);
      connection.commit();
      statements.undos.clear();
      afterCommit.forEach(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      undo();
      if (batch.size() == 1) {
        log.debug("A write failed", e);
        batch.getFirst().done.completeExceptionally(e);
      } else {
        for (Waiting<?> w : batch) runTogether(List.of(w));
      }
    }
  }

  private void undo() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      log.error("The store could not undo a failed write", e);
    }
    statements.undos.reversed().forEach(Runnable::run);
    statements.undos.clear();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
      statements.close();
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SQLException e) {
      log.warn("Closing the store: {}", e.getMessage());
    }
  }

  /// Statements of the writing connection, prepared once.
  static final class Statements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final List<Runnable> undos = new ArrayList<>();

    private final boolean sqlite;

    Statements(Connection connection) {
      this.connection = connection;
      this.sqlite = isSqlite(connection);
    }

    private static boolean isSqlite(Connection connection) {
      try {
        return connection.getMetaData().getDatabaseProductName().equals("SQLite");
      } catch (SQLException e) {
        throw new StoreUnavailable("The database does not say what it is", e);
      }
    }

    /// Inserts one row and gives its id, or 0 if the statement left it out. SQLite is asked for the
    /// id afterwards: to tell it by RETURNING it keeps a copy of every page that the row touches.
    long insert(String sql, @Nullable Object... values) throws SQLException {
      if (sqlite) {
        if (Rows.set(get(sql), values).executeUpdate() == 0) return 0;
        return number(get("SELECT last_insert_rowid()"));
      }
      return number(Rows.set(get(sql + " RETURNING id"), values));
    }

    private static long number(PreparedStatement query) throws SQLException {
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }

    PreparedStatement get(String sql) throws SQLException {
      PreparedStatement known = prepared.get(sql);
      if (known == null) {
        known = connection.prepareStatement(sql);
        prepared.put(sql, known);
      }
      known.clearParameters();
      return known;
    }

    /// What to do if this transaction is rolled back, besides what the database does.
    void onUndo(Runnable undo) {
      undos.add(undo);
    }

    Connection connection() {
      return connection;
    }

    private void close() throws SQLException {
      for (var statement : prepared.values()) statement.close();
    }
  }
}
