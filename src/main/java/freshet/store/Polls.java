package freshet.store;

import static freshet.store.Rows.millis;
import static freshet.store.Rows.requiredTime;
import static freshet.store.Rows.set;

import freshet.model.ChannelFacts;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Feed;
import freshet.model.FeedUrl;
import freshet.model.ListRule;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.Poll;
import freshet.model.PollRecord;
import freshet.model.Understood;
import freshet.model.Visibility;
import freshet.store.Writer.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What polls bring: entries, what was learned, and a line in the log. One poll is written whole or
/// not at all, and writing it twice changes nothing.
public final class Polls {
  private static final int MOST_VERSIONS = 20;

  private final Database db;

  Polls(Database db) {
    this.db = db;
  }

  /// @param newEntries ids of the entries that were not there before
  /// @param newStories those of them that are not copies of what was there
  /// @param outdated whether somebody has changed meanwhile what the feed is asked for, or what is
  ///   made of it: what the poll learned of the answer is not kept
  public record Recorded(
      List<Long> newEntries, int edited, List<Long> newStories, boolean outdated) {}

  public Recorded record(PollRecord poll) {
    return record(poll, StoryResolver.NONE);
  }

  /// @param resolver tells the story and event of each entry of the poll
  public Recorded record(PollRecord poll, StoryResolver resolver) {
    List<Packed> packed = pack(poll.entries());
    Writer.Job<Recorded> job =
        statements -> {
          Recorded recorded = take(statements, poll.feedId(), poll.at(), packed, resolver);
          boolean kept = updateFeed(statements, poll, recorded.newEntries.size());
          log(statements, poll, recorded.newEntries.size(), recorded.edited);
          return new Recorded(recorded.newEntries, recorded.edited, recorded.newStories, !kept);
        };
    return packed.isEmpty() ? db.writer.writePatiently(job) : db.writer.placePatiently(job);
  }

  /// Entries that came without a poll: a hub brought them.
  public Recorded take(long feed, Instant at, List<NewEntry> entries, StoryResolver resolver) {
    List<Packed> packed = pack(entries);
    return db.writer.place(statements -> {
      Recorded recorded = take(statements, feed, at, packed, resolver);
      if (!recorded.newEntries.isEmpty()) {
        set(
                statements.get("UPDATE feed SET entries = entries + ?, last_new = ? WHERE id = ?"),
                recorded.newEntries.size(),
                at,
                feed)
            .executeUpdate();
      }
      return recorded;
    });
  }

  private static List<Packed> pack(List<NewEntry> entries) {
    List<Packed> packed = new ArrayList<>(entries.size());
    if (entries.isEmpty()) return packed;
    try (Bodies.Packer packer = new Bodies.Packer()) {
      for (NewEntry e : entries) packed.add(new Packed(e, packer.write(EntryBody.of(e.parsed()))));
    }
    return packed;
  }

  private static Recorded take(
      Statements statements, long feed, Instant at, List<Packed> packed, StoryResolver resolver)
      throws SQLException {
    List<Long> added = new ArrayList<>();
    List<Long> stories = new ArrayList<>();
    int edited = 0;
    int wrong = 0;
    boolean alone = true;
    var inserting =
        new NewEntries(statements, feed, at, packed.stream().map(Packed::entry).toList());
    for (int i = 0; i < packed.size(); i++) {
      Packed e = packed.get(i);
      long known = e.entry.knownId();
      if (known != 0) {
        if (edit(statements, e, at) == 0) continue;
        edited++;
        StoryLinker.edited(statements, resolver, i, known);
      } else {
        StoryLinker together = StoryLinker.find(statements, resolver, i, e.placed(at), feed);
        long id = inserting.insert(e.entry, e.body, e.placed(at), together);
        together.settle(id);
        if (id == 0) continue;
        added.add(id);
        alone &= together.story() == null;
        if (together.story() == null) stories.add(id);
        if (e.entry.understood() != null && e.entry.understood().wrongLanguage()) wrong++;
      }
    }
    Unread.arrived(statements, feed, added, alone);
    if (wrong > 0) countWrong(statements, feed, wrong, packed);
    return new Recorded(added, edited, stories, false);
  }

  private static void countWrong(Statements statements, long feed, int wrong, List<Packed> packed)
      throws SQLException {
    String found = null;
    for (Packed e : packed) {
      Understood u = e.entry.understood();
      if (u != null && u.wrongLanguage()) found = e.entry.language();
    }
    set(
            statements.get(
                "UPDATE feed SET wrong_language = wrong_language + ?, found_language = ?"
                    + " WHERE id = ?"),
            wrong,
            found,
            feed)
        .executeUpdate();
  }

  private record Packed(NewEntry entry, byte @Nullable [] body) {
    long placed(Instant at) {
      return Entry.placed(entry.parsed().published(), entry.parsed().dateOnly(), at).toEpochMilli();
    }
  }

