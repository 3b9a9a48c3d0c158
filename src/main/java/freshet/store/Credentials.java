package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;
import static freshet.store.Rows.time;

import freshet.model.Session;
import freshet.model.Token;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What lets a browser or a program in as an account: sessions and tokens. Only hashes of them come
/// in here, so that whoever reads the database cannot use them.
public final class Credentials {
  /// A session is written down as seen at most this often.
  private static final long SEEN_EVERY = 3_600_000;

  private final Database db;

  Credentials(Database db) {
    this.db = db;
  }

  private record Found(long account, long usedAt) {}

  /// Whose a token is.
  ///
  /// @param readOnly whether nothing can be changed with it
  public record Holder(long account, boolean readOnly) {}

  public void startSession(
      String hash, long account, @Nullable String agent, Instant now, Instant end) {
    db.writer.write(statements -> {
      set(statements.get("DELETE FROM session WHERE ends_at < ?"), now).executeUpdate();
      return set(
              statements.get(
                  """
                  INSERT INTO session (hash, account_id, agent, added_at, seen_at, ends_at)
                  VALUES (?, ?, ?, ?, ?, ?)
                  """),
              hash,
              account,
              agent,
              now,
              now,
              end)
          .executeUpdate();
    });
  }

  /// Whose session this is, if it still holds. One in use is prolonged.
  public Optional<Long> session(String hash, Instant now, Instant end) {
    Optional<Found> found =
        db.readers.withHandle(h ->
            h.createQuery(
                    "SELECT account_id, seen_at FROM session WHERE hash = :hash AND ends_at > :now")
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .map((row, _) -> new Found(row.getLong(1), row.getLong(2)))
                .findOne());
    if (found.isPresent() && found.get().usedAt + SEEN_EVERY < now.toEpochMilli()) {
      db.writer.write(statements -> {
        set(
                statements.get("UPDATE session SET seen_at = ?, ends_at = ? WHERE hash = ?"),
                now,
                end,
                hash)
            .executeUpdate();
        return seen(statements, found.get().account, now);
      });
    }
    return found.map(Found::account);
  }

  public List<Session> sessions(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT hash, agent, added_at, seen_at FROM session WHERE account_id = :account
                ORDER BY seen_at DESC
                """)
            .bind("account", account)
            .map((row, _) ->
                new Session(
                    shown(row.getString("hash")),
                    row.getString("agent"),
                    requiredTime(row, "added_at"),
                    requiredTime(row, "seen_at")))
            .list());
  }

  public void endSession(String hash) {
    db.writer.write(s -> set(s.get("DELETE FROM session WHERE hash = ?"), hash).executeUpdate());
  }

  /// Logs an account out everywhere.
  public int endSessions(long account) {
    return db.writer.write(
        s -> set(s.get("DELETE FROM session WHERE account_id = ?"), account).executeUpdate());
  }

  /// @param fever the hashes of what the Fever protocol makes of it
  public void addToken(
      long account,
      String name,
      String hash,
      Collection<String> fever,
      boolean readOnly,
      Instant now) {
    db.writer.write(s -> {
      int made =
          set(
                  s.get(
                      """
                      INSERT INTO token (hash, account_id, name, read_only, added_at)
                      VALUES (?, ?, ?, ?, ?)
                      """),
                  hash,
                  account,
                  name,
                  readOnly,
                  now)
              .executeUpdate();
      for (String key : fever) {
        set(s.get("INSERT INTO fever_key (hash, token) VALUES (?, ?)"), key, hash).executeUpdate();
      }
      return made;
    });
  }

  /// Whose token the Fever protocol made this of.
  public Optional<Long> feverKey(String hash, Instant now) {
    return db.readers
        .withHandle(h ->
            h.createQuery("SELECT token FROM fever_key WHERE hash = :hash")
                .bind("hash", hash)
                .mapTo(String.class)
                .findOne())
        .flatMap(token -> token(token, now))
        .map(Holder::account);
  }

  /// Whose token has this hash.
  public Optional<Holder> token(String hash, Instant now) {
    record Used(Holder holder, long usedAt) {}
    Optional<Used> found =
        db.readers.withHandle(h ->
            h.createQuery("SELECT account_id, read_only, used_at FROM token WHERE hash = :hash")
                .bind("hash", hash)
                .map((row, _) ->
                    new Used(new Holder(row.getLong(1), row.getBoolean(2)), row.getLong(3)))
                .findOne());
    if (found.isPresent() && found.get().usedAt + SEEN_EVERY < now.toEpochMilli()) {
      db.writer.write(statements -> {
        set(statements.get("UPDATE token SET used_at = ? WHERE hash = ?"), now, hash)
            .executeUpdate();
        return seen(statements, found.get().holder.account, now);
      });
    }
    return found.map(Used::holder);
  }

  private static int seen(Writer.Statements statements, long account, Instant now)
      throws java.sql.SQLException {
    return set(statements.get("UPDATE account SET seen_at = ? WHERE id = ?"), now, account)
        .executeUpdate();
  }

  public List<Token> tokens(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT hash, name, read_only, added_at, used_at FROM token WHERE account_id = :account
                ORDER BY added_at, hash
                """)
            .bind("account", account)
            .map((row, _) ->
                new Token(
                    shown(row.getString("hash")),
                    row.getString("name"),
                    row.getBoolean("read_only"),
                    requiredTime(row, "added_at"),
                    time(row, "used_at")))
            .list());
  }

  /// @param id as [#tokens] gave it
  public boolean revoke(long account, String id) {
    if (!id.matches("[0-9a-f]{16}")) return false;
    return db.writer.write(s ->
        set(s.get("DELETE FROM token WHERE account_id = ? AND hash LIKE ?"), account, id + "%")
            .executeUpdate())
        > 0;
  }

  /// What names a session or a token: the start of its hash.
  public static String shown(String hash) {
    return hash.substring(0, Math.min(16, hash.length()));
  }
}
