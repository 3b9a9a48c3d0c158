package freshet.bench.web;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Asks a [Web] without a network, for measuring which pages a crawl chooses.
public final class DirectFetcher implements Fetcher {
  private final Web web;
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

  public DirectFetcher(Web web) {
    this.web = web;
  }

  /// Addresses in the order they were asked for.
  public List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) {
    String path = request.url().uri().getRawPath();
    String query = request.url().uri().getRawQuery();
    asked.add(request.url().toString());
    Reply reply = web.answer(request.url().host(), query == null ? path : path + "?" + query);
    Answer answer =
        new Answer(
            reply.status(),
            request.url(),
            null,
            Validators.NONE,
            null,
            null,
            null,
            reply.body().length,
            Instant.EPOCH,
            Duration.ZERO);
    if (reply.status() != 200) return new FetchOutcome.Refused(reply.status(), null, answer);
    int hash = Arrays.hashCode(reply.body());
    return new FetchOutcome.Fetched(reply.body(), reply.type(), hash == 0 ? 1 : hash, answer);
  }
}
