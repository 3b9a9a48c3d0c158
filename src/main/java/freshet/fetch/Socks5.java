package freshet.fetch;

import freshet.model.NumericHost;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import okhttp3.Dns;

/// The client's side of SOCKS version 5 (RFC 1928, RFC 1929), on a socket connected to the proxy.
/// The JDK's own takes names unchecked and its password from one place for the whole process; this
/// one hands the proxy the very address that was checked, or a name where the settings leave it to
/// the proxy to look up what is not known here.
final class Socks5 {
  private Socks5() {}

  static InetSocketAddress address(ProxySettings proxy, Dns resolver) throws UnknownHostException {
    return new InetSocketAddress(resolver.lookup(proxy.host()).getFirst(), proxy.port());
  }

  static void connect(Socket socket, ProxySettings proxy, InetSocketAddress to, int timeout)
      throws IOException {
    int before = socket.getSoTimeout();
    socket.setSoTimeout(timeout);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    String user = proxy.user();
    // Version 5; methods offered: none (0), user name and password (2).
    out.write(user == null ? new byte[] {5, 1, 0} : new byte[] {5, 2, 0, 2});
    if (in.readByte() != 5) throw new ProxyTrouble(proxy, "does not speak SOCKS 5");
    int method = in.readUnsignedByte();
    if (method == 2 && user != null) {
      String password = proxy.password() == null ? "" : proxy.password();
      logIn(
          proxy,
          in,
          out,
          user.getBytes(StandardCharsets.UTF_8),
          password.getBytes(StandardCharsets.UTF_8));
    } else if (method != 0) {
      throw new ProxyTrouble(proxy, "asks for a way to log in that the settings do not give");
    }
    out.write(request(to));
    in.readByte();
    int reply = in.readUnsignedByte();
    if (reply != 0) throw new ProxyTrouble(proxy, "answered: " + meaning(reply));
    in.readByte();
    int bound =
        switch (in.readUnsignedByte()) {
          case 1 -> 4;
          case 4 -> 16;
          case 3 -> in.readUnsignedByte();
          default -> throw new ProxyTrouble(proxy, "gave an answer that makes no sense");
        };
    in.readFully(new byte[bound + 2]);
    socket.setSoTimeout(before);
  }

  /// Whether the proxy is to look the name up: it has no address here.
  static boolean isName(InetSocketAddress to) {
    return to.getAddress().isAnyLocalAddress() && !NumericHost.isNumeric(to.getHostString());
  }

  /// By address (1 for IPv4, 4 for IPv6), or by name (3).
  private static byte[] request(InetSocketAddress to) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(new byte[] {5, 1, 0}); // connect
    if (isName(to)) {
      byte[] name = to.getHostString().getBytes(StandardCharsets.US_ASCII);
      if (name.length > 255) throw new UnknownHostException(to.getHostString());
      request.write(3);
      request.write(name.length);
      request.write(name);
    } else {
      byte[] address = to.getAddress().getAddress();
      request.write(address.length == 4 ? 1 : 4);
      request.write(address);
    }
    request.write(to.getPort() >> 8);
    request.write(to.getPort());
    return request.toByteArray();
  }

  private static void logIn(
      ProxySettings proxy, DataInputStream in, OutputStream out, byte[] user, byte[] password)
      throws IOException {
    if (user.length > 255 || password.length > 255) {
      throw new ProxyTrouble(proxy, "takes no user name or password longer than 255 bytes");
    }
    byte[] message = new byte[3 + user.length + password.length];
    message[0] = 1;
    message[1] = (byte) user.length;
    System.arraycopy(user, 0, message, 2, user.length);
    message[2 + user.length] = (byte) password.length;
    System.arraycopy(password, 0, message, 3 + user.length, password.length);
    out.write(message);
    in.readByte();
    if (in.readByte() != 0) throw ProxyTrouble.login(proxy);
  }

  private static String meaning(int reply) {
    return switch (reply) {
      case 2 -> "not allowed by its rules";
      case 3 -> "network unreachable";
      case 4 -> "host unreachable";
      case 5 -> "connection refused";
      case 6 -> "time ran out";
      case 7, 8 -> "it cannot do what we asked";
      default -> "failure " + reply;
    };
  }
}
