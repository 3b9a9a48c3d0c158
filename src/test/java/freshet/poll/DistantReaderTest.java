package freshet.poll;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import freshet.model.ParseOutcome;
import tools.jackson.databind.json.JsonMapper;

/// As if the reader were on another machine: request and answer go there and come back as bytes.
final class DistantReaderTest extends FeedReaderContract {
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
  private interface Named {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(FetchOutcome.class, Named.class)
          .addMixIn(ParseOutcome.class, Named.class)
          .build();

  @Override
  FeedReader reader(Fetcher web) {
    FeedReader there = new LocalReader(web, PollBed.PARSER);
    return request ->
        sent(there.read(sent(request, FeedReader.Request.class)), FeedReader.Answer.class);
  }

  private static <T> T sent(T value, Class<T> type) {
    return MAPPER.readValue(MAPPER.writeValueAsBytes(value), type);
  }
}
