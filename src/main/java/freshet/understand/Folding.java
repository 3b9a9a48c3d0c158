package freshet.understand;

import freshet.dedupe.DuplicateFinder;
import freshet.dedupe.Match;
import freshet.dedupe.Sameness;
import freshet.dedupe.Signature;
import freshet.group.EventFinder;
import freshet.group.Gist;
import freshet.group.Tracer;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.model.NewEntry;
import freshet.numbers.NumbersIn;
import freshet.numbers.NumbersOut;
import freshet.store.Signatures;
import freshet.store.Signatures.Arrival;
import freshet.store.Signatures.Kept;
import freshet.store.Signatures.Newcomer;
import freshet.store.Store;
import freshet.store.StoreUnavailable;
import freshet.store.StoryResolver;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which entries are the same story, and which tell of the same event, decided one by one as they
/// are written. What is remembered here is rebuilt from the store at start; signatures themselves
/// stay there, but for those of the last few thousand looked at.
final class Folding {
  private static final Logger log = LoggerFactory.getLogger(Folding.class);
  private static final Duration EVENTS_BACK = Duration.ofDays(3);
  private static final int MOST_ARRIVALS = 30_000;

  /// Of about 1,200 bytes each: a sixteenth of the heap, within reason.
  private static final int MOST_EVENTS =
      Math.clamp(Runtime.getRuntime().maxMemory() / 16 / 1200, 10_000, 300_000);

  private static final Duration EXPIRE_EVERY = Duration.ofMinutes(30);
  private static final int RECENT = 4096;

  /// So many entries more than the file has are read from the store without much ado.
  private static final int FEW_LATE = 20_000;

  private static final int VERIFIED = 64;

  /// From when an edit is remembered until it is written, at most.
  private static final Duration UNWRITTEN = Duration.ofMinutes(10);

  private final Store store;
  private final Supplier<Tracer> tracer;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();

  /// Held while the file is made, and taken before the other one.
  private final ReentrantLock saving = new ReentrantLock();

  private final Recent recent = new Recent();
  private final Map<Long, Integer> sources = new ConcurrentHashMap<>();
  private volatile Sameness sameness;
  private DuplicateFinder finder;
  private EventFinder events = new EventFinder(MOST_EVENTS);
  private LongFunction<byte @Nullable []> reading = _ -> null;
  private Instant expired;

  /// By event: the entry that names it here; guarded by the lock, as all below.
  private final Map<Long, Long> eventFirsts = new HashMap<>();

  /// What other programs have stored is known up to this entry, and of our own these are later.
  private long known;

  private long ownFrom = Long.MAX_VALUE;
  private long ownTo;

  private @Nullable Path file;
  private String signed = "";

  /// The file has all up to this entry; 0: it is not there yet.
  private long saved;

  /// All of the window is remembered.
  private boolean whole;

  /// @param tracer as dictionaries are now
  Folding(Store store, Sameness sameness, Supplier<Tracer> tracer, InstantSource clock) {
    this.store = store;
    this.tracer = tracer;
    this.clock = clock;
    this.sameness = sameness;
    this.finder = new DuplicateFinder(sameness, this::signature);
    this.expired = clock.instant();
  }

