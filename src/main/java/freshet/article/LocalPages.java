package freshet.article;

import freshet.article.PageReader.Page;
import freshet.bound.ReadingPool;
import freshet.fetch.Fetcher;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Fetches and reads in this process.
public record LocalPages(Fetcher fetcher) implements PageFetcher {
  private static final byte[] NO_BYTES = {};

  @Override
  public Answer fetch(Request request) throws InterruptedException {
    return answer(request, fetcher.fetch(request.fetch()));
  }

  @Override
  public @Nullable Instant restsUntil(FeedUrl url) {
    return fetcher.restsUntil(url);
  }

  /// Reads what was fetched.
  public static Answer answer(Request request, FetchOutcome outcome) throws InterruptedException {
    if (!(outcome instanceof Fetched f)) return new Answer(outcome, null);
    return new Answer(
        new Fetched(NO_BYTES, f.contentType(), f.bodyHash(), f.answer()), read(request, f));
  }

  /// What another machine has read, which need not be believed.
  public static Answer again(Answer answer) throws InterruptedException {
    if (!(answer.read() instanceof Reading.Text(Page page))) return answer;
    ReadingPool.Result<Page> safe =
        ReadingPool.shared().read(page.html().length(), () -> PageReader.again(page));
    return new Answer(answer.outcome(), reading(safe));
  }

  /// Where strangers' bytes are read.
  private static Reading read(Request request, Fetched f) throws InterruptedException {
    if (!PageReader.isPage(f.body(), f.contentType())) return new Reading.NoPage();
    String at = f.answer().finalUrl().toString();
    String first = request.first();
    Continuation goesOn =
        first == null ? Continuation.of(at) : new Continuation(first, request.number());
    return reading(
        ReadingPool.shared()
            .read(
                f.body().length,
                () -> PageReader.read(f.body(), f.contentType(), at, request.recipe(), goesOn)));
  }

  private static Reading reading(ReadingPool.Result<Page> result) {
    return switch (result) {
      case ReadingPool.Result.Done<Page>(Page page) -> new Reading.Text(page);
      case ReadingPool.Result.Stopped<Page>(String reason) -> new Reading.Stopped(reason);
    };
  }
}
