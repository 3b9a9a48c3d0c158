package freshet.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import okhttp3.Credentials;

/// The client's side of CONNECT (RFC 9110, 9.3.6), on a socket connected to an HTTP proxy. OkHttp's
/// own gives the proxy the name, which it would look up once more and might find elsewhere; this
/// one hands it the very address that was checked.
final class HttpTunnel {
  private static final int LONGEST_ANSWER = 16 << 10;

  private HttpTunnel() {}

  static void connect(Socket socket, ProxySettings proxy, InetSocketAddress to, int timeout)
      throws IOException {
    int before = socket.getSoTimeout();
    socket.setSoTimeout(timeout);
    String host = to.getAddress().getHostAddress();
    String target = (to.getAddress() instanceof Inet6Address ? "[" + host + "]" : host);
    target += ":" + to.getPort();
    StringBuilder ask = new StringBuilder("CONNECT " + target + " HTTP/1.1\r\n");
    ask.append("Host: ").append(target).append("\r\n");
    String user = proxy.user();
    if (user != null) {
      String password = proxy.password() == null ? "" : proxy.password();
      ask.append("Proxy-Authorization: ").append(Credentials.basic(user, password)).append("\r\n");
    }
    ask.append("\r\n");
    socket.getOutputStream().write(ask.toString().getBytes(StandardCharsets.ISO_8859_1));
    int status = status(head(socket.getInputStream()));
    if (status == 407) throw ProxyTrouble.login(proxy);
    if (status / 100 != 2) throw new IOException(ProxyWatch.BAD_STATUS + status);
    socket.setSoTimeout(before);
  }

  /// Byte by byte: what follows the empty line is the server's.
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < LONGEST_ANSWER) {
      int c = in.read();
      if (c < 0 && head.isEmpty()) throw new EOFException();
      if (c < 0) throw new ProtocolException(head.toString().strip());
      head.append((char) c);
      if (c == '\n' && (head.indexOf("\r\n\r\n") >= 0 || head.indexOf("\n\n") >= 0)) {
        return head.toString();
      }
    }
    throw new ProtocolException("an answer without an end");
  }

  private static int status(String head) throws ProtocolException {
    String line = head.substring(0, head.indexOf('\n')).strip();
    if (!line.matches("HTTP/1\\.[01] [1-5]\\d\\d( .*)?")) throw new ProtocolException(line);
    return Integer.parseInt(line.substring(9, 12));
  }
}
