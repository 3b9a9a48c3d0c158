package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/// Asks APIs, through the same guarded client and gate as all else. Redirects are an answer, not
/// followed: what comes with a call is for its address alone.
record ApiCaller(
    GuardedClient client,
    HostGate gate,
    FetchLimits limits,
    String userAgent,
    InstantSource clock) {
  CallOutcome call(Call call) throws InterruptedException {
    HttpUrl url = HttpUrl.parse(call.url().toString());
    if (url == null) {
      return failed(
          new Unreachable(Trouble.NAME_NOT_FOUND, "'" + call.url().shown() + "' names no server."));
    }
    for (Map.Entry<String, String> header : call.headers().entrySet()) {
      String problem = Asking.headerProblem(header.getKey(), header.getValue());
      if (problem != null) return failed(new Forbidden(Ban.NOT_HTTP, problem));
    }
    try (HostGate.Visit visit = gate.enter(HostGate.key(url))) {
      visit.asked();
      long begun = System.nanoTime();
      try (Response response = client.send(ask(call, url), limits.whole())) {
        BodyReader.Body body = new BodyReader(limits.maxBodyBytes()).read(response);
        Headers headers = response.headers();
        Instant now = clock.instant();
        return new CallOutcome.Answered(
            response.code(),
            byName(headers),
            body.bytes(),
            body.wire() + headers.byteCount(),
            AnswerHeaders.retryAfter(headers, now),
            now,
            Duration.ofNanos(System.nanoTime() - begun));
      } catch (IOException e) {
        if (Thread.interrupted()) throw new InterruptedException();
        FetchOutcome failure = Failure.of(e, url.host(), limits);
        if (Failure.isBrokenOff(failure)) visit.brokenOff(Failure.patience(limits, begun));
        return failed(failure);
      }
    }
  }

  private Request ask(Call call, HttpUrl url) {
    Request.Builder ask =
        new Request.Builder()
            .url(url)
            .header("User-Agent", userAgent)
            .header("Accept", "application/json, */*;q=0.5")
            .header("Accept-Encoding", Decoding.ACCEPTED);
    call.headers().forEach(ask::header);
    String body = call.body();
    if (body != null) {
      // As bytes: of a text, the type would say its charset, which forms do not have.
      ask.post(
          RequestBody.create(body.getBytes(StandardCharsets.UTF_8), MediaType.get(call.type())));
    }
    return ask.build();
  }

  private static Map<String, String> byName(Headers headers) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < headers.size(); i++) {
      all.put(headers.name(i).toLowerCase(Locale.ROOT), headers.value(i));
    }
    return Map.copyOf(all);
  }

  private static CallOutcome failed(FetchOutcome why) {
    return new CallOutcome.Failed(why, Failure.sentence(why));
  }
}
