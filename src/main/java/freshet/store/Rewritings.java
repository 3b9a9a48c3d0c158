package freshet.store;

import static freshet.store.Rows.set;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// What is changed in the texts of feeds before they are stored, as people wrote it.
public final class Rewritings {
  private final Database db;

  Rewritings(Database db) {
    this.db = db;
  }

  public Optional<String> find(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT rules FROM feed_rewriting WHERE feed_id = :feed")
            .bind("feed", feed)
            .mapTo(String.class)
            .findOne());
  }

  /// The feed is asked for whole the next time, whatever is known of it, so that what it lists is
  /// changed too. A poll that is under way knows the number of the body that it began with: another
  /// one, which no body has, tells that what it brings was made by the rules before.
  ///
  /// @param rules blank for none
  public void put(long feed, String rules) {
    db.writer.write(statements -> {
      set(statements.get("DELETE FROM feed_rewriting WHERE feed_id = ?"), feed).executeUpdate();
      if (!rules.isBlank()) {
        set(
                statements.get("INSERT INTO feed_rewriting (feed_id, rules) VALUES (?, ?)"),
                feed,
                rules)
            .executeUpdate();
      }
      set(
              statements.get(
                  "UPDATE feed SET etag = NULL, last_modified = NULL, body_hash = ? WHERE id = ?"),
              ThreadLocalRandom.current().nextLong(),
              feed)
          .executeUpdate();
      return true;
    });
  }
}
