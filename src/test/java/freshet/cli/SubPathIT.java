package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.SharedView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Freshet in a folder of a server: `https://example.org/freshet/`.
final class SubPathIT {
  @TempDir Path data;
  private Service service;
  private String base;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void start() {
    service =
        Service.start(
            Settings.load(
                null,
                Map.of(),
                Map.of(
                    "data",
                    data.toString(),
                    "port",
                    "0",
                    "public-address",
                    "http://127.0.0.1/freshet/")));
    base = service.address().replaceAll("/$", "");
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(base + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /// Whether the proxy takes the folder off or not.
  @ParameterizedTest
  @ValueSource(strings = {"/", "/freshet/", "/freshet"})
  void everyAddressOnAPageIsInTheFolder(String asked) throws Exception {
    String page = get(asked).body();
    assertThat(page).contains("data-root=\"/freshet\"").contains("href=\"/freshet/feeds\"");
    assertThat(page).doesNotContainPattern("(href|src|action)=\"/(?!freshet/|/)");
    var links = Pattern.compile("(?:href|src)=\"(/[^\"#]*)").matcher(page);
    int n = 0;
    for (; links.find(); n++) {
      String link = links.group(1).replace("&amp;", "&");
      assertThat(get(link).statusCode()).as(link).isLessThan(400);
    }
    assertThat(n).isGreaterThan(10);
  }

  @Test
  void aFeedThatWeGiveOutNamesItselfAsOthersReachIt() throws Exception {
    String secret = "s".repeat(20);
    service
        .store()
        .outViews()
        .open(new SharedView(1, secret, "/", "All"), Instant.parse("2026-11-18T00:00:00Z"));
    var feed = get("/freshet/out/" + secret + ".atom");
    assertThat(feed.statusCode()).isEqualTo(200);
    assertThat(feed.body())
        .contains("http://127.0.0.1/freshet/out/" + secret + ".atom")
        .contains("http://127.0.0.1/freshet/hub")
        .doesNotContain(base + "/out/");
  }

  @Test
  void redirectsAndApisAreInTheFolderToo() throws Exception {
    assertThat(get("/freshet/healthz").body()).contains("ok");
    assertThat(get("/freshet/api/v1/feeds").statusCode()).isEqualTo(200);
    assertThat(get("/freshet/").headers().allValues("Set-Cookie"))
        .isNotEmpty()
        .allMatch(c -> c.contains("; Path=/freshet/;"));
    assertThat(get("/freshetting").statusCode()).isEqualTo(404);
    var entries = get("/freshet/entry/9");
    assertThat(entries.statusCode()).isEqualTo(404);
    var made =
        http.send(
            HttpRequest.newBuilder(URI.create(base + "/freshet/api/v1/tokens"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"phone\"}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(made.headers().firstValue("Location").orElse(""))
        .startsWith("/freshet/api/v1/tokens/");
  }
}
