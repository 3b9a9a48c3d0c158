package freshet.fetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/// Keeps connections off private addresses. It sits at two places: where a name is resolved, so
/// that a good address of several is found; and where the socket connects, which is what counts: an
/// IP literal is never resolved, and a name may change its address between two look-ups.
final class AddressGuard extends SocketFactory implements Dns {

  /// So that a name with hundreds of dead addresses does not hold us for connect time × hundreds.
  private static final int MAX_ADDRESSES = 6;

  private final Dns resolver;
  private final Network network;

  AddressGuard(Dns resolver, Network network) {
    this.resolver = resolver;
    this.network = network;
  }

  /// The addresses of a name that may be connected to, IPv4 first: they are tried one after the
  /// other, and a machine without a working IPv6 would lose a connect time at each.
  @Override
  public List<InetAddress> lookup(String host) throws UnknownHostException {
    ProxySettings proxy = network.proxy();
    List<InetAddress> found = resolver.lookup(host);
    boolean all = network.allowPrivate() || (proxy != null && proxy.host().equals(host));
    List<InetAddress> good = new ArrayList<>(found.size());
    for (InetAddress address : found) if (all || PublicAddress.is(address)) good.add(address);
    if (good.isEmpty()) {
      throw found.isEmpty() ? new UnknownHostException(host) : new ForbiddenAddress(host);
    }
    if (good.size() > 1) good.sort((a, b) -> a.getAddress().length - b.getAddress().length);
    return good.size() <= MAX_ADDRESSES ? good : good.subList(0, MAX_ADDRESSES);
  }

  /// For a request through an HTTP proxy, which resolves the name itself: look before asking it.
  void check(String host) throws UnknownHostException {
    if (network.allowPrivate()) return;
    for (InetAddress address : resolver.lookup(host)) {
      if (!PublicAddress.is(address)) throw new ForbiddenAddress(host);
    }
  }

  @Override
  public Socket createSocket() {
    return new GuardedSocket();
  }

  private void checkConnected(SocketAddress endpoint) throws IOException {
    if (network.allowPrivate()) return;
    if (endpoint instanceof InetSocketAddress inet && !inet.isUnresolved()) {
      if (PublicAddress.is(inet.getAddress())) return;
      throw new ForbiddenAddress(inet.getHostString());
    }
    throw new ForbiddenAddress(endpoint.toString());
  }

  private final class GuardedSocket extends Socket {
    @Override
    public void connect(@Nullable SocketAddress endpoint) throws IOException {
      connect(endpoint, 0);
    }

    @Override
    public void connect(@Nullable SocketAddress endpoint, int timeout) throws IOException {
      if (endpoint == null) throw new IllegalArgumentException("no address to connect to");
      ProxySettings proxy = network.proxy();
      if (proxy == null) {
        checkConnected(endpoint);
        super.connect(endpoint, timeout);
      } else if (proxy.kind() == ProxySettings.Kind.HTTP) {
        // OkHttp connects to the proxy only, and the target's name was checked before.
        super.connect(endpoint, timeout);
      } else {
        checkConnected(endpoint);
        super.connect(Socks5.address(proxy, resolver), timeout);
        Socks5.connect(this, proxy, (InetSocketAddress) endpoint, timeout);
      }
    }
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return connected(new InetSocketAddress(host, port));
  }

  private Socket connected(InetSocketAddress to) throws IOException {
    Socket socket = new GuardedSocket();
    socket.connect(to, 0);
    return socket;
  }
}
