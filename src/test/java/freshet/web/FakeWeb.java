package freshet.web;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A web of pages by their addresses, without any network.
final class FakeWeb implements Fetcher {
  private final Map<String, String> pages = new ConcurrentHashMap<>();

  void page(String url, String body) {
    pages.put(url, body);
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) {
    String body = pages.get(request.url().toString());
    Answer answer =
        new Answer(
            body == null ? 404 : 200,
            request.url(),
            null,
            Validators.NONE,
            null,
            null,
            null,
            100,
            Instant.EPOCH,
            Duration.ZERO);
    if (body == null) return new FetchOutcome.Refused(404, null, answer);
    String type = body.startsWith("<rss") ? "application/rss+xml" : "text/html";
    return new FetchOutcome.Fetched(body.getBytes(StandardCharsets.UTF_8), type, 1, answer);
  }
}
