package freshet.web;

import freshet.library.Alerting;
import freshet.library.FeedFilters;
import freshet.library.FeedFilters.Filter;
import freshet.library.FeedFilters.Kind;
import freshet.library.FollowedFeeds;
import freshet.library.Library;
import freshet.library.Refusal;
import freshet.library.TextRules;
import freshet.model.Account;
import freshet.model.Entry;
import freshet.model.Feed;
import freshet.text.Whole;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The page on which a feed's filters and what is changed in its texts are set, with what each
/// would do before it is saved.
public final class FeedRulePages {
  private final FollowedFeeds feeds;
  private final Alerting alerting;
  private final FeedFilters filters;
  private final TextRules texts;
  private final Renderer renderer;

  FeedRulePages(Library library, Renderer renderer) {
    this.feeds = library.feeds();
    this.alerting = library.alerting();
    this.filters = alerting.filters(feeds);
    this.texts = feeds.texts();
    this.renderer = renderer;
  }

  /// @param kind and `words`: of the filter that is being written
  /// @param rules as they are typed
  public record View(
      PageFrame frame,
      long feed,
      String name,
      boolean canFilter,
      boolean changeable,
      List<Filter> filters,
      Kind kind,
      String words,
      Alerting.@Nullable Trial trial,
      @Nullable String filterError,
      String rules,
      TextRules.@Nullable Trial rewritten,
      @Nullable String rulesError) {

    public String title(Entry entry) {
      String title = SafeText.line(entry.title(), 300);
      return title.isEmpty() ? frame.say("entry.untitled") : title;
    }

    /// Why a filter does nothing; null if it works.
    public @Nullable String idle(Filter filter) {
      String part = filter.notUnderstood();
      return part == null ? null : frame.say("rules.does-nothing", SafeText.line(part, 60));
    }

    public String text(String words) {
      return SafeText.line(words, 300);
    }
  }

  /// What is being written, and what came of trying it.
  private record Tried(
      Kind kind,
      String words,
      Alerting.@Nullable Trial trial,
      @Nullable String filterError,
      @Nullable String rules,
      TextRules.@Nullable Trial rewritten,
      @Nullable String rulesError) {
    static final Tried NOTHING = new Tried(Kind.HIDE, "", null, null, null, null, null);
  }

  void show(Context ctx, Account who) {
    show(ctx, who, feed(ctx, who), Tried.NOTHING);
  }

  private Feed feed(Context ctx, Account who) {
    return feeds.followed(who, RequestNumbers.id(ctx));
  }

  private void show(Context ctx, Account who, Feed feed, Tried tried) {
    renderer.show(
        ctx,
        "feedrules",
        new View(
            renderer.frame(ctx, "feeds"),
            feed.id(),
            SafeText.feedName(feed.name()),
            alerting.isOn(),
            feeds.mayChange(who, feed.id()),
            alerting.isOn() ? filters.of(who, feed.id()) : List.of(),
            tried.kind,
            tried.words,
            tried.trial,
            tried.filterError,
            tried.rules == null ? texts.of(who, feed.id()) : tried.rules,
            tried.rewritten,
            tried.rulesError));
  }

  /// Adds a filter, or shows what it would do.
  void filter(Context ctx, Account who) {
    Feed feed = feed(ctx, who);
    Kind kind = kind(ctx.formParam("kind"));
    String words = SafeText.line(ctx.formParam("words"), 500).strip();
    try {
      if (ctx.formParam("preview") == null) {
        var _ = filters.add(who, feed.id(), kind, words);
        back(ctx, feed, "#filters");
        return;
      }
      Alerting.Trial trial = filters.tryOut(who, feed.id(), kind, words);
      show(ctx, who, feed, new Tried(kind, words, trial, null, null, null, null));
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String error = renderer.frame(ctx, "feeds").refused(e);
      show(ctx, who, feed, new Tried(kind, words, null, error, null, null, null));
    }
  }

  private static Kind kind(@Nullable String word) {
    for (Kind kind : Kind.values()) if (kind.word().equals(word)) return kind;
    return Kind.HIDE;
  }

  void removeFilter(Context ctx, Account who) {
    Feed feed = feed(ctx, who);
    alerting.remove(who, Whole.of(ctx.formParam("rule"), 18).orElse(0L));
    back(ctx, feed, "#filters");
  }

  /// Changes what is rewritten, or shows what it would do.
  void rewrite(Context ctx, Account who) {
    Feed feed = feed(ctx, who);
    String rules = Optional.ofNullable(ctx.formParam("rules")).orElse("").replace("\r", "");
    try {
      if (ctx.formParam("preview") == null) {
        texts.change(who, feed.id(), rules);
        back(ctx, feed, "#texts");
        return;
      }
      TextRules.Trial trial = texts.tryOut(who, feed.id(), rules);
      show(ctx, who, feed, new Tried(Kind.HIDE, "", null, null, rules, trial, null));
    } catch (Refusal e) {
      if (e.reason != Refusal.Reason.WRONG) throw e;
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String error = renderer.frame(ctx, "feeds").said(e.sentence());
      show(ctx, who, feed, new Tried(Kind.HIDE, "", null, null, rules, null, error));
    }
  }

  private static void back(Context ctx, Feed feed, String part) {
    ctx.redirect("/feed/" + feed.id() + "/rules" + part, HttpStatus.SEE_OTHER);
  }
}
