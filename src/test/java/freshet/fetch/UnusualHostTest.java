package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

final class UnusualHostTest {

  private static HttpFetcher fetcher() {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        FetchLimits.DEFAULT,
        Politeness.NONE,
        () -> Instant.EPOCH,
        new Random(1),
        new GuardedClient(
            FetchLimits.DEFAULT,
            new Network(null, true),
            _ -> List.of(InetAddress.getLoopbackAddress()),
            UnaryOperator.identity()));
  }

  @Test
  void namesWithUnderscoresAreFetchedAndRedirectedTo() throws Exception {
    try (MockWebServer server = new MockWebServer();
        HttpFetcher fetcher = fetcher()) {
      server.start();
      String to = "http://your_blog.example.com:" + server.getPort() + "/new";
      server.enqueue(new MockResponse.Builder().code(301).setHeader("Location", to).build());
      server.enqueue(new MockResponse.Builder().body("ok").build());
      var from = FeedUrl.of("http://u:p@my_blog.example.com:" + server.getPort() + "/feed");
      assertThat(from.host()).isEqualTo("my_blog.example.com");
      assertThat(from.shown()).doesNotContain("u:p");
      var fetched = (Fetched) fetcher.fetch(FetchRequest.of(from));
      assertThat(fetched.answer().movedTo()).hasToString(to);
      assertThat(fetched.answer().finalUrl().host()).isEqualTo("your_blog.example.com");
    }
  }

  @Test
  void anUnderscoreDoesNotLetNonsenseThrough() {
    for (String wrong :
        new String[] {"http://_:x/", "http://a_b:99x/", "http://a_b%41/", "http://a_b!c/"}) {
      assertThatThrownBy(() -> FeedUrl.of(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aHeaderThatCannotBeSentIsNamedWithoutItsValue() throws Exception {
    try (HttpFetcher fetcher = fetcher()) {
      var request =
          new FetchRequest(
              FeedUrl.of("http://a.example/"),
              Validators.NONE,
              0,
              Map.of("X-Key", "secret\r\nEvil: 1"));
      var forbidden = (Forbidden) fetcher.fetch(request);
      assertThat(forbidden.ban()).isEqualTo(Ban.NOT_HTTP);
      assertThat(forbidden.reason()).contains("'X-Key'").doesNotContain("secret");
    }
  }
}
