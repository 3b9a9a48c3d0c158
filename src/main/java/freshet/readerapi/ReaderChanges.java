package freshet.readerapi;

import static freshet.readerapi.ReaderApi.READING_LIST;
import static freshet.readerapi.ReaderStream.LABEL;
import static freshet.readerapi.ReaderStream.STATE;
import static freshet.readerapi.ReaderStream.all;
import static freshet.readerapi.ReaderStream.first;
import static freshet.readerapi.ReaderStream.needed;
import static freshet.readerapi.ReaderStream.plain;

import freshet.exchange.FeedList;
import freshet.exchange.FeedListReader;
import freshet.http.Json;
import freshet.http.Problem;
import freshet.library.Filing;
import freshet.library.FollowedFeeds;
import freshet.library.Following;
import freshet.library.Library;
import freshet.library.Marking;
import freshet.library.Refusal;
import freshet.model.Account;
import freshet.model.Marked;
import freshet.model.Selection;
import freshet.model.Subscription;
import freshet.model.Tristate;
import freshet.text.Cut;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What clients of Google Reader's API change: marks of entries, folders, tags and feeds.
final class ReaderChanges {
  /// How long an app waits for the first entries of a feed it has added.
  static final Duration FIRST_POLL = Duration.ofSeconds(5);

  private final FollowedFeeds feeds;
  private final Following following;
  private final Filing filing;
  private final Marking marking;

  ReaderChanges(Library library) {
    this.feeds = library.feeds();
    this.following = library.following();
    this.filing = library.filing();
    this.marking = library.marking();
  }

  private static void ok(Context ctx) {
    ctx.contentType("text/plain; charset=utf-8").result("OK");
  }

  void editTag(Context ctx, Account account) {
    // Some make a folder so.
    String tag = first(ctx, "a");
    boolean folder = tag != null && plain(tag).startsWith(LABEL);
    if (all(ctx, "i").isEmpty() && (first(ctx, "s") != null || folder)) {
      if (folder) makeFolders(account, labels(ctx, "a"));
      ok(ctx);
      return;
    }
    List<Long> ids = ReaderStream.items(ctx);
    for (boolean add : new boolean[] {false, true}) {
      for (String one : all(ctx, add ? "a" : "r")) mark(account, ids, plain(one), add);
    }
    ok(ctx);
  }

  /// An app means to put feeds into them afterwards.
  private void makeFolders(Account account, List<String> folders) {
    for (String folder : folders) {
      String _ = filing.make(account, folder);
    }
  }

  private void mark(Account account, List<Long> entries, String tag, boolean add) {
    switch (tag) {
      case STATE + "read" -> marking.read(account, entries, add);
      case STATE + "kept-unread" -> {
        if (add) marking.read(account, entries, false);
      }
      case STATE + "starred" -> marking.star(account, entries, add);
      default -> {
        // Other states of Google's (tracking-…, broadcast) mean nothing here and do no harm.
        if (tag.startsWith(STATE)) return;
        marking.tag(account, entries, ReaderStream.label(tag, "a"), add);
      }
    }
  }

  void markAll(Context ctx, Account account) {
    String s = plain(needed(ctx, "s"));
    Selection which;
    if (s.startsWith("feed/")) {
      which = Selection.ofFeed(ReaderStream.feed(s, "s", what -> number(account, what)));
    } else if (s.startsWith(LABEL)) {
      which = Selection.ALL.withLabel(ReaderStream.label(s, "s"));
    } else if (s.equals(STATE + "starred")) which = Selection.ALL.withStarred(Tristate.ONLY);
    else if (s.equals(READING_LIST) || s.equals(STATE + "unread")) which = Selection.ALL;
    else throw Problem.badParameter("s", "'" + Cut.to(s, 100) + "' cannot be marked as read");
    Marked _ = marking.readAll(account, which.withUntil(ReaderStream.time(ctx, "ts")), null, null);
    ok(ctx);
  }

  void renameTag(Context ctx, Account account) {
    String from = Optional.ofNullable(first(ctx, "s")).orElseGet(() -> needed(ctx, "t"));
    String to = ReaderStream.label(needed(ctx, "dest"), "dest");
    filing.moveLabel(account, ReaderStream.label(from, "s"), to);
    ok(ctx);
  }

