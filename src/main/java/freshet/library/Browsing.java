package freshet.library;

import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.Arrived;
import freshet.model.Article;
import freshet.model.Cursor;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Event;
import freshet.model.FullEntry;
import freshet.model.Mark;
import freshet.model.SavedSearch;
import freshet.model.Selection;
import freshet.model.SharedView;
import freshet.model.Shelf;
import freshet.model.Story;
import freshet.model.StoryCopy;
import freshet.model.StoryVersion;
import freshet.model.Subscription;
import freshet.model.TopicCount;
import freshet.model.Tristate;
import freshet.model.Visibility;
import freshet.store.Entries;
import freshet.store.Store;
import freshet.store.Stories;
import freshet.understand.Understanding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an account can look at: the river and its pages, an entry with its versions, topics and
/// events, and the streams that programs on other devices read.
///
/// An account sees the entries of the feeds it follows, and those it has starred or tagged. Others
/// do not exist for it.
public final class Browsing {
  private static final int MOST_COPIES = 2000;
  private static final int MOST_HOT = 6;

  /// Of a story, on the page of an entry.
  private static final int MOST_VERSIONS = 60;

  /// Nobody reads more than this in a view, and counting takes time.
  public static final int MOST_COUNTED = 10_000;

  /// Feeds that are listed beside the river.
  public static final int MOST_LISTED = 300;

  private static final Duration LATELY = Duration.ofDays(1);

  /// So many entries are asked for together.
  private static final int BATCH = 500;

  /// So many with their texts, which may have 2 MB each.
  private static final int FEW = 20;

  private final Store store;
  private final @Nullable Understanding understanding;
  private final InstantSource clock;

  /// @param understanding null if it is switched off
  public Browsing(Store store, @Nullable Understanding understanding, InstantSource clock) {
    this.store = store;
    this.understanding = understanding;
    this.clock = clock;
  }

  /// What an account may see.
  static Visibility visibility(Store store, Account who) {
    return store.subscriptions().visibility(who.id());
  }

  private Visibility visibility(Account who) {
    return visibility(store, who);
  }

  /// A page of the river.
  ///
  /// @param name of the feed or event that it is narrowed to
  /// @param languages of the event that it is narrowed to, with their stories, most first
  /// @param copies who else has them, by story
  /// @param bodies by entry; empty unless asked for
  /// @param older where the next page begins, if there is one
  /// @param newest the last entry there is: what comes later is not marked with all
  /// @param hidden whether what it is narrowed to is left out of the whole river
  /// @param shared the secret under which other programs read this view, if it has one
  public record River(
      @Nullable String name,
      Map<String, Integer> languages,
      List<Story> stories,
      Map<Long, List<StoryCopy>> copies,
      Map<Long, Mark> marks,
      Map<Long, EntryBody> bodies,
      @Nullable Cursor older,
      long newest,
      boolean hidden,
      @Nullable String shared) {}

  /// What the account follows and does not hide, newest first.
  public River river(
      Account who, Selection which, @Nullable Cursor before, int size, boolean withBodies) {
    return river(who, which, before, size, withBodies, false);
  }

  /// What the account follows and does not hide.
  ///
  /// @param before goes on behind it
  /// @throws Refusal `NO_FEED` or `NO_EVENT` if it is narrowed to one that the account cannot see
  public River river(
      Account who,
      Selection which,
      @Nullable Cursor before,
      int size,
      boolean withBodies,
      boolean oldestFirst) {
    Visibility visibility = visibility(who);
    String name = null;
    Map<String, Integer> languages = Map.of();
    if (which.event() != null) {
      long event = which.event();
      name = event(visibility, event).title();
      languages =
          store.events().languages(visibility, List.of(event)).getOrDefault(event, Map.of());
    }
    if (which.feed() != null) name = FollowedFeeds.followed(store, who, which.feed()).name();
    List<String> hiddenTopics = Marking.hiddenTopics(store, who);
    Stories.Reader reader = reader(who, hiddenTopics);
    List<Story> stories = store.stories().page(which, reader, before, size + 1, oldestFirst);
    boolean more = stories.size() > size;
    if (more) stories = stories.subList(0, size);
    Map<Long, EntryBody> bodies = new HashMap<>();
    if (withBodies) {
      eachFull(
          stories.stream().map(s -> s.entry().id()).toList(),
          full -> bodies.put(full.entry().id(), full.body()));
    }
    return new River(
        name,
        languages,
        stories,
        copies(visibility, stories),
        marks(who, stories.stream().map(s -> s.entry().id()).toList()),
        bodies,
        more ? Cursor.after(stories.getLast().entry()) : null,
        store.streams().newest(),
        isHidden(who, which, hiddenTopics),
        shared(who, which.view()));
  }

