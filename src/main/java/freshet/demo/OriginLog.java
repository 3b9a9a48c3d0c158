package freshet.demo;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/// What the sites of the demo saw: the newest requests, in order of arrival.
public final class OriginLog {

  private static final int KEPT = 50_000;

  /// @param site the id of the site asked; `host` its address with port
  /// @param conditional whether it came with a validator (If-None-Match, If-Modified-Since)
  /// @param bytes of the body sent
  public record Request(
      Instant at,
      String site,
      String host,
      String method,
      String path,
      int status,
      boolean conditional,
      long bytes,
      String agent) {}

  private final ArrayDeque<Request> requests = new ArrayDeque<>();

  synchronized void add(Request request) {
    if (requests.size() == KEPT) requests.removeFirst();
    requests.addLast(request);
  }

  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }
}
