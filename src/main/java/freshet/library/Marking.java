package freshet.library;

import freshet.change.Changes;
import freshet.change.MarkChange;
import freshet.model.Account;
import freshet.model.Mark;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an account does to entries: read, unread, star, tag, mark all, undo, hide.
///
/// It may mark the entries of the feeds it follows, and those it has starred or tagged: what it
/// keeps outlives its subscription. All others are passed over without a word, as clients send what
/// they remember.
public final class Marking {
  private static final String HIDDEN_TOPICS = "hidden-topics";
  private static final int LONGEST_TOPIC = 60;
  private static final int MOST_TOPICS = 200;

  /// So many are asked for at once.
  private static final int BATCH = 500;

  private final Store store;
  private final InstantSource clock;
  private final List<Consumer<MarkChange>> listeners = new CopyOnWriteArrayList<>();

  public Marking(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /// Tells of every mark that is made here, on the thread that makes it, so listeners must be
  /// quick, until the result is closed.
  public Changes.Subscription listen(Consumer<MarkChange> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private void tell(MarkChange change) {
    listeners.forEach(listener -> listener.accept(change));
  }

  /// Marks those of some entries that the account may mark, some at a time: programs send
  /// thousands, and polls are written between them.
  private void each(Account who, Collection<Long> entries, String as, Consumer<List<Long>> mark) {
    List<Long> all = entries.stream().distinct().toList();
    for (int from = 0; from < all.size(); from += BATCH) {
      List<Long> some =
          store.entries().own(who.id(), all.subList(from, Math.min(all.size(), from + BATCH)));
      if (some.isEmpty()) continue;
      mark.accept(some);
      if (all.size() <= BATCH) tell(new MarkChange(who.id(), as, some));
    }
    if (all.size() > BATCH) tell(MarkChange.ofMany(who.id()));
  }

  /// Marks entries, and all that are the same story, as read or unread.
  public void read(Account who, Collection<Long> entries, boolean read) {
    String as = read ? "read" : "unread";
    each(who, entries, as, some -> store.reading().read(who.id(), some, read, clock.instant()));
  }

  public void star(Account who, Collection<Long> entries, boolean starred) {
    String as = starred ? "star" : "unstar";
    each(who, entries, as, some -> store.reading().star(who.id(), some, starred, clock.instant()));
  }

  /// Puts a tag on entries, or takes it off.
  public void tag(Account who, Collection<Long> entries, String tag, boolean on) {
    String name = on ? Checked.name("tag", tag, Mark.LONGEST_TAG) : tag;
    each(who, entries, "tag", some -> store.reading().tag(who.id(), some, name, on));
  }

  /// Marks all unread entries of a selection as read.
  ///
  /// @param upTo the last entry that the reader could see, by number
  /// @param datedBefore leaves younger ones alone
  public Marked readAll(
      Account who, Selection which, @Nullable Long upTo, @Nullable Instant datedBefore) {
    Marked marked = store.reading().readAll(who.id(), which, upTo, datedBefore, clock.instant());
    tell(MarkChange.ofMany(who.id()));
    return marked;
  }

  /// Takes back what [#readAll] did.
  public void undo(Account who, long batch) {
    int _ = store.reading().undo(who.id(), batch, clock.instant());
    tell(MarkChange.ofMany(who.id()));
  }

  /// Leaves a feed out of the river, or shows it again.
  public void hideFeed(Account who, long feed, boolean hidden) {
    boolean _ = store.subscriptions().setHidden(who.id(), feed, hidden);
  }

  /// Leaves a topic out of the river, or shows it again.
  public void hideTopic(Account who, String topic, boolean hidden) {
    if (hidden) check(topic);
    List<String> now =
        store
            .settings()
            .change(
                who.id(),
                HIDDEN_TOPICS,
                before -> {
                  Set<String> topics = new LinkedHashSet<>(before);
                  if (!hidden) topics.remove(topic);
                  else if (topics.size() < MOST_TOPICS) topics.add(topic);
                  return List.copyOf(topics);
                },
                clock.instant());
    if (hidden && !now.contains(topic)) throw tooMany(now.size() + 1);
  }

  /// Leaves these topics out of the river, and no others.
  public void hideTopics(Account who, Collection<String> topics) {
    if (topics.size() > MOST_TOPICS) throw tooMany(topics.size());
    topics.forEach(Marking::check);
    store.settings().put(who.id(), HIDDEN_TOPICS, String.join("\n", topics), clock.instant());
  }

  private static Refusal tooMany(int topics) {
    return new Refusal(Refusal.Reason.TOO_MANY, "Remove one first; there are " + topics);
  }

  private static void check(String topic) {
    if (topic.contains("\n") || topic.contains("\r")) {
      throw Refusal.wrong("hiddenTopics", "has a topic of two lines");
    }
    if (topic.codePointCount(0, topic.length()) > LONGEST_TOPIC) {
      throw Refusal.wrong("hiddenTopics", "has a topic of more than 60 characters");
    }
  }

  public List<String> hiddenTopics(Account who) {
    return hiddenTopics(store, who);
  }

  static List<String> hiddenTopics(Store store, Account who) {
    return store.settings().list(who.id(), HIDDEN_TOPICS);
  }
}
