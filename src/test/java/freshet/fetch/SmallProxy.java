package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A small but real proxy on loopback. It leads every address to one server here, so nothing leaves
/// this machine, and it keeps all that it gets to see.
final class SmallProxy implements AutoCloseable {
  /// What it was asked for: the head of the request, or address and port.
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
  private final ProxySettings.Kind kind;
  private final int to;
  private final RawServer server;

  SmallProxy(ProxySettings.Kind kind, int to) throws IOException {
    this.kind = kind;
    this.to = to;
    server = new RawServer((_, in, out) -> serve(in, out));
  }

  ProxySettings settings() {
    return new ProxySettings(
        kind, "127.0.0.1", server.port(), "proxy-user", "proxy-password", false);
  }

  int connections() {
    return server.connections.get();
  }

  /// All bytes that went through it, in both directions.
  String seen() {
    return String.join("", asked) + seen.toString(StandardCharsets.ISO_8859_1);
  }

  private void serve(InputStream in, OutputStream out) throws IOException {
    if (kind == ProxySettings.Kind.HTTP) {
      asked.add(RawServer.head(in));
      out.write(
          RawServer.lines("HTTP/1.1 200 Connection established")
              .getBytes(StandardCharsets.US_ASCII));
    } else {
      String address = socks(in, out, "proxy-user", "proxy-password", 0);
      if (address == null) return;
      asked.add(address);
    }
    try (Socket there = new Socket(InetAddress.getLoopbackAddress(), to)) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              pipe(in, there.getOutputStream());
              there.shutdownOutput();
            } catch (IOException e) {
              // one of the two hung up
            }
          });
      pipe(there.getInputStream(), out);
    }
  }

  private void pipe(InputStream in, OutputStream out) throws IOException {
    byte[] some = new byte[8192];
    for (int n = in.read(some); n >= 0; n = in.read(some)) {
      seen.write(some, 0, n);
      out.write(some, 0, n);
      out.flush();
    }
  }

  /// The proxy's side of SOCKS 5, up to its reply.
  ///
  /// @param user null to ask for no password
  /// @return the address and port asked for, or null if the log-in failed
  static @Nullable String socks(
      InputStream stream,
      OutputStream out,
      @Nullable String user,
      @Nullable String password,
      int reply)
      throws IOException {
    DataInputStream in = new DataInputStream(stream);
    assertThat(in.readByte()).isEqualTo((byte) 5);
    byte[] methods = in.readNBytes(in.readUnsignedByte());
    boolean offers = new String(methods, StandardCharsets.ISO_8859_1).indexOf(2) >= 0;
    if (user != null) {
      out.write(new byte[] {5, (byte) (offers ? 2 : 0xff)});
      if (!offers) return null;
      in.readByte();
      String name = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
      String word = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
      boolean good = name.equals(user) && word.equals(password);
      out.write(new byte[] {1, (byte) (good ? 0 : 1)});
      if (!good) return null;
    } else {
      out.write(new byte[] {5, 0});
    }
    byte[] command = in.readNBytes(4);
    int length =
        switch (command[3]) {
          case 1 -> 4;
          case 4 -> 16;
          default -> in.readUnsignedByte();
        };
    byte[] address = in.readNBytes(length);
    int port = in.readUnsignedShort();
    out.write(new byte[] {5, (byte) reply, 0, 1, 0, 0, 0, 0, 0, 0});
    return (command[3] == 3
            ? new String(address, StandardCharsets.US_ASCII)
            : InetAddress.getByAddress(address).getHostAddress())
        + ":"
        + port;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
