package freshet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
import freshet.store.Store;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The doors by themselves.
final class DoorTest {
  private static final Duration LONGEST_HEAD = Duration.ofMillis(500);
  private static final int MOST_OF_HERE = 8;

  @TempDir private Path folder;
  private Store store;
  private Javalin server;

  @BeforeEach
  void start() {
    store = Store.open(folder, null);
    Authenticator authenticator =
        new Authenticator(store, Authenticator.Rules.MACHINE, InstantSource.system());
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          RequestGate.install(
              config,
              new Guard(true, Set.of()),
              authenticator,
              (_, e) -> {
                throw e;
              },
              new BoundedRequest.Pace(Duration.ofMillis(300), 16_000));
          Connections.bound(
              config, new Connections(TrustedAddresses.NONE, 200, MOST_OF_HERE), LONGEST_HEAD);
          config.routes.exception(Problem.class, (e, ctx) -> e.send(ctx));
          Door door = new Door(config, new ProgramManners());
          door.open(
              HandlerType.POST,
              "/form",
              Body.SMALL,
              ctx -> ctx.result(String.valueOf(ctx.formParam("a"))));
          door.open(
              HandlerType.GET,
              "/late",
              Body.NOTHING,
              ctx -> {
                Thread.sleep(LONGEST_HEAD.multipliedBy(3));
                ctx.result("late");
              });
          assertThatThrownBy(() -> door.open(HandlerType.POST, "/x", Body.FILE, _ -> {}))
              .hasMessageContaining("strangers bring no more");
        });
    server.start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.stop();
    store.close();
  }

  @Test
  void aBodyThatDripsIsNotWaitedFor() throws IOException, InterruptedException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n"
                  + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=")
              .getBytes(StandardCharsets.US_ASCII));
      Thread dripping =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < 20_000; i++) {
                    out.write('b');
                    out.flush();
                    Thread.sleep(20);
                  }
                } catch (IOException | InterruptedException e) {
                  // the server hung up
                }
              });
      byte[] answer = new byte[200];
      InputStream in = socket.getInputStream();
      int read;
      try {
        read = in.read(answer);
      } catch (SocketException e) {
        read = 0;
      }
      dripping.interrupt();
      assertThat(new String(answer, 0, Math.max(0, read), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aContentTypeThatNobodyKnowsIsNoMistakeOfOurs() throws IOException {
    for (String type :
        new String[] {
          "application/x-www-form-urlencoded; charset=klingon",
          "application/x-www-form-urlencoded; charset=\"utf-8\"",
          "application/x-www-form-urlencoded; charset='utf-8'",
          "application/x-www-form-urlencoded; charset",
          "application/x-www-form-urlencoded; charset=",
          "application/x-www-form-urlencoded;charset=\u00e4;;; =",
          "application/x-www-form-urlencoded; CHARSET = ISO-8859-1",
          "application/json; charset=$",
          "; charset=utf-8",
          ";".repeat(1_000),
        }) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setSoTimeout(20_000);
        socket
            .getOutputStream()
            .write(
                ("POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Type: "
                        + type
                        + "\r\nConnection: close\r\n\r\na=b")
                    .getBytes(StandardCharsets.ISO_8859_1));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).as(type).startsWith("HTTP/1.1 200 ");
        if (type.startsWith("application/x")) assertThat(answer).as(type).endsWith("\r\n\r\nb");
      }
    }
  }

  /// Sends a byte every 20 ms until the server hangs up.
  ///
  /// @return how long that took
  private Duration dripped(String first, String drip) throws IOException, InterruptedException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20);
      socket.getOutputStream().write(first.getBytes(StandardCharsets.US_ASCII));
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < Duration.ofSeconds(20).toNanos()) {
        try {
          socket.getOutputStream().write(drip.getBytes(StandardCharsets.US_ASCII));
          if (socket.getInputStream().read() < 0) break;
        } catch (SocketTimeoutException e) {
          // still open
        } catch (SocketException e) {
          break;
        }
      }
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  @Test
  void aHeadThatDripsIsNotWaitedFor() throws IOException, InterruptedException {
    String whole = "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (String first : new String[] {"", "GET / HTTP/1.1\r\n", whole + "GET "}) {
      assertThat(dripped(first, "a")).as(first).isLessThan(Duration.ofSeconds(15));
    }
    assertThat(dripped("", "\r\n")).as("empty lines").isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void whoWaitsBetweenRequestsOrForAnAnswerIsLeftAlone() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      InputStream in = socket.getInputStream();
      for (String path : new String[] {"none", "late", "none"}) {
        Thread.sleep(LONGEST_HEAD.multipliedBy(2));
        String ask = "GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(ask.getBytes(StandardCharsets.US_ASCII));
        assertThat(in.read()).as(path).isEqualTo('H');
        while (in.available() > 0) assertThat(in.read()).isNotNegative();
      }
    }
  }

  @Test
  void onlyOurNamesAreAnsweredWhereAPublicAddressIsSet() {
    Guard named = new Guard(false, Set.of("news.example"));
    assertThat(named.isOurs("news.example")).isTrue();
    assertThat(named.isOurs("localhost")).isTrue();
    assertThat(named.isOurs("192.168.1.5")).isTrue();
    assertThat(named.isOurs("[fd00::5]")).isTrue();
    assertThat(named.isOurs("evil.example")).isFalse();
    assertThat(named.isOurs("news.example.evil.example")).isFalse();
    assertThat(named.isOurs("")).isFalse();
    assertThat(new Guard(false, Set.of()).isOurs("anything.example")).isTrue();
    assertThat(new Guard(true, Set.of("news.example")).isOurs("192.168.1.5")).isFalse();
  }

  @Test
  void oneAddressHasOnlySoManyConnections() throws IOException {
    Connections connections = new Connections(TrustedAddresses.NONE, 3);
    InetAddress one = InetAddress.getByName("192.0.2.1");
    InetAddress other = InetAddress.getByName("192.0.2.2");
    for (int i = 0; i < 3; i++) assertThat(connections.opened(one)).isTrue();
    assertThat(connections.opened(one)).isFalse();
    assertThat(connections.opened(other)).isTrue();
    connections.closed(one);
    connections.closed(one);
    assertThat(connections.opened(one)).isTrue();
  }

  @Test
  void aConnectionThatWasClosedNoLongerCounts() throws IOException {
    for (int i = 0; i < 5 * MOST_OF_HERE; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket.setSoTimeout(20_000);
        String ask = "GET /none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(ask.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().readAllBytes()).as("answer " + i).isNotEmpty();
      }
    }
  }

  @Test
  void aWholeNetworkOfAHomeIsOneAddressAndThisMachineMayNotHaveThemAll() throws IOException {
    Connections connections = new Connections(TrustedAddresses.NONE, 3);
    for (int i = 1; i <= 3; i++) {
      assertThat(connections.opened(InetAddress.getByName("2001:db8:1:2::" + i))).isTrue();
    }
    assertThat(connections.opened(InetAddress.getByName("2001:db8:1:2:ffff::9"))).isFalse();
    assertThat(connections.opened(InetAddress.getByName("2001:db8:1:3::1"))).isTrue();
    InetAddress here = InetAddress.getLoopbackAddress();
    for (int i = 0; i < Connections.MOST_FROM_A_PROXY; i++) connections.opened(here);
    assertThat(connections.opened(here)).isFalse();
  }
}
