package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchRequest;
import freshet.model.PublicAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Addresses that lead inside, in every form and by every way out, and somebody inside who would
/// notice: nobody ever comes. The proxies here read numbers as a C library does (octal,
/// hexadecimal, short forms) and believe the name server, as most proxies do.
final class ForgedAddressesTest {
  private static final List<String> FORMS =
      List.of(
          // numbers as they should be
          "127.0.0.1",
          "127.1.2.3",
          "127.255.255.254",
          "0.0.0.0",
          "10.0.0.1",
          "172.16.0.1",
          "172.31.255.1",
          "192.168.0.1",
          "169.254.169.254",
          "100.64.0.1",
          "198.18.0.1",
          "192.0.0.8",
          "255.255.255.255",
          "224.0.0.1",
          "240.0.0.1",
          // and as they should not
          "0177.0.0.1",
          "0177.0.0.01",
          "0x7f.0.0.1",
          "0x7F.0.0.0x1",
          "0x7f000001",
          "0X7f000001",
          "2130706433",
          "017700000001",
          "127.1",
          "127.0.1",
          "0x7f.1",
          "0177.1",
          "127.0.0.1.",
          "127.0.0.001",
          "127.00.0.1",
          "012.0.0.1",
          "0300.0250.0.1",
          "3232235521",
          "0xa9fea9fe",
          "169.254.43518",
          "0",
          "0x0",
          "192.88.99.1",
          "198.19.255.255",
          "203.0.113.1",
          "127.0.0.1%00",
          "127.0.0%2e1",
          "%31%32%37.0.0.1",
          "00000000177.0.0.1",
          "4294967297",
          "127.0.0.257",
          "1.2.3.4.127",
          "localhost.127.1",
          // digits of other alphabets, and dots
          "１２７.０.０.１",
          "①②⑦.⓪.⓪.①",
          "127。0。0。1",
          // IPv6
          "[::1]",
          "[::]",
          "[0:0:0:0:0:0:0:1]",
          "[::ffff:127.0.0.1]",
          "[::ffff:7f00:1]",
          "[::127.0.0.1]",
          "[64:ff9b::127.0.0.1]",
          "[64:ff9b::7f00:1]",
          "[2002:7f00:1::]",
          "[2001:0:7f00:1::]",
          "[fe80::1]",
          "[fd00::1]",
          "[fec0::1]",
          "[ff02::1]",
          "[::ffff:0:127.0.0.1]",
          "[::ffff:a9fe:a9fe]",
          "[::ffff:10.0.0.1]",
          "[0:0:0:0:0:ffff:7f00:0001]",
          "[::7f00:1]",
          "[64:ff9b:1::7f00:1]",
          "[64:ff9b::a9fe:a9fe]",
          "[2002:a00:1::]",
          "[2001:0:53aa:64c::80ff:fffe]",
          "[fc00::1]",
          "[100::1]",
          "[5f00::1]",
          "[3fff::1]",
          "[2001:db8::1]",
          "[2001:10::1]",
          "[fe80::1%25lo]",
          "[::1%25lo]",
          "[::1%lo]",
          // names
          "loop.example",
          "loop6.example",
          "mapped.example",
          "inside.example",
          "both.example",
          "any.example",
          "LOOP.example",
          "loop.example.",
          "a.example@127.0.0.1",
          "user:word@loop.example");

  private static final FetchLimits LIMITS =
      new FetchLimits(
          Duration.ofMillis(500), Duration.ofSeconds(5), Duration.ofSeconds(10), 10_000, 3);

  private final List<String> reached = Collections.synchronizedList(new ArrayList<>());
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private StubDns dns;
  private RawServer canary;

