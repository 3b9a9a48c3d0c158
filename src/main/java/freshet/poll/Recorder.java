package freshet.poll;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.model.Feed;
import freshet.model.NewEntry;
import freshet.model.ParseOutcome.Broken;
import freshet.model.ParsedEntry;
import freshet.model.PollRecord;
import freshet.poll.Poller.Harvest;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.store.Polls.Recorded;
import freshet.store.Store;
import freshet.store.StoryResolver;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of one poll: writes what came of it, counts it, and tells whoever listens.
record Recorder(
    Store store, @Nullable Understanding understanding, Meters meters, Changes changes) {
  private static final Logger log = LoggerFactory.getLogger(Recorder.class);

  /// A hundred years.
  private static final Duration UNTIL_ASKED = Duration.ofDays(36_500);

  /// @return whether the feed is to be asked again: what it is asked for, or what is made of the
  ///   answer, was changed meanwhile
  boolean polled(Feed feed, Due due, Instant now, Harvest h, Planned planned) {
    Feed.Plan old = feed.plan();
    var plan =
        new Feed.Plan(
            old.fixedInterval(),
            old.quotaGroup(),
            h.report().hints().equals(HintCodec.NONE)
                ? old.hint()
                : HintCodec.write(h.report().hints()),
            now,
            planned.lastPoll(),
            old.lastNew(),
            planned.notBefore(),
            planned.holdReason(),
            planned.expectedNext(),
            due.why());
    var parsed = h.parsed();
    var poll =
        new PollRecord(
            feed.id(),
            PollRecord.Asked.of(feed),
            h.address(),
            now,
            h.outcome(),
            h.status(),
            h.message(),
            h.bytes(),
            h.took(),
            planned.retired() ? Feed.State.RETIRED : Feed.State.ACTIVE,
            h.asking(),
            plan,
            planned.failures(),
            planned.rhythm(),
            parsed == null ? null : parsed.format(),
            parsed == null ? null : parsed.channel(),
            h.entries());
    Recorded recorded = store.polls().record(poll, resolver(feed, now, h.entries()));
    meters.polled(poll, recorded.newEntries().size(), recorded.edited());
    // Of a feed's first fetch nothing could have been had sooner.
    if (feed.hasHadEntries()) measureDelays(h.entries(), now);
    log.atInfo()
        .addKeyValue("feed", feed.id())
        .addKeyValue("outcome", h.outcome().word())
        .addKeyValue("new", recorded.newEntries().size())
        .addKeyValue("ms", h.took().toMillis())
        .log("polled {}", feed.url().shown());
    if (parsed != null && feed.hasHadEntries()) fillIn(feed, parsed.entries());
    announce(feed, recorded, h.entries());
    // Who fails at the same address is tried again at its time.
    return recorded.outdated() && (planned.failures() == 0 || hasMoved(feed));
  }

  private boolean hasMoved(Feed feed) {
    return store.feeds().find(feed.id()).filter(f -> !f.url().equals(feed.url())).isPresent();
  }

  /// How long the sounds of entries last that are stored from before this was kept: none of them is
  /// edited for that.
  private void fillIn(Feed feed, List<ParsedEntry> read) {
    Map<Long, Duration> lengths = new HashMap<>();
    for (ParsedEntry e : read) {
      Duration length = e.duration();
      if (length != null) lengths.put(e.key(), length);
    }
    if (!lengths.isEmpty()) store.entries().fillIn(feed.id(), lengths);
  }

  /// A poll that came to nothing by a mistake of ours: the feed's page says so, and nothing else
  /// changes.
  void mistaken(Feed feed, Due due, Instant now) {
    note(
        feed,
        now,
        PollRecord.Outcome.MISTAKE,
        new Broken().reason(),
        feed.plan().notBefore(),
        feed.plan().heldBy(),
        due.why());
  }

  /// A feed during whose reading the program ended suddenly: it is not asked any more until
  /// somebody wants it.
  void leftOut(Feed feed, Instant now) {
    String reason =
        "Freshet came to a sudden end while it was reading this feed. It is left out until"
            + " somebody asks for it to be checked.";
    log.warn("{} is left out: the program came to a sudden end in its reading", feed.url().shown());
    note(
        feed,
        now,
        PollRecord.Outcome.LEFT_OUT,
        reason,
        now.plus(UNTIL_ASKED),
        "it is left out until somebody asks for it",
        feed.plan().why());
  }

  private void note(
      Feed feed,
      Instant now,
      PollRecord.Outcome outcome,
      String message,
      Instant notBefore,
      @Nullable String heldBy,
      @Nullable String why) {
    Feed.Plan old = feed.plan();
    var plan =
        new Feed.Plan(
            old.fixedInterval(),
            old.quotaGroup(),
            old.hint(),
            now,
            old.lastAnswer(),
            old.lastNew(),
            notBefore,
            heldBy,
            old.nextPoll(),
            why);
    var poll =
        new PollRecord(
            feed.id(),
            PollRecord.Asked.of(feed),
            feed.url(),
            now,
            outcome,
            0,
            message,
            0,
            Duration.ZERO,
            feed.state(),
            feed.asking(),
            plan,
            feed.health().failures(),
            null,
            null,
            null,
            List.of());
    store.polls().record(poll, StoryResolver.NONE);
    meters.polled(poll, 0, 0);
  }

  /// Entries that a hub brought.
  void pushed(Feed feed, Instant now, List<NewEntry> entries) {
    if (entries.isEmpty()) return;
    Recorded recorded = store.polls().take(feed.id(), now, entries, resolver(feed, now, entries));
    meters.pushed(recorded.newEntries().size(), recorded.edited());
    measureDelays(entries, now);
    announce(feed, recorded, entries);
  }

  private void announce(Feed feed, Recorded recorded, List<NewEntry> entries) {
    List<Long> edited =
        recorded.edited() == 0
            ? List.of()
            : entries.stream().map(NewEntry::knownId).filter(id -> id != 0).toList();
    if (recorded.newEntries().isEmpty() && edited.isEmpty()) return;
    changes.publish(
        new Change(feed.id(), recorded.newEntries(), recorded.newStories(), edited, false));
  }

  private StoryResolver resolver(Feed feed, Instant now, List<NewEntry> entries) {
    if (understanding == null || entries.isEmpty()) return StoryResolver.NONE;
    return understanding.resolver(entries, feed, now);
  }

  private void measureDelays(List<NewEntry> entries, Instant now) {
    for (NewEntry e : entries) {
      ParsedEntry p = e.parsed();
      Instant published = p.published();
      if (e.knownId() == 0 && published != null && !p.dateOnly() && !published.isAfter(now)) {
        meters.delayed(Duration.between(published, now));
      }
    }
  }
}
