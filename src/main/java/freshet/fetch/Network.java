package freshet.fetch;

import org.jspecify.annotations.Nullable;

/// The way out.
///
/// @param proxy null to connect directly
/// @param allowPrivate whether addresses that are not on the public internet may be connected to
/// @param keepConnections whether connections are kept open for a while, for those who ask one host
///   for many pages; a feed is asked for too rarely to gain from it
public record Network(
    @Nullable ProxySettings proxy, boolean allowPrivate, boolean keepConnections) {
  public static final Network DIRECT = new Network(null, false);

  public Network(@Nullable ProxySettings proxy, boolean allowPrivate) {
    this(proxy, allowPrivate, false);
  }
}
