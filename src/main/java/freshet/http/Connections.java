package freshet.http;

import freshet.account.TrustedAddresses;
import io.javalin.config.JavalinConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.jspecify.annotations.Nullable;

/// How many connections may be open: in all, and from one address, so that one stranger cannot have
/// them all. This machine and trusted proxies bring those of many people and count only in all.
public final class Connections implements Connection.Listener {
  static final int MOST = 4_000;
  static final int MOST_FROM_AN_ADDRESS = 200;

  private final TrustedAddresses proxies;
  private final int mostFromAnAddress;
  private final Map<InetAddress, Integer> open = new HashMap<>();

  Connections(TrustedAddresses proxies, int mostFromAnAddress) {
    this.proxies = proxies;
    this.mostFromAnAddress = mostFromAnAddress;
  }

  /// @param proxies that bring the requests of others
  public static void bound(JavalinConfig config, TrustedAddresses proxies) {
    config.jetty.modifyServer(server -> {
      server.addBean(new NetworkConnectionLimit(MOST, server));
      Connections listener = new Connections(proxies, MOST_FROM_AN_ADDRESS);
      server.addBean(listener);
      server.addEventListener(
          new org.eclipse.jetty.util.component.LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(org.eclipse.jetty.util.component.LifeCycle event) {
              for (Connector connector : server.getConnectors()) {
                connector.addEventListener(listener);
              }
            }
          });
    });
  }

  @Override
  public void onOpened(Connection connection) {
    InetAddress from = counted(connection);
    if (from == null || opened(from)) return;
    connection.getEndPoint().close();
  }

  @Override
  public void onClosed(Connection connection) {
    InetAddress from = counted(connection);
    if (from != null) closed(from);
  }

  /// Whether another one is not too many. It counts until it is closed, refused or not.
  synchronized boolean opened(InetAddress from) {
    return open.merge(from, 1, Integer::sum) <= mostFromAnAddress;
  }

  synchronized void closed(InetAddress from) {
    open.computeIfPresent(from, (_, n) -> n == 1 ? null : n - 1);
  }

  private @Nullable InetAddress counted(Connection connection) {
    SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
    if (!(remote instanceof InetSocketAddress inet) || inet.getAddress() == null) return null;
    InetAddress from = inet.getAddress();
    return from.isLoopbackAddress() || proxies.contains(from.getHostAddress()) ? null : from;
  }
}
