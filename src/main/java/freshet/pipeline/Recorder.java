package freshet.pipeline;

import freshet.model.Feed;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.model.PollRecord;
import freshet.pipeline.Poller.Harvest;
import freshet.schedule.Due;
import freshet.schedule.Planned;
import freshet.store.Placing;
import freshet.store.Polls.Recorded;
import freshet.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of one poll: writes what came of it, counts it, and tells whoever listens.
record Recorder(
    Store store, @Nullable Understanding understanding, Meters meters, Announcer announcer) {
  private static final Logger log = LoggerFactory.getLogger(Recorder.class);

  void polled(Feed feed, Due due, Instant now, Harvest h, Planned planned) {
    Feed.Plan old = feed.plan();
    var plan =
        new Feed.Plan(
            old.fixedInterval(),
            old.quotaGroup(),
            h.report().hints().equals(Wishes.NONE) ? old.hint() : Wishes.write(h.report().hints()),
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
    Recorded recorded = store.polls().record(poll, placing(feed, now, h.entries()));
    meters.polled(poll, recorded.newEntries().size(), recorded.edited());
    // Of a feed's first fetch nothing could have been had sooner.
    if (feed.entries() > 0) measureDelays(h.entries(), now);
    log.atInfo()
        .addKeyValue("feed", feed.id())
        .addKeyValue("outcome", h.outcome().word())
        .addKeyValue("new", recorded.newEntries().size())
        .addKeyValue("ms", h.took().toMillis())
        .log("polled {}", feed.url().shown());
    tell(feed, recorded, h.entries());
  }

  /// Entries that a hub brought.
  void pushed(Feed feed, Instant now, List<NewEntry> entries) {
    if (entries.isEmpty()) return;
    Recorded recorded = store.polls().take(feed.id(), now, entries, placing(feed, now, entries));
    meters.pushed(recorded.newEntries().size(), recorded.edited());
    measureDelays(entries, now);
    tell(feed, recorded, entries);
  }

  /// A feed was removed with all its entries.
  void removed(long feed) {
    announcer.tell(new Announcer.News(feed, List.of(), List.of(), List.of(), true));
  }

  private void tell(Feed feed, Recorded recorded, List<NewEntry> entries) {
    List<Long> edited =
        recorded.edited() == 0
            ? List.of()
            : entries.stream().map(NewEntry::knownId).filter(id -> id != 0).toList();
    if (recorded.newEntries().isEmpty() && edited.isEmpty()) return;
    announcer.tell(
        new Announcer.News(feed.id(), recorded.newEntries(), recorded.newStories(), edited, false));
  }

  private Placing placing(Feed feed, Instant now, List<NewEntry> entries) {
    if (understanding == null || entries.isEmpty()) return Placing.NONE;
    return understanding.placing(entries, feed, now);
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
