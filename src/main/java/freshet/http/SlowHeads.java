package freshet.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.HttpConnection;

/// Closes connections on which the head of a request takes too long. Jetty closes those on which
/// nothing happens; a byte every few seconds keeps one open for ever.
///
/// Looks at all connections now and then instead of setting an alarm for each: most heads are there
/// with the first packet. Requests that are being answered, such as live pages, and connections
/// that wait for the next request are left alone.
final class SlowHeads implements Connection.Listener {
  private final Duration longest;
  private final Map<HttpConnection, Seen> open = new ConcurrentHashMap<>();

  /// Where a connection was.
  ///
  /// @param requests that had come before
  /// @param since when it receives a head, in nanoseconds
  private record Seen(long requests, long bytes, long since) {}

  SlowHeads(Duration longest) {
    this.longest = longest;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof HttpConnection http)
      open.put(http, new Seen(0, 0, System.nanoTime()));
  }

  @Override
  public void onClosed(Connection connection) {
    if (connection instanceof HttpConnection http) open.remove(http);
  }

  /// Looks from now on, as long as the server runs.
  void watch(Server server) {
    long pause = Math.clamp(longest.toMillis() / 10, 20, 1_000);
    server
        .getScheduler()
        .schedule(
            () -> {
              look();
              if (server.isRunning()) watch(server);
            },
            pause,
            TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    open.forEach((connection, before) -> {
      HttpParser parser = connection.getParser();
      Seen here = new Seen(connection.getMessagesIn(), connection.getBytesIn(), now);
      boolean waits = parser.isStart() && here.bytes == before.bytes;
      if (!parser.inHeaderState() || waits || here.requests != before.requests) {
        open.replace(connection, before, here);
      } else if (now - before.since > longest.toNanos()) {
        connection.getEndPoint().close();
      }
    });
  }
}