  /// The earlier version is kept beside the new one. An edit that is already there is no edit, so a
  /// repeated write keeps one version only.
  private static int edit(Statements statements, Packed packed, Instant at) throws SQLException {
    ParsedEntry e = packed.entry.parsed();
    long id = packed.entry.knownId();
    int kept =
        set(
                statements.get(
                    """
                    INSERT INTO entry_version (entry_id, replaced_at, content_hash, title, body)
                    SELECT id, ?, content_hash, title, body FROM entry
                    WHERE id = ? AND content_hash <> ?
                    ON CONFLICT (entry_id, replaced_at) DO NOTHING
                    """),
                at,
                id,
                e.contentHash())
            .executeUpdate();
    if (kept == 0) return 0;
    // Feeds whose text changes at every fetch (a counter, an advertisement) must not fill the disk.
    set(
            statements.get(
                """
                DELETE FROM entry_version WHERE entry_id = ? AND replaced_at < (
                  SELECT replaced_at FROM entry_version WHERE entry_id = ?
                  ORDER BY replaced_at DESC LIMIT 1 OFFSET ?)
                """),
            id,
            id,
            MOST_VERSIONS - 1)
        .executeUpdate();
    Understood u = packed.entry.understood();
    if (u != null) Signatures.put(statements, id, u.signature());
    return set(
            statements.get(
                """
                UPDATE entry SET alias = ?, content_hash = ?, link = ?, title = ?, excerpt = ?,
                  authors = ?, categories = ?, image = ?, updated = ?, edited_at = ?, language = ?,
                  topic_id = CASE WHEN topic_given THEN topic_id ELSE COALESCE(?, topic_id) END,
                  topic_confidence = CASE WHEN topic_given THEN topic_confidence
                    ELSE COALESCE(?, topic_confidence) END,
                  body = ?, duration = ?
                WHERE id = ?
                """),
            e.alias(),
            e.contentHash(),
            e.link(),
            e.title(),
            packed.entry.excerpt(),
            Rows.lines(NewEntries.names(e.authors())),
            Rows.lines(e.categories()),
            e.picture(),
            millis(e.updated()),
            at,
            packed.entry.language(),
            u == null ? null : u.topic(),
            u == null ? null : u.topicConfidence(),
            packed.body,
            NewEntries.seconds(e.duration()),
            id)
        .executeUpdate();
  }

  /// @return whether what it learned of the answer is kept
  private static boolean updateFeed(Statements statements, PollRecord poll, int added)
      throws SQLException {
    boolean kept = updateAsking(statements, poll);
    Feed.Plan plan = poll.plan();
    // Who pauses a feed during its poll wants it paused.
    statements.later(
        poll.feedId(),
        """
        UPDATE feed SET
          state = CASE WHEN state = 'paused' THEN state ELSE ? END, hint = ?,
          rhythm = COALESCE(?, rhythm), last_poll = ?, last_answer = ?,
          last_new = COALESCE(?, last_new),
          not_before = ?, held_by = ?, next_poll = ?, last_outcome = ?, last_message = ?,
          failures = ?, entries = entries + ?
        WHERE id = ?
        """,
        poll.state().name().toLowerCase(Locale.ROOT),
        plan.hint(),
        poll.rhythm(),
        poll.at(),
        millis(plan.lastAnswer()),
        added > 0 ? poll.at().toEpochMilli() : null,
        plan.notBefore(),
        plan.heldBy(),
        millis(plan.nextPoll()),
        poll.outcome().word(),
        poll.message(),
        poll.failures(),
        added,
        poll.feedId());
    var channel = poll.channel();
    if (channel != null) {
      statements.later(
          poll.feedId(),
          """
          UPDATE feed SET title = ?, link = ?, description = ?, declared_language = ?,
            format = ?, icon = ?, channel = ?
          WHERE id = ?
          """,
          channel.title(),
          channel.link(),
          channel.description(),
          channel.language(),
          poll.format(),
          channel.icon() == null ? channel.image() : channel.icon(),
          Rows.headers(ChannelFacts.of(channel).byName()),
          poll.feedId());
    }
    return kept;
  }

  /// What to ask with next time, unless somebody has changed meanwhile what is asked: then nothing
  /// is known of it yet.
  private static boolean updateAsking(Statements statements, PollRecord poll) throws SQLException {
    // A feed that moved to an address we watch already keeps its own: two feeds never share one.
    Feed.Asking asking = poll.asking();
    PollRecord.Asked asked = poll.asked();
    if (asked != null && !isAsked(statements, poll.feedId(), asked, asking.list())) return false;
    statements.later(
        poll.feedId(),
        """
        UPDATE feed SET
          address = CASE WHEN EXISTS (SELECT 1 FROM feed other WHERE other.address = ?)
            THEN address ELSE ? END,
          etag = ?, last_modified = ?, body_hash = ?,
          conditional_trust = ?, moved_to = ?, moved_seen = ?, hub = ?
        WHERE id = ?
        """,
        poll.address().toString(),
        poll.address().toString(),
        asking.validators().etag(),
        asking.validators().lastModified(),
        asking.bodyHash(),
        asking.conditionalTrust(),
        asking.movedTo(),
        asking.movedSeen(),
        asking.hub(),
        poll.feedId());
    return true;
  }

