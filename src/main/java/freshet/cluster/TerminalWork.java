package freshet.cluster;

import freshet.article.LocalPages;
import freshet.article.PageFetcher;
import freshet.bound.BodyRoom;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.ArticlePage;
import freshet.cluster.Message.Fetch;
import freshet.cluster.Message.Poll;
import freshet.cluster.Message.RobotsFile;
import freshet.cluster.Message.Work;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Leg;
import freshet.fetch.Permit;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Unreachable;
import freshet.poll.FeedReader;
import freshet.poll.LocalReader;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What a terminal does with a piece of work: the same as a program that does it by itself, by the
/// same classes, up to where the store is needed.
///
/// @param name of the terminal
record TerminalWork(HttpFetcher fetcher, LocalReader reader, BrokerClock clock, String name) {
  private static final int MOST_SITEMAPS = 200;

  /// Whether there is still time to begin.
  boolean isInTime(Work work) {
    return clock.isKnown() && clock.until(work.startBy()).isPositive();
  }

  /// @return null if there is nothing to say, because the time was over before the host could be
  ///   asked
  @Nullable Answered answer(Work work) throws InterruptedException {
    var answer = new AtomicReference<@Nullable Answered>();
    BodyRoom.shared().within(() -> answer.set(asked(work)));
    return answer.get();
  }

  private @Nullable Answered asked(Work work) throws InterruptedException {
    Leg leg = Permit.within(() -> clock.until(work.endBy()), () -> leg(work));
    if (!work.leads() && !leg.robots().isEmpty()) leg = leg.with(unread(leg));
    FetchOutcome outcome = leg.outcome();
    if (outcome == null) return new Answered(work.request(), name, leg, null);
    // A request that we broke off tells nothing of the server.
    boolean over = !clock.until(work.endBy()).isPositive();
    if (outcome instanceof Unreachable && over) return null;
    return switch (work) {
      case Poll poll -> {
        FeedReader.Answer read = reader.answer(poll.feed(), outcome);
        yield new Answered(
            work.request(), name, leg.with(read.outcome()), read.parsed(), null, List.of());
      }
      case ArticlePage page -> {
        PageFetcher.Answer read = LocalPages.answer(page.page(), outcome);
        yield new Answered(
            work.request(), name, leg.with(read.outcome()), null, read.read(), List.of());
      }
      case Fetch _ -> new Answered(work.request(), name, leg, null, null, sitemaps(outcome));
      case RobotsFile _ -> new Answered(work.request(), name, leg, null);
    };
  }

  /// Another host is not asked without its turn, for which an older controller cannot wait.
  private static FetchOutcome unread(Leg leg) {
    return new Forbidden(
        Ban.ROBOTS,
        "The robots.txt of this host leads to '"
            + leg.robots().getLast().to()
            + "', which is asked only when all controllers have been upgraded.");
  }

  private Leg leg(Work work) throws InterruptedException {
    return switch (work) {
      case Fetch f -> fetcher.leg(f.asked(), f.hops(), f.spent(), f.mostBytes());
      case RobotsFile r -> fetcher.robotsLeg(r.page(), r.hops(), r.spent());
      case Poll _, ArticlePage _ -> fetcher.leg(work.asked(), work.hops(), work.spent());
    };
  }

  private List<String> sitemaps(FetchOutcome outcome) {
    if (!(outcome instanceof Fetched f)) return List.of();
    List<String> named = fetcher.sitemaps(f.answer().finalUrl());
    return named.size() > MOST_SITEMAPS ? named.subList(0, MOST_SITEMAPS) : named;
  }
}