  @BeforeEach
  void start() throws IOException {
    dns = new StubDns();
    dns.put("a.example", List.of(List.of("93.184.216.34")));
    dns.put("loop.example", List.of(List.of("127.0.0.1")));
    dns.put("loop6.example", List.of(List.of("::1")));
    dns.put("mapped.example", List.of(List.of("::ffff:127.0.0.1")));
    dns.put("inside.example", List.of(List.of("10.0.0.1")));
    dns.put("both.example", List.of(List.of("127.0.0.1", "10.0.0.1")));
    dns.put("any.example", List.of(List.of("0.0.0.0")));
    dns.put("moving.example", List.of(List.of("93.184.216.34"), List.of("127.0.0.1")));
    canary =
        new RawServer((_, in, out) -> {
          reached.add(RawServer.head(in));
          out.write("HTTP/1.1 200 OK\r\n\r\nsecret".getBytes(StandardCharsets.US_ASCII));
        });
  }

  @AfterEach
  void stop() throws IOException {
    canary.close();
    dns.close();
  }

  private enum Way {
    DIRECT(null, false),
    HTTP_PROXY("http", false),
    HTTP_PROXY_THAT_RESOLVES("http", true),
    SOCKS_PROXY("socks5", false),
    SOCKS_PROXY_THAT_RESOLVES("socks5", true);

    final @Nullable String scheme;
    final boolean resolves;

    Way(@Nullable String scheme, boolean resolves) {
      this.scheme = scheme;
      this.resolves = resolves;
    }
  }

  /// Null if it is no address that anybody could be asked for.
  private @Nullable FetchOutcome fetch(
      Way way, @Nullable RawServer proxy, String url, UnaryOperator<OkHttpClient.Builder> finish)
      throws InterruptedException {
    ProxySettings through =
        proxy == null
            ? null
            : ProxySettings.of(way.scheme + "://127.0.0.1:" + proxy.port()).resolving(way.resolves);
    GuardedClient client = new GuardedClient(LIMITS, new Network(through, false), dns, finish);
    try (HttpFetcher fetcher =
        new HttpFetcher(
            new Identity("Freshet", "0.1", null),
            LIMITS,
            Politeness.NONE,
            () -> Instant.EPOCH,
            new Random(1),
            client)) {
      FetchOutcome last = null;
      // As typed, and as an earlier version may have stored it.
      for (FeedUrl address : readings(url)) last = fetcher.fetch(FetchRequest.of(address));
      return last;
    }
  }

  private static List<FeedUrl> readings(String url) {
    List<FeedUrl> all = new ArrayList<>();
    for (Function<String, FeedUrl> reading :
        List.<Function<String, FeedUrl>>of(
            FeedUrl::of, FeedUrl::stored, s -> new FeedUrl(URI.create(s)))) {
      try {
        all.add(reading.apply(url));
      } catch (IllegalArgumentException e) {
        // refused at once
      }
    }
    return all;
  }

  /// A proxy that leads inside whatever a C library or the name server says is inside, and answers
  /// as the public server itself for all else.
  private @Nullable RawServer proxy(Way way, String answer) throws IOException {
    if (way.scheme == null) return null;
    return new RawServer((_, in, out) -> {
      String target;
      String request = null;
      if (way.scheme.equals("http")) {
        request = RawServer.head(in);
        target = request.split(" ", -1)[1];
        if (request.startsWith("CONNECT ")) {
          out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          request = null;
        } else {
          target = URI.create(target).getRawAuthority();
        }
      } else {
        target = String.valueOf(SmallProxy.socks(in, out, null, null, 0));
      }
      String host = target.replaceFirst("^.*@", "").replaceFirst(":\\d+$", "");
      told.add(host);
      if (leadsInside(host)) lead(request, in, out);
      else {
        if (request == null) RawServer.head(in);
        out.write(answer.getBytes(StandardCharsets.US_ASCII));
      }
    });
  }

  private boolean leadsInside(String host) throws IOException {
    String literal = host.replaceAll("^\\[|\\]$", "");
    InetAddress address;
    if (literal.contains(":")) address = InetAddress.getByName(literal);
    else {
      Long number = asCReadsIt(literal.replaceFirst("\\.$", ""));
      if (number == null) {
        try {
          return dns.lookup(literal).stream().anyMatch(a -> !PublicAddress.is(a));
        } catch (UnknownHostException e) {
          return false;
        }
      }
      byte[] raw = {
        (byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) (long) number
      };
      address = InetAddress.getByAddress(raw);
    }
    return !PublicAddress.is(address);
  }

