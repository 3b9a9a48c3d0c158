package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The one thread that writes. Whatever waits is written in one transaction, so that a thousand
/// polls cost a few commits and not a thousand; a caller goes on only when its own work is
/// committed. What a person waits for is written at once; what polls bring may be told to wait a
/// moment for company, because a commit writes every page of an index that it touched.
///
/// A job that fails takes nobody along: its batch is rolled back, and every job of it is tried
/// again in a transaction of its own. Jobs must therefore touch nothing but the database, or say
/// how to take it back ([Statements#onUndo]).
///
/// A lost connection is replaced by itself. What had not come to its commit is written again on the
/// new one. Of a commit that was under way nobody knows whether it was done before the database is
/// back and can be asked ([Unsettled]): its callers wait for that, but not for ever.
final class Writer implements AutoCloseable {
  private static final String FULL = "The disk is full, and nothing new can be stored";
  private static final Logger log = LoggerFactory.getLogger(Writer.class);
  private static final int MOST_IN_A_BATCH = 256;
  private static final int MOST_WAITING = 4096;

  /// With so many together, waiting for more gains little.
  private static final int COMPANY = 64;

  private static final Duration SOON = Duration.ofMillis(25);

  /// So many rows go to a server at once.
  private static final int MOST_DEFERRED = 1000;

  private static final String DEADLOCK = "40P01";
  private static final int MOST_TRIES = 3;

  /// A database that is away is asked for this often.
  private static final Duration TRY_EVERY = Duration.ofSeconds(1);

  /// How long callers wait to learn what became of a commit.
  private static final Duration TO_SETTLE = Duration.ofSeconds(30);

  private static final int SECONDS_TO_ANSWER = 5;
  private static final String SILENT = "The database does not answer";
  private static final String LOST = "The database went away while it was written";
  private static final String UNKNOWN =
      LOST + ". Whether this was stored can be seen when it is back";
  private static final String ENDED = "The store no longer writes";

  /// Work on the database. Statements come from `statements`, which keeps them prepared.
  interface Job<T extends @Nullable Object> {
    T run(Statements statements) throws SQLException;
  }

  /// Work that is done at once for all who want it in a transaction, before any other.
  interface Together<I, T extends @Nullable Object> {
    /// @return as many results as there are items, in their order
    List<T> run(Statements statements, List<I> items) throws SQLException;
  }

  /// What is wanted of such work.
  private record Share<I, T extends @Nullable Object>(Together<I, T> kind, I item)
      implements Job<T> {
    @Override
    public T run(Statements statements) throws SQLException {
      return kind.run(statements, List.of(item)).getFirst();
    }
  }

  /// @param patience how long it waits for others to be written with it
  /// @param places whether entries are stored, moved or deleted
  record Waiting<T extends @Nullable Object>(
      Job<T> job, Duration patience, boolean places, CompletableFuture<T> done) {
    void runAndKeep(Statements statements, List<Runnable> afterCommit) throws SQLException {
      T result = job.run(statements);
      afterCommit.add(() -> done.complete(result));
    }

    @Nullable Together<?, ?> kind() {
      return job instanceof Share<?, ?> share ? share.kind : null;
    }
  }

  /// Those of a batch that want the same kind of work.
  @SuppressWarnings("unchecked") // a kind says what it takes and gives
  private static <I, T extends @Nullable Object> void runAndKeep(
      Together<I, T> kind,
      List<Waiting<?>> batch,
      Statements statements,
      List<Runnable> afterCommit)
      throws SQLException {
    List<I> items = new ArrayList<>();
    List<CompletableFuture<T>> wanting = new ArrayList<>();
    for (Waiting<?> w : batch) {
      if (!kind.equals(w.kind())) continue;
      Waiting<T> one = (Waiting<T>) w;
      items.add(((Share<I, T>) one.job).item);
      wanting.add(one.done);
    }
    List<T> results = kind.run(statements, items);
    for (int i = 0; i < results.size(); i++) {
      CompletableFuture<T> done = wanting.get(i);
      T result = results.get(i);
      afterCommit.add(() -> done.complete(result));
    }
  }

  /// A batch that is being written.
  ///
  /// @param backend the server's process that does it
  record UnderWay(Connection connection, int backend, long since) {
    Duration age() {
      return Duration.ofNanos(System.nanoTime() - since);
    }

