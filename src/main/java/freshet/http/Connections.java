package freshet.http;

import freshet.account.NetworkAddress;
import freshet.account.TrustedAddresses;
import io.javalin.config.JavalinConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/// How many connections may be open: in all, and from one address (a whole /64 of IPv6), so that
/// one stranger cannot have them all; and how long the head of a request may take on them. This
/// machine and trusted proxies bring those of many people, and may have most of them.
public final class Connections implements Connection.Listener {
  static final int MOST = 4_000;
  static final int MOST_FROM_AN_ADDRESS = 200;
  static final int MOST_FROM_A_PROXY = MOST * 3 / 4;
  private static final Duration LONGEST_HEAD = Duration.ofSeconds(15);

  private final TrustedAddresses proxies;
  private final int mostFromAnAddress;
  private final int mostFromAProxy;
  private final Map<String, Integer> open = new HashMap<>();
  private final Map<Connection, InetAddress> counted = new ConcurrentHashMap<>();

  Connections(TrustedAddresses proxies, int mostFromAnAddress) {
    this(proxies, mostFromAnAddress, MOST_FROM_A_PROXY);
  }

  Connections(TrustedAddresses proxies, int mostFromAnAddress, int mostFromAProxy) {
    this.proxies = proxies;
    this.mostFromAnAddress = mostFromAnAddress;
    this.mostFromAProxy = mostFromAProxy;
  }

  /// @param proxies that bring the requests of others
  public static void bound(JavalinConfig config, TrustedAddresses proxies) {
    bound(config, new Connections(proxies, MOST_FROM_AN_ADDRESS), LONGEST_HEAD);
  }

  static void bound(JavalinConfig config, Connections listener, Duration longestHead) {
    config.jetty.modifyServer(server -> {
      server.addBean(new NetworkConnectionLimit(MOST, server));
      SlowHeads heads = new SlowHeads(longestHead);
      server.addBean(listener);
      server.addEventListener(
          new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle event) {
              for (Connector connector : server.getConnectors()) {
                connector.addEventListener(listener);
                connector.addEventListener(heads);
              }
            }

            @Override
            public void lifeCycleStarted(LifeCycle event) {
              heads.watch(server);
            }
          });
    });
  }

  @Override
  public void onOpened(Connection connection) {
    InetAddress from = from(connection);
    if (from == null) return;
    counted.put(connection, from);
    if (!opened(from)) connection.getEndPoint().close();
  }

  @Override
  public void onClosed(Connection connection) {
    // A closed connection no longer knows where it came from.
    InetAddress from = counted.remove(connection);
    if (from != null) closed(from);
  }

  /// Whether another one is not too many. It counts until it is closed, refused or not.
  synchronized boolean opened(InetAddress from) {
    return open.merge(key(from), 1, Integer::sum) <= most(from);
  }

  synchronized void closed(InetAddress from) {
    open.computeIfPresent(key(from), (_, n) -> n == 1 ? null : n - 1);
  }

  private static String key(InetAddress from) {
    return NetworkAddress.of(from).household();
  }

  private int most(InetAddress from) {
    boolean many = from.isLoopbackAddress() || proxies.contains(from.getHostAddress());
    return many ? mostFromAProxy : mostFromAnAddress;
  }

  private static @Nullable InetAddress from(Connection connection) {
    SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
    return remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
  }
}
