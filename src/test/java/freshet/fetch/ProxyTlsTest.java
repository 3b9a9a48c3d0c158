package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.ProxySettings.Kind;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// https through proxies, with a real TLS server at the other end.
final class ProxyTlsTest {
  private static final String SECRET = "what nobody on the way may read;";
  private static final FetchLimits IMPATIENT =
      new FetchLimits(
          Duration.ofMillis(150), Duration.ofMillis(150), Duration.ofSeconds(2), 100_000, 3);

  private final MockWebServer server = new MockWebServer();
  private final MadeCertificate certificate = MadeCertificate.of("a.example");

  ProxyTlsTest() throws GeneralSecurityException, IOException {}

  @BeforeEach
  void start() throws Exception {
    server.useHttps(certificate.server());
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void answer(int status, String body, String... headers) {
    MockResponse.Builder response = new MockResponse.Builder().code(status).body(body);
    for (int i = 0; i < headers.length; i += 2) response.setHeader(headers[i], headers[i + 1]);
    server.enqueue(response.build());
  }

  private FetchOutcome fetch(SmallProxy proxy, String url) throws InterruptedException {
    return ProxyTest.fetch(proxy.settings(), url, FetchLimits.DEFAULT, certificate::trustedBy);
  }

  @Test
  void aFeedArrivesWholeAndTheProxySeesNothingOfIt() throws Exception {
    String feed = SECRET.repeat(20_000);
    for (Protocol protocol : List.of(Protocol.HTTP_1_1, Protocol.HTTP_2)) {
      server.setProtocols(
          protocol == Protocol.HTTP_2 ? List.of(protocol, Protocol.HTTP_1_1) : List.of(protocol));
      for (Kind kind : Kind.values()) {
        answer(200, feed);
        try (SmallProxy proxy = new SmallProxy(kind, server.getPort())) {
          var outcome = fetch(proxy, "https://me:my-word@a.example/secret-path?with=a-key");
          assertThat(((Fetched) outcome).body()).asString().isEqualTo(feed);
          RecordedRequest request = server.takeRequest();
          assertThat(request.getTarget()).isEqualTo("/secret-path?with=a-key");
          assertThat(request.getVersion()).isEqualTo("HTTP/1.1");
          assertThat(request.getHeaders().get("Authorization")).startsWith("Basic ");
          assertThat(request.getHeaders().get("Proxy-Authorization")).isNull();
          assertThat(proxy.asked).hasSize(1);
          assertThat(proxy.asked.getFirst())
              .startsWith(
                  kind == Kind.HTTP
                      ? "CONNECT 93.184.216.34:443 HTTP/1.1\r\nHost: 93.184.216.34:443\r\n"
                      : "93.184.216.34:443");
          assertThat(proxy.seen())
              .hasSizeGreaterThan(feed.length())
              .doesNotContain(SECRET, "secret-path", "a-key", "\nAuthorization", "Freshet");
        }
      }
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefusedBehindAProxyToo() throws Exception {
    for (Kind kind : Kind.values()) {
      try (SmallProxy proxy = new SmallProxy(kind, server.getPort())) {
        FetchOutcome outcome =
            ProxyTest.fetch(
                proxy.settings(),
                "https://a.example/feed",
                FetchLimits.DEFAULT,
                UnaryOperator.identity());
        assertTrouble(outcome, Trouble.TLS, "certificate of a.example was not issued by anybody");
        outcome = fetch(proxy, "https://b.example/feed");
        assertTrouble(outcome, Trouble.TLS, "b.example shows is made out to another name");
        assertThat(proxy.connections()).isEqualTo(2);
      }
    }
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void aServerWithinTheTunnelIsNotToldTheProxysPassword() throws Exception {
    answer(407, "", "Proxy-Authenticate", "Basic realm=\"tell me\"");
    answer(200, "thank you");
    try (SmallProxy proxy = new SmallProxy(Kind.HTTP, server.getPort())) {
      assertThat(fetch(proxy, "https://a.example/feed")).isNotInstanceOf(Fetched.class);
      assertThat(proxy.asked.getFirst()).contains("\r\nProxy-Authorization: Basic ");
    }
    assertThat(server.getRequestCount()).isEqualTo(1);
    assertThat(server.takeRequest().getHeaders().get("Proxy-Authorization")).isNull();
  }

  @Test
  void aPrivateAddressIsNotReachedThroughAProxyHoweverItIsWritten() throws Exception {
    for (Kind kind : Kind.values()) {
      try (SmallProxy proxy = new SmallProxy(kind, server.getPort())) {
        for (String host :
            new String[] {
              "127.0.0.1:" + server.getPort(),
              "127.0.0.1",
              "10.1.2.3",
              "192.168.0.1:8443",
              "169.254.169.254",
              "0.0.0.0",
              "[::1]",
              "[::ffff:127.0.0.1]",
              "[fe80::1]",
              "[fd00::1]"
            }) {
          assertThat(fetch(proxy, "https://" + host + "/")).as(host).isInstanceOf(Forbidden.class);
        }
        assertThat(proxy.connections()).isZero();
        answer(302, "", "Location", "https://127.0.0.1:" + server.getPort() + "/inside");
        assertThat(fetch(proxy, "https://a.example/feed")).isInstanceOf(Forbidden.class);
        assertThat(proxy.connections()).isEqualTo(1);
        assertThat(server.takeRequest().getTarget()).isEqualTo("/feed");
      }
    }
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @Test
  void anHttpProxyThatDoesNotHelpIsNamed() throws Exception {
    String who = "HTTP/1.1 407 Who are you?\r\nProxy-Authenticate: Basic realm=\"x\"\r\n";
    String end = "Content-Length: 0\r\nConnection: close\r\n\r\n";
    RawServer.Talk asks = after(who + end);
    assertBlamed("http", "", asks, "asks for a user name and password, and the settings give none");
    assertBlamed("http", "me:my-word@", asks, "refused the user name and password of the settings");
    for (int status : new int[] {403, 502}) {
      assertBlamed(
          "http",
          "",
          after("HTTP/1.1 " + status + " No\r\n" + end),
          "does not lead to a.example: it answered with status " + status);
    }
    assertBlamed("http", "", after("SSH-2.0-Something\r\n"), "an answer that makes no sense (");
    assertBlamed("http", "", after(""), "hung up when it was asked for a.example");
    assertBlamed("http", "", (_, _, _) -> {}, "hung up when it was asked for a.example");
    assertBlamed("http", "", (socket, _, _) -> socket.close(), "hung up when it was asked for");
    assertBlamed("http", "", after("HTTP/1.1 200 OK\r\n\r\n"), "hung up when it was asked for");
    assertSilenceBlamed("http");
  }

  @Test
  void aSocksProxyThatDoesNotHelpIsNamed() throws Exception {
    assertBlamed("socks5", "", (_, in, out) -> SmallProxy.socks(in, out, "x", "y", 0), "to log in");
    assertBlamed(
        "socks5",
        "me:my-word@",
        (_, in, out) -> SmallProxy.socks(in, out, "me", "other", 0),
        "refused the user name and password of the settings");
    assertBlamed(
        "socks5",
        "",
        (_, in, out) -> SmallProxy.socks(in, out, null, null, 2),
        "answered: not allowed by its rules");
    assertBlamed("socks5", "", (_, _, out) -> out.write('H'), "does not speak SOCKS 5");
    assertBlamed("socks5", "", (_, _, _) -> {}, "hung up when it was asked for a.example");
    assertBlamed("socks5", "", (socket, _, _) -> socket.close(), "hung up when it was asked for");
    assertBlamed(
        "socks5",
        "",
        (_, in, out) -> SmallProxy.socks(in, out, null, null, 0),
        "hung up when it was asked for a.example");
    assertSilenceBlamed("socks5");
  }

  @Test
  void aProxyThatIsNotThereIsNamed() throws Exception {
    for (String scheme : new String[] {"http", "socks5"}) {
      // Nobody ever listens at port 1, nor has a name under .invalid.
      for (String at : new String[] {"127.0.0.1:1", "nobody.invalid:8080"}) {
        ProxySettings proxy = ProxySettings.of(scheme + "://" + at);
        FetchOutcome outcome = fetch(proxy, FetchLimits.DEFAULT);
        String does = at.endsWith(":1") ? "refuses connections" : "was not found";
        assertTrouble(outcome, Trouble.NO_CONNECTION, "The proxy " + proxy + " " + does);
      }
    }
  }

  private static RawServer.Talk after(String answer) {
    return (_, in, out) -> {
      assertThat(RawServer.head(in)).startsWith("CONNECT 93.184.216.34:443 ");
      out.write(answer.getBytes(StandardCharsets.US_ASCII));
    };
  }

  private FetchOutcome fetch(ProxySettings proxy, FetchLimits limits) throws InterruptedException {
    UnaryOperator<OkHttpClient.Builder> trusting = certificate::trustedBy;
    return ProxyTest.fetch(proxy, "https://a.example/feed", limits, trusting);
  }

  private void assertBlamed(String scheme, String login, RawServer.Talk talk, String said)
      throws Exception {
    try (RawServer proxy = new RawServer(talk)) {
      String at = "127.0.0.1:" + proxy.port();
      FetchOutcome outcome =
          fetch(ProxySettings.of(scheme + "://" + login + at), FetchLimits.DEFAULT);
      assertTrouble(outcome, Trouble.NO_CONNECTION, said);
      assertThat(((Unreachable) outcome).reason())
          .startsWith("The proxy " + scheme + "://" + at + " ")
          .endsWith(".")
          .doesNotContain("my-word");
    }
  }

  private void assertSilenceBlamed(String scheme) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (RawServer proxy = new RawServer((_, _, _) -> over.await())) {
      ProxySettings settings = ProxySettings.of(scheme + "://127.0.0.1:" + proxy.port());
      assertTrouble(
          fetch(settings, IMPATIENT),
          Trouble.NO_CONNECTION,
          "The proxy " + settings + " gave no answer in time.");
    } finally {
      over.countDown();
    }
  }

  private static void assertTrouble(FetchOutcome outcome, Trouble trouble, String said) {
    assertThat(outcome).isInstanceOf(Unreachable.class);
    assertThat(((Unreachable) outcome).reason()).contains(said);
    assertThat(((Unreachable) outcome).trouble()).isEqualTo(trouble);
  }
}
