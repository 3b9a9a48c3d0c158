package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Refused;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.FetchRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Dns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A server full of hostile answers: each comes to an outcome and a sentence, soon.
final class HostileServerTest {
  private static final int LIMIT = 200_000;

  /// Where time does not decide: a busy machine may be slow.
  private static final Duration LONG = Duration.ofSeconds(20);

  private final HttpFetcher fetcher =
      fetcher(new FetchLimits(LONG, LONG, LONG, LIMIT, 5), Dns.SYSTEM);

  private static HttpFetcher fetcher(FetchLimits limits, Dns resolver) {
    return new HttpFetcher(
        new Identity("Freshet", "0.1", null),
        limits,
        Politeness.NONE,
        () -> Instant.parse("2026-11-15T12:00:00Z"),
        new Random(1),
        new GuardedClient(limits, new Network(null, true), resolver, UnaryOperator.identity()));
  }

  @AfterEach
  void close() {
    fetcher.close();
  }

  private FetchOutcome fetch(RawServer server) throws InterruptedException {
    return fetch("http://127.0.0.1:" + server.port() + "/feed");
  }

  private FetchOutcome fetch(String url) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(FeedUrl.of(url)));
  }

  private FetchOutcome said(String text) throws Exception {
    try (RawServer server = RawServer.saying(text)) {
      return fetch(server);
    }
  }

  private FetchOutcome answered(RawServer.Answer answer) throws Exception {
    try (RawServer server = RawServer.answering(answer)) {
      return fetch(server);
    }
  }

  /// Of one who waits so long for the first byte, and for the whole.
  private static FetchOutcome answered(Duration first, Duration whole, RawServer.Answer answer)
      throws Exception {
    FetchLimits limits = new FetchLimits(LONG, first, whole, LIMIT, 5);
    try (RawServer server = RawServer.answering(answer);
        HttpFetcher hasty = fetcher(limits, Dns.SYSTEM)) {
      String url = "http://127.0.0.1:" + server.port() + "/feed";
      return hasty.fetch(FetchRequest.of(FeedUrl.of(url)));
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void assertTrouble(FetchOutcome outcome, Trouble trouble, String says) {
    assertThat(outcome).isInstanceOf(Unreachable.class);
    var unreachable = (Unreachable) outcome;
    assertThat(unreachable.reason()).contains(says).matches(".*[.?]");
    assertThat(unreachable.trouble()).as(unreachable.reason()).isEqualTo(trouble);
  }

  private static void assertTooLarge(FetchOutcome outcome) {
    assertTrouble(outcome, Trouble.TOO_LARGE, "larger than 200000 bytes");
  }

  @Test
  void aGzipBombIsStoppedWhileItUnpacks() throws Exception {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
      byte[] zeros = new byte[1 << 16];
      for (int i = 0; i < 1000; i++) gzip.write(zeros);
    }
    assertThat(bomb.size()).isLessThan(LIMIT);
    assertTooLarge(
        answered(out -> {
          write(
              out,
              "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                  + bomb.size()
                  + "\r\n\r\n");
          bomb.writeTo(out);
        }));
  }

  @Test
  void aBrotliBombIsStoppedWhileItUnpacks() throws Exception {
    byte[] bomb = resource("bomb.br");
    assertThat(bomb.length).isLessThan(2000);
    assertTooLarge(
        answered(out -> {
          write(
              out,
              "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: "
                  + bomb.length
                  + "\r\n\r\n");
          out.write(bomb);
        }));
  }

  @Test
  void anEndlessBodyIsCutOff() throws Exception {
    assertTooLarge(
        answered(out -> {
          write(out, "HTTP/1.1 200 OK\r\n\r\n");
          byte[] block = new byte[8192];
          while (true) out.write(block);
        }));
  }

  @Test
  void anEndlessChunkedBodyIsCutOff() throws Exception {
    assertTooLarge(
        answered(out -> {
          write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          while (true) write(out, "1000\r\n" + "x".repeat(0x1000) + "\r\n");
        }));
  }

  @Test
  void theSizeOfAChunkThatNeverEndsIsCutOff() throws Exception {
    try (HttpFetcher patient = fetcher(FetchLimits.DEFAULT, Dns.SYSTEM)) {
      for (String before : new String[] {"5;", "5;a=\"", "3\r\nabc\r\n5;"}) {
        long[] sent = {0};
        try (RawServer server =
            RawServer.answering(out -> {
              write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + before);
              byte[] block = "a".repeat(8192).getBytes(StandardCharsets.ISO_8859_1);
              while (sent[0] < 200L << 20) {
                out.write(block);
                sent[0] += block.length;
              }
            })) {
          FetchOutcome outcome =
              patient.fetch(
                  FetchRequest.of(FeedUrl.of("http://127.0.0.1:" + server.port() + "/feed")));
          assertTrouble(outcome, Trouble.BROKEN_ANSWER, "broke off");
          assertThat(sent[0]).as("bytes that were taken").isLessThan(20L << 20);
        }
      }
    }
  }

  @Test
  void aWholeBodyOfTinyChunksIsTaken() throws Exception {
    var fetched =
        (Fetched)
            answered(out -> {
              write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              write(out, ("1;" + "x".repeat(40) + "\r\na\r\n").repeat(20_000) + "0\r\n\r\n");
            });
    assertThat(fetched.body()).hasSize(20_000);
  }

  @Test
  void anAnnouncedGiantIsNotEvenRead() throws Exception {
    assertTooLarge(said("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"));
  }

  @Test
  void aServerThatSaysNothingRunsOutOfTime() throws Exception {
    assertTrouble(
        answered(Duration.ofMillis(150), LONG, _ -> Thread.sleep(3000)),
        Trouble.TIMEOUT,
        "sent nothing for 150 ms");
  }

  @Test
  void drippingHeadersRunOutOfTime() throws Exception {
    assertTrouble(
        answered(
            LONG,
            Duration.ofMillis(400),
            out -> {
              write(out, "HTTP/1.1 200 OK\r\nX-Slow: ");
              while (true) drip(out);
            }),
        Trouble.TIMEOUT,
        "not done within 400 ms");
  }

  @Test
  void aDrippingBodyRunsOutOfTime() throws Exception {
    assertTrouble(
        answered(
            LONG,
            Duration.ofMillis(400),
            out -> {
              write(out, "HTTP/1.1 200 OK\r\n\r\n");
              while (true) drip(out);
            }),
        Trouble.TIMEOUT,
        "not done within 400 ms");
  }

  private static void drip(OutputStream out) throws IOException, InterruptedException {
    write(out, "x");
    out.flush();
    Thread.sleep(20);
  }

  @Test
  void aRedirectThatDripsDoesNotStartTheTimeAnew() throws Exception {
    int[] hop = {0};
    // Were the time to start anew at each hop, there would be too many redirects.
    assertTrouble(
        answered(
            LONG,
            Duration.ofMillis(400),
            out -> {
              Thread.sleep(120);
              write(
                  out,
                  "HTTP/1.1 302 Found\r\nLocation: /" + ++hop[0] + "\r\nContent-Length: 0\r\n\r\n");
            }),
        Trouble.TIMEOUT,
        "");
  }

  @Test
  void aBodyCutShortIsBroken() throws Exception {
    assertTrouble(
        said("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<rss><channel>"),
        Trouble.BROKEN_ANSWER,
        "broke off its answer after 14 of 1000 bytes");
  }

  @Test
  void aWholeFeedWithAWrongLengthIsTaken() throws Exception {
    var fetched = (Fetched) said("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<rss></rss>\n");
    assertThat(fetched.body()).asString().isEqualTo("<rss></rss>\n");
  }

  @Test
  void aBrokenChunkIsABrokenAnswer() throws Exception {
    assertTrouble(
        said("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"),
        Trouble.BROKEN_ANSWER,
        "broke off");
  }

  @Test
  void aConnectionResetWithinTheBodyIsABrokenAnswer() throws Exception {
    try (RawServer server =
        new RawServer((socket, in, out) -> {
          RawServer.head(in);
          write(out, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
          out.flush();
          Thread.sleep(30);
          socket.setSoLinger(true, 0);
          socket.close();
        })) {
      assertTrouble(fetch(server), Trouble.BROKEN_ANSWER, "broke off its answer");
    }
  }

  @Test
  void aConnectionResetBeforeTheAnswerIsABrokenAnswer() throws Exception {
    try (RawServer server =
        new RawServer((socket, in, _) -> {
          RawServer.head(in);
          socket.setSoLinger(true, 0);
          socket.close();
        })) {
      assertTrouble(fetch(server), Trouble.BROKEN_ANSWER, "broke the connection");
    }
  }

  @Test
  void silenceThenHangingUpIsABrokenAnswer() throws Exception {
    assertTrouble(said(""), Trouble.BROKEN_ANSWER, "hung up");
  }

  @Test
  void aGarbageStatusLineIsNotHttp() throws Exception {
    assertTrouble(
        said("SSH-2.0-OpenSSH_9.2\r\n\r\n"), Trouble.BROKEN_ANSWER, "did not answer in HTTP");
    assertTrouble(said("HTTP/1.1 abc OK\r\n\r\n"), Trouble.BROKEN_ANSWER, "did not answer in HTTP");
  }

  @Test
  void http09IsNotUnderstood() throws Exception {
    assertTrouble(said("<rss></rss>\r\n"), Trouble.BROKEN_ANSWER, "did not answer in HTTP");
  }

  @Test
  void hugeHeadersAreABrokenAnswer() throws Exception {
    assertTrouble(
        answered(out -> {
          write(out, "HTTP/1.1 200 OK\r\n");
          while (true) write(out, "X-Filler: " + "y".repeat(1000) + "\r\n");
        }),
        Trouble.BROKEN_ANSWER,
        "");
  }

  @Test
  void endlessInterimAnswersEnd() throws Exception {
    FetchOutcome outcome =
        answered(out -> {
          while (true) write(out, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
        });
    assertThat(outcome).isInstanceOfAny(Unreachable.class, Refused.class);
  }

  @Test
  void headersThatAreNoTextDoNoHarm() throws Exception {
    var fetched =
        (Fetched)
            said(
                """
                HTTP/1.1 200 OK
                ETag: "\u00e4\u0001"
                Expires: never
                Age: -7
                Cache-Control: max-age=banana
                Content-Type: text/xml; charset="klingon"
                Last-Modified: yesterday
                Link: <
                Content-Length: 2

                ok\
                """
                    .replace("\n", "\r\n"));
    assertThat(fetched.answer().validators().etag()).isNull();
    assertThat(fetched.answer().validators().lastModified()).isEqualTo("yesterday");
    assertThat(fetched.answer().freshFor()).isEqualTo(Duration.ZERO);
    assertThat(fetched.contentType()).contains("klingon");
  }

  @Test
  void a304ThatNobodyAskedForIsABrokenAnswer() throws Exception {
    assertTrouble(said("HTTP/1.1 304 Not Modified\r\n\r\n"), Trouble.BROKEN_ANSWER, "304");
  }

  @Test
  void strangeStatusesAreRefusals() throws Exception {
    for (int status : new int[] {204, 206, 300, 400, 401, 404, 451, 500, 599, 999}) {
      var refused = (Refused) said("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
      assertThat(refused.status()).isEqualTo(status);
    }
  }

  @Test
  void whenToAskAgainIsNotForTheHttpClientToDecide() throws Exception {
    for (String after : new String[] {"0", "9".repeat(26), "-1", "1e9", "\u0661", ""}) {
      for (int status : new int[] {408, 429, 503}) {
        try (RawServer server =
                RawServer.saying(
                    "HTTP/1.1 " + status + " X\r\nRetry-After: " + after + "\r\n\r\n");
            HttpFetcher keeping =
                new HttpFetcher(
                    new Identity("Freshet", "0.1", null),
                    FetchLimits.DEFAULT,
                    Politeness.NONE,
                    () -> Instant.parse("2026-11-15T12:00:00Z"),
                    new Random(1),
                    new GuardedClient(FetchLimits.DEFAULT, new Network(null, true, true)))) {
          var url = FeedUrl.of("http://127.0.0.1:" + server.port() + "/feed");
          assertThat(((Refused) keeping.fetch(FetchRequest.of(url))).status()).isEqualTo(status);
          assertThat(server.connections).as(status + " " + after).hasValue(1);
        }
      }
    }
  }

  @Test
  void redirectsOutOfTheWebAreNotFollowed() throws Exception {
    for (String to :
        new String[] {
          "file:///etc/passwd",
          "ftp://a.example/x",
          "javascript:alert(1)",
          "gopher://a.example/",
          "data:text/plain,x",
          "http://a!b.example/",
          "http://a..b*/",
          "http://",
          "mailto:a@b.example"
        }) {
      var forbidden = (Forbidden) said("HTTP/1.1 302 Found\r\nLocation: " + to + "\r\n\r\n");
      assertThat(forbidden.ban()).as(to).isEqualTo(Ban.NOT_HTTP);
    }
    assertTrouble(
        said("HTTP/1.1 301 Moved\r\n\r\n"), Trouble.BROKEN_ANSWER, "without saying where");
  }

  @Test
  void aCertificateOfTheServersOwnMakingIsNotTrusted() throws Exception {
    try (MockWebServer server = new MockWebServer()) {
      server.useHttps(MadeCertificate.of("localhost").server());
      server.enqueue(new MockResponse.Builder().body("secret").build());
      server.start();
      try (HttpFetcher patient = fetcher(FetchLimits.DEFAULT, Dns.SYSTEM)) {
        var request = FetchRequest.of(FeedUrl.of(server.url("/").toString()));
        assertTrouble(patient.fetch(request), Trouble.TLS, "not issued by anybody known");
      }
    }
  }

  @Test
  void plainTextWhereTlsWasAskedForIsATlsFailure() throws Exception {
    try (RawServer server = new RawServer((_, _, out) -> write(out, "HTTP/1.1 400 Bad\r\n\r\n"))) {
      FetchOutcome outcome = fetch("https://127.0.0.1:" + server.port() + "/");
      assertTrouble(outcome, Trouble.TLS, "No secure connection");
    }
  }

  @Test
  void nobodyAtThePortIsNoConnection() throws InterruptedException {
    assertTrouble(fetch("http://127.0.0.1:1/"), Trouble.NO_CONNECTION, "refuses connections");
  }

  @Test
  void aNameThatDoesNotExistIsNotFound() throws Exception {
    Dns empty =
        host -> {
          throw new UnknownHostException(host);
        };
    try (HttpFetcher lost = fetcher(FetchLimits.DEFAULT, empty)) {
      var request = FetchRequest.of(FeedUrl.of("http://nobody.example/"));
      assertTrouble(lost.fetch(request), Trouble.NAME_NOT_FOUND, "No server named nobody.example");
    }
  }

  @Test
  void anUnaskedCodingIsNamed() throws Exception {
    assertTrouble(
        said("HTTP/1.1 200 OK\r\nContent-Encoding: lzma\r\nContent-Length: 3\r\n\r\nabc"),
        Trouble.BROKEN_ANSWER,
        "'lzma'");
  }

  static byte[] resource(String name) throws IOException {
    try (InputStream in = HostileServerTest.class.getResourceAsStream("/fetch/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
