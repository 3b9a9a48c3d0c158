package freshet.api;

import freshet.model.ChannelFacts;
import freshet.model.Feed;
import freshet.model.FeedArticles;
import freshet.model.Poll;
import freshet.poll.HintCodec;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Feeds, their polls and their schedule, as the API gives them.
final class FeedAnswers {
  private FeedAnswers() {}

  /// @param folder the first of its folders
  /// @param ownId the account's own id of it
  /// @param crawl the crawl that fills it
  /// @param followers how many follow it, for the administrator's list of all
  /// @param channel what the feed says of itself, for one feed only
  record FeedAnswer(
      long id,
      String address,
      String title,
      @Nullable String folder,
      List<String> folders,
      @Nullable String ownId,
      String site,
      @Nullable Integer crawl,
      @Nullable Long followers,
      @Nullable String link,
      @Nullable String description,
      @Nullable String language,
      @Nullable String format,
      String state,
      Instant added,
      long entries,
      @Nullable Instant lastPoll,
      @Nullable Instant lastNew,
      @Nullable Instant nextPoll,
      @Nullable String interval,
      @Nullable String quotaGroup,
      @Nullable String hints,
      @Nullable String heldBy,
      @Nullable String why,
      @Nullable String outcome,
      @Nullable String message,
      int failures,
      String articles,
      String articlesLearned,
      @Nullable String articleTake,
      @Nullable String articleDrop,
      @Nullable String articleNext,
      @Nullable String list,
      @Nullable ChannelFacts channel) {}

  static FeedAnswer of(
      Feed f,
      List<String> folders,
      @Nullable String ownId,
      @Nullable Long followers,
      FeedArticles articles,
      @Nullable ChannelFacts channel) {
    Feed.Plan plan = f.plan();
    return new FeedAnswer(
        f.id(),
        f.url().shown(),
        f.name(),
        folders.isEmpty() ? null : folders.getFirst(),
        folders,
        ownId,
        f.siteKey(),
        f.crawl(),
        followers,
        f.link(),
        f.description(),
        f.language(),
        f.format(),
        f.state().name().toLowerCase(Locale.ROOT),
        f.added(),
        f.entries(),
        plan.lastPoll(),
        plan.lastNew(),
        plan.nextPoll(),
        plan.fixedInterval() == null ? null : plan.fixedInterval().toString(),
        plan.quotaGroup(),
        HintCodec.words(plan.hint()),
        plan.heldBy(),
        plan.why(),
        f.health().outcome(),
        f.health().message(),
        f.health().failures(),
        articles.mode().word(),
        articles.learned().verdict().word(),
        articles.recipe().take(),
        articles.recipe().drop(),
        articles.recipe().next(),
        f.asking().list() == null ? null : f.asking().list().selector(),
        channel);
  }

  record PollAnswer(
      long id,
      long feed,
      Instant at,
      String outcome,
      @Nullable Integer status,
      int newEntries,
      int edited,
      long bytes,
      long tookMillis,
      @Nullable String message,
      @Nullable String why) {}

  static PollAnswer of(Poll p) {
    return new PollAnswer(
        p.id(),
        p.feedId(),
        p.at(),
        p.outcome(),
        p.status() == 0 ? null : (Integer) p.status(),
        p.newEntries(),
        p.edited(),
        p.bytes(),
        p.took().toMillis(),
        p.message(),
        p.why());
  }
}
