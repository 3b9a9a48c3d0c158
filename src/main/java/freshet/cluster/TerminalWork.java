package freshet.cluster;

import freshet.bound.BodyRoom;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Poll;
import freshet.fetch.HttpFetcher;
import freshet.fetch.Leg;
import freshet.fetch.Permit;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Unreachable;
import freshet.poll.FeedReader;
import freshet.poll.LocalReader;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// What a terminal does with a piece of work: the same as a program that polls by itself, by the
/// same classes, up to where the store is needed.
///
/// @param name of the terminal
record TerminalWork(HttpFetcher fetcher, LocalReader reader, BrokerClock clock, String name) {

  /// Whether there is still time to begin.
  boolean isInTime(Poll work) {
    return clock.isKnown() && clock.until(work.startBy()).isPositive();
  }

  /// @return null if there is nothing to say, because the time was over before the host could be
  ///   asked
  @Nullable Answered answer(Poll work) throws InterruptedException {
    var answer = new AtomicReference<@Nullable Answered>();
    BodyRoom.shared().within(() -> answer.set(asked(work)));
    return answer.get();
  }

  private @Nullable Answered asked(Poll work) throws InterruptedException {
    Leg leg =
        Permit.within(
            () -> clock.until(work.endBy()),
            () -> fetcher.leg(work.feed().fetch(), work.hops(), work.spent()));
    FetchOutcome outcome = leg.outcome();
    if (outcome == null) return new Answered(work.request(), name, leg, null);
    // A request that we broke off tells nothing of the server.
    boolean over = !clock.until(work.endBy()).isPositive();
    if (outcome instanceof Unreachable && over) return null;
    FeedReader.Answer read = reader.answer(work.feed(), outcome);
    Leg without =
        new Leg(read.outcome(), leg.hops(), leg.spent(), leg.crawlDelay(), leg.restsFor());
    return new Answered(work.request(), name, without, read.parsed());
  }
}
