package freshet.web;

import freshet.fetch.Fetcher;
import freshet.model.Answer;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.model.Validators;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A web of pages by their addresses, without any network. `plain.example` speaks http only.
final class FakeWeb implements Fetcher {
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final Map<String, byte[]> pictures = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  void page(String url, String body) {
    pages.put(url, body);
  }

  void picture(String url, byte[] bytes) {
    pictures.put(url, bytes);
  }

  /// What was asked for, in that order.
  List<String> asked() {
    return asked;
  }

  @Override
  public FetchOutcome fetch(FetchRequest request) {
    asked.add(request.url().toString());
    if (request.url().toString().startsWith("https://plain.example")) {
      return new FetchOutcome.Unreachable(
          FetchOutcome.Trouble.TLS, "Could not connect securely to plain.example (no TLS).");
    }
    byte[] picture = pictures.get(request.url().toString());
    String body = picture == null ? pages.get(request.url().toString()) : "";
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
    if (picture != null) return new FetchOutcome.Fetched(picture, "image/any", 1, answer);
    String type = body.startsWith("<rss") ? "application/rss+xml" : "text/html";
    return new FetchOutcome.Fetched(body.getBytes(StandardCharsets.UTF_8), type, 1, answer);
  }
}
