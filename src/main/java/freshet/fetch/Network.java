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

  /// Whether the proxy is given names and finds out by itself where they lead. Else it is given the
  /// address that was checked.
  boolean namesGoThrough() {
    return proxy != null
        && proxy.kind() == ProxySettings.Kind.HTTP
        && (allowPrivate || proxy.resolves());
  }

  public Network(@Nullable ProxySettings proxy, boolean allowPrivate) {
    this(proxy, allowPrivate, false);
  }
}
