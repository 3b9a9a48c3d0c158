package freshet.fetch;

import java.time.Duration;

/// How long a server may take and how much it may send.
///
/// @param connect to a connection, TLS not included
/// @param firstByte without a single byte coming in, before the answer begins or within it
/// @param whole for everything the network does: all redirects, to the last byte
/// @param maxBodyBytes of a body, both as sent and as unpacked
public record FetchLimits(
    Duration connect, Duration firstByte, Duration whole, int maxBodyBytes, int maxRedirects) {

  /// Redirects of a robots.txt (RFC 9309, section 2.3.1.2).
  public static final int MOST_FOR_ROBOTS = 5;

  public static final FetchLimits DEFAULT =
      new FetchLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(60),
          15 * 1024 * 1024,
          8);

  public FetchLimits {
    if (!connect.isPositive() || !firstByte.isPositive() || !whole.isPositive()) {
      throw new IllegalArgumentException("A time limit for fetching must be longer than 0");
    }
    if (maxBodyBytes < 1024 || maxRedirects < 0) {
      throw new IllegalArgumentException(
          "Fetching needs at least 1,024 bytes of body and 0 redirects");
    }
  }
}
