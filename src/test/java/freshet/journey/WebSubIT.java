package freshet.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A feed with a hub (WebSub): Freshet subscribes, proves that it was itself, and takes what the
/// hub brings without asking the feed again.
final class WebSubIT {
  private static final OkHttpClient HTTP = new OkHttpClient();

  @TempDir Path folder;
  private final AtomicInteger feedRequests = new AtomicInteger();
  private final AtomicReference<Map<String, String>> asked = new AtomicReference<>(Map.of());

  @Test
  void aHubIsSubscribedToAndWhatItBringsIsStoredIfItIsSigned() throws Exception {
    try (MockWebServer origin = new MockWebServer()) {
      origin.setDispatcher(
          new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
              if (request.getMethod().equals("POST")) {
                asked.set(form(Objects.requireNonNull(request.getBody()).utf8()));
                return new MockResponse.Builder().code(202).build();
              }
              feedRequests.incrementAndGet();
              return new MockResponse.Builder().body(feed(origin, 1)).build();
            }
          });
      origin.start();
      int port = freePort();
      try (Program program =
          Program.start(
              folder,
              "serve",
              "--port=" + port,
              "--data=data",
              "--set=interval.min=1s",
              "--set=interval.max=2s",
              "--set=budget=100/10s",
              "--set=fetch.gap=0s",
              "--set=fetch.allow-private=true",
              "--set=fetch.obey-robots=false",
              "--set=public-address=http://127.0.0.1:" + port + "/")) {
        program.post("api/v1/feeds", "{\"address\":\"" + origin.url("/feed") + "\"}");
        await().atMost(Duration.ofSeconds(60)).until(() -> !asked.get().isEmpty());
        Map<String, String> request = asked.get();
        assertThat(request)
            .containsEntry("hub.mode", "subscribe")
            .containsEntry("hub.topic", origin.url("/feed").toString());

        HttpUrl callback = HttpUrl.get(Objects.requireNonNull(request.get("hub.callback")));
        assertThat(verify(callback, "https://stranger.example/feed")).isNotEqualTo("echo-me");
        assertThat(verify(callback, origin.url("/feed").toString())).isEqualTo("echo-me");

        // From now on the hub tells: after the next poll it is left alone.
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> program.get("api/v1/feeds/1").path("heldBy").asString("").contains("hub"));
        int before = feedRequests.get();
        String secret = Objects.requireNonNull(request.get("hub.secret"));
        assertThat(push(callback, feed(origin, 9), "sha256=00")).isEqualTo(202);
        assertThat(push(callback, feed(origin, 3), "sha256=" + signature(secret, feed(origin, 3))))
            .isEqualTo(202);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> program.get("api/v1/entries").get("entries").size() == 3);
        assertThat(feedRequests.get()).isEqualTo(before);
      }
    }
  }

  private static String feed(MockWebServer origin, int entries) {
    StringBuilder items = new StringBuilder();
    for (int i = 1; i <= entries; i++)
      items.append("<item><guid>g" + i + "</guid><title>Entry " + i + "</title></item>");
    return "<rss version='2.0'"
        + " xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>Told</title><atom:link"
        + " rel='hub' href='"
        + origin.url("/hub")
        + "'/><atom:link rel='self' href='"
        + origin.url("/feed")
        + "'/>"
        + items
        + "</channel></rss>";
  }

  private static String verify(HttpUrl callback, String topic) throws IOException {
    HttpUrl url =
        callback
            .newBuilder()
            .addQueryParameter("hub.mode", "subscribe")
            .addQueryParameter("hub.topic", topic)
            .addQueryParameter("hub.challenge", "echo-me")
            .addQueryParameter("hub.lease_seconds", "864000")
            .build();
    try (Response response = HTTP.newCall(new Request.Builder().url(url).build()).execute()) {
      return response.body().string();
    }
  }

  private static int push(HttpUrl callback, String body, String signature) throws IOException {
    Request request =
        new Request.Builder()
            .url(callback)
            .header("X-Hub-Signature", signature)
            .post(RequestBody.create(body, MediaType.get("application/rss+xml")))
            .build();
    try (Response response = HTTP.newCall(request).execute()) {
      return response.code();
    }
  }

  private static String signature(String secret, String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&")) {
      int equals = pair.indexOf('=');
      form.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), UTF_8));
    }
    return form;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
