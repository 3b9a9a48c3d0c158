package freshet.cluster;

import freshet.article.LocalPages;
import freshet.article.PageFetcher;
import freshet.cluster.Dispatch.Result;
import freshet.cluster.Dispatch.Task;
import freshet.cluster.Message.Answered;
import freshet.cluster.Message.ArticlePage;
import freshet.cluster.Message.Kind;
import freshet.model.FeedUrl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Has pages of articles asked and read by terminals (see [Dispatch]). Which were asked for is in
/// the store, so what comes after the end of a program is not needed: the page is asked for again
/// when its booking is over.
///
/// @param local reads what some terminal does not know how to
record RemotePages(Dispatch dispatch, PageFetcher local) implements PageFetcher {

  @Override
  public Answer fetch(Request request) throws InterruptedException {
    Result result =
        dispatch.once(
            new Task(
                Kind.PAGE,
                request.feed(),
                request.fetch().url(),
                (id, startBy, endBy, hops, spent) ->
                    new ArticlePage(id, startBy, endBy, request, hops, spent, true)));
    if (result == null) return local.fetch(request);
    Answered answer = result.answer();
    return LocalPages.again(new Answer(result.outcome(), answer == null ? null : answer.read()));
  }

  @Override
  public @Nullable Instant restsUntil(FeedUrl url) {
    return local.restsUntil(url);
  }
}
