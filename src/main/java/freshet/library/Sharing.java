package freshet.library;

import freshet.exchange.FeedHtml;
import freshet.exchange.OutFeed;
import freshet.exchange.Templates;
import freshet.model.Account;
import freshet.model.Secret;
import freshet.model.SharedView;
import freshet.notify.OutFeeds;
import freshet.notify.OwnHub;
import freshet.poll.Polling;
import freshet.search.IndexUnavailable;
import freshet.store.Store;
import freshet.websub.Callback;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Views that an account gives to other programs as feeds, and what passes between us and hubs:
/// ours announces our feeds, those of others bring what is new in theirs. Who knows the address of
/// a view may read it: it has no other key.
public final class Sharing {
  private static final int MOST_VIEWS = 200;
  private static final int LONGEST_VIEW = 1000;

  private final Store store;
  private final OutFeeds feeds;
  private final @Nullable OwnHub hub;
  private final Polling polling;
  private final Templates templates;
  private final InstantSource clock;

  /// @param hub null if there is none
  /// @param templates by which feeds are shown as HTML
  public Sharing(
      Store store,
      OutFeeds feeds,
      @Nullable OwnHub hub,
      Polling polling,
      Templates templates,
      InstantSource clock) {
    this.store = store;
    this.feeds = feeds;
    this.hub = hub;
    this.polling = polling;
    this.templates = templates;
    this.clock = clock;
  }

  /// Gives a view an address of its own; one that has one keeps it.
  ///
  /// @param view its address on the pages, such as `/?topic=sport`
  public void open(Account who, String view, String title) {
    if (store.outViews().ofView(who.id(), view).isEmpty()
        && store.outViews().count(who.id()) >= MOST_VIEWS) {
      throw new Refusal(Refusal.Reason.TOO_MANY, "Remove one first; there are " + MOST_VIEWS);
    }
    store
        .outViews()
        .open(
            new SharedView(
                who.id(), Secret.random(), checked(view), title.isBlank() ? "Freshet" : title),
            clock.instant());
  }

  /// Takes the address away.
  public void close(Account who, String view) {
    store.outViews().close(who.id(), checked(view));
  }

  private static String checked(String view) {
    if (view.length() <= LONGEST_VIEW && OutFeeds.isView(view)) return view;
    throw Refusal.wrong("view", "must be the address of a view on the pages");
  }

  /// The feed at an address of ours, whole; empty if there is none.
  public Optional<OutFeed> at(String address) {
    try {
      return feeds.at(address);
    } catch (IndexUnavailable e) {
      throw Refusal.of(e);
    }
  }

  /// A feed in the format that its address names.
  public OutFeeds.Written written(OutFeed feed) {
    return OutFeeds.written(feed, clock.instant());
  }

  /// A feed as HTML that a site can show within its own pages.
  ///
  /// @param most entries at most
  /// @param template the name of one of the installation's own; null for the usual one
  /// @throws Refusal `WRONG` if there is no such template
  public String page(OutFeed feed, int most, @Nullable String template) {
    try {
      return FeedHtml.of(feed, most, templates.find(template));
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("template", String.valueOf(e.getMessage()));
    }
  }

  /// Somebody wants to be told of changes, or no longer.
  ///
  /// @param hosts names under which we are reached
  public OwnHub.Reply askHub(Map<String, String> form, Set<String> hosts) {
    return hub == null ? new OwnHub.Reply(404, "there is no hub here") : hub.ask(form, hosts);
  }

  /// Whether a hub was given this address to bring something to.
  public boolean expects(String callback) {
    return polling.expects(callback);
  }

  /// The hub of a feed asks whether a subscription was ours.
  ///
  /// @param callback the last part of the address that the hub called
  public Callback.Reply verify(String callback, Map<String, String> query) {
    return polling.verify(callback, query);
  }

  /// The hub of a feed brings what is new.
  ///
  /// @return the status to answer
  public int push(
      String callback, @Nullable String signature, @Nullable String contentType, byte[] body)
      throws InterruptedException {
    return polling.push(callback, signature, contentType, body);
  }
}
