package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Small but real proxies on loopback. The names that are asked for resolve to public addresses,
/// and the proxies lead every one of them to a server here: nothing leaves this machine.
final class ProxyTest {
  private static final Dns DNS =
      host -> {
        if (host.endsWith(".invalid") || host.endsWith(".local")) {
          throw new UnknownHostException(host);
        }
        return List.of(
            InetAddress.getByName(
                switch (host) {
                  case "a.example", "b.example" -> "93.184.216.34";
                  case "inside.example" -> "10.1.2.3";
                  default -> host;
                }));
      };

  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  private static FetchOutcome fetch(ProxySettings proxy, String url) throws InterruptedException {
    return fetch(proxy, url, FetchLimits.DEFAULT, UnaryOperator.identity());
  }

  static FetchOutcome fetch(
      ProxySettings proxy,
      String url,
      FetchLimits limits,
      UnaryOperator<OkHttpClient.Builder> finish)
      throws InterruptedException {
    GuardedClient client = new GuardedClient(limits, new Network(proxy, false), DNS, finish);
    try (HttpFetcher fetcher =
        new HttpFetcher(
            new Identity("Freshet", "0.1", null),
            limits,
            Politeness.NONE,
            () -> Instant.EPOCH,
            new Random(1),
            client)) {
      return fetcher.fetch(FetchRequest.of(FeedUrl.of(url)));
    }
  }