  /// What is in a view of the river.
  ///
  /// @param unread stories of it, at most [#MOST_COUNTED]
  /// @param topics with their stories of the last day, most first
  public record Counts(long unread, List<TopicCount> topics) {}

  /// Counts what a view shows, whichever topic of it is chosen.
  public Counts counts(Account who, Selection which) {
    Stories.Reader reader = reader(who, Marking.hiddenTopics(store, who));
    Instant lately = clock.instant().minus(LATELY);
    return new Counts(
        store.stories().count(which.withUnread(Tristate.ONLY), reader, MOST_COUNTED),
        understanding == null
            ? List.of()
            : store.stories().topics(which.withTopic(null), reader, lately));
  }

  /// Hidden feeds are left out.
  private Stories.Reader reader(Account who, List<String> hiddenTopics) {
    boolean all = store.subscriptions().followsAll(who.id());
    return new Stories.Reader(new Visibility(who.id(), all), hiddenTopics, false);
  }

  private boolean isHidden(Account who, Selection which, List<String> hiddenTopics) {
    if (which.topic() != null) return hiddenTopics.contains(which.topic());
    if (which.feed() == null) return false;
    return store
        .subscriptions()
        .find(who.id(), which.feed())
        .map(Subscription::hidden)
        .orElse(false);
  }

  private @Nullable String shared(Account who, String view) {
    return store.outViews().ofView(who.id(), view).map(SharedView::secret).orElse(null);
  }

  /// Everything that the account may see, newest first.
  public List<Story> stories(Account who, Selection which, @Nullable Cursor before, int limit) {
    return store.stories().page(which, Stories.Reader.of(visibility(who)), before, limit);
  }

  /// Who else has each of some stories, the earliest first, by story.
  public Map<Long, List<StoryCopy>> copies(Account who, List<Story> stories) {
    return copies(visibility(who), stories);
  }

  private Map<Long, List<StoryCopy>> copies(Visibility visibility, List<Story> stories) {
    List<Long> several =
        stories.stream().filter(s -> s.entries() > 1).map(Story::story).distinct().toList();
    return store.stories().copies(visibility, several, MOST_COPIES);
  }

  /// What the account made of some entries.
  public Map<Long, Mark> marks(Account who, Collection<Long> entries) {
    return store.reading().marks(who.id(), entries);
  }

  /// The entries one by one, whether they are copies or not, newest first.
  public List<Entry> entries(Account who, Selection which, @Nullable Cursor before, int limit) {
    return store.entries().page(which, visibility(who), before, limit);
  }

  public FullEntry entry(Account who, long id) {
    Entry entry = store.entries().find(visibility(who), id).orElseThrow(() -> Refusal.noEntry(id));
    return new FullEntry(entry, store.entries().body(id));
  }

  /// An entry of a story.
  ///
  /// @param percent how much it is the same as the one that was asked for
  /// @param teaser whether one of the two is the beginning of the other
  public record Version(Entry entry, double percent, boolean teaser) {}

  /// An entry with what is known of its story, whether it stands for it or not.
  ///
  /// @param versions all entries with this text, itself included, the earliest first
  public record Versions(Story story, List<Version> versions) {}

  public Versions story(Account who, long entry, int most) {
    return story(visibility(who), entry, most);
  }

