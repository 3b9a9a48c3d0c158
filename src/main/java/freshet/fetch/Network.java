package freshet.fetch;

import org.jspecify.annotations.Nullable;

/// The way out.
///
/// @param proxy null to connect directly
/// @param allowPrivate whether addresses that are not on the public internet may be connected to
public record Network(@Nullable ProxySettings proxy, boolean allowPrivate) {
  public static final Network DIRECT = new Network(null, false);
}
