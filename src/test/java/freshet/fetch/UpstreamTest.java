package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class UpstreamTest {
  /// Answers one request of each connection and closes it without having said so.
  private static void serve(ServerSocket server, CountDownLatch closed) {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          byte[] head = new byte[2000];
          if (socket.getInputStream().read(head) < 0) continue;
          socket
              .getOutputStream()
              .write(
                  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                      .getBytes(StandardCharsets.UTF_8));
        }
        closed.countDown();
      }
    } catch (IOException e) {
      // the test is over
    }
  }

  @Test
  void aConnectionThatTheOtherEndHasClosedMeanwhileIsNoReasonToSayThatNobodyAnswers()
      throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        Upstream upstream = new Upstream()) {
      Thread.ofVirtual().start(() -> serve(server, closed));
      String address = "http://127.0.0.1:" + server.getLocalPort() + "/";
      for (int i = 0; i < 3; i++) {
        try (var reply = upstream.send("GET", address, List.of(), null, -1)) {
          assertThat(reply.status()).isEqualTo(200);
          assertThat(reply.body().readAllBytes()).hasSize(2);
        }
        closed.await();
      }
    }
  }
}
