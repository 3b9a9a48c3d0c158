package freshet.cluster;

import freshet.cluster.Dispatch.Result;
import freshet.cluster.Dispatch.Task;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.Kind;
import freshet.cluster.Message.Poll;
import freshet.fetch.HttpFetcher;
import freshet.poll.FeedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Has feeds asked and read by terminals (see [Dispatch]).
public final class RemoteReader implements FeedReader {
  private final Dispatch dispatch;
  private final HttpFetcher fetcher;
  private final FeedReader local;
  private final Predicate<Request> stays;

  /// By feed: what ends with its poll.
  private final Map<Long, List<Piece>> ending = new ConcurrentHashMap<>();

  /// @param local reads what cannot be sent away
  /// @param stays tells which requests these are
  RemoteReader(Dispatch dispatch, HttpFetcher fetcher, FeedReader local, Predicate<Request> stays) {
    this.dispatch = dispatch;
    this.fetcher = fetcher;
    this.local = local;
    this.stays = stays;
  }

  /// What takes the answers for which a program that is no more had asked.
  public interface Taker {
    void brought(long feed, FeedReader.Answer answer) throws InterruptedException;
  }

  @Override
  public FeedReader.Answer read(Request request) throws InterruptedException {
    if (stays.test(request)) return local.read(request);
    List<Piece> pieces = new ArrayList<>();
    boolean interrupted = false;
    Result result;
    try {
      result =
          dispatch.run(
              new Task(
                  Kind.POLL,
                  request.feed(),
                  request.fetch().url(),
                  (id, startBy, endBy, hops, spent) ->
                      new Poll(id, startBy, endBy, request, hops, spent, true)),
              pieces);
    } catch (InterruptedException e) {
      interrupted = true;
      throw e;
    } finally {
      // Who is interrupted leaves the lease to whoever comes after.
      if (!interrupted) ending.put(request.feed(), pieces);
    }
    if (result == null) return local.read(request);
    Answered answer = result.answer();
    return new FeedReader.Answer(
        result.outcome(),
        answer == null ? null : answer.parsed(),
        fetcher.restsUntil(request.site()));
  }

  @Override
  public boolean isElsewhere() {
    return true;
  }

  @Override
  public void finished(Request request) {
    List<Piece> over = ending.remove(request.feed());
    if (over != null) dispatch.end(over);
  }
}
