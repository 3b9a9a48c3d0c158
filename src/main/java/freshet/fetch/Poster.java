package freshet.fetch;

import freshet.model.FetchOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/// Sends by POST, through the same guarded client and gate as all else.
record Poster(
    GuardedClient client,
    HostGate gate,
    FetchLimits limits,
    String userAgent,
    InstantSource clock) {
  private static final int MOST_REDIRECTS = 3;
  private static final int MOST_SAID = 500;

  PostOutcome post(PostRequest request) throws InterruptedException {
    HttpUrl start = HttpUrl.parse(request.url().toString());
    if (start == null) {
      return new PostOutcome.Failed("'" + request.url().shown() + "' names no server.");
    }
    Trail trail = new Trail(start);
    HttpUrl url = start;
    long begun = System.nanoTime();
    for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
      try (HostGate.Visit visit = gate.enter(HostGate.key(url))) {
        Instant rest = gate.restOf(url.host());
        if (rest != null) {
          return new PostOutcome.Failed(url.host() + " asked to be left alone until " + rest + ".");
        }
        visit.asked();
        long asked = System.nanoTime();
        Duration left = limits.whole().minusNanos(System.nanoTime() - begun);
        try (Response response = client.send(ask(request, url, trail.atHome()), left)) {
          int status = response.code();
          if (status >= 200 && status < 300) return new PostOutcome.Taken(status);
          String location = response.header("Location");
          HttpUrl to = location == null ? null : url.resolve(location.strip());
          // Of all redirects only these two ask for the same POST again (RFC 9110, section 15.4).
          if (to == null || (status != 307 && status != 308)) {
            PostOutcome.Declined declined = declined(response);
            // Without a time it may mean this post alone, as those who take alerts do.
            if (declined.retryAfter() != null) {
              gate.refused(url.host(), status, declined.retryAfter());
            }
            return declined;
          }
          boolean _ = trail.follow(to, status);
          url = to;
        } catch (IOException e) {
          if (Thread.interrupted()) throw new InterruptedException();
          FetchOutcome failure = Failure.of(e, url.host(), limits);
          if (Failure.isBrokenOff(failure)) visit.brokenOff(Failure.patience(limits, asked));
          return new PostOutcome.Failed(Failure.sentence(failure));
        }
      }
    }
    return new PostOutcome.Failed(url.host() + " redirects too often.");
  }

  /// @param home whether what was meant for the first server may be told to this one
  private Request ask(PostRequest request, HttpUrl url, boolean home) {
    Request.Builder ask =
        new Request.Builder()
            .url(url)
            .header("User-Agent", userAgent)
            .method(
                request.method(),
                request.method().equals("GET")
                    ? null
                    : RequestBody.create(request.body(), MediaType.parse(request.contentType())));
    if (home) request.headers().forEach(ask::header);
    return ask.build();
  }

  private PostOutcome.Declined declined(Response response) throws IOException {
    var source = response.body().source();
    source.request(MOST_SAID);
    byte[] said = source.getBuffer().readByteArray(Math.min(MOST_SAID, source.getBuffer().size()));
    return new PostOutcome.Declined(
        response.code(),
        new String(said, StandardCharsets.UTF_8).strip(),
        AnswerHeaders.retryAfter(response.headers(), clock.instant()));
  }
}
