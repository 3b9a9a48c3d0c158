package freshet.store;

import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Way;
import freshet.model.Visibility;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.StatementContext;

/// Rules, and what becomes of the entries they fit.
public final class Rules {
  private static final String SELECT =
      """
      SELECT id, name, query, action, way, target, secret, daily, enabled, added_at,
        tag, weekly
      FROM rule WHERE account_id = :me
      """;

  private final Database db;

  Rules(Database db) {
    this.db = db;
  }

  /// A rule and whose it is: it looks at what they may see.
  public record Owned(long account, Rule rule) {}

  /// Those of everybody.
  public List<Owned> everybody() {
    return db.readers.withHandle(h ->
        h.createQuery(
                SELECT.replace(" id,", " account_id, id,").replace("= :me", "> 0 ORDER BY id"))
            .map((row, context) -> new Owned(row.getLong("account_id"), read(row, context)))
            .list());
  }

  /// A rule of anybody.
  public Optional<Owned> owned(long id) {
    return db.readers.withHandle(h ->
        h.createQuery(
                SELECT.replace(" id,", " account_id, id,").replace("= :me", "> 0 AND id = :id"))
            .bind("id", id)
            .map((row, context) -> new Owned(row.getLong("account_id"), read(row, context)))
            .findOne());
  }

