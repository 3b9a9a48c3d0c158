package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PosterTest {
  private final List<String> heads = Collections.synchronizedList(new ArrayList<>());

  @Test
  void aSecretIsNotToldToAnotherPortOfTheSameHost() throws Exception {
    try (RawServer there =
            new RawServer((_, in, out) -> {
              heads.add(RawServer.head(in));
              out.write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            });
        RawServer here =
            new RawServer((_, in, out) -> {
              heads.add(RawServer.head(in));
              String answer =
                  RawServer.lines(
                      "HTTP/1.1 307 Temporary Redirect",
                      "Location: http://127.0.0.1:" + there.port() + "/",
                      "Content-Length: 0",
                      "Connection: close");
              out.write(answer.getBytes(StandardCharsets.US_ASCII));
            });
        HttpFetcher fetcher =
            new HttpFetcher(
                new Identity("Freshet", "0.1", null),
                FetchLimits.DEFAULT,
                new Network(null, true),
                Politeness.NONE,
                () -> Instant.EPOCH,
                new Random(1))) {
      PostOutcome outcome =
          fetcher.post(
              new PostRequest(
                  FeedUrl.of("http://127.0.0.1:" + here.port() + "/"),
                  "text/plain",
                  "news".getBytes(StandardCharsets.US_ASCII),
                  Map.of("Authorization", "Bearer secret")));
      assertThat(outcome).isInstanceOf(PostOutcome.Taken.class);
      assertThat(heads).hasSize(2);
      assertThat(heads.get(0)).contains("Authorization: Bearer secret");
      assertThat(heads.get(1)).doesNotContain("secret");
    }
  }
}