  void disableTag(Context ctx, Account account) {
    List<String> tags = all(ctx, "s");
    for (String tag : tags.isEmpty() ? List.of(needed(ctx, "t")) : tags) {
      filing.moveLabel(account, ReaderStream.label(tag, "s"), null);
    }
    ok(ctx);
  }

  void editSubscription(Context ctx, Account account) {
    String action = needed(ctx, "ac");
    List<String> streams = all(ctx, "s").stream().filter(s -> !s.isEmpty()).toList();
    String title = first(ctx, "t");
    List<String> into = labels(ctx, "a");
    if (streams.isEmpty() && action.equals("edit") && !into.isEmpty()) {
      makeFolders(account, into);
    } else if (streams.isEmpty()) throw Problem.badParameter("s", "is missing");
    List<String> outOf = labels(ctx, "r");
    for (String stream : streams) {
      switch (action) {
        case "subscribe" -> {
          String folder = into.isEmpty() ? null : into.getFirst();
          String address = stream.replaceFirst("^feed/", "");
          long feed = following.followBest(account, address, title, folder).feed();
          if (into.size() > 1) feeds.file(account, feed, into);
        }
        case "unsubscribe" -> following.unfollow(account, known(account, stream));
        case "edit" -> {
          long feed = known(account, stream);
          if (title != null) feeds.rename(account, feed, title);
          file(account, feed, into, outOf);
        }
        default -> throw Problem.badParameter("ac", "must be 'subscribe', 'unsubscribe' or 'edit'");
      }
    }
    ok(ctx);
  }

  private static List<String> labels(Context ctx, String name) {
    return all(ctx, name).stream()
        .filter(label -> !label.isEmpty())
        .map(label -> ReaderStream.label(label, name))
        .toList();
  }

  /// As FreshRSS does: who puts a feed into a folder moves it there, and it is taken only out of
  /// one that it is in. Named together, it is in several.
  private void file(Account account, long feed, List<String> into, List<String> outOf) {
    if (!into.isEmpty()) feeds.file(account, feed, into);
    else if (!outOf.isEmpty()) {
      List<String> left = new ArrayList<>(feeds.folders(account, feed));
      if (left.removeAll(outOf)) feeds.file(account, feed, left);
    }
  }

  private Optional<Long> number(Account account, String numberOrAddress) {
    return feeds.subscription(account, numberOrAddress).map(Subscription::feed);
  }

  private long known(Account account, String stream) {
    String what = stream.replaceFirst("^feed/", "");
    return number(account, what)
        .orElseThrow(
            () -> Problem.badParameter("s", "you do not follow '" + Cut.to(what, 100) + "'"));
  }

  /// Somebody typed an address into an app, which tells them "not found" by a 0.
  void quickAdd(Context ctx, Account account) {
    String typed = needed(ctx, "quickadd").replaceFirst("^feed/", "");
    Json.send(
        ctx,
        json -> {
          json.writeStartObject();
          try {
            Following.Followed followed = following.followTyped(account, typed);
            following.awaitFirstPoll(followed, FIRST_POLL);
            Subscription added = feeds.subscription(account, followed.feed()).orElseThrow();
            json.writeNumberProperty("numResults", 1);
            json.writeStringProperty("query", added.address());
            json.writeStringProperty("streamId", "feed/" + added.feed());
            json.writeStringProperty("streamName", added.name());
          } catch (Refusal e) {
            json.writeNumberProperty("numResults", 0);
            json.writeStringProperty("query", typed);
            json.writeStringProperty("error", e.sentence());
          }
          json.writeEndObject();
        });
  }

  void subscribed(Context ctx, Account account) {
    String what = needed(ctx, "s").replaceFirst("^feed/", "");
    ctx.contentType("text/plain; charset=utf-8")
        .result(String.valueOf(number(account, what).isPresent()));
  }

  void importList(Context ctx, Account account) {
    byte[] bytes = ctx.bodyAsBytes();
    if (bytes.length == 0) throw new Problem(400, "The body is empty", "Send a list as OPML");
    FeedList list = FeedListReader.read(bytes);
    if (list.feeds().isEmpty()) {
      throw new Problem(400, "No feed in the body", "Send a list as OPML");
    }
    following.importList(account, list);
    ok(ctx);
  }
}
