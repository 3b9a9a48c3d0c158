package freshet.store;

import freshet.model.Selection;
import freshet.model.Tristate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/// A selection as SQL, the same wherever entries are chosen. Conditions begin with `AND`, to be put
/// behind others; the entries are called `e`, the account that asks `:me`.
final class Selected {
  private static final String UNREAD =
      " EXISTS (SELECT 1 FROM unread x WHERE x.account_id = :me AND x.entry_id = e.id)";
  private static final String STARRED =
      " EXISTS (SELECT 1 FROM reading x WHERE x.account_id = :me AND x.entry_id = e.id"
          + " AND x.starred_at IS NOT NULL)";

  /// Each along an index of its own.
  private static final String CHANGED =
      """
      .id IN (SELECT id FROM entry WHERE first_seen > :changed
        UNION ALL SELECT id FROM entry WHERE edited_at > :changed
        UNION ALL SELECT entry_id FROM reading WHERE account_id = :me AND read_at > :changed
        UNION ALL SELECT entry_id FROM reading WHERE account_id = :me AND starred_at > :changed
        UNION ALL SELECT entry_id FROM reading WHERE account_id = :me AND unmarked_at > :changed)
      """;

  private Selected() {}

  /// The tables that lead. What is unread or starred is read along an index of just that: the small
  /// table leads, whatever the planner thinks.
  static String from(Selection s) {
    if (s.starred() == Tristate.ONLY) return "reading mine CROSS JOIN entry e";
    if (s.unread() == Tristate.ONLY) return "unread mine CROSS JOIN entry e";
    return "entry e";
  }

  static boolean leadsUnread(Selection s) {
    return s.unread() == Tristate.ONLY && s.starred() != Tristate.ONLY;
  }

  /// What entries are ordered by, so that the index of the table that leads has the order.
  static String placed(Selection s) {
    return leadsUnread(s) ? "mine.placed" : "e.placed";
  }

  static String id(Selection s) {
    return leadsUnread(s) ? "mine.entry_id" : "e.id";
  }

  /// What an account has made of the entries, where [#from] leads.
  static String marked(Selection s) {
    if (s.starred() == Tristate.ONLY) {
      return " AND mine.account_id = :me AND mine.starred_at IS NOT NULL AND e.id = mine.entry_id"
          + wanted(s.unread(), UNREAD);
    }
    if (s.unread() == Tristate.ONLY) {
      return " AND mine.account_id = :me AND e.id = mine.entry_id"
          + (s.feed() == null ? "" : " AND mine.feed_id = :feed")
          + starred(s);
    }
    return wanted(s.unread(), UNREAD) + starred(s);
  }

  /// Where no table of stars leads.
  static String starred(Selection s) {
    return wanted(s.starred(), STARRED);
  }

  private static String wanted(Tristate mark, String exists) {
    return switch (mark) {
      case ANY -> "";
      case ONLY -> " AND" + exists;
      case WITHOUT -> " AND NOT" + exists;
    };
  }

  /// Whether an account chooses by its own marks, which stay its own whatever became of the feed.
  static boolean isOwn(Selection s) {
    return s.starred() == Tristate.ONLY || s.tag() != null || s.label() != null;
  }

  static String narrowed(Selection s, String entry) {
    return narrowed(s, entry, entry + ".feed_id");
  }

