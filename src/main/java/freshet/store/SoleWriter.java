package freshet.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connections for the one writer of a PostgreSQL database. Two programs on one database would each
/// plan the same polls, and their data folders may be on different machines: so a connection of its
/// own holds an advisory lock as long as the program runs, and takes it again after the server was
/// away, before anything is written.
///
/// A program that takes turns gives a sign of life on that connection every two seconds; one that
/// waits for its turn takes the lock away from one that gives none. As that one may only have been
/// stopped, and wake up in the middle of anything, every holder counts up the number in the table
/// `term`, and every transaction looks whether the number is still its own ([#check]):
/// docs/decisions/0293-who-takes-over.md says why nothing gets past it.
///
/// A *helper* writes beside the one whose turn it is. It holds no lock; it and all others that
/// share the work are [Membership]s, which every transaction looks at too.
final class SoleWriter extends PGSimpleDataSource implements Fence, AutoCloseable {
  private static final long serialVersionUID = 1;
  private static final Logger log = LoggerFactory.getLogger(SoleWriter.class);

  /// Locks are the database's own, so one number does for all.
  private static final long LOCK = 0x46726573686574L;

  /// So often a sign of life is given.
  private static final Duration SIGN_EVERY = Duration.ofSeconds(2);

  /// So long after a sign its giver may be sure of its turn.
  private static final Duration SURE = Duration.ofSeconds(7);

  /// Who gave no sign for so long, by the clock of whoever waits, loses its turn.
  private static final Duration SILENT = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration TO_GIVE_WAY = Duration.ofSeconds(2);
  private static final int MOST_TRIES = 10;

  private static final int SECONDS_TO_ANSWER = 5;

  /// To connect, and for the little that the holder of the lock asks. How long a write may take
  /// nobody knows; [SilenceWatch] ends it when nobody works at it.
  private static final int SECONDS_TO_CONNECT = 10;

  /// How the server's list of connections names them: of a holder that takes turns, and of any that
  /// writes.
  static final String IN_TURN = "freshet-turn-";

  private static final String HELPER = "freshet-helper-";
  private static final String WRITER = "freshet-writer-";
  private static final String HELPING_WRITER = "freshet-helping-writer-";

  /// Of whoever stores entries, in a transaction.
  private static final long PLACING = 0x506c616365L;

  /// A server that was restarted has forgotten whose turn it is: whoever had it takes it again
  /// within this time, as nobody else does.
  private static final Duration BACK_AGAIN = SIGN_EVERY.multipliedBy(3);

  private static final String WITHOUT_NAME = "freshet-members";
  private static final String LOCK_NOT_HAD = "55P03";

  /// By which the server knows this program's own connections, should it not have noticed yet that
  /// they are dead.
  private final String name = UUID.randomUUID().toString();

  /// Whole: the driver does not give the user's name and password out again.
  private final String url;

  private final Kind kind;
  private final transient Membership membership;
  private transient @Nullable Connection holder;
  private transient @Nullable Thread signs;
  private transient volatile @Nullable Runnable whenSuperseded;
  private volatile long term;
  private volatile boolean joined;
  private volatile boolean superseded;
  private volatile boolean closed;
  private transient volatile @Nullable Sign sign;

  /// When the last sign was given that the server took, by two clocks: a machine that slept knows
  /// by the second.
  private record Sign(long nanos, long dayMillis) {
    static Sign now() {
      return new Sign(System.nanoTime(), System.currentTimeMillis());
    }

    Duration age() {
      long steady = (System.nanoTime() - nanos) / 1_000_000;
      return Duration.ofMillis(Math.max(steady, System.currentTimeMillis() - dayMillis));
    }
  }

  private enum Kind {
    /// Nobody else plans and stores.
    ALONE,
    /// Gives signs of life, may be followed by another, and lets others help.
    IN_TURN,
    /// Helps.
    HELPER
  }

  /// Another program writes to the database.
  static final class InUse extends SQLException {
    private static final long serialVersionUID = 1;

    InUse() {
      super("the database is in use by another Freshet");
    }
  }

  /// @param takesTurns gives signs of life, and may be followed by another when it gives none
  SoleWriter(String url, boolean takesTurns) {
    this(url, takesTurns ? Kind.IN_TURN : Kind.ALONE);
  }

  private SoleWriter(String url, Kind kind) {
    this.url = url;
    this.kind = kind;
    this.membership = new Membership(name, SILENT);
    setLoginTimeout(SECONDS_TO_CONNECT);
    setUrl(url);
    setTcpKeepAlive(true);
    setApplicationName((kind == Kind.HELPER ? HELPING_WRITER : WRITER) + name);
  }

  /// Of a program that helps the one whose turn it is.
  ///
  /// @param tables the version of those that it knows
  /// @throws InUse if nobody can be helped at the moment
  static SoleWriter helper(String url, int tables) throws SQLException {
    SoleWriter helper = new SoleWriter(url, Kind.HELPER);
    try {
      helper.hold();
      helper.join(tables);
      return helper;
    } catch (SQLException e) {
      helper.close();
      throw e;
    }
  }

