package freshet.poll;

import freshet.fetch.Fetcher;

final class LocalReaderTest extends FeedReaderContract {
  @Override
  FeedReader reader(Fetcher web) {
    return new LocalReader(web, PollBed.PARSER);
  }
}
