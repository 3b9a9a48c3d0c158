package freshet.search;

import freshet.fetch.NamedServer;
import freshet.fetch.NamedServer.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/// Calls OpenSearch: JSON there, JSON back. Whatever keeps it from answering is [IndexUnavailable],
/// after a few tries where it only has too much to do.
final class OpenSearchClient implements AutoCloseable {
  static final ObjectMapper JSON = JsonMapper.shared();

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// Somebody is waiting for a page.
  private static final Duration SEARCHING = Duration.ofSeconds(10);

  private static final int TRIES = 4;
  private static final long FIRST_WAIT = 200_000_000L;

  private final String where;
  private final NamedServer server;

  OpenSearchClient(OpenSearchPlace place) {
    this.where = place.addresses().getFirst();
    this.server = new NamedServer(place.addresses(), place.access());
  }

  /// @param body null for none
  /// @return null if what was asked for is not there
  @Nullable JsonNode ask(String method, String path, @Nullable Object body) {
    byte[] sent = body == null ? null : JSON.writeValueAsBytes(body);
    return ask(method, path, "application/json", sent);
  }

  /// Of what is always there.
  JsonNode call(String method, String path, @Nullable Object body) {
    JsonNode answer = ask(method, path, body);
    if (answer == null) throw new IndexUnavailable(missing(path), null);
    return answer;
  }

  @Nullable JsonNode ask(String method, String path, String type, byte @Nullable [] body) {
    for (int i = 1; ; i++) {
      Answer answer = once(method, path, type, body);
      boolean busy = answer.status() == 429 || answer.status() == 503;
      if (busy && i < TRIES) {
        LockSupport.parkNanos(FIRST_WAIT << i);
        continue;
      }
      return read(answer);
    }
  }

  private Answer once(String method, String path, String type, byte @Nullable [] body) {
    try {
      Duration patience = path.contains("/_search") ? SEARCHING : PATIENCE;
      return server.call(method, path, type, body, patience);
    } catch (IOException e) {
      throw new IndexUnavailable(
          "OpenSearch at " + where + " does not answer (" + e.getMessage() + ")", e);
    }
  }

  private @Nullable JsonNode read(Answer answer) {
    if (answer.status() == 404) return null;
    try {
      JsonNode json = JSON.readTree(answer.body());
      if (answer.status() < 300) return json;
      throw new IndexUnavailable(
          "OpenSearch at " + where + " says " + answer.status() + ": " + reason(json), null);
    } catch (JacksonException e) {
      String start = new String(answer.body(), StandardCharsets.UTF_8);
      throw new IndexUnavailable(
          "OpenSearch at "
              + where
              + " says "
              + answer.status()
              + ", which cannot be read: "
              + start.substring(0, Math.min(100, start.length())),
          e);
    }
  }

  /// The innermost, which says the most.
  private static String reason(JsonNode json) {
    JsonNode error = json.path("error");
    JsonNode shard = error.path("failed_shards").path(0).path("reason");
    if (!shard.isMissingNode()) error = shard;
    while (error.has("caused_by")) error = error.path("caused_by");
    String reason = error.path("reason").asString("");
    return reason.isEmpty() ? error.asString("no reason") : reason;
  }

  private String missing(String path) {
    return "OpenSearch at " + where + " has no " + path;
  }

  @Override
  public void close() {
    server.close();
  }
}
