package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Secrets;
import freshet.model.Account;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What strangers can do to the whole program over HTTP: nothing that costs anything, and nothing
/// for an account.
final class StrangersIT {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";

  @TempDir private static Path data;
  private static Running running;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    running = new Running(data);
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  /// Sends bytes as they are; the answer as far as it comes.
  private static String raw(String head, byte[] body) throws IOException {
    int port = Integer.parseInt(running.base.replaceFirst(".*:", ""));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      try {
        out.write((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
      } catch (SocketException e) {
        // answered and hung up before all of it was sent: as it should
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      try {
        InputStream in = socket.getInputStream();
        byte[] some = new byte[4096];
        for (int n = in.read(some); n >= 0; n = in.read(some)) {
          answer.write(some, 0, n);
          if (answer.toString(StandardCharsets.ISO_8859_1).contains("\r\n\r\n")) break;
        }
      } catch (SocketException e) {
        // reset after the answer
      }
      return answer.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private static int status(String answer) {
    return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
  }

  private static int post(String path, String type, byte[] body, String... headers)
      throws IOException {
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost");
    head.append("\r\nConnection: close\r\nContent-Type: ").append(type);
    boolean chunked = List.of(headers).contains("Transfer-Encoding: chunked");
    if (!chunked) head.append("\r\nContent-Length: ").append(body.length);
    for (String header : headers) head.append("\r\n").append(header);
    return status(raw(head.toString(), chunked ? chunk(body) : body));
  }

  private static byte[] chunk(byte[] body) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int at = 0; at < body.length; at += 1 << 16) {
      int size = Math.min(1 << 16, body.length - at);
      all.writeBytes((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      all.write(body, at, size);
      all.writeBytes(new byte[] {'\r', '\n'});
    }
    all.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return all.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static double mistakes() throws IOException, InterruptedException {
    String metrics = running.get("/metrics", running.first).text();
    return Stream.of(metrics.split("\n", -1))
        .filter(l -> l.startsWith("freshet_mistakes_total"))
        .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' '))))
        .sum();
  }

  private static final List<String> OPEN =
      List.of("/login", "/hub", "/api/fever.php", "/fever", "/accounts/ClientLogin", "/logout");

  @Test
  void aLargeBodyIsNotReadHoweverItComes() throws Exception {
    byte[] fields = bytes("a=b&".repeat(500_000));
    byte[] one = bytes("a=" + "b".repeat(2_000_000));
    byte[] some = bytes("a=b&".repeat(1_000));
    for (String path : OPEN) {
      assertThat(post(path, FORM, fields)).as(path).isEqualTo(413);
      assertThat(post(path, FORM, fields, "Transfer-Encoding: chunked")).as(path).isEqualTo(413);
      assertThat(post(path, FORM, one, "Transfer-Encoding: chunked")).as(path).isEqualTo(413);
      assertThat(post(path, FORM, some)).as(path).isEqualTo(413);
      assertThat(post(path, "text/plain", one)).as(path).isEqualTo(413);
    }
    // A stranger brings no more where an account may. An app may give its token in a small form, so
    // a large one is refused for its size there.
    for (String path : List.of("/discover", "/api/v1/opml", "/reader/api/0/subscription/import")) {
      assertThat(post(path, FORM, one)).as(path).isIn(303, 401, 413);
      String chunked = "Transfer-Encoding: chunked";
      assertThat(post(path, FORM, one, chunked)).as(path).isIn(303, 401, 413);
    }
  }

  @Test
  void aFileIsTakenFromThoseOnlyWhoMayBringOneAndNeverWrittenDown() throws Exception {
    String part =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.opml\"\r\n\r\n";
    byte[] large = bytes(part + "z".repeat(3_000_000) + "\r\n--x--\r\n");
    byte[] small = bytes(part + "https://b.example/feed\r\n--x--\r\n");
    String type = "multipart/form-data; boundary=x";
    try (Stream<Path> before = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      long files = before.filter(f -> f.getFileName().toString().contains("MultiPart")).count();
      for (String path : OPEN) {
        assertThat(post(path, type, large)).as(path).isIn(413, 415);
        assertThat(post(path, type, large, "Transfer-Encoding: chunked")).as(path).isIn(413, 415);
      }
      for (String path : List.of("/login", "/hub", "/logout")) {
        assertThat(post(path, type, small)).as(path).isEqualTo(415);
      }
      assertThat(post("/api/v1/opml", type, small)).isEqualTo(401);
      assertThat(post("/api/v1/opml", type, large)).isEqualTo(401);
      String mine = "Authorization: Bearer " + running.first;
      assertThat(post("/api/v1/opml", type, small, mine)).isEqualTo(200);
      assertThat(post("/api/v1/opml", type, large, mine)).isEqualTo(200);
      byte[] many = bytes((part + "a\r\n").repeat(3_000) + "--x--\r\n");
      assertThat(post("/api/v1/opml", type, many, mine)).isEqualTo(400);
      try (Stream<Path> after = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
        assertThat(after.filter(f -> f.getFileName().toString().contains("MultiPart")).count())
            .isEqualTo(files);
      }
    }
  }

  @Test
  void whatIsMalformedOrCutOffIsAnsweredAndNotLogged() throws Exception {
    double before = mistakes();
    for (String path : OPEN) {
      for (String bad : List.of("a=%zz", "%=%", "a=%c3%28&%00=%ff", "&&&===", "a=%u1234")) {
        assertThat(post(path, FORM, bytes(bad))).as(path + " " + bad).isLessThan(500);
      }
      for (String type :
          List.of("multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; x")) {
        assertThat(post(path, type, bytes("0123456789"))).as(path).isBetween(200, 499);
      }
      String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + FORM;
      assertThat(status(raw(head + "\r\nTransfer-Encoding: chunked", bytes("ZZZ\r\nabc"))))
          .as(path)
          .isEqualTo(400);
      assertThat(status(raw(head + "\r\nContent-Length: -1", bytes("a")))).isEqualTo(400);
      int port = Integer.parseInt(running.base.replaceFirst(".*:", ""));
      for (int i = 0; i < 5; i++) {
        try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), port)) {
          gone.getOutputStream().write(bytes(head + "\r\nContent-Length: 100\r\n\r\nabc"));
          gone.setSoLinger(true, 0);
        }
      }
    }
    for (String address : List.of("/?a=%zz", "/login?next=%zz", "/feeds/%zz", "/%c0%ae%c0%ae/")) {
      int status =
          status(
              raw(
                  "GET " + address + " HTTP/1.1\r\nHost: localhost\r\nConnection: close",
                  bytes("")));
      assertThat(status).as(address).isLessThan(500);
    }
    assertThat(mistakes()).isEqualTo(before);
  }

  @Test
  void noSpellingOfAnAddressOpensIt() throws Exception {
    Account first = running.service.store().accounts().find(1).orElseThrow();
    byte[] form = bytes("token=" + TOKEN + "&view=/&title=pwned&theme=dark");
    String cookie = "Cookie: freshet-token=" + TOKEN;
    for (String path :
        List.of(
            "/out",
            "/out/",
            "//out",
            "/out//",
            "/OUT",
            "/out/.",
            "/out/..",
            "/out;x",
            "/%6fut",
            "/out%2f",
            "/login/../out",
            "/static/../out",
            "/healthz/../out",
            "/login//../out/",
            "/.;/out",
            "/hub/../mark-all",
            "/mark-all/",
            "/settings/account/token/",
            "/settings/account/password/",
            "/api/v1/tokens/",
            "//api/v1/tokens",
            "/login/../api/v1/tokens",
            "/fever/../api/v1/tokens",
            "/reader/..%2fapi/v1/tokens")) {
      int status = post(path, FORM, form, cookie);
      assertThat(status).as(path).isIn(303, 400, 401, 404);
      String type = "application/json";
      assertThat(post(path, type, bytes("{\"name\":\"x\"}"))).as(path).isIn(303, 400, 401, 404);
    }
    assertThat(running.service.store().credentials().tokens(first.id())).hasSize(1);
    for (String path :
        List.of(
            "/feeds/",
            "//feeds",
            "/metrics/",
            "/live/",
            "/API/v1/users",
            "/api//v1/users",
            "/static/../feeds",
            "/login/..;/feeds")) {
      String answer =
          raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close", bytes(""));
      assertThat(status(answer)).as(path).isIn(303, 400, 401, 404);
      assertThat(answer).doesNotContain(Running.OF_FIRST);
    }
  }

  @Test
  void aLinkWritesNoSettings() throws Exception {
    Map<String, String> before = running.service.store().settings().of(1);
    for (String query : List.of("?theme=dark&view=cards", "?by=topic&shown=unread")) {
      for (String path : List.of("/login", "/", "/about", "/settings/account")) {
        raw("GET " + path + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close", bytes(""));
        running.get(path + query, running.first);
      }
    }
    assertThat(running.service.store().settings().of(1)).isEqualTo(before);
  }

  @Test
  void wrongFeverKeysKeepNobodyOutAndTheirOwnSenderOnlyOnce() throws Exception {
    String name = running.service.store().accounts().find(1).orElseThrow().name();
    String right = Secrets.feverKey(name, running.first);
    for (int i = 0; i < 60; i++) {
      assertThat(fever("%032x".formatted(i))).contains("\"auth\":0");
    }
    assertThat(fever(right)).contains("\"auth\":1");
    assertThat(login(name, running.first)).contains("Auth=");
  }

  private static String fever(String key) throws IOException, InterruptedException {
    return running
        .http
        .send(
            java.net.http.HttpRequest.newBuilder(java.net.URI.create(running.base + "/fever/?api"))
                .header("Content-Type", FORM)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("api_key=" + key))
                .build(),
            java.net.http.HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static @Nullable String login(String name, String token)
      throws IOException, InterruptedException {
    return running
        .http
        .send(
            java.net.http.HttpRequest.newBuilder(
                    java.net.URI.create(running.base + "/api/greader.php//accounts/ClientLogin"))
                .header("Content-Type", FORM)
                .header("Sec-Fetch-Site", "cross-site")
                .POST(
                    java.net.http.HttpRequest.BodyPublishers.ofString(
                        "Email=" + name + "&Passwd=" + token))
                .build(),
            java.net.http.HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void appsThatArePagesThemselvesMayUseTheKeysButNotTheSession() throws Exception {
    String app = "Origin: capacitor://localhost";
    String auth =
        "Authorization: GoogleLogin auth="
            + running.service.store().accounts().find(1).orElseThrow().name()
            + "/"
            + running.first;
    String head = "GET /api/greader.php//reader/api/0/user-info HTTP/1.1\r\nHost: localhost";
    String answer = raw(head + "\r\n" + app + "\r\n" + auth + "\r\nConnection: close", bytes(""));
    assertThat(status(answer)).isEqualTo(200);
    assertThat(answer).contains("Access-Control-Allow-Origin: *");
    String asked =
        raw(
            "OPTIONS /reader/api/0/edit-tag HTTP/1.1\r\nHost: localhost\r\n"
                + app
                + "\r\nAccess-Control-Request-Method: POST\r\nConnection: close",
            bytes(""));
    assertThat(status(asked)).isEqualTo(204);
    assertThat(asked).contains("Access-Control-Allow-Headers: Authorization");
    assertThat(asked).doesNotContain("Allow-Credentials");
    assertThat(post("/api/v1/tokens", "application/json", bytes("{}"), app)).isEqualTo(403);
    assertThat(post("/login", FORM, bytes("a=b"), app)).isEqualTo(403);
  }

  @Test
  void aHundredGuessesAtOnceAreNoMoreThanTen() throws Exception {
    byte[] form = bytes("token=" + TOKEN + "&name=nobody&password=a guess");
    String cookie = "Cookie: freshet-token=" + TOKEN;
    List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        var _ = threads.submit(() -> statuses.add(post("/login", FORM, form, cookie)));
      }
    }
    assertThat(statuses).hasSize(100).containsOnly(422, 429);
    assertThat(statuses.stream().filter(s -> s == 422).count()).isLessThanOrEqualTo(10);
  }

  @Test
  void countsAreForThoseTheyConcern() throws Exception {
    assertThat(running.get("/metrics", running.first).status()).isEqualTo(200);
    assertThat(running.get("/metrics", running.second).status()).isEqualTo(403);
    assertThat(running.call("GET", "/metrics", null, null).status()).isEqualTo(401);
    assertThat(running.call("GET", "/healthz", null, null).text()).doesNotContain("feeds");
    assertThat(running.get("/healthz", running.first).text()).contains("feeds");
  }
}