  private RawServer httpProxy(@Nullable String login) throws IOException {
    return new RawServer((_, in, out) -> {
      String head = RawServer.head(in);
      seen.add(head);
      if (login != null && !head.contains("Proxy-Authorization: Basic " + login)) {
        write(
            out,
            RawServer.lines(
                "HTTP/1.1 407 Who are you?",
                "Proxy-Authenticate: Basic realm=\"x\"",
                "Content-Length: 0",
                "Connection: close"));
      } else {
        if (head.startsWith("CONNECT ")) {
          write(out, "HTTP/1.1 200 Connection established\r\n\r\n");
          seen.add(RawServer.head(in));
        }
        write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfeed");
      }
    });
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  private static ProxySettings proxy(String scheme, RawServer server, String login) {
    return ProxySettings.of(scheme + "://" + login + "127.0.0.1:" + server.port());
  }

  @Test
  void anHttpProxyIsGivenTheAddressThatWasChecked() throws Exception {
    try (RawServer server = httpProxy(null)) {
      assertThat(fetch(proxy("http", server, ""), "http://a.example/feed"))
          .isInstanceOf(Fetched.class);
      assertThat(seen.getFirst()).startsWith("CONNECT 93.184.216.34:80 HTTP/1.1\r\n");
      assertThat(seen.get(1)).startsWith("GET /feed HTTP/1.1\r\n").contains("Host: a.example\r\n");
    }
  }

  @Test
  void aNameThatIsNotKnownHereIsLeftToTheProxyWhereTheSettingsSaySo() throws Exception {
    String there = "http://only-there.example.invalid/feed";
    try (RawServer http = httpProxy(null);
        RawServer socks = socksProxy(null, null, 0)) {
      assertThat(fetch(proxy("http", http, ""), there)).isInstanceOf(Unreachable.class);
      assertThat(fetch(proxy("socks5", socks, ""), there)).isInstanceOf(Unreachable.class);
      assertThat(seen).isEmpty();
      assertThat(fetch(proxy("http", http, "").resolving(true), there)).isInstanceOf(Fetched.class);
      assertThat(seen.removeFirst()).startsWith("GET " + there + " HTTP/1.1\r\n");
      assertThat(fetch(proxy("socks5", socks, "").resolving(true), there))
          .isInstanceOf(Fetched.class);
      assertThat(seen.removeFirst()).isEqualTo("only-there.example.invalid:80");
      seen.clear();
      // What is known here is checked here, and what is private by its name is nobody's to resolve.
      for (String url :
          new String[] {"http://inside.example/", "http://0.0.0.0/", "http://router.local/"}) {
        assertThat(fetch(proxy("http", http, "").resolving(true), url))
            .as(url)
            .isInstanceOf(Forbidden.class);
        assertThat(fetch(proxy("socks5", socks, "").resolving(true), url))
            .as(url)
            .isInstanceOf(Forbidden.class);
      }
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void anHttpProxyIsToldThePasswordWhenItAsks() throws Exception {
    try (RawServer server = httpProxy("dXNlcjpzZWNyZXQ=")) {
      assertThat(fetch(proxy("http", server, "user:secret@"), "http://a.example/feed"))
          .isInstanceOf(Fetched.class);
      var wrong = (Unreachable) fetch(proxy("http", server, "user:no@"), "http://a.example/feed");
      assertThat(wrong.reason()).contains("refused the user name and password");
      var none = (Unreachable) fetch(proxy("http", server, ""), "http://a.example/feed");
      assertThat(none.reason()).contains("the settings give none");
    }
  }

  @Test
  void behindAnHttpProxyPrivateNamesAndAddressesAreStillForbidden() throws Exception {
    try (RawServer server = httpProxy(null)) {
      for (String url :
          new String[] {
            "http://inside.example/",
            "http://127.0.0.1:" + server.port() + "/",
            "https://inside.example/",
            "http://[::1]/"
          }) {
        assertThat(fetch(proxy("http", server, ""), url)).as(url).isInstanceOf(Forbidden.class);
      }
      assertThat(seen).isEmpty();
    }
  }

  @Test
  void aRedirectBehindAProxyIsCheckedToo() throws Exception {
    try (RawServer server =
        new RawServer((_, in, out) -> {
          RawServer.head(in);
          write(out, "HTTP/1.1 200 Connection established\r\n\r\n");
          RawServer.head(in);
          write(
              out,
              RawServer.lines(
                  "HTTP/1.1 302 Found",
                  "Location: http://inside.example/",
                  "Content-Length: 0",
                  "Connection: close"));
        })) {
      assertThat(fetch(proxy("http", server, ""), "http://a.example/"))
          .isInstanceOf(Forbidden.class);
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void anHttpProxyThatHangsUpOrTalksNonsenseIsNamed() throws Exception {
    for (String answer : new String[] {"", "SSH-2.0-Something\r\n"}) {
      try (RawServer server = RawServer.saying(answer)) {
        var outcome = (Unreachable) fetch(proxy("http", server, ""), "http://a.example/");
        assertThat(outcome.reason())
            .startsWith("The proxy http://127.0.0.1:" + server.port())
            .contains(answer.isEmpty() ? "hung up when it was asked for a.example" : "no sense");
      }
    }
  }

  /// Speaks SOCKS 5 and then answers as if it were the server itself.
  private RawServer socksProxy(@Nullable String user, @Nullable String password, int reply)
      throws IOException {
    return new RawServer((_, in, out) -> {
      String address = SmallProxy.socks(in, out, user, password, reply);
      if (address == null || reply != 0) return;
      seen.add(address);
      seen.add(RawServer.head(in));
      write(out, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfeed");
    });
  }

  @Test
  void aSocksProxyIsGivenTheAddressThatWasChecked() throws Exception {
    try (RawServer server = socksProxy(null, null, 0)) {
      assertThat(fetch(proxy("socks5", server, ""), "http://a.example/feed"))
          .isInstanceOf(Fetched.class);
      assertThat(seen.getFirst()).isEqualTo("93.184.216.34:80");
      assertThat(seen.get(1)).startsWith("GET /feed HTTP/1.1\r\nUser-Agent: Freshet");
    }
  }

  @Test
  void aSocksProxyIsToldThePassword() throws Exception {
    try (RawServer server = socksProxy("user", "p@ss", 0)) {
      assertThat(fetch(proxy("socks", server, "user:p%40ss@"), "http://a.example/"))
          .isInstanceOf(Fetched.class);
      var wrong = (Unreachable) fetch(proxy("socks", server, "user:no@"), "http://a.example/");
      assertThat(wrong.reason()).contains("refused the user name and password");
      var none = (Unreachable) fetch(proxy("socks", server, ""), "http://a.example/");
      assertThat(none.reason()).contains("a way to log in");
    }
  }

  @Test
  void whatASocksProxyCannotDoIsSaid() throws Exception {
    try (RawServer server = socksProxy(null, null, 5)) {
      var refused = (Unreachable) fetch(proxy("socks5", server, ""), "http://a.example/");
      assertThat(refused.reason()).contains(" answered: connection refused.");
    }
  }

  @Test
  void behindASocksProxyPrivateAddressesAreStillForbidden() throws Exception {
    try (RawServer server = socksProxy(null, null, 0)) {
      for (String url :
          new String[] {"http://inside.example/", "http://127.0.0.1/", "https://[::1]/"}) {
        assertThat(fetch(proxy("socks5", server, ""), url)).as(url).isInstanceOf(Forbidden.class);
      }
      assertThat(server.connections).hasValue(0);
    }
  }

  @Test
  void proxySettingsAreReadAndTheirPasswordIsNeverShown() {
    ProxySettings proxy = ProxySettings.of("SOCKS5://me:se%3Acret@proxy.example");
    assertThat(proxy.port()).isEqualTo(1080);
    assertThat(proxy.password()).isEqualTo("se:cret");
    assertThat(proxy).asString().isEqualTo("socks5://proxy.example:1080");
    for (String wrong :
        new String[] {"", "proxy.example", "ftp://a", "http://", "http://a:99999", "::"}) {
      assertThatThrownBy(() -> ProxySettings.of(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("proxy");
    }
  }
}
