package freshet.api;

import static freshet.api.ReaderApi.READING_LIST;
import static freshet.api.ReaderStream.LABEL;
import static freshet.api.ReaderStream.STATE;
import static freshet.api.ReaderStream.all;
import static freshet.api.ReaderStream.first;
import static freshet.api.ReaderStream.needed;
import static freshet.api.ReaderStream.plain;

import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.pipeline.Watcher;
import freshet.store.Accounts.Account;
import freshet.store.Feeds;
import freshet.store.Reading;
import freshet.store.Store;
import freshet.store.Subscriptions.Subscription;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What clients of Google Reader's API change: marks of entries, folders, labels and feeds.
final class ReaderChanges {
  private final Store store;
  private final Watcher watcher;
  private final InstantSource clock;

  ReaderChanges(Store store, Watcher watcher, InstantSource clock) {
    this.store = store;
    this.watcher = watcher;
    this.clock = clock;
  }

  private static void ok(Context ctx) {
    ctx.contentType("text/plain; charset=utf-8").result("OK");
  }

  void editTag(Context ctx, Account account) {
    List<Long> ids = ReaderStream.items(ctx, ReaderApi.MOST_IDS);
    List<Long> own = items(ids, account);
    for (boolean add : new boolean[] {false, true}) {
      for (String tag : all(ctx, add ? "a" : "r")) mark(account, own, plain(tag), add);
    }
    ok(ctx);
  }

  /// Those of some ids that the account may mark.
  private List<Long> items(List<Long> ids, Account account) {
    List<Long> own = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += 500) {
      List<Long> some = ids.subList(from, Math.min(ids.size(), from + 500));
      own.addAll(store.subscriptions().entries(account.id(), some));
    }
    return own;
  }

  private void mark(Account account, List<Long> entries, String tag, boolean add) {
    Instant now = clock.instant();
    switch (tag) {
      case STATE + "read" -> store.reading().read(account.id(), entries, add, now);
      case STATE + "kept-unread" -> {
        if (add) store.reading().read(account.id(), entries, false, now);
      }
      case STATE + "starred" -> store.reading().star(account.id(), entries, add, now);
      default -> {
        // Other states of Google's (tracking-…, broadcast) mean nothing here and do no harm.
        if (tag.startsWith(STATE)) return;
        store.reading().label(account.id(), entries, ReaderStream.label(tag, "a"), add);
      }
    }
  }

  void markAll(Context ctx, Account account) {
    String s = plain(needed(ctx, "s"));
    Reading.Scope scope;
    if (s.startsWith("feed/")) scope = Reading.Scope.ofFeed(ReaderStream.feed(s, "s"));
    else if (s.startsWith(LABEL)) {
      scope = Reading.Scope.ofFolder(ReaderStream.label(s, "s"));
    } else if (s.equals(READING_LIST)) scope = Reading.Scope.ALL;
    else throw Problem.badParameter("s", "'" + ReaderStream.cut(s) + "' cannot be marked as read");
    Instant before = ReaderStream.time(ctx, "ts");
    if (before != null) scope = scope.arrivedBefore(before);
    Reading.Marked _ = store.reading().readAll(account.id(), scope, clock.instant());
    ok(ctx);
  }

  void renameTag(Context ctx, Account account) {
    String from =
        ReaderStream.label(
            Optional.ofNullable(first(ctx, "s")).orElseGet(() -> needed(ctx, "t")), "s");
    int _ =
        store
            .subscriptions()
            .renameFolder(account.id(), from, ReaderStream.label(needed(ctx, "dest"), "dest"));
    ok(ctx);
  }

  void disableTag(Context ctx, Account account) {
    String from =
        ReaderStream.label(
            Optional.ofNullable(first(ctx, "s")).orElseGet(() -> needed(ctx, "t")), "s");
    int _ = store.subscriptions().renameFolder(account.id(), from, null);
    ok(ctx);
  }

  void editSubscription(Context ctx, Account account) {
    String action = needed(ctx, "ac");
    List<String> streams = all(ctx, "s");
    if (streams.isEmpty()) throw Problem.badParameter("s", "is missing");
    String title = first(ctx, "t");
    String into = first(ctx, "a");
    String outOf = first(ctx, "r");
    String folder = into == null ? null : ReaderStream.label(into, "a");
    for (String stream : streams) {
      switch (action) {
        case "subscribe" -> add(account, stream.replaceFirst("^feed/", ""), title, folder);
        case "unsubscribe" -> watcher.unsubscribe(account.id(), known(account, stream));
        case "edit" -> {
          long feed = known(account, stream);
          if (title != null) store.subscriptions().rename(account.id(), feed, title);
          if (folder != null) store.subscriptions().setFolder(account.id(), feed, folder);
          else if (outOf != null) store.subscriptions().setFolder(account.id(), feed, null);
        }
        default -> throw Problem.badParameter("ac", "must be 'subscribe', 'unsubscribe' or 'edit'");
      }
    }
    ok(ctx);
  }

  /// By number or, as some clients have it, by address.
  private long known(Account account, String stream) {
    String what = stream.replaceFirst("^feed/", "");
    return store.subscriptions().of(account.id()).stream()
        .filter(s -> String.valueOf(s.feed()).equals(what) || s.address().equals(what))
        .map(Subscription::feed)
        .findFirst()
        .orElseThrow(
            () -> Problem.badParameter("s", "you do not follow '" + ReaderStream.cut(what) + "'"));
  }

  private Feeds.Added add(
      Account account, String address, @Nullable String title, @Nullable String folder) {
    try {
      return watcher.add(account.id(), watcher.address(address), title, folder);
    } catch (IllegalArgumentException e) {
      throw Problem.badParameter("s", String.valueOf(e.getMessage()));
    }
  }

  void quickAdd(Context ctx, Account account) {
    String address = needed(ctx, "quickadd").replaceFirst("^feed/", "");
    Feeds.Added added = add(account, address, null, null);
    Api.json(
        ctx,
        json -> {
          json.writeStartObject();
          json.writeNumberProperty("numResults", 1);
          json.writeStringProperty("query", address);
          json.writeStringProperty("streamId", "feed/" + added.id());
          json.writeStringProperty(
              "streamName",
              store
                  .subscriptions()
                  .find(account.id(), added.id())
                  .map(Subscription::name)
                  .orElse(address));
          json.writeEndObject();
        });
  }

  void importList(Context ctx, Account account) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length == 0) throw new Problem(400, "The body is empty", "Send a list as OPML");
    FeedList list = FeedListReader.read(bytes);
    if (list.feeds().isEmpty()) {
      throw new Problem(400, "No feed in the body", "Send a list as OPML");
    }
    for (var f : list.feeds()) {
      Feeds.Added _ = watcher.add(account.id(), f.url(), f.title(), f.folder());
    }
    ok(ctx);
  }
}
