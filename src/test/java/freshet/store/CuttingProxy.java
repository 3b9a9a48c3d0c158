package freshet.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between a store and its PostgreSQL server, and cuts the connection that commits.
final class CuttingProxy implements AutoCloseable {
  private enum Cut {
    NEVER,
    BEFORE,
    AFTER
  }

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger cuts = new AtomicInteger();
  private final int server;
  private volatile Cut cut = Cut.NEVER;

  CuttingProxy(int server) throws IOException {
    this.server = server;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  int cuts() {
    return cuts.get();
  }

  /// The next commit is the last thing its connection sends.
  ///
  /// @param arrives whether the server still gets it
  void cutAtCommit(boolean arrives) {
    cut = arrives ? Cut.AFTER : Cut.BEFORE;
  }

  private void accept() {
    try {
      while (true) {
        Socket near = door.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), server);
        open.add(near);
        open.add(far);
        Thread.ofVirtual().start(() -> pass(near, far, true));
        Thread.ofVirtual().start(() -> pass(far, near, false));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void pass(Socket from, Socket to, boolean questions) {
    byte[] piece = new byte[64 * 1024];
    try (from;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(piece); n > 0; n = in.read(piece)) {
        Cut now = questions && isCommit(piece, n) ? cut : Cut.NEVER;
        if (now != Cut.NEVER) {
          cut = Cut.NEVER;
          cuts.incrementAndGet();
          from.close(); // what it would be answered finds nobody
        }
        if (now == Cut.BEFORE) return;
        out.write(piece, 0, n);
        out.flush();
      }
    } catch (IOException e) {
      // one of the two is gone, and so is the other
    }
  }

  private static boolean isCommit(byte[] piece, int n) {
    return new String(piece, 0, n, StandardCharsets.ISO_8859_1).contains("COMMIT");
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : open) socket.close();
  }
}