  /// By which others that share the work know this program; null if it shares none.
  @Nullable String member() {
    return joined ? name : null;
  }

  @Override
  public Connection getConnection() throws SQLException {
    hold();
    return super.getConnection();
  }

  /// @throws InUse if another program holds it
  synchronized void hold() throws SQLException {
    if (superseded) throw new Superseded();
    if (closed) throw new SQLException("it is closed");
    if (holder != null && answers(holder)) return;
    letGo();
    Connection connection = connect();
    try {
      end(connection, "application_name = ?", holderName());
      boolean got = kind == Kind.HELPER || locksSoon(connection);
      if (term > 0 && number(connection) != term) throw superseded();
      if (joined && !Membership.isIn(connection, name)) throw superseded();
      if (!got) throw new InUse();
      holder = connection;
    } finally {
      if (!connection.equals(holder)) connection.close();
    }
  }

  /// Whoever has just gone holds it a moment longer: its process at the server ends after its
  /// connection.
  private static boolean locksSoon(Connection connection) throws SQLException {
    for (int again = 0; !tryLock(connection); again++) {
      if (again == 10) return false;
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /// Holds it as soon as nobody else does, or who does gives no sign of life.
  ///
  /// @param waiting is told once if that is not at once
  void holdInTurn(Runnable waiting) throws SQLException, InterruptedException {
    boolean told = false;
    String seen = "";
    long since = System.nanoTime();
    long back = since - BACK_AGAIN.toNanos();
    Connection looking = connect();
    try {
      while (true) {
        try {
          if (looking == null) {
            looking = connect();
            back = System.nanoTime();
          }
          boolean settled = System.nanoTime() - back >= BACK_AGAIN.toNanos();
          if (settled && tryLock(looking)) {
            takeOver(looking);
            return;
          }
          String now = signOfHolder(looking);
          if (now == null || !now.equals(seen)) {
            seen = now == null ? "" : now;
            since = System.nanoTime();
          } else if (System.nanoTime() - since > SILENT.toNanos()) {
            log.warn("The controller whose turn it is gives no sign of life: this one takes over");
            end(looking, "application_name || ' ' || state_change = ?", seen);
          }
        } catch (SQLException e) {
          log.warn("Waiting for the database: {}", e.getMessage());
          if (looking != null) closeQuietly(looking);
          looking = null;
          seen = "";
        }
        if (!told) waiting.run();
        told = true;
        Thread.sleep(LOOK_EVERY);
      }
    } finally {
      if (looking != null && !looking.equals(holder)) closeQuietly(looking);
    }
  }

  private synchronized void takeOver(Connection connection) {
    holder = connection;
  }

  /// Begins a turn: whoever wrote before can write no more. To be called with the lock held, before
  /// the tables are changed, and again if there was no table for it yet.
  synchronized void begin() throws SQLException {
    if (term > 0) return;
    Connection connection = holder;
    if (connection == null) throw new InUse();
    for (int tried = 1; term == 0; tried++) {
      end(connection, "starts_with(application_name, ?)", WRITER);
      try (Statement count = connection.createStatement()) {
        try (ResultSet there = count.executeQuery("SELECT to_regclass('term') IS NOT NULL")) {
          if (!there.next() || !there.getBoolean(1)) return;
        }
        count.execute("SET lock_timeout = " + TO_GIVE_WAY.toMillis());
        try (ResultSet row =
            count.executeQuery(
                "INSERT INTO term (part, number) VALUES ('all', 1) ON CONFLICT (part) DO UPDATE SET"
                    + " number = term.number + 1 RETURNING number")) {
          row.next();
          term = row.getLong(1);
        }
      } catch (SQLException e) {
        // One that has just woken up is writing, and was not ended yet.
        if (!LOCK_NOT_HAD.equals(e.getSQLState()) || tried == MOST_TRIES) throw e;
      }
    }
    begun();
  }

  /// With the lock held: whoever helped before can write no more, and nobody can help before
  /// [#join]. For whoever is alone, or changes tables.
  synchronized void shutOthersOut() throws SQLException {
    try (Connection own = connect(WITHOUT_NAME)) {
      if (Membership.isKnown(own)) Membership.close(own);
    }
  }

  /// Shares the work with others from now on.
  ///
  /// @param tables the version of those that it knows
  synchronized void join(int tables) throws SQLException {
    if (kind == Kind.ALONE) return;
    boolean first = kind == Kind.IN_TURN;
    try (Connection own = connect(WITHOUT_NAME)) {
      if (!Membership.isKnown(own)) throw new InUse();
      if (first) {
        Membership.succeed(own, name);
        Membership.open(own, tables);
      }
      if (!Membership.join(own, name, first, tables)) throw new InUse();
    }
    joined = true;
    if (signs == null) begun();
  }

  private void begun() {
    signs = Thread.ofPlatform().daemon().name("store-turn").start(this::giveSigns);
  }

  /// Holds for the whole transaction: no other can begin its turn, or shut this one out, before
  /// this one is committed.
  @Override
  public void check(Writer.Statements statements) throws SQLException {
    PreparedStatement ask;
    if (!joined) {
      ask = statements.get("SELECT number FROM term WHERE part = 'all' FOR SHARE");
    } else if (kind == Kind.HELPER) {
      ask = statements.get("SELECT 0 FROM member WHERE name = ? FOR SHARE");
      ask.setString(1, name);
    } else {
      ask =
          statements.get(
              "SELECT t.number FROM term t, member m WHERE t.part = 'all' AND m.name = ? FOR"
                  + " SHARE");
      ask.setString(1, name);
    }
    try (ResultSet row = ask.executeQuery()) {
      if (!row.next() || row.getLong(1) != term) throw superseded();
    }
  }

  @Override
  public boolean place(Writer.Statements statements) throws SQLException {
    if (!joined) return false;
    PreparedStatement lock = statements.get("SELECT pg_advisory_xact_lock(?)");
    lock.setLong(1, PLACING);
    lock.executeQuery().close();
    return true;
  }

  /// How much longer this program may be sure that nobody has followed it.
  Duration sure() {
    Sign last = sign;
    return last == null || superseded ? Duration.ZERO : SURE.minus(last.age());
  }

  /// @param then what to do when another has taken over
  void whenSuperseded(Runnable then) {
    whenSuperseded = then;
    if (superseded) then.run();
  }

  private Superseded superseded() {
    boolean before = superseded;
    superseded = true;
    Runnable then = whenSuperseded;
    if (!before && then != null) then.run();
    return new Superseded();
  }

  private void giveSigns() {
    try {
      while (!superseded && !closed) {
        Sign now = Sign.now();
        try {
          hold();
          sign = now;
          if (joined) watch();
        } catch (SQLException e) {
          log.debug("No sign of life was given: {}", e.getMessage());
        }
        Thread.sleep(SIGN_EVERY);
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  /// Shuts out whoever gives no sign of life: one, by one try, as this one has to give signs itself
  /// meanwhile.
  private void watch() throws SQLException {
    Connection held = holder;
    if (held == null) return;
    for (String other : membership.missing(held, IN_TURN, HELPER)) {
      log.warn("Controller {} gives no sign of life: it is shut out", other);
      try (Connection own = connect(WITHOUT_NAME)) {
        Membership.shutOut(own, other, false, 1);
      }
      return;
    }
  }

  private Connection connect() throws SQLException {
    return connect(holderName());
  }

  private Connection connect(String applicationName) throws SQLException {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setLoginTimeout(SECONDS_TO_CONNECT);
    source.setSocketTimeout(SECONDS_TO_CONNECT);
    source.setUrl(url);
    source.setTcpKeepAlive(true);
    source.setApplicationName(applicationName);
    return source.getConnection();
  }

  private String holderName() {
    return switch (kind) {
      case ALONE -> "freshet-" + name;
      case IN_TURN -> IN_TURN + name;
      case HELPER -> HELPER + name;
    };
  }

  /// What is asked is also the sign: the server writes down when.
  private static boolean answers(Connection connection) {
    try (Statement ask = connection.createStatement()) {
      ask.setQueryTimeout(SECONDS_TO_ANSWER);
      ask.execute("SELECT 1");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static boolean tryLock(Connection connection) throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
      lock.setLong(1, LOCK);
      try (ResultSet answer = lock.executeQuery()) {
        return answer.next() && answer.getBoolean(1);
      }
    }
  }

  /// When the holder was last heard of, if it takes turns; otherwise null.
  private static @Nullable String signOfHolder(Connection connection) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement(
            "SELECT a.application_name || ' ' || a.state_change FROM pg_locks l"
                + " JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory'"
                + " AND l.granted AND a.datname = current_database()"
                + " AND l.classid = ? AND l.objid = ? AND starts_with(a.application_name, ?)")) {
      ask.setLong(1, LOCK >>> 32);
      ask.setLong(2, LOCK & 0xffffffffL);
      ask.setString(3, IN_TURN);
      try (ResultSet row = ask.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private static long number(Connection connection) throws SQLException {
    try (Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery("SELECT number FROM term WHERE part = 'all'")) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  /// Ends other connections to this database.
  private static void end(Connection connection, String which, String value) throws SQLException {
    try (PreparedStatement end =
        connection.prepareStatement(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                + which
                + " AND datname = current_database() AND pid <> pg_backend_pid()")) {
      end.setString(1, value);
      end.executeQuery().close();
    }
  }

  /// Nobody has to wait until it is missed.
  private void leave() {
    try (Connection own = connect(WITHOUT_NAME)) {
      Membership.shutOut(own, name, kind == Kind.IN_TURN);
    } catch (SQLException e) {
      log.debug("Leaving", e);
    }
  }

  private synchronized void letGo() {
    Connection held = holder;
    holder = null;
    // If it is gone already, the lock is with it.
    if (held != null) closeQuietly(held);
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      log.debug("Closing a connection", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    Thread giving = signs;
    if (giving != null) giving.interrupt();
    if (joined && !superseded) leave();
    letGo();
  }
}
