package freshet.fetch;

import freshet.model.NumericHost;
import freshet.model.PublicAddress;
import java.io.IOException;
import java.io.InputStream;
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

  /// Stands for the address of a name that only the proxy can look up.
  static final byte[] NOT_KNOWN_HERE = {0, 0, 0, 0};

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
    if (proxy != null && network.namesGoThrough()) return resolver.lookup(host); // the proxy itself
    List<InetAddress> found;
    try {
      found = resolver.lookup(host);
    } catch (UnknownHostException e) {
      if (proxy == null || !proxy.resolves()) throw e;
      if (PublicAddress.isLocalName(host)) throw new ForbiddenAddress(host);
      return List.of(InetAddress.getByAddress(host, NOT_KNOWN_HERE));
    }
    List<InetAddress> good = new ArrayList<>(found.size());
    for (InetAddress address : found) {
      if (network.allowPrivate() || PublicAddress.is(address)) good.add(address);
    }
    if (good.isEmpty()) {
      throw found.isEmpty() ? new UnknownHostException(host) : new ForbiddenAddress(host);
    }
    if (good.size() > 1) good.sort((a, b) -> a.getAddress().length - b.getAddress().length);
    return good.size() <= MAX_ADDRESSES ? good : good.subList(0, MAX_ADDRESSES);
  }

  /// Looks at the host of every request before anybody is asked, however it goes out.
  void check(String host) throws UnknownHostException {
    if (NumericHost.isAmbiguous(host)) throw new ForbiddenAddress(host);
    ProxySettings proxy = network.proxy();
    if (network.allowPrivate() || proxy == null || !network.namesGoThrough()) return;
    // The proxy gets the name: what we can know of it must be good.
    try {
      for (InetAddress address : resolver.lookup(host)) {
        if (!PublicAddress.is(address)) throw new ForbiddenAddress(host);
      }
    } catch (ForbiddenAddress e) {
      throw e;
    } catch (UnknownHostException e) {
      if (PublicAddress.isLocalName(host)) throw new ForbiddenAddress(host);
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
      } else if (network.namesGoThrough()) {
        // OkHttp connects to the proxy only, and the target's name was checked before.
        super.connect(endpoint, timeout);
      } else {
        if (!isLeftToProxy(endpoint)) checkConnected(endpoint);
        super.connect(Socks5.address(proxy, resolver), timeout);
        InetSocketAddress to = (InetSocketAddress) endpoint;
        if (proxy.kind() == ProxySettings.Kind.SOCKS) Socks5.connect(this, proxy, to, timeout);
        else HttpTunnel.connect(this, proxy, to, timeout);
      }
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return Unclaimed.counting(super.getInputStream());
    }

    /// Whether it is a name that [#lookup] did not know and the proxy may.
    private boolean isLeftToProxy(SocketAddress endpoint) {
      ProxySettings proxy = network.proxy();
      return proxy != null
          && proxy.resolves()
          && endpoint instanceof InetSocketAddress inet
          && Socks5.isName(inet);
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
