package freshet.web;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.change.MarkChange;
import freshet.http.EventStream;
import freshet.model.Account;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Tells open pages that something was stored, by server-sent events. The event carries no entries:
/// the page asks again for what it shows, so that filters and order are decided in one place.
///
/// A page hears of the feeds that its account follows and of no other. It also hears which entries
/// its account has marked, in another window or by an app: `star:12;read:7`, or nothing if they are
/// too many to be named.
///
/// The thread that polled only names the feed; a follower looks up whose it is, and each page waits
/// on the virtual thread of its own request, so a browser that reads slowly holds up nobody. Many
/// changes while a page is being told are one event.
final class Live implements AutoCloseable {
  private static final long SILENCE_SECONDS = 20;
  private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

  /// More pages of one account would take the connections of all others.
  private static final int MOST_OF_AN_ACCOUNT = 200;

  /// The open pages, and whose they are.
  private final Set<OpenPage> pages = ConcurrentHashMap.newKeySet();

  /// What no page was told of yet.
  private final Set<Change> changed = new LinkedHashSet<>();

  private final Predicate<Change> matters;
  private final LongFunction<List<Long>> followers;
  private final Changes.Subscription subscription;
  private final Follower follower;
  private volatile boolean closed;

  /// @param matters which changes open pages are told of
  /// @param followers the accounts that follow a feed
  Live(Changes changes, Predicate<Change> matters, LongFunction<List<Long>> followers) {
    this.matters = matters;
    this.followers = followers;
    this.follower =
        new Follower("open pages", Duration.ZERO, LOOK_EVERY, this::wakePages, Set.of());
    follower.start();
    this.subscription = changes.listen(this::changed);
  }

  private void changed(Change change) {
    if (pages.isEmpty() || !matters.test(change)) return;
    synchronized (changed) {
      changed.add(change.isOfEverything() ? change : Change.of(change.feedId()));
    }
    follower.wake();
  }

  private void wakePages() {
    List<Change> some;
    synchronized (changed) {
      some = List.copyOf(changed);
      changed.clear();
    }
    boolean sent = false;
    try {
      some.forEach(this::wakePages);
      sent = true;
    } finally {
      if (!sent) {
        synchronized (changed) {
          changed.addAll(some);
        }
      }
    }
  }

  private void wakePages(Change change) {
    if (change.isOfEverything()) {
      pages.forEach(OpenPage::hasNews);
      return;
    }
    Set<Long> accounts = Set.copyOf(followers.apply(change.feedId()));
    for (OpenPage page : pages) {
      if (accounts.contains(page.account)) page.hasNews();
    }
  }

  /// Entries were marked.
  void marked(MarkChange change) {
    for (OpenPage page : pages) {
      if (page.account == change.accountId()) page.hasMarks(change);
    }
  }

  /// Holds the request of a page until its browser leaves or the program ends.
  void announce(Context ctx, Account who) {
    OpenPage page = new OpenPage(who.id());
    pages.add(page);
    try {
      if (pages.stream().filter(p -> p.account == who.id()).count() > MOST_OF_AN_ACCOUNT) {
        ctx.status(HttpStatus.TOO_MANY_REQUESTS).result("You have too many pages open");
        return;
      }
      EventStream out = new EventStream(ctx);
      out.send("hello", "");
      while (!closed) {
        boolean woken = page.wakeUps.tryAcquire(SILENCE_SECONDS, TimeUnit.SECONDS);
        if (closed) return;
        if (!woken) {
          out.stillHere();
          continue;
        }
        page.wakeUps.drainPermits();
        String marks = page.takeMarks();
        if (marks != null) out.send("marks", marks);
        if (page.takeNews()) out.send("news", "");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // the browser has left
    } finally {
      pages.remove(page);
    }
  }

  int openPages() {
    return pages.size();
  }

  @Override
  public void close() {
    subscription.close();
    closed = true;
    for (OpenPage page : pages) page.wakeUps.release();
    follower.close();
  }

  /// What one page is still to be told.
  private static final class OpenPage {
    /// More entries are not named to a page that reads slowly.
    private static final int MOST_NAMED = 1000;

    private final long account;
    private final Semaphore wakeUps = new Semaphore(0);
    private boolean news;
    private boolean many;

    /// The last mark of each entry; a tag beside it.
    private final Map<String, String> marks = new LinkedHashMap<>();

    OpenPage(long account) {
      this.account = account;
    }

    synchronized void hasNews() {
      news = true;
      wakeUps.release();
    }

    synchronized void hasMarks(MarkChange change) {
      String kind = change.mark().replaceFirst("^un", "");
      for (long entry : change.entries()) marks.put(kind + entry, change.mark() + ":" + entry);
      many |= change.entries().isEmpty() || marks.size() > MOST_NAMED;
      if (many) marks.clear();
      wakeUps.release();
    }

    synchronized boolean takeNews() {
      boolean had = news;
      news = false;
      return had;
    }

    /// Null if there are none.
    synchronized @Nullable String takeMarks() {
      if (!many && marks.isEmpty()) return null;
      String all = String.join(";", marks.values());
      many = false;
      marks.clear();
      return all;
    }
  }
}
