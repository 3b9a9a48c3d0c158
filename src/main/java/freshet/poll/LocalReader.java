package freshet.poll;

import freshet.bound.ReadingPool.Result;
import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.Reading;

/// Fetches and reads in this process.
public record LocalReader(Fetcher fetcher, FeedParser parser, Readings readings)
    implements FeedReader {
  private static final byte[] NO_BYTES = {};

  LocalReader(Fetcher fetcher, FeedParser parser) {
    this(fetcher, parser, Readings.unrecorded());
  }

  @Override
  public Answer read(Request request) throws InterruptedException {
    FetchOutcome outcome = fetcher.fetch(request.fetch());
    ParseOutcome parsed = null;
    if (outcome instanceof Fetched f) {
      parsed = parse(request.feed(), f);
      outcome = new Fetched(NO_BYTES, f.contentType(), f.bodyHash(), f.answer());
    }
    return new Answer(outcome, parsed, fetcher.restsUntil(request.site()));
  }

  private ParseOutcome parse(long feed, Fetched f) throws InterruptedException {
    Result<ParseOutcome> result =
        readings.of(
            feed,
            f.body().length,
            () ->
                parser.parse(
                    f.body(), f.contentType(), f.answer().finalUrl().uri(), Reading.SANITISED));
    return switch (result) {
      case Result.Done<ParseOutcome> done -> done.value();
      case Result.Stopped<ParseOutcome> stopped ->
          new ParseOutcome.Stopped(Readings.sentence(stopped.reason()));
    };
  }
}
