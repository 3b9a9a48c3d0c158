package freshet.poll;

import freshet.bound.ReadingPool.Result;
import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.source.ListPages;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Fetches and reads in this process.
public record LocalReader(Fetcher fetcher, FeedParser parser, Readings readings)
    implements FeedReader {
  private static final byte[] NO_BYTES = {};

  LocalReader(Fetcher fetcher, FeedParser parser) {
    this(fetcher, parser, Readings.unrecorded());
  }

  @Override
  public Answer read(Request request) throws InterruptedException {
    return answer(request, fetcher.fetch(request.fetch()));
  }

  /// Reads what was fetched.
  public Answer answer(Request request, FetchOutcome came) throws InterruptedException {
    FetchOutcome outcome = came;
    ParseOutcome parsed = null;
    if (outcome instanceof Fetched f) {
      parsed = parse(request, f);
      outcome = new Fetched(NO_BYTES, f.contentType(), f.bodyHash(), f.answer());
    }
    return new Answer(outcome, parsed, fetcher.restsUntil(request.site()));
  }

  private ParseOutcome parse(Request request, Fetched f) throws InterruptedException {
    Result<ParseOutcome> result =
        readings.of(request.feed(), f.body().length, () -> read(f, request.list()));
    return switch (result) {
      case Result.Done<ParseOutcome> done -> done.value();
      case Result.Stopped<ParseOutcome> stopped ->
          new ParseOutcome.Stopped(Readings.sentence(stopped.reason()));
    };
  }

  private ParseOutcome read(Fetched f, @Nullable String list) {
    URI address = f.answer().finalUrl().uri();
    return list == null
        ? parser.parse(f.body(), f.contentType(), address, HtmlHandling.SANITISED)
        : ListPages.read(f.body(), f.contentType(), address, list, parser, f.answer().at());
  }
}