  /// inet_aton
  private static @Nullable Long asCReadsIt(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) return null;
    long value = 0;
    for (int i = 0; i < parts.length; i++) {
      long part;
      try {
        part = Long.decode(parts[i]); // 0x7f, 0177, 127
      } catch (NumberFormatException e) {
        return null;
      }
      boolean last = i == parts.length - 1;
      long most = last ? 1L << (8 * (5 - parts.length)) : 256;
      if (part < 0 || part >= most) return null;
      value = last ? (value << (8 * (5 - parts.length))) | part : (value << 8) | part;
    }
    return value;
  }

  private void lead(@Nullable String request, InputStream in, OutputStream out) throws IOException {
    try (Socket inside = new Socket(InetAddress.getLoopbackAddress(), canary.port())) {
      String head = request == null ? RawServer.head(in) : request;
      inside.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      inside.getInputStream().transferTo(out);
    }
  }

  /// The public server, where there is no proxy to lead to it.
  private static UnaryOperator<OkHttpClient.Builder> answering(int status, String location) {
    return builder ->
        builder.addInterceptor(chain -> {
          if (!chain.request().url().host().equals("a.example")) {
            return chain.proceed(chain.request());
          }
          return new Response.Builder()
              .request(chain.request())
              .protocol(Protocol.HTTP_1_1)
              .code(status)
              .message("so")
              .headers(new Headers.Builder().addUnsafeNonAscii("Location", location).build())
              .body(ResponseBody.create("", MediaType.get("text/plain")))
              .build();
        });
  }

  @Test
  void nobodyInsideIsReachedByAnyFormOnAnyWay() throws Exception {
    assertThat(FORMS).hasSizeGreaterThanOrEqualTo(50).doesNotHaveDuplicates();
    for (Way way : Way.values()) {
      try (RawServer proxy = proxy(way, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
        for (String form : FORMS) {
          for (String port : List.of("", ":" + canary.port())) {
            FetchOutcome outcome =
                fetch(way, proxy, "http://" + form + port + "/", UnaryOperator.identity());
            assertThat(outcome instanceof Fetched).as("%s %s", way, form).isFalse();
          }
        }
      }
    }
    assertThat(reached).isEmpty();
    assertThat(canary.connections).hasValue(0);
  }

  @Test
  void nobodyInsideIsReachedThroughARedirect() throws Exception {
    for (Way way : Way.values()) {
      for (String form : FORMS) {
        String location = "http://" + form + ":" + canary.port() + "/";
        String moved =
            RawServer.lines(
                "HTTP/1.1 302 Found",
                "Location: "
                    + new String(
                        location.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                "Content-Length: 0",
                "Connection: close");
        try (RawServer proxy = proxy(way, moved)) {
          UnaryOperator<OkHttpClient.Builder> direct =
              proxy == null ? answering(302, location) : UnaryOperator.identity();
          FetchOutcome outcome = fetch(way, proxy, "http://a.example/", direct);
          assertThat(outcome instanceof Fetched).as("%s %s", way, form).isFalse();
        }
      }
    }
    assertThat(reached).isEmpty();
    assertThat(canary.connections).hasValue(0);
  }

  @Test
  void aNameThatMovesInsideBetweenTwoQuestionsLeadsNobodyThere() throws Exception {
    for (Way way : List.of(Way.DIRECT, Way.HTTP_PROXY, Way.SOCKS_PROXY)) {
      int before = dns.questions("moving.example");
      try (RawServer proxy = proxy(way, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
        boolean forbidden = false;
        for (int i = 0; i < 4; i++) {
          String url = "http://moving.example:" + canary.port() + "/" + i;
          forbidden |= fetch(way, proxy, url, UnaryOperator.identity()) instanceof Forbidden;
        }
        assertThat(forbidden).as("%s: it was seen inside", way).isTrue();
      }
      assertThat(dns.questions("moving.example")).isGreaterThan(before + 3);
    }
    assertThat(told).as("proxies are told addresses").containsOnly("93.184.216.34");
    assertThat(reached).isEmpty();
    assertThat(canary.connections).hasValue(0);
  }
}