  /// Whether a feed is still asked for at this address, for these links of a page, and as one of
  /// which this is known. What waits to be written changes none of them: a feed is polled once at a
  /// time.
  private static boolean isAsked(
      Statements statements, long feed, PollRecord.Asked asked, @Nullable ListRule list)
      throws SQLException {
    String sql = "SELECT address, list_selector, list_since, body_hash FROM feed WHERE id = ?";
    try (ResultSet row =
        set(statements.beside(statements.sqlite ? sql : sql + " FOR UPDATE"), feed)
            .executeQuery()) {
      if (!row.next() || !FeedUrl.stored(row.getString(1)).equals(asked.address())) return false;
      if (row.getLong(4) != asked.bodyHash()) return false;
      String selector = row.getString(2);
      if (selector == null || list == null) return selector == null && list == null;
      return list.selector().equals(selector) && list.since().toEpochMilli() == row.getLong(3);
    }
  }

  private static void log(Statements statements, PollRecord poll, int added, int edited)
      throws SQLException {
    statements.later(
        poll.feedId(),
        """
        INSERT INTO poll (feed_id, at, outcome, status, new_entries, edited, bytes, took,
          message, why)
        SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM feed WHERE id = ?
        """,
        poll.at(),
        poll.outcome().word(),
        poll.status(),
        added,
        edited,
        poll.bytes(),
        poll.took(),
        poll.message(),
        poll.plan().why(),
        poll.feedId());
  }

  /// The newest polls of a feed.
  public List<Poll> of(long feed, int limit) {
    return page(Visibility.EVERYTHING, new Filter(feed, null, null), limit);
  }

  /// Which polls: null means all.
  ///
  /// @param outcome as the log has it, such as `new` or `unreachable`
  /// @param before goes on behind this one
  public record Filter(@Nullable Long feed, @Nullable String outcome, @Nullable Long before) {}

  /// The newest first, of feeds that an account may see.
  public List<Poll> page(Visibility visibility, Filter filter, int limit) {
    String sql =
        """
        SELECT id, feed_id, at, outcome, status, new_entries, edited, bytes, took, message, why
        FROM poll WHERE 1 = 1
        """
            + (filter.feed == null ? "" : " AND feed_id = :feed")
            + (filter.outcome == null ? "" : " AND outcome = :outcome")
            + (filter.before == null
                ? ""
                : " AND (at, id) < (SELECT at, id FROM poll WHERE id = :before)")
            + Visible.feed(visibility, "feed_id")
            + " ORDER BY at DESC, id DESC LIMIT :limit";
    return db.readers.withHandle(h -> {
      var query = Visible.bind(visibility, h.createQuery(sql)).bind("limit", limit);
      if (filter.feed != null) query.bind("feed", filter.feed);
      if (filter.outcome != null) query.bind("outcome", filter.outcome);
      if (filter.before != null) query.bind("before", filter.before);
      return query.map((row, _) -> read(row)).list();
    });
  }

  private static Poll read(ResultSet row) throws SQLException {
    return new Poll(
        row.getLong("id"),
        row.getLong("feed_id"),
        requiredTime(row, "at"),
        row.getString("outcome"),
        row.getInt("status"),
        row.getInt("new_entries"),
        row.getInt("edited"),
        row.getLong("bytes"),
        Duration.ofMillis(row.getLong("took")),
        row.getString("message"),
        row.getString("why"));
  }

  /// @param first when the first of them was
  public record Spent(long polls, Optional<Instant> first) {}

  /// How many polls were made since a time.
  public Spent spent(Visibility visibility, Instant since) {
    return db.readers.withHandle(h ->
        Visible.bind(
                visibility,
                h.createQuery(
                    "SELECT COUNT(*) AS polls, MIN(at) AS at FROM poll WHERE at >= :since"
                        + Visible.feed(visibility, "feed_id")))
            .bind("since", since.toEpochMilli())
            .map((row, _) ->
                new Spent(row.getLong("polls"), Optional.ofNullable(Rows.time(row, "at"))))
            .one());
  }

  /// Drops some polls before the day of a time, the oldest first.
  public int forget(Instant before, int most) {
    return db.writer.write(statements ->
        set(
                statements.get(
                    "DELETE FROM poll WHERE id IN"
                        + " (SELECT id FROM poll WHERE at < ? ORDER BY at LIMIT ?)"),
                before.truncatedTo(ChronoUnit.DAYS),
                most)
            .executeUpdate());
  }
}
