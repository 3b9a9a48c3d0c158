package freshet.store;

import static freshet.store.Rows.marks;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.Icon;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The icons of feeds, and which sites have none.
public final class Icons {
  /// Behind the site of a feed whose icon is its own, as its site has none.
  private static final String OWN = " own";

  private static final String COLUMNS =
      "SELECT f.feed_id, f.again, f.site, i.id, i.type, i.picture FROM feed_icon f"
          + " LEFT JOIN icon i ON i.id = f.icon_id";

  private final Database db;

  Icons(Database db) {
    this.db = db;
  }

  /// What is known of a feed's icon.
  ///
  /// @param icon null if there is none
  /// @param again when it is to be looked for again
  public record Known(@Nullable Icon icon, Instant again) {}

  public Optional<Known> ofFeed(long feed) {
    return db.readers.withHandle(h ->
        h.createQuery(COLUMNS + " WHERE f.feed_id = :feed")
            .bind("feed", feed)
            .map((row, _) -> read(row))
            .findOne());
  }

  /// What is known of a site by any of its feeds, and need not be looked for yet. What a feed has
  /// for itself is no icon of the site.
  public Optional<Known> ofSite(String site, Instant now) {
    return db.readers.withHandle(h ->
        h.createQuery(
                COLUMNS
                    + " WHERE f.site IN (:site, :own) AND f.again > :now ORDER BY f.again LIMIT 1")
            .bind("site", site)
            .bind("own", site + OWN)
            .bind("now", now.toEpochMilli())
            .map((row, _) -> {
              Known known = read(row);
              return row.getString("site").endsWith(OWN) ? new Known(null, known.again) : known;
            })
            .findOne());
  }

  /// The numbers of icons, by feed: 0 where there is none, nothing where nobody looked.
  public Map<Long, Long> ofFeeds(Collection<Long> feeds) {
    Map<Long, Long> known = new HashMap<>();
    if (feeds.isEmpty()) return known;
    db.readers.useHandle(h -> {
      var query =
          h.createQuery(
              "SELECT feed_id, icon_id FROM feed_icon WHERE feed_id IN ("
                  + marks(feeds.size())
                  + ")");
      int at = 0;
      for (Long feed : feeds) query.bind(at++, feed);
      query.map((row, _) -> known.put(row.getLong(1), row.getLong(2))).list();
    });
    return known;
  }

  public Optional<Icon> find(long id) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT id, type, picture FROM icon WHERE id = :id")
            .bind("id", id)
            .map((row, _) -> new Icon(row.getLong(1), row.getString(2), row.getBytes(3)))
            .findOne());
  }

  /// The same of some, by number.
  public Map<Long, Icon> find(Collection<Long> numbers) {
    if (numbers.isEmpty()) return Map.of();
    return db.readers.withHandle(h ->
        h.createQuery("SELECT id, type, picture FROM icon WHERE id IN (<ids>)")
            .bindList("ids", List.copyOf(numbers))
            .map((row, _) -> new Icon(row.getLong(1), row.getString(2), row.getBytes(3)))
            .collectToMap(Icon::id, icon -> icon));
  }

  private static Known read(ResultSet row) throws SQLException {
    String type = row.getString("type");
    return new Known(
        type == null ? null : new Icon(row.getLong("id"), type, row.getBytes("picture")),
        requiredTime(row, "again"));
  }

  /// Keeps the icon that a feed names for itself, as its site has none.
  ///
  /// @param again when the site is asked again
  public void keepOwn(long feed, String site, String type, byte[] bytes, Instant again) {
    keep(feed, site + OWN, type, bytes, again);
  }

  /// Keeps what was found, or that nothing was.
  ///
  /// @param type and `bytes` are null if there is no icon
  public void keep(
      long feed, String site, @Nullable String type, byte @Nullable [] bytes, Instant again) {
    String hash = bytes == null ? null : hash(bytes);
    db.writer.write(statements -> {
      boolean there = statements.any("SELECT 1 FROM feed WHERE id = ?", feed);
      if (!there) return 0; // it was deleted while its icon was looked for
      if (hash != null) {
        set(
                statements.get(
                    "INSERT INTO icon (hash, type, picture) VALUES (?, ?, ?)"
                        + " ON CONFLICT (hash) DO NOTHING"),
                hash,
                type,
                bytes)
            .executeUpdate();
      }
      set(
              statements.get(
                  """
                  INSERT INTO feed_icon (feed_id, site, icon_id, again)
                  VALUES (?, ?, (SELECT id FROM icon WHERE hash = ?), ?)
                  ON CONFLICT (feed_id) DO UPDATE
                  SET site = excluded.site, icon_id = excluded.icon_id, again = excluded.again
                  """),
              feed,
              site,
              hash == null ? "" : hash,
              again)
          .executeUpdate();
      return statements
          .get(
              "DELETE FROM icon WHERE NOT EXISTS"
                  + " (SELECT 1 FROM feed_icon f WHERE f.icon_id = icon.id)")
          .executeUpdate();
    });
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