    /// Whoever waits for the server then waits no longer.
    void cut() {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        log.debug("Cutting the writing connection", e);
      }
    }
  }

  private final BlockingQueue<Waiting<?>> queue = new ArrayBlockingQueue<>(MOST_WAITING);
  private final DataSource source;
  private final Fence fence;
  private final Thread thread;

  /// Null while there is no connection; of the thread alone.
  private @Nullable Statements statements;

  /// A commit to be asked about before anything else is written; of the thread alone.
  private @Nullable Unsettled unsettled;

  /// What turned out not to have been stored, to be written again; of the thread alone.
  private List<Waiting<?>> again = List.of();

  private volatile Job<?> beforePlacing = _ -> 0;
  private volatile @Nullable UnderWay underWay;
  private volatile boolean silent;
  private long tryAgain = System.nanoTime();
  private volatile @Nullable String trouble;
  private volatile Duration patience = Duration.ZERO;
  private volatile boolean closed;

  /// @param fence is looked at in every transaction
  Writer(DataSource source, Fence fence) throws SQLException {
    this.source = source;
    this.fence = fence;
    this.statements = new Statements(source);
    this.thread = Thread.ofPlatform().name("store-writer").start(this::loop);
  }

  /// How long a patient job waits for others; not at all unless this was said.
  void gather(Duration patience) {
    this.patience = patience;
  }

  /// Runs the job at once, with what waits already, and returns when it is committed.
  <T extends @Nullable Object> T write(Job<T> job) {
    return write(job, Duration.ZERO, false);
  }

  /// The same with a little patience: somebody waits, but not a person.
  <T extends @Nullable Object> T writeSoon(Job<T> job) {
    return write(job, SOON.compareTo(patience) < 0 ? SOON : patience, false);
  }

  /// Runs the job in company, and returns when it is committed.
  <T extends @Nullable Object> T writePatiently(Job<T> job) {
    return write(job, patience, false);
  }

  /// The same of work that is done together.
  <I, T extends @Nullable Object> T writeSoon(Together<I, T> kind, I item) {
    return writeSoon(new Share<>(kind, item));
  }

  <I, T extends @Nullable Object> T writePatiently(Together<I, T> kind, I item) {
    return writePatiently(new Share<>(kind, item));
  }

  /// The same for whatever stores, moves or deletes entries: no other program does meanwhile, and
  /// what others did is known here ([#beforePlacing]).
  <T extends @Nullable Object> T place(Job<T> job) {
    return write(job, Duration.ZERO, true);
  }

  <T extends @Nullable Object> T placePatiently(Job<T> job) {
    return write(job, patience, true);
  }

  /// @param look is run in a transaction that is to place entries, if other programs place some too
  void beforePlacing(Job<?> look) {
    beforePlacing = look;
  }

  private <T extends @Nullable Object> T write(Job<T> job, Duration patience, boolean places) {
    if (closed) throw new StoreUnavailable("The store is closed", null);
    var waiting = new Waiting<>(job, patience, places, new CompletableFuture<T>());
    try {
      while (!queue.offer(waiting, 1, TimeUnit.SECONDS)) needThread(waiting.done);
      return await(waiting.done);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailable("Interrupted while writing to the store", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof StoreUnavailable s) throw s;
      String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      throw new StoreUnavailable("The store did not take it: " + why, cause);
    }
  }

  private <T extends @Nullable Object> T await(CompletableFuture<T> done)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        return done.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        needThread(done);
      }
    }
  }

  /// Nobody waits for a thread that has ended. Asked in this order: its last act may be to write
  /// it.
  private void needThread(CompletableFuture<?> done) {
    if (!thread.isAlive() && !done.isDone()) throw new StoreUnavailable(ENDED, null);
  }

  int waiting() {
    return queue.size();
  }

  /// A sentence, if the database did not take the last write or cannot be reached.
  Optional<String> trouble() {
    if (!thread.isAlive()) return Optional.of(ENDED);
    return Optional.ofNullable(silent ? SILENT : trouble);
  }

  /// What is being written at this moment to a server, if anything.
  @Nullable UnderWay underWay() {
    return underWay;
  }

  /// Somebody found that the server does not answer what is being written, or that it does.
  void silent(boolean silent) {
    this.silent = silent;
  }

  private void loop() {
    List<Waiting<?>> batch = new ArrayList<>();
    while (!closed || !queue.isEmpty()) {
      try {
        batch.clear();
        if (again.isEmpty()) {
          Waiting<?> first = queue.poll(200, TimeUnit.MILLISECONDS);
          if (unsettled != null && unsettled.isLate()) failUnsettled(unsettled);
          if (first == null) {
            if (statements == null) statements = connect();
            continue;
          }
          batch.add(first);
          awaitCompany(batch);
          queue.drainTo(batch, MOST_IN_A_BATCH - batch.size());
        } else {
          batch.addAll(again);
          again = List.of();
        }
        run(batch, true, MOST_TRIES);
      } catch (InterruptedException e) {
        // Only close() ends this thread, and it does so by the flag.
      } catch (Throwable e) {
        // Whatever it was, others want to write after these.
        for (Waiting<?> w : batch) w.done.completeExceptionally(e);
        log.error("The store's writer failed; it goes on", e);
      }
    }
    if (unsettled != null) failUnsettled(unsettled);
    fail(again, new StoreUnavailable(LOST, null));
  }

  private void awaitCompany(List<Waiting<?>> batch) throws InterruptedException {
    long until = System.nanoTime() + batch.getLast().patience.toNanos();
    while (until > System.nanoTime() && batch.size() < COMPANY && !closed) {
      Waiting<?> next = queue.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) return;
      batch.add(next);
      until = Math.min(until, System.nanoTime() + next.patience.toNanos());
    }
  }

  /// @param again whether to try again if the connection is lost
  /// @param tries how often to try if another program stands in the way
  private void run(List<Waiting<?>> batch, boolean again, int tries) {
    if (statements == null) statements = connect();
    Statements s = statements;
    if (s == null) {
      fail(batch, new StoreUnavailable(String.valueOf(trouble), null));
      return;
    }
    List<Runnable> afterCommit = new ArrayList<>(batch.size());
    boolean committing = false;
    Unsettled.Mark mark = null;
    try {
      underWay = s.underWay();
      fence.check(s);
      if (batch.stream().anyMatch(Waiting::places) && fence.place(s)) {
        Object _ = beforePlacing.run(s);
      }
      Set<Together<?, ?>> kinds = new LinkedHashSet<>();
      for (Waiting<?> w : batch) if (w.kind() != null) kinds.add(w.kind());
      for (Together<?, ?> kind : kinds) runAndKeep(kind, batch, s, afterCommit);
      for (Waiting<?> w : batch) if (w.kind() == null) w.runAndKeep(s, afterCommit);
      s.flush();
      mark = Unsettled.Mark.of(s);
      committing = true;
      s.connection.commit();
    } catch (Throwable e) {
      // An Error too is its caller's: the code of others runs here, to place entries.
      boolean lost = !s.rollback();
      ended();
      if (lost) drop(s, e);
      if (lost && mark != null) {
        trouble = LOST;
        long until = System.nanoTime() + TO_SETTLE.toNanos();
        unsettled =
            new Unsettled(mark, until, List.copyOf(batch), afterCommit, List.copyOf(s.undos));
        return;
      }
      undo(s.undos);
      s.undos.clear();
      if (lost && committing && s.sqlite) {
        // SQLite takes back by itself what a full disk kept it from committing.
        String why = isFull(e) ? FULL : LOST;
        trouble = why;
        fail(batch, new StoreUnavailable(why, e));
      } else if (batch.size() > 1 || (lost && again)) {
        for (Waiting<?> w : batch) run(List.of(w), !lost, tries);
      } else if (isInTheWay(e) && tries > 1) {
        run(batch, again, tries - 1);
      } else {
        log.debug("A write failed", e);
        if (isOfTheDatabase(e)) trouble = sentence(e);
        fail(batch, e);
      }
      return;
    }
    ended();
    trouble = null;
    s.undos.clear();
    afterCommit.forEach(Runnable::run);
  }

  private void ended() {
    underWay = null;
    silent = false;
  }

  private static void failUnsettled(Unsettled u) {
    fail(u.batch(), new StoreUnavailable(UNKNOWN, null));
  }

  /// Finds out what became of the commit that was under way when the connection was lost.
  ///
  /// @throws SQLException if that cannot be said yet
  private void settle(Unsettled u, Statements s) throws SQLException {
    if (u.wasCommitted(s.connection)) {
      u.committed().forEach(Runnable::run);
    } else {
      undo(u.undos());
      again = u.batch().stream().filter(w -> !w.done.isDone()).toList();
    }
    unsettled = null;
  }

  private static void fail(List<Waiting<?>> batch, Throwable e) {
    for (Waiting<?> w : batch) w.done.completeExceptionally(e);
  }

  private static String sentence(Throwable e) {
    return isFull(e) ? FULL : "The last write failed: " + e.getMessage();
  }

  private static boolean isFull(Throwable e) {
    return e instanceof SQLiteException s
        && (s.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_FULL.code;
  }

  /// A full disk or a lost connection, not a row that is against a rule (SQLSTATE 22, 23), nor a
  /// mistake in a statement (42); SQLite has codes of its own for these.
  private static boolean isOfTheDatabase(Throwable e) {
    if (e instanceof SQLiteException s) {
      return switch (SQLiteErrorCode.getErrorCode(s.getErrorCode() & 0xff)) {
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG -> false;
        default -> true;
      };
    }
    return e instanceof SQLException s && !String.valueOf(s.getSQLState()).matches("(22|23|42).*");
  }

  /// Two programs wait for each other's rows: the server ends one of the transactions.
  private static boolean isInTheWay(Throwable e) {
    return e instanceof SQLException s && DEADLOCK.equals(s.getSQLState());
  }

  /// A new connection, or null and the trouble there is.
  private @Nullable Statements connect() {
    if (System.nanoTime() - tryAgain < 0) return null;
    try {
      Statements s = new Statements(source);
      try {
        if (unsettled != null) settle(unsettled, s);
      } catch (SQLException e) {
        s.close();
        throw e;
      }
      if (!FULL.equals(trouble)) trouble = null; // a file can be opened on a full disk too
      log.warn("The store writes on a new connection to the database");
      return s;
    } catch (SQLException e) {
      tryAgain = System.nanoTime() + TRY_EVERY.toNanos();
      trouble = "The database cannot be reached: " + e.getMessage();
      return null;
    }
  }

  /// Takes back what was told since the last commit.
  private static void undo(List<Runnable> undos) {
    for (Runnable undo : undos.reversed()) {
      try {
        undo.run();
      } catch (RuntimeException e) {
        log.error("The store could not undo what a failed write had told", e);
      }
    }
  }

  private void drop(Statements s, Throwable why) {
    log.warn(isFull(why) ? FULL : "The store has lost its connection to the database");
    s.close();
    statements = null;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
      if (statements != null) statements.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Statements of the writing connection, prepared once.
  static final class Statements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final List<Runnable> undos = new ArrayList<>();

    /// What is to be run together on a server, in the order of the first of each kind.
    private final Map<String, PreparedStatement> deferred = new LinkedHashMap<>();

    private final Set<Long> deferredFeeds = new HashSet<>();
    private int deferredRows;
    final boolean sqlite;
    private final int backend; // the server's process of this connection; of SQLite none

    Statements(DataSource source) throws SQLException {
      this.connection = source.getConnection();
      connection.setAutoCommit(false);
      this.sqlite = connection.getMetaData().getDatabaseProductName().equals("SQLite");
      this.backend = sqlite ? 0 : backend();
    }

    private int backend() throws SQLException {
      try (Statement ask = connection.createStatement();
          ResultSet row = ask.executeQuery("SELECT pg_backend_pid()")) {
        row.next();
        return row.getInt(1);
      } finally {
        connection.rollback();
      }
    }

    private @Nullable UnderWay underWay() {
      return sqlite ? null : new UnderWay(connection, backend, System.nanoTime());
    }

    /// @return whether the connection can still be used
    private boolean rollback() {
      try {
        for (PreparedStatement s : deferred.values()) s.clearBatch();
        forgetDeferred();
        connection.rollback();
        boolean answers = connection.isValid(SECONDS_TO_ANSWER);
        connection.rollback();
        return answers;
      } catch (SQLException e) {
        return false;
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

    /// Whether a query finds any row. It ends with the answer: one that were left open would hold
    /// SQLite's writer in what it read, and nothing would go from the log into the database again.
    boolean any(String sql, @Nullable Object... values) throws SQLException {
      try (ResultSet row = Rows.set(get(sql), values).executeQuery()) {
        return row.next();
      }
    }

    private static long number(PreparedStatement query) throws SQLException {
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }

    /// Runs a statement of which only the number of rows is known beforehand. A server is given it
    /// with others of its kind, before anything else is asked or committed: it takes longer to go
    /// there and back than to write a row.
    ///
    /// @param feed whose rows are written
    void later(long feed, String sql, @Nullable Object... values) throws SQLException {
      if (sqlite) {
        Rows.set(get(sql), values).executeUpdate();
        return;
      }
      PreparedStatement statement = beside(sql);
      Rows.set(statement, values).addBatch();
      deferred.put(sql, statement);
      deferredFeeds.add(feed);
      if (++deferredRows >= MOST_DEFERRED) flush();
    }

    /// Runs what was left for [#later].
    void flush() throws SQLException {
      if (deferred.isEmpty()) return;
      for (PreparedStatement s : deferred.values()) s.executeBatch();
      forgetDeferred();
    }

    /// Whether anything was left for [#later].
    boolean waits() {
      return !deferred.isEmpty();
    }

    /// The same if something of this feed is among it.
    void flush(long feed) throws SQLException {
      if (deferredFeeds.contains(feed)) flush();
    }

    private void forgetDeferred() {
      deferred.clear();
      deferredFeeds.clear();
      deferredRows = 0;
    }

    PreparedStatement get(String sql) throws SQLException {
      flush();
      return beside(sql);
    }

    /// For what has nothing to do with any row that waits for [#later].
    PreparedStatement beside(String sql) throws SQLException {
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

    private void close() {
      try {
        for (var statement : prepared.values()) statement.close();
        connection.close();
      } catch (SQLException e) {
        log.debug("Closing the writing connection", e);
      }
    }
  }
}