  /// By what the entries of one story may differ: their feed, folder, language, event, tags and
  /// when they changed.
  ///
  /// @param feed the column with the number of the feed
  static String narrowed(Selection s, String entry, String feed) {
    StringBuilder where = new StringBuilder();
    if (s.feed() != null) where.append(" AND ").append(feed).append(" = :feed");
    if (s.language() != null) where.append(" AND ").append(entry).append(".language = :language");
    if (s.event() != null) where.append(" AND ").append(entry).append(".event_id = :event");
    if (s.folder() != null) where.append(" AND ").append(within(feed));
    if (s.filed() != null) where.append(" AND ").append(filed(feed, s.filed()));
    if (s.tag() != null) where.append(" AND ").append(hasTag(entry, ":tag"));
    if (s.label() != null) where.append(" AND ").append(labelled(entry, feed, ":label"));
    if (s.notFeed() != null) where.append(" AND ").append(feed).append(" <> :notfeed");
    if (s.notLabel() != null) where.append(" AND NOT ").append(labelled(entry, feed, ":notlabel"));
    if (s.changed() != null) where.append(" AND ").append(entry).append(CHANGED);
    return where.toString();
  }

  private static String labelled(String entry, String feed, String label) {
    return "(" + inFolder(feed, label) + " OR " + hasTag(entry, label) + ")";
  }

  /// In a folder or in one inside it.
  private static String within(String feed) {
    String is = "(%1$s.folder = :folder OR SUBSTR(%1$s.folder, 1, LENGTH(:inside)) = :inside)";
    return feed
        + " IN (SELECT i.feed_id FROM subscription i WHERE i.account_id = :me AND "
        + is.formatted("i")
        + " UNION ALL SELECT k.feed_id FROM further_folder k WHERE k.account_id = :me AND "
        + is.formatted("k")
        + ")";
  }

  /// In a folder itself, or in none. A feed in further folders is in its first one alone.
  private static String filed(String feed, String folder) {
    return feed
        + " IN (SELECT i.feed_id FROM subscription i WHERE i.account_id = :me AND i.folder "
        + (folder.isEmpty() ? "IS NULL)" : "= :filed)");
  }

  /// In a folder itself, as programs have it that know flat labels.
  private static String inFolder(String feed, String folder) {
    return feed
        + " IN (SELECT i.feed_id FROM subscription i WHERE i.account_id = :me AND i.folder = "
        + folder
        + " UNION ALL SELECT k.feed_id FROM further_folder k WHERE k.account_id = :me AND k.folder"
        + " = "
        + folder
        + ")";
  }

  private static String hasTag(String entry, String tag) {
    return "EXISTS (SELECT 1 FROM entry_label l WHERE l.account_id = :me AND l.label = "
        + tag
        + " AND l.entry_id = "
        + entry
        + ".id)";
  }

  /// By what all entries of a story are told by: its topic, and when it came.
  static String aboutAndWhen(Selection s) {
    return (s.topic() == null ? "" : " AND e.topic_id = (SELECT id FROM topic WHERE name = :topic)")
        + (s.since() == null ? "" : " AND e.first_seen >= :since")
        + (s.until() == null ? "" : " AND e.first_seen <= :until");
  }

  /// What the conditions name, by name.
  static Map<String, Object> values(long me, Selection s) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("me", me);
    put(values, "feed", s.feed());
    put(values, "folder", s.folder());
    put(values, "inside", s.folder() == null ? null : s.folder() + "/");
    put(values, "filed", s.filed());
    put(values, "topic", s.topic());
    put(values, "language", s.language());
    put(values, "event", s.event());
    put(values, "tag", s.tag());
    put(values, "label", s.label());
    put(values, "notfeed", s.notFeed());
    put(values, "notlabel", s.notLabel());
    if (s.since() != null) values.put("since", s.since().toEpochMilli());
    if (s.until() != null) values.put("until", s.until().toEpochMilli());
    if (s.changed() != null) values.put("changed", s.changed().toEpochMilli());
    return values;
  }

  private static void put(Map<String, Object> values, String name, @Nullable Object value) {
    if (value != null) values.put(name, value);
  }

  /// Binds what a query names of them.
  static <Q extends SqlStatement<Q>> Q bind(Q query, String sql, long me, Selection s) {
    values(me, s)
        .forEach((name, value) -> {
          if (sql.contains(":" + name)) query.bind(name, value);
        });
    return query;
  }
}