  private Versions story(Visibility visibility, long entry, int most) {
    Story story = store.stories().find(visibility, entry).orElseThrow(() -> Refusal.noEntry(entry));
    List<StoryVersion> all = store.stories().versions(visibility, entry, most);
    StoryVersion mine =
        all.stream().filter(v -> v.entry().id() == entry).findFirst().orElse(all.getFirst());
    List<Understanding.Likeness> likeness = Understanding.likeness(mine, all);
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      var alike = likeness.get(i);
      versions.add(new Version(all.get(i).entry(), alike.percent(), alike.teaser()));
    }
    return new Versions(story, versions);
  }

  /// An entry to read.
  ///
  /// @param topics that can be given to it; none if nobody looks at topics
  /// @param article what became of the page behind it
  /// @param next the entry behind it in the river
  /// @param shared the secret under which other programs read its story, if it has one
  public record Opened(
      Story story,
      List<Version> versions,
      EntryBody body,
      Article.Status article,
      Mark mark,
      List<String> topics,
      @Nullable Long next,
      @Nullable String shared) {}

  public Opened open(Account who, long id) {
    return open(who, id, false);
  }

  /// @param oldestFirst in which order the next entry is the next
  public Opened open(Account who, long id, boolean oldestFirst) {
    Visibility visibility = visibility(who);
    Versions found = story(visibility, id, MOST_VERSIONS);
    Cursor here = Cursor.after(found.story.entry());
    Stories.Reader reader = reader(who, List.of());
    List<Story> next = store.stories().page(Selection.ALL, reader, here, 1, oldestFirst);
    return new Opened(
        found.story,
        found.versions,
        store.entries().body(id),
        store.articles().status(id),
        store.reading().mark(who.id(), id),
        topicNames(visibility),
        next.isEmpty() ? null : next.getFirst().entry().id(),
        shared(who, "/entry/" + id));
  }

  /// One of two texts that are compared.
  ///
  /// @param at when it was published, or replaced by its publisher
  public record Text(Entry entry, @Nullable String title, String text, Instant at) {}

  /// Two texts, the earlier first.
  ///
  /// @param earlier whether there is a version of the first that is older still
  public record Pair(Text first, Text second, boolean earlier) {}

  /// Two entries side by side.
  public Pair compare(Account who, long one, long other) {
    Text a = text(entry(who, one));
    Text b = text(entry(who, other));
    return a.at.isAfter(b.at) ? new Pair(b, a, false) : new Pair(a, b, false);
  }

  /// An entry that its publisher edited beside what it was before.
  ///
  /// @param back how many edits ago: 1 for the last
  public Pair before(Account who, long id, int back) {
    FullEntry now = entry(who, id);
    List<Entries.Version> versions = store.entries().versions(id);
    if (back < 1 || back > versions.size()) {
      throw new Refusal(Reason.NO_ENTRY, "There is no such version of entry " + id);
    }
    Entries.Version was = versions.get(back - 1);
    return new Pair(
        new Text(now.entry(), was.title(), Understanding.text(was.body()), was.until()),
        text(now),
        back < versions.size());
  }

  private static Text text(FullEntry e) {
    return new Text(e.entry(), e.entry().title(), Understanding.text(e.body()), e.entry().placed());
  }

  /// The names of the topics that can be given; none if nobody looks at topics.
  public List<String> topicNames(Account who) {
    return topicNames(visibility(who));
  }

  private List<String> topicNames(Visibility visibility) {
    return understanding == null ? List.of() : store.topics().names(visibility);
  }

  /// How many stories each topic has had.
  ///
  /// @param since null for the last day
  public List<TopicCount> topics(Account who, @Nullable Instant since) {
    return topics(visibility(who), since);
  }

  private List<TopicCount> topics(Visibility visibility, @Nullable Instant since) {
    return store.topics().counts(visibility, since == null ? clock.instant().minus(LATELY) : since);
  }

  /// The hottest events, hottest first.
  public List<Understanding.Hot> hot(Account who, int most) {
    return hot(visibility(who), most);
  }

  private List<Understanding.Hot> hot(Visibility visibility, int most) {
    return understanding == null ? List.of() : understanding.hot(visibility, most);
  }

  public Event event(Account who, long id) {
    return event(visibility(who), id);
  }

  private Event event(Visibility visibility, long id) {
    return store
        .events()
        .find(visibility, id)
        .orElseThrow(() -> new Refusal(Reason.NO_EVENT, "There is no event " + id));
  }

  /// What stands beside the river, to choose from.
  ///
  /// @param shelves all feeds, counted by their folders
  /// @param feeds all of them, none if there are more than [#MOST_LISTED]: a list of thousands
  ///   beside the river helps nobody
  /// @param topics with their stories of the last day, most first; none without
  /// @param hot what many sources write about now
  /// @param folded folders that are folded up
  /// @param entries of all feeds
  public record Overview(
      List<Shelf> shelves,
      List<Subscription> feeds,
      Set<String> folded,
      List<String> languages,
      List<SavedSearch> searches,
      List<TopicCount> topics,
      List<Understanding.Hot> hot,
      long entries) {}

  public Overview overview(Account who) {
    Visibility visibility = visibility(who);
    List<Shelf> shelves = store.subscriptions().shelves(who.id());
    boolean many = shelves.stream().mapToLong(Shelf::feeds).sum() > MOST_LISTED;
    return new Overview(
        shelves,
        many ? List.of() : store.subscriptions().of(who.id()),
        Filing.folded(store, who),
        store.entries().languages(visibility),
        store.savedSearches().all(who.id()),
        topics(visibility, null).stream().filter(t -> t.stories() > 0).toList(),
        // One source alone makes nothing hot.
        hot(visibility, MOST_HOT * 3).stream()
            .filter(h -> h.sources() > 1)
            .limit(MOST_HOT)
            .toList(),
        count(who));
  }

  /// The last entry that programs on other devices know by its plain number; 0 if there is none.
  /// All later ones they know by a number of sixteen digits.
  public long lastPlainNumber() {
    return Long.parseLong(store.settings().all().getOrDefault("apps.plain-ids", "0"));
  }

  /// How many entries of a selection there are.
  public long count(Account who, Selection which) {
    return store.streams().count(who.id(), which);
  }

  /// How many entries the feeds of an account have.
  public long count(Account who) {
    return store.streams().count(who.id(), Selection.ALL);
  }

  /// Whose pages show a feed, by the numbers of the accounts.
  public List<Long> readers(long feed) {
    return store.subscriptions().followers(feed);
  }

  /// The entries of an account in the order they arrived, as programs on other devices want them:
  /// they ask for numbers first, then for what they miss.
  ///
  /// @param after goes on behind this entry
  public List<Arrived> arrived(
      Account who, Selection which, boolean oldestFirst, @Nullable Long after, int limit) {
    return store.streams().page(who.id(), which, oldestFirst, after, limit);
  }

  /// An entry with what the account made of it.
  ///
  /// @param from null if the account no longer follows the feed
  public record Item(FullEntry full, Mark mark, @Nullable Subscription from) {}

  /// Those of some entries that are of feeds the account follows, or that it has starred or tagged;
  /// in the order of the numbers.
  public List<Item> items(Account who, List<Long> ids) {
    List<Item> items = new ArrayList<>();
    items(who, ids, items::add);
    return items;
  }

  /// The same, one after another: programs ask for thousands.
  public void items(Account who, List<Long> ids, Consumer<Item> each) {
    Map<Long, Optional<Subscription>> own = new HashMap<>();
    for (int from = 0; from < ids.size(); from += BATCH) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + BATCH));
      Set<Long> there = new HashSet<>(own(who, some));
      Map<Long, Mark> marks = marks(who, some);
      eachFull(
          some.stream().filter(there::contains).toList(),
          full -> {
            Mark mark = marks.getOrDefault(full.entry().id(), Mark.NONE);
            Optional<Subscription> of =
                own.computeIfAbsent(
                    full.entry().feedId(), feed -> store.subscriptions().find(who.id(), feed));
            each.accept(new Item(full, mark, of.orElse(null)));
          });
    }
  }

  /// The numbers of those of some entries that are of feeds the account follows, or that it has
  /// starred or tagged.
  public List<Long> own(Account who, List<Long> ids) {
    return store.entries().own(who.id(), ids);
  }

  /// Entries with their texts, in the order of the numbers, a few in memory at a time.
  private void eachFull(List<Long> ids, Consumer<FullEntry> each) {
    for (int from = 0; from < ids.size(); from += FEW) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + FEW));
      Map<Long, FullEntry> found = new HashMap<>();
      for (FullEntry full : store.entries().full(some)) found.put(full.entry().id(), full);
      for (long id : some) {
        FullEntry full = found.get(id);
        if (full != null) each.accept(full);
      }
    }
  }

  /// Unread entries by number, newest arrival first.
  public List<Long> unread(Account who, int most) {
    return store.reading().unread(who.id(), most);
  }

  /// Starred entries by number, the last starred first.
  public List<Long> starred(Account who, int most) {
    return store.reading().starred(who.id(), most);
  }

  /// The tags of entries, with how many have each.
  public Map<String, Long> tags(Account who) {
    return store.reading().tags(who.id());
  }

  /// Every entry there is, oldest first, with the account's tags: a million in constant memory.
  public void each(Account who, BiConsumer<FullEntry, List<String>> each) {
    Refusal.unlessAdministrator(who);
    List<FullEntry> waiting = new ArrayList<>(BATCH);
    store
        .entries()
        .each((entry, body) -> {
          waiting.add(new FullEntry(entry, body));
          if (waiting.size() == BATCH) hand(who, waiting, each);
        });
    hand(who, waiting, each);
  }

  /// Some at a time, for their tags are asked together.
  private void hand(Account who, List<FullEntry> some, BiConsumer<FullEntry, List<String>> each) {
    Map<Long, Mark> marks = marks(who, some.stream().map(f -> f.entry().id()).toList());
    for (FullEntry full : some) {
      Mark mark = marks.getOrDefault(full.entry().id(), Mark.NONE);
      each.accept(full, mark.tags().stream().sorted().toList());
    }
    some.clear();
  }
}