  /// Signatures that were looked at lately: copies come close together.
  private static final class Recent extends LinkedHashMap<Long, Signature> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Signature> eldest) {
      return size() > RECENT;
    }
  }

  private @Nullable Signature signature(long id) {
    Signature known = recent.get(id);
    if (known != null) return known;
    byte[] stored = reading.apply(id);
    if (stored == null) return null;
    Signature read = Signature.fromBytes(stored);
    recent.put(id, read);
    return read;
  }

  /// Remembers the entries of the window as they are stored.
  ///
  /// @return the last entry in the file, which was written when all up to it had been looked at; 0
  ///   if it was of no use
  long restore() {
    long inFile;
    lock.lock();
    try {
      Instant now = clock.instant();
      // An attempt that the store cut short has left something here.
      events = new EventFinder(MOST_EVENTS);
      eventFirsts.clear();
      saved = 0;
      known = store.outgoing().last();
      store.feeds().siteKeys().forEach((feed, key) -> sources.put(feed, number(key)));
      boolean eventsToo = takenUp(now);
      if (saved == 0) {
        finder = new DuplicateFinder(sameness, this::signature);
        finder.restoreAll(each ->
            store.signatures().each(now.minus(sameness.window()), k -> each.accept(known(k))));
      }
      tell(now, eventsToo ? saved : 0);
      inFile = saved;
    } finally {
      lock.unlock();
    }
    store.signatures().follow(new Others());
    return inFile;
  }

  /// Tells the events of the last days again, as far as they are not known.
  ///
  /// @param after all up to this entry are; 0: none is
  private void tell(Instant now, long after) {
    Instant since = now.minus(EVENTS_BACK);
    List<Arrival> newest = store.signatures().arrivals(since, after, MOST_ARRIVALS);
    if (after > 0) callByFirsts(newest);
    for (Arrival t : newest.reversed()) {
      Gist gist = gist(t);
      Long first = t.event() == 0 ? null : eventFirsts.putIfAbsent(t.event(), t.id());
      events.restore(
          t.id(),
          t.placed().getEpochSecond(),
          source(t.feedId()),
          gist,
          first == null ? t.id() : first);
    }
    if (after > 0) events.expire(now.getEpochSecond());
  }

  /// The events of these entries, by the entries that name those that are remembered.
  private void callByFirsts(List<Arrival> entries) {
    Set<Long> told = new HashSet<>();
    for (Arrival t : entries) if (t.event() != 0) told.add(t.event());
    store
        .signatures()
        .ofEvents(told)
        .forEach((event, members) -> {
          for (long id : members) if (events.has(id)) eventFirsts.putIfAbsent(event, id);
        });
  }

  /// Keeps what is remembered of texts in a file too, and takes it up from there.
  ///
  /// @param rules by which signatures are made
  void keepIn(Path path, String rules) {
    lock.lock();
    try {
      file = path;
      signed = rules;
    } finally {
      lock.unlock();
    }
  }

  private String rules() {
    return signed + " " + sameness;
  }

  /// From the file, and from the store what came since. Then `saved` is the last entry in it.
  ///
  /// @return whether events were taken up, too
  private boolean takenUp(Instant now) {
    Path from = file;
    if (from == null) return false;
    boolean eventsToo;
    DuplicateFinder.Mark mark;
    try (FileChannel channel = FileChannel.open(from, StandardOpenOption.READ)) {
      NumbersIn in = new NumbersIn(channel, channel.size());
      finder = new DuplicateFinder(sameness, this::signature);
      mark = finder.takeUp(in, rules());
      eventsToo = mark != null && eventsTakenUp(in, mark.last());
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      log.warn("{} is not used, everything is read from the store: {}", from, e.getMessage());
      return false;
    }
    if (mark == null
        || known < mark.last()
        || known - mark.last() > Math.max(FEW_LATE, finder.size() / 4)
        || !store.signatures().has(finder.latest(VERIFIED))) {
      log.info("{} is of something else: everything is read from the store", from);
      events = new EventFinder(MOST_EVENTS);
      return false;
    }
    finder.expire(now.getEpochSecond());
    Instant since = now.minus(sameness.window());
    Instant edited = Instant.ofEpochMilli(mark.epochMilli()).minus(UNWRITTEN);
    store.signatures().changed(since, mark.last(), edited, this::late);
    saved = mark.last();
    return eventsToo;
  }

  /// Files of earlier versions have no events.
  private boolean eventsTakenUp(NumbersIn in, long last) {
    try {
      events.takeUp(in, last);
      return true;
    } catch (IOException e) {
      log.info("The events of the last days are told again from the store: {}", e.getMessage());
      events = new EventFinder(MOST_EVENTS);
      return false;
    }
  }

  private void late(List<Kept> entries) {
    Set<Long> stories = new HashSet<>();
    for (Kept k : entries) if (k.story() > 0) stories.add(k.story());
    Map<Long, List<Long>> together = store.signatures().ofStories(stories);
    for (Kept k : entries) finder.late(known(k), together.getOrDefault(k.story(), List.of()));
  }

  /// All of the window is remembered now. The file is written, if it is not there.
  void begin() {
    lock.lock();
    try {
      whole = true;
      if (saved > 0) return;
    } finally {
      lock.unlock();
    }
    save();
  }

  /// Writes what is remembered into the file, if all of the window is.
  void save() {
    saving.lock();
    try {
      Path to = target();
      if (to == null) return;
      long began = System.nanoTime();
      Path unfinished = to.resolveSibling(to.getFileName() + ".new");
      try {
        long all = write(unfinished);
        Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
        saved(all);
        log.debug("{} was written in {} ms", to, (System.nanoTime() - began) / 1_000_000);
      } catch (IOException | StoreUnavailable e) {
        log.warn("{} was not written, the next start takes longer: {}", to, e.getMessage());
        forget(unfinished); // the disk may be full
      }
    } finally {
      saving.unlock();
    }
  }

  private static void forget(Path unfinished) {
    try {
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      log.debug("{} stays", unfinished, e);
    }
  }

  /// Who stores waits for the lock: it is held until the system has the numbers, and not until the
  /// disk has them.
  ///
  /// @return the last entry that is in the file
  private long write(Path unfinished) throws IOException {
    // What is stored later may be remembered already, and not be stored after all.
    long stored = store.outgoing().last();
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      long all;
      lock.lock();
      try {
        all = Math.min(stored, Math.max(known, ownTo));
        NumbersOut out = new NumbersOut(channel);
        finder.write(out, new DuplicateFinder.Mark(rules(), all, clock.instant().toEpochMilli()));
        events.write(out);
      } finally {
        lock.unlock();
      }
      channel.force(true);
      return all;
    }
  }

  private @Nullable Path target() {
    lock.lock();
    try {
      return whole ? file : null;
    } finally {
      lock.unlock();
    }
  }

  private void saved(long all) {
    lock.lock();
    try {
      saved = all;
    } finally {
      lock.unlock();
    }
  }

  /// Writes it again when much has come since, or could not be written the last time.
  private void saveSoon() {
    long later = Math.max(known, ownTo) - saved;
    if (file == null || !whole || saving.isLocked()) return;
    if (later < Math.max(FEW_LATE / 2, finder.size() / 8)) return;
    Thread.ofPlatform().name("memory of stories").daemon().start(this::save);
  }

  /// What other programs store beside this one, as if it had been stored here.
  private final class Others implements Signatures.Follower {
    @Override
    public long after() {
      return known;
    }

    @Override
    public long ownFrom() {
      return ownFrom;
    }

    @Override
    public long ownTo() {
      return ownTo;
    }

    @Override
    public void came(List<Newcomer> entries) {
      lock.lock();
      try {
        known = Math.max(known, ownTo);
        ownFrom = Long.MAX_VALUE;
        ownTo = 0;
        var restoring = finder.restoring();
        for (Newcomer n : entries) {
          Arrival t = n.arrival();
          known = Math.max(known, t.id());
          if (n.signature() == null || finder.has(t.id())) continue;
          if (!sources.containsKey(t.feedId())) {
            store.feeds().find(t.feedId()).ifPresent(f -> source(f));
          }
          restoring.accept(
              known(new Kept(t.id(), t.placed(), t.feedId(), n.story(), n.signature())));
          events.restore(
              t.id(),
              t.placed().getEpochSecond(),
              source(t.feedId()),
              gist(t),
              t.event() == 0 ? t.id() : eventFirsts.computeIfAbsent(t.event(), _ -> n.first()));
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private int source(Feed feed) {
    return sources.computeIfAbsent(feed.id(), _ -> number(feed.siteKey()));
  }

  /// A number for whom a feed belongs to: two feeds of one site are one source.
  int source(long feed) {
    return sources.getOrDefault(feed, 0);
  }

  private static int number(String siteKey) {
    int hash = siteKey.hashCode();
    return hash == 0 ? 1 : hash;
  }

  private Gist gist(Arrival t) {
    String title = text(t.title());
    String excerpt = text(t.excerpt());
    return Gist.of(title, excerpt, text(t.language())).traced(tracer.get(), title, excerpt);
  }

  /// An entry has been translated: it may tell of an event that others tell of in that language.
  ///
  /// @return whether it, with the event that it belonged to, is in another one now
  boolean translated(Entry entry, Gist translated) {
    String language = text(entry.language());
    long[] met = new long[2];
    boolean united =
        store
            .events()
            .unite(
                entry.id(),
                () -> {
                  long own = store.events().firstOf(entry.id());
                  lock.lock();
                  try {
                    Long other =
                        events.meets(own, entry.placed().getEpochSecond(), translated, language);
                    met[0] = own;
                    met[1] = other == null ? 0 : other;
                    return other;
                  } finally {
                    lock.unlock();
                  }
                });
    if (!united) return false;
    lock.lock();
    try {
      events.unite(met[0], met[1]);
      eventFirsts.clear();
    } finally {
      lock.unlock();
    }
    return true;
  }

  private static String text(@Nullable String s) {
    return s == null ? "" : s;
  }

  private DuplicateFinder.Known known(Kept k) {
    return new DuplicateFinder.Known(
        k.id(),
        k.placed().getEpochSecond(),
        source(k.feedId()),
        k.story(),
        Signature.fromBytes(k.signature()));
  }

  /// An entry on its way into the store, as far as it is placed by.
  ///
  /// @param eventless it is stored without an event, which a longer text may tell
  record Arriving(Instant placed, int source, @Nullable Insight insight, boolean eventless) {}

  Arriving arriving(Instant placed, long feed, Insight insight) {
    return new Arriving(placed, source(feed), insight, false);
  }

  /// A stored entry that has a longer text now.
  Arriving again(Instant placed, long feed, Insight insight, boolean eventless) {
    return new Arriving(placed, source(feed), insight, eventless);
  }

  /// The places of entries that are about to be written.
  StoryResolver resolver(List<NewEntry> entries, Feed feed, Instant at) {
    int source = source(feed);
    List<Arriving> arriving = new ArrayList<>(entries.size());
    for (NewEntry e : entries) {
      var p = e.parsed();
      arriving.add(
          new Arriving(
              Entry.placed(p.published(), p.dateOnly(), at),
              source,
              e.understood() instanceof Insight i ? i : null,
              false));
    }
    return resolver(arriving);
  }

  StoryResolver resolver(List<Arriving> arriving) {
    return new StoryResolver() {
      private DuplicateFinder.@Nullable Same same;
      private EventFinder.@Nullable Sought sought;
      private boolean edited;

      @Override
      public Place find(int index, long id, LongFunction<byte @Nullable []> signatures) {
        Arriving entry = arriving.get(index);
        Insight insight = entry.insight;
        same = null;
        sought = null;
        if (insight == null) return Place.ALONE;
        long time = entry.placed.getEpochSecond();
        int source = entry.source;
        lock.lock();
        try {
          reading = signatures;
          expire();
          long except = id == 0 ? DuplicateFinder.NOBODY : id;
          edited = id != 0 && finder.has(id);
          same = finder.search(time, source, insight.compared(), except);
          // An edited entry has told of its event before.
          if (!edited) sought = events.look(time, source, insight.gist());
          else if (entry.eventless) sought = another(events.look(time, source, insight.gist()), id);
          return new Place(together(same), sought == null ? null : sought.first());
        } finally {
          lock.unlock();
        }
      }

      @Override
      public void keep(int index, long id) {
        if (same == null) return;
        lock.lock();
        try {
          if (edited) {
            finder.edited(id, same);
          } else {
            Match _ = finder.add(id, same);
            ownFrom = Math.min(ownFrom, id);
            ownTo = Math.max(ownTo, id);
          }
          recent.put(id, same.signature());
          if (sought != null) {
            long _ = events.settle(sought, id);
          }
        } finally {
          lock.unlock();
        }
      }

      @Override
      public void drop(long id) {
        lock.lock();
        try {
          recent.remove(id);
          Long _ = finder.remove(id);
        } finally {
          lock.unlock();
        }
      }
    };
  }

  /// An event that began with the entry itself is no news.
  private static EventFinder.@Nullable Sought another(EventFinder.Sought sought, long id) {
    Long first = sought.first();
    return first == null || first == id ? null : sought;
  }

  /// The first entries of the stories, and the one it resembles most: the first may be gone.
  private static List<Long> together(DuplicateFinder.Same same) {
    Long most = same.sameAs();
    if (most == null || same.stories().contains(most)) return same.stories();
    List<Long> all = new ArrayList<>(same.stories());
    all.add(most);
    return all;
  }

  private void expire() {
    Instant now = clock.instant();
    if (now.isBefore(expired.plus(EXPIRE_EVERY))) return;
    expired = now;
    finder.expire(now.getEpochSecond());
    events.expire(now.getEpochSecond());
    eventFirsts.clear(); // those that are still heard of are found again
    saveSoon();
  }

  /// Entries were removed from the store. What is no longer there matches nothing, and leaves the
  /// window in time.
  void forget() {
    lock.lock();
    try {
      recent.clear();
    } finally {
      lock.unlock();
    }
  }

  /// Groups the entries of the window by another measure, without fetching anything. Polls go on
  /// meanwhile; what they bring is taken in at the end, in the transaction that writes the result.
  ///
  /// @return how many entries have another story now
  synchronized int regroup(Sameness wanted) {
    Instant since = clock.instant().minus(wanted.window());
    Recent read = new Recent();
    LongFunction<@Nullable Signature> stored =
        id ->
            read.computeIfAbsent(
                id,
                _ -> {
                  byte[] bytes = store.signatures().of(id);
                  return bytes == null ? null : Signature.fromBytes(bytes);
                });
    // While it is built it reads for itself, later through the writer like the one it replaces.
    var building = new boolean[] {true};
    DuplicateFinder next =
        new DuplicateFinder(wanted, id -> building[0] ? stored.apply(id) : this.signature(id));
    long[] last = {0};
    store.signatures().each(since, k -> last[0] = put(next, read, k));
    DuplicateFinder before = finder;
    Sameness beforeBy = sameness;
    return store
        .signatures()
        .regroup(
            since,
            last[0],
            late -> {
              lock.lock();
              try {
                late.forEach(k -> put(next, read, k));
                building[0] = false;
                finder = next;
                sameness = wanted;
                return next.stories();
              } finally {
                lock.unlock();
              }
            },
            () -> {
              lock.lock();
              try {
                finder = before;
                sameness = beforeBy;
              } finally {
                lock.unlock();
              }
            });
  }

  private long put(DuplicateFinder finder, Map<Long, Signature> read, Kept k) {
    Signature signature = Signature.fromBytes(k.signature());
    read.put(k.id(), signature);
    Match _ = finder.add(k.id(), k.placed().getEpochSecond(), source(k.feedId()), signature);
    return k.id();
  }

  /// The events that most sources wrote about lately, by their first entries.
  List<EventFinder.Event> hottest(int most) {
    lock.lock();
    try {
      return events.hottest(clock.instant().getEpochSecond(), most);
    } finally {
      lock.unlock();
    }
  }
}
