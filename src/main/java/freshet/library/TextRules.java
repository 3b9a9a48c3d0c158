package freshet.library;

import freshet.bound.ReadingPool;
import freshet.bound.ReadingPool.Result;
import freshet.bound.Stop;
import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.Rewriting;
import freshet.model.Selection;
import freshet.parse.Rewriter;
import freshet.poll.Polling;
import freshet.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is changed in the texts of a feed's entries before they are stored ([Rewriting]). It is the
/// feed's, for all who follow it.
public final class TextRules {
  private static final int TRIED_ON = 50;

  private final Store store;
  private final FollowedFeeds feeds;
  private final Polling polling;

  TextRules(Store store, FollowedFeeds feeds, Polling polling) {
    this.store = store;
    this.feeds = feeds;
    this.polling = polling;
  }

  /// As they were written, a rule a line; empty if there are none.
  public String of(Account who, long feed) {
    return store.rewritings().find(feeds.find(who, feed).id()).orElse("");
  }

  /// Takes effect for what the feed lists at its next check, which is soon.
  ///
  /// @throws Refusal `WRONG` with the first rule that is none
  public void change(Account who, long feed, String rules) {
    long id = feeds.changeable(who, feed);
    Rewriting _ = checked(rules);
    store.rewritings().put(id, rules.replace("\r", "").strip());
    polling.changed(id);
    boolean _ = polling.hurry(id);
  }

  /// An entry that the rules change.
  public record Changed(
      Entry entry,
      @Nullable String title,
      String text,
      @Nullable String newTitle,
      String newText) {}

  /// What the rules would make of the newest entries.
  ///
  /// @param of how many they were tried on
  public record Trial(int of, List<Changed> changed) {}

  public Trial tryOut(Account who, long feed, String rules) {
    Rewriting rewriting = checked(rules);
    long id = feeds.find(who, feed).id();
    List<Entry> newest =
        store.entries().page(Selection.ofFeed(id), Browsing.visibility(store, who), null, TRIED_ON);
    List<EntryBody> bodies = newest.stream().map(e -> store.entries().body(e.id())).toList();
    try {
      return switch (ReadingPool.shared().read(0, () -> trial(newest, bodies, rewriting))) {
        case Result.Done<Trial>(Trial trial) -> trial;
        case Result.Stopped<Trial>(String reason) ->
            throw Refusal.wrong(
                "rewriting", "Reading this feed " + reason + ", so Freshet stopped.");
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Reason.STOPPING, "Freshet is being stopped");
    }
  }

  private static Trial trial(List<Entry> newest, List<EntryBody> bodies, Rewriting rewriting) {
    List<Changed> changed = new ArrayList<>();
    for (int i = 0; i < newest.size(); i++) {
      Stop.check();
      Entry e = newest.get(i);
      EntryBody body = bodies.get(i);
      String text = body.content() == null ? body.summary() : body.content();
      String newTitle = Rewriter.title(e.title(), rewriting);
      String newText = Rewriter.html(text, rewriting);
      boolean same =
          Objects.equals(e.title(), newTitle) && Objects.equals(bare(text), bare(newText));
      if (same) continue;
      changed.add(
          new Changed(e, e.title(), Rewriter.words(text), newTitle, Rewriter.words(newText)));
    }
    return new Trial(newest.size(), changed);
  }

  /// What a parser and writer of HTML would change by itself is no change.
  private static @Nullable String bare(@Nullable String html) {
    return Rewriter.html(html, ALL_THE_SAME);
  }

  private static final Rewriting ALL_THE_SAME =
      new Rewriting(List.of(":not(*)"), List.of(), List.of());

  private static Rewriting checked(String rules) {
    try {
      Rewriting rewriting = Rewriting.of(rules);
      for (String selector : rewriting.drop()) {
        String problem = Rewriter.problem(selector);
        if (problem != null) throw Refusal.wrong("rewriting", problem);
      }
      return rewriting;
    } catch (IllegalArgumentException e) {
      throw Refusal.wrong("rewriting", String.valueOf(e.getMessage()));
    }
  }
}