  public List<Rule> all(long account) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + " ORDER BY LOWER(name), id")
            .bind("me", account)
            .map(Rules::read)
            .list());
  }

  public Optional<Rule> find(long account, long id) {
    return db.readers.withHandle(h ->
        h.createQuery(SELECT + " AND id = :id")
            .bind("me", account)
            .bind("id", id)
            .map(Rules::read)
            .findOne());
  }

  /// Keeps a new rule, which looks at entries from now on.
  public Rule add(long account, Rule r) {
    long id =
        db.writer.write(statements -> {
          try (ResultSet key =
              set(
                      statements.get(
                          """
                          INSERT INTO rule (account_id, name, query, action, way, target, secret,
                            daily, enabled, added_at, tag, weekly, seen, seen_article)
                          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                            (SELECT COALESCE(MAX(id), 0) FROM entry),
                            (%s))
                          RETURNING id
                          """
                              .formatted(Articles.LAST_ARRIVAL)),
                      account,
                      r.name(),
                      r.query(),
                      words(r.actions()),
                      r.way().word(),
                      r.target(),
                      r.secret(),
                      r.daily(),
                      r.enabled(),
                      r.added(),
                      r.tag(),
                      r.weekly())
                  .executeQuery()) {
            if (!key.next()) throw new SQLException("the rule is not there");
            return key.getLong(1);
          }
        });
    return find(account, id).orElseThrow();
  }

  /// Changes a rule. One that was switched off does not catch up.
  public boolean change(long account, Rule r) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    """
                    UPDATE rule SET name = ?, query = ?, action = ?, way = ?, target = ?,
                      secret = ?, daily = ?, tag = ?, weekly = ?,
                      seen = CASE WHEN enabled THEN seen
                        ELSE (SELECT COALESCE(MAX(id), 0) FROM entry) END,
                      seen_article = CASE WHEN enabled THEN seen_article
                        ELSE (%s) END,
                      enabled = ?
                    WHERE id = ? AND account_id = ?
                    """
                        .formatted(Articles.LAST_ARRIVAL)),
                r.name(),
                r.query(),
                words(r.actions()),
                r.way().word(),
                r.target(),
                r.secret(),
                r.daily(),
                r.tag(),
                r.weekly(),
                r.enabled(),
                r.id(),
                account)
            .executeUpdate())
        > 0;
  }

  /// Removes it with its alerts.
  public boolean remove(long account, long id) {
    return db.writer.write(statements ->
        set(statements.get("DELETE FROM rule WHERE id = ? AND account_id = ?"), id, account)
            .executeUpdate())
        > 0;
  }

  /// The last entry that a rule was tried on.
  public long seen(long rule) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COALESCE(MAX(seen), 0) FROM rule WHERE id = :id")
            .bind("id", rule)
            .mapTo(Long.class)
            .one());
  }

  /// The last arrival of an article that a rule was tried on.
  public long seenArticle(long rule) {
    return db.readers.withHandle(h ->
        h.createQuery("SELECT COALESCE(MAX(seen_article), 0) FROM rule WHERE id = :id")
            .bind("id", rule)
            .mapTo(Long.class)
            .one());
  }

  /// Entries a rule has been tried on whose articles came later: after one arrival, up to another,
  /// in their order. Of these only what it did not fit before, and what is news.
  public List<Articles.Arrival> articles(
      long rule, long after, long upTo, Instant since, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                """
                SELECT a.arrived, a.entry_id FROM article a
                JOIN entry e ON e.id = a.entry_id JOIN rule r ON r.id = :rule
                WHERE a.arrived > :after AND a.arrived <= :upTo AND a.state = 'there'
                  AND e.id <= r.seen AND e.first_seen >= :since
                  AND NOT EXISTS (SELECT 1 FROM rule_match m
                    WHERE m.rule_id = :rule AND m.entry_id = e.id)
                ORDER BY a.arrived LIMIT :most
                """)
            .bind("rule", rule)
            .bind("after", after)
            .bind("upTo", upTo)
            .bind("since", since.toEpochMilli())
            .bind("most", most)
            .map((row, _) -> new Articles.Arrival(row.getLong(1), row.getLong(2)))
            .list());
  }

  /// Entries after one, up to another, in their order.
  public List<Long> entries(long after, long upTo, int most) {
    return db.readers.withHandle(h ->
        h.createQuery(
                "SELECT id FROM entry WHERE id > :after AND id <= :upTo ORDER BY id LIMIT :most")
            .bind("after", after)
            .bind("upTo", upTo)
            .bind("most", most)
            .mapTo(Long.class)
            .list());
  }

  /// The entries stored last, of those up to one.
  public List<Long> lastEntries(Visibility visibility, long upTo, int most) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT id FROM entry WHERE id <= :upTo"
                        + Visible.feed(visibility, "feed_id")
                        + " ORDER BY id DESC LIMIT :most"))
            .bind("upTo", upTo)
            .bind("most", most)
            .mapTo(Long.class)
            .list());
  }

  /// When an alert is told, and which are too old to be told.
  ///
  /// @param at when it is sent first
  /// @param oldest entries published longer than this before they were seen raise no alert: the
  ///   archive of a feed just added is no news
  public record Raising(Instant now, Instant at, Duration oldest) {}

  /// Writes what a rule makes of the entries it fits and how far it has looked, both or nothing. A
  /// story raises one alert of a rule, whichever of its copies fits.
  ///
  /// @return how many alerts were raised
  public int matched(long account, Rule rule, long through, List<Long> entries, Raising raising) {
    return matched(account, rule, "seen", through, entries, raising);
  }

  /// The same for entries whose articles came later.
  ///
  /// @param through the last arrival it has looked at
  public int matchedArticles(
      long account, Rule rule, long through, List<Long> entries, Raising raising) {
    return matched(account, rule, "seen_article", through, entries, raising);
  }

  private int matched(
      long account, Rule rule, String mark, long through, List<Long> entries, Raising raising) {
    return db.writer.write(statements -> {
      int raised = 0;
      boolean list = rule.way() == Way.LIST;
      for (long entry : entries) {
        set(
                statements.get(
                    """
                    INSERT INTO rule_match (rule_id, entry_id)
                    SELECT r.id, e.id FROM rule r, entry e WHERE r.id = ? AND e.id = ?
                    ON CONFLICT (rule_id, entry_id) DO NOTHING
                    """),
                rule.id(),
                entry)
            .executeUpdate();
        if (rule.alerts()) {
          raised +=
              set(
                      statements.get(
                          """
                          INSERT INTO alert (rule_id, entry_id, raised_at, sent_at, state, next_at)
                          SELECT r.id, e.id, ?, CAST(? AS BIGINT), ?, ? FROM entry e, rule r
                          WHERE e.id = ? AND r.id = ? AND e.placed >= e.first_seen - ?
                            AND NOT EXISTS (
                              SELECT 1 FROM alert a WHERE a.rule_id = r.id AND a.entry_id = e.id)
                            AND NOT EXISTS (
                              SELECT 1 FROM entry o JOIN alert a ON a.entry_id = o.id
                              WHERE o.story_id = e.story_id AND a.rule_id = r.id)
                          """),
                      raising.now(),
                      list ? raising.now() : null,
                      list ? "sent" : "waiting",
                      raising.at(),
                      entry,
                      rule.id(),
                      raising.oldest())
                  .executeUpdate();
        }
        String tag = rule.tag();
        if (rule.actions().contains(Action.TAG) && tag != null) {
          Reading.tag(statements, account, entry, tag, true);
        }
        Long now = raising.now().toEpochMilli();
        Long read = rule.actions().contains(Action.READ) ? now : null;
        Long star = rule.actions().contains(Action.STAR) ? now : null;
        Long hide = rule.actions().contains(Action.HIDE) ? now : null;
        if (read == null && star == null && hide == null) continue;
        if (read != null) {
          boolean _ = Unread.takeAway(statements, account, entry);
        }
        set(
                statements.get(
                    """
                    INSERT INTO reading (account_id, entry_id, read_at, starred_at, hidden_at)
                    SELECT ?, id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
                    FROM entry WHERE id = ?
                    ON CONFLICT (account_id, entry_id) DO UPDATE SET
                      read_at = COALESCE(reading.read_at, excluded.read_at),
                      starred_at = COALESCE(reading.starred_at, excluded.starred_at),
                      hidden_at = COALESCE(reading.hidden_at, excluded.hidden_at)
                    """),
                account,
                read,
                star,
                hide,
                entry)
            .executeUpdate();
      }
      set(
              statements.get("UPDATE rule SET " + mark + " = ? WHERE id = ? AND " + mark + " < ?"),
              through,
              rule.id(),
              through)
          .executeUpdate();
      return raised;
    });
  }

  private static String words(Set<Action> actions) {
    return actions.stream().sorted().map(Action::word).collect(Collectors.joining(" "));
  }

  private static Rule read(ResultSet row, StatementContext context) throws SQLException {
    List<Action> actions = new ArrayList<>();
    for (String word : row.getString("action").split(" ", -1)) {
      if (!word.isEmpty()) actions.add(Action.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    return new Rule(
        row.getLong("id"),
        row.getString("name"),
        row.getString("query"),
        actions.isEmpty() ? Set.of() : EnumSet.copyOf(actions),
        Way.valueOf(row.getString("way").toUpperCase(Locale.ROOT)),
        row.getString("target"),
        row.getString("secret"),
        Rule.Frequency.of(row.getBoolean("daily"), row.getBoolean("weekly")),
        row.getBoolean("enabled"),
        requiredTime(row, "added_at"),
        row.getString("tag"));
  }
}
