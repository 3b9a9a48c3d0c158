package freshet.web;

import freshet.change.Change;
import freshet.change.Changes;
import freshet.change.Follower;
import freshet.http.EventStream;
import freshet.model.Account;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// Tells open pages that something was stored, by server-sent events. The event carries no entries:
/// the page asks again for what it shows, so that filters and order are decided in one place.
///
/// A page hears of the feeds that its account follows and of no other.
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
  private final Map<Semaphore, Long> pages = new ConcurrentHashMap<>();

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
      pages.keySet().forEach(Semaphore::release);
      return;
    }
    Set<Long> accounts = Set.copyOf(followers.apply(change.feedId()));
    pages.forEach((page, account) -> {
      if (accounts.contains(account)) page.release();
    });
  }

  /// Holds the request of a page until its browser leaves or the program ends.
  void announce(Context ctx, Account who) {
    Semaphore wakeUps = new Semaphore(0);
    pages.put(wakeUps, who.id());
    try {
      if (pages.values().stream().filter(a -> a == who.id()).count() > MOST_OF_AN_ACCOUNT) {
        ctx.status(HttpStatus.TOO_MANY_REQUESTS).result("You have too many pages open");
        return;
      }
      EventStream out = new EventStream(ctx);
      out.send("hello", "");
      while (!closed) {
        if (wakeUps.tryAcquire(SILENCE_SECONDS, TimeUnit.SECONDS)) {
          wakeUps.drainPermits();
          if (!closed) out.send("news", "");
        } else {
          out.stillHere();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // the browser has left
    } finally {
      pages.remove(wakeUps);
    }
  }

  int openPages() {
    return pages.size();
  }

  @Override
  public void close() {
    subscription.close();
    closed = true;
    for (Semaphore page : List.copyOf(pages.keySet())) page.release();
    follower.close();
  }
}
