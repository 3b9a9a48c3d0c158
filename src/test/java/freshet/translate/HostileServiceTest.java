package freshet.translate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.fetch.HttpFetcher;
import freshet.translate.Translator.Outcome;
import freshet.translate.Translator.Outcome.Failed;
import freshet.translate.Translator.Outcome.NoPair;
import freshet.translate.Translator.Outcome.Translated;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A service that is made to hurt whoever asks it.
@Timeout(60)
final class HostileServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  private interface Writing {
    void to(OutputStream out) throws IOException, InterruptedException;
  }

  /// What comes of asking somebody who answers like this.
  private static Outcome asked(String kind, Writing answer) throws Exception {
    return asked(kind, "es", "en", answer);
  }

  private static Outcome asked(String kind, String from, String to, Writing answer)
      throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        HttpFetcher fetcher = SmallService.fetcher(PATIENCE)) {
      Thread.ofVirtual().start(() -> serve(server, answer));
      String setting = kind + ":http://127.0.0.1:" + server.getLocalPort();
      return NamedServices.of(setting, "", fetcher).getFirst().translate(List.of("Hola"), from, to);
    }
  }

  private static void serve(ServerSocket server, Writing answer) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        InputStream in = socket.getInputStream();
        byte[] head = new byte[65_536];
        int read = in.read(head);
        assertThat(read).isPositive();
        answer.to(socket.getOutputStream());
      } catch (IOException e) {
        // it has hung up, or the test is over
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
  }

  @ParameterizedTest
  @ValueSource(strings = {"libretranslate", "apertium", "deepl", "google"})
  void aBodyWithoutEndIsNotReadToItsEnd(String kind) throws Exception {
    Outcome outcome =
        asked(
            kind,
            out -> {
              say(out, OK + "Transfer-Encoding: chunked\r\n\r\n");
              String chunk = "1000\r\n" + "[".repeat(0x1000) + "\r\n";
              while (true) say(out, chunk);
            });
    assertThat(outcome).isInstanceOf(Failed.class);
  }

  @Test
  void oneThatGivesALetterNowAndThenIsGivenUp() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Outcome outcome =
        asked(
            "apertium",
            out -> {
              say(out, OK + "Content-Length: 100000\r\n\r\n");
              while (!never.await(100, TimeUnit.MILLISECONDS)) say(out, " ");
            });
    assertThat(outcome).isInstanceOf(Failed.class);
  }

  @Test
  void headersWithoutEndAreNotReadToTheirEnd() throws Exception {
    Outcome outcome =
        asked(
            "libretranslate",
            out -> {
              say(out, OK);
              for (int i = 0; ; i++) say(out, "X-" + i + ": " + "y".repeat(1000) + "\r\n");
            });
    assertThat(outcome).isInstanceOf(Failed.class);
  }

  @Test
  void whatIsSmallWhilePackedCountsUnpacked() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("{\"translatedText\":[\"".getBytes(US_ASCII));
      byte[] blanks = " ".repeat(1 << 20).getBytes(US_ASCII);
      for (int i = 0; i < 64; i++) gzip.write(blanks);
      gzip.write("\"]}".getBytes(US_ASCII));
    }
    Outcome outcome =
        asked(
            "libretranslate",
            out -> {
              say(
                  out,
                  OK
                      + "Content-Encoding: gzip\r\nContent-Length: "
                      + packed.size()
                      + "\r\nConnection: close\r\n\r\n");
              out.write(packed.toByteArray());
              out.flush();
            });
    assertThat(outcome).isInstanceOf(Failed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/",
        "http://127.0.0.1:9/translate",
        "file:///etc/passwd",
        "//[::1]/"
      })
  void nobodyIsAskedThatItPointsTo(String address) throws Exception {
    Outcome outcome =
        asked(
            "libretranslate",
            out ->
                say(
                    out,
                    "HTTP/1.1 307 Elsewhere\r\nLocation: "
                        + address
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    assertThat(outcome)
        .isInstanceOfSatisfying(Failed.class, f -> assertThat(f.why()).contains("status 307"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"responseData\":[{\"translatedText\":\"x\"}]}",
        "{\"responseData\":{\"translatedText\":17}}",
        "{\"responseData\":{\"translatedText\":{\"a\":\"b\"}}}",
        "{\"responseData\":null,\"responseStatus\":\"yes\"}",
        "\"Hello\"",
        "42",
        "null",
        "",
        "\u0000",
        "{\"responseData\":{\"translatedText\":\"\"}}",
        "<script>alert(1)</script>"
      })
  void jsonOfOtherKindsIsAnError(String body) throws Exception {
    assertThat(asked("apertium", whole(body))).isInstanceOf(Failed.class);
  }

  private static Writing whole(String body) {
    return out ->
        say(
            out,
            OK
                + "Content-Length: "
                + body.getBytes(UTF_8).length
                + "\r\nConnection: close\r\n\r\n"
                + body);
  }

  /// It is put into pages as text.
  @Test
  void markupIsText() throws Exception {
    String markup = "<img src=x onerror=alert(1)>";
    assertThat(
            asked("apertium", whole("{\"responseData\":{\"translatedText\":\"" + markup + "\"}}")))
        .isEqualTo(new Translated(List.of(markup)));
    assertThat(Segments.translated("<p>Hola</p>", _ -> markup).html())
        .isEqualTo("<p>&lt;img src=x onerror=alert(1)&gt;</p>");
  }

  @Test
  void aLanguageThatNobodyHasHeardOfIsAskedForAsItIs() throws Exception {
    String none =
        "{\"status\":\"error\",\"code\":400,\"explanation\":\"That pair is not installed\"}";
    Writing answer =
        out ->
            say(
                out,
                "HTTP/1.1 400 Bad Request\r\nContent-Length: "
                    + none.length()
                    + "\r\nConnection: close\r\n\r\n"
                    + none);
    assertThat(asked("apertium", "qx", "en", answer)).isInstanceOf(NoPair.class);
    assertThat(asked("apertium", "qqq", "en", answer)).isInstanceOf(NoPair.class);
  }
}
