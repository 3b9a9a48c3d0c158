package freshet.search;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A door before a server: whoever connects to it is connected to the server, with TLS if wanted.
/// While it is closed nobody gets in, and who was in is thrown out, as when the server is gone.
final class Front implements AutoCloseable {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final int port;
  private final int behind;
  private final @Nullable SSLContext tls;
  private final Set<Socket> inside = ConcurrentHashMap.newKeySet();
  private ServerSocket door;

  private Front(int behind, @Nullable SSLContext tls) {
    this.behind = behind;
    this.tls = tls;
    this.door = opened(0);
    this.port = door.getLocalPort();
  }

  static Front open(int behind) {
    return new Front(behind, null);
  }

  /// With a certificate that it makes for 127.0.0.1.
  ///
  /// @param folder where `ca.pem` is put, for those who are to trust it
  static Front secured(int behind, Path folder) {
    try {
      Path keys = folder.resolve("front.p12");
      keytool(
          "-genkeypair",
          "-keyalg",
          "EC",
          "-dname",
          "CN=front",
          "-ext",
          "SAN=ip:127.0.0.1",
          "-storetype",
          "PKCS12",
          "-storepass",
          "changeit",
          "-keystore",
          keys.toString());
      keytool(
          "-exportcert",
          "-rfc",
          "-storepass",
          "changeit",
          "-keystore",
          keys.toString(),
          "-file",
          folder.resolve("ca.pem").toString());
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keys)) {
        store.load(in, PASSWORD);
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new Front(behind, context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static void keytool(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "front"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) throw new IOException(said);
  }

  String address() {
    return (tls == null ? "http" : "https") + "://127.0.0.1:" + port;
  }

  private ServerSocket opened(int at) {
    try {
      ServerSocket socket =
          tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at), 50);
      Thread.ofVirtual().start(() -> letIn(socket));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void letIn(ServerSocket at) {
    try {
      while (true) {
        Socket outer = at.accept();
        Socket inner = new Socket(InetAddress.getLoopbackAddress(), behind);
        inside.add(outer);
        inside.add(inner);
        Thread.ofVirtual().start(() -> pass(outer, inner));
        Thread.ofVirtual().start(() -> pass(inner, outer));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // one of both is gone
    } finally {
      inside.remove(from);
      inside.remove(to);
    }
  }

  /// Opens it again.
  void reopen() {
    door = opened(port);
  }

  @Override
  public void close() {
    try {
      door.close();
      for (Socket one : inside) one.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
