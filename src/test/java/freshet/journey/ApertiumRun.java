package freshet.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import freshet.translate.SmallService;
import freshet.translate.SmallService.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Apertium's real server (system property `freshet.apertium`) translates four languages through
/// the whole program, after it was away, busy, wrong and hostile. Not part of `mvn verify`:
/// `tools/apertium check` runs it.
final class ApertiumRun {
  private static final Duration SOON = Duration.ofMinutes(3);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final OkHttpClient HTTP = new OkHttpClient();
  private static final String FORM = "application/x-www-form-urlencoded";

  /// A language, its letters at Apertium, a title and a text of it.
  private record Feed(String language, String three, String title, String text) {}

  private static final Map<String, Feed> FEEDS = new LinkedHashMap<>();

  static {
    FEEDS.put(
        "/es.xml",
        new Feed(
            "es",
            "spa",
            "El gobierno anunció ayer nuevas medidas contra la sequía",
            "Los agricultores de la región esperan que las lluvias del otoño llenen los embalses"
                + " antes de que llegue el verano. El ministro dijo que habrá ayudas."));
    FEEDS.put(
        "/is.xml",
        new Feed(
            "is",
            "isl",
            "Ríkisstjórnin kynnti í gær nýjar aðgerðir í húsnæðismálum",
            "Forsætisráðherra sagði á fundi með blaðamönnum að fleiri íbúðir yrðu byggðar á næsta"
                + " ári. Margir bíða eftir húsnæði í Reykjavík."));
    FEEDS.put(
        "/hr.xml",
        new Feed(
            "hr",
            "hbs",
            "Vlada je jučer najavila nove mjere za otoke",
            "Ministar je rekao da će brodovi ploviti češće nego prošle godine. Stanovnici otoka"
                + " čekaju bolje veze s kopnom već dugo vremena."));
    FEEDS.put(
        "/mk.xml",
        new Feed(
            "mk",
            "mkd",
            "Владата вчера најави нови мерки за земјоделците",
            "Министерот рече дека помошта ќе стигне до крајот на годината. Земјоделците чекаат"
                + " дожд и подобри цени за своите производи."));
  }

  @TempDir Path folder;
  private final String apertium = System.getProperty("freshet.apertium", "http://127.0.0.1:2737");

  private static String said(Request request) throws IOException {
    try (Response answer = HTTP.newCall(request).execute()) {
      return answer.body().string();
    }
  }

  private static Request posted(String url, String type, String body, String method) {
    return new Request.Builder()
        .url(url)
        .method(method, RequestBody.create(body.getBytes(UTF_8), MediaType.get(type)))
        .build();
  }

  /// Asks Apertium itself.
  private String translated(String text, String from) throws IOException {
    String form = "markUnknown=no&langpair=" + from + "%7Ceng&q=" + URLEncoder.encode(text, UTF_8);
    JsonNode answer = JSON.readTree(said(posted(apertium + "/translate", FORM, form, "POST")));
    return answer.path("responseData").path("translatedText").asString();
  }

  private static HttpServer publisher() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FEEDS.forEach((path, feed) ->
        server.createContext(
            path,
            exchange -> {
              String xml =
                  "<rss version=\"2.0\"><channel><title>Feed "
                      + feed.language
                      + "</title><language>"
                      + feed.language
                      + "</language><item><guid>"
                      + path
                      + "</guid><title>"
                      + feed.title
                      + "</title><description>&lt;p&gt;"
                      + feed.text
                      + "&lt;/p&gt;</description></item></channel></rss>";
              byte[] bytes = xml.getBytes(UTF_8);
              exchange.getResponseHeaders().set("Content-Type", "application/rss+xml");
              exchange.sendResponseHeaders(200, bytes.length);
              exchange.getResponseBody().write(bytes);
              exchange.close();
            }));
    server.start();
    return server;
  }

  private Program serve(String translator) {
    return Program.start(
        folder,
        "serve",
        "--data=d",
        "--port=0",
        "--set=fetch.allow-private=true",
        "--set=fetch.obey-robots=false",
        "--set=fetch.gap=0s",
        "--set=articles.share=0",
        "--set=translate=apertium:" + translator);
  }

  private static boolean untilTried(Program freshet) throws IOException {
    String trial =
        said(
            posted(
                freshet.address() + "api/v1/translation/try",
                "application/json",
                "{\"text\":\"Hola\",\"from\":\"es\",\"into\":\"en\"}",
                "POST"));
    return JSON.readTree(trial).path("trials").path(0).hasNonNull("text");
  }

  private static String trouble(Program freshet) {
    return freshet
        .get("api/v1/translation")
        .path("translators")
        .path(0)
        .path("trouble")
        .asString("");
  }

  @Test
  void fourLanguagesAreTranslatedWhateverTheServerDidBefore() throws Exception {
    HttpServer publisher = publisher();
    String origin = "http://127.0.0.1:" + publisher.getAddress().getPort();
    try (SmallService relay = new SmallService(_ -> new Answer(503, "busy", "Retry-After", "1"));
        Program freshet = serve(relay.address())) {
      said(
          posted(
              freshet.address() + "api/v1/translation",
              "application/json",
              "{\"into\":\"en\",\"reads\":[]}",
              "PUT"));
      for (String path : FEEDS.keySet()) {
        freshet.post("api/v1/feeds", "{\"address\":\"" + origin + path + "\"}");
      }
      // Busy: entries are stored all the same.
      await().atMost(SOON).until(() -> freshet.get("api/v1/entries").path("entries").size() == 4);
      await().atMost(SOON).until(() -> trouble(freshet).contains("left alone"));
      assertThat(freshet.page("")).contains("El gobierno anunció ayer");

      // Wrong, then hostile: nothing of it is shown.
      relay.handler = _ -> new Answer(200, "<!doctype html><title>Log in</title>");
      assertThat(untilTried(freshet)).isFalse();
      assertThat(trouble(freshet)).contains("did not answer with JSON");
      relay.handler =
          _ ->
              new Answer(
                  200, "{\"responseData\":{\"translatedText\":\"" + "x".repeat(500_000) + "\"}}");
      assertThat(untilTried(freshet)).isFalse();

      // Itself again.
      relay.handler =
          asked -> {
            try {
              return new Answer(
                  200, said(posted(apertium + asked.path(), FORM, asked.body(), "POST")));
            } catch (IOException e) {
              return new Answer(502, "");
            }
          };
      await().atMost(SOON).until(() -> untilTried(freshet));
      for (JsonNode entry : freshet.get("api/v1/entries").path("entries")) {
        long id = entry.path("id").asLong();
        Feed feed =
            FEEDS.values().stream()
                .filter(f -> f.title.equals(entry.path("title").asString()))
                .findFirst()
                .orElseThrow();
        assertThat(entry.path("language").asString()).isEqualTo(feed.language);
        await()
            .atMost(SOON)
            .until(() ->
                freshet.get("api/v1/entries/" + id + "/translation").path("whole").asBoolean());
        JsonNode shown = freshet.get("api/v1/entries/" + id + "/translation");
        assertThat(shown.path("title").asString()).isEqualTo(translated(feed.title, feed.three));
        assertThat(org.jsoup.Jsoup.parse(shown.path("html").asString()).text())
            .isEqualTo(org.jsoup.Jsoup.parse(translated(feed.text, feed.three)).text());
        assertThat(shown.path("by").asString()).startsWith("Apertium (127.0.0.1");
        assertThat(freshet.page("entry/" + id)).contains("by Apertium (127.0.0.1");
        assertThat(freshet.page("entry/" + id + "?original=1")).contains(feed.title);
      }
      assertThat(freshet.page("")).doesNotContain("El gobierno anunció ayer");
      // One search for all languages, by what they were translated into; the filter stays.
      await()
          .atMost(SOON)
          .until(() -> freshet.get("api/v1/search?q=drought").path("total").asInt() == 1);
      assertThat(freshet.get("api/v1/search?q=drought+lang:es").path("total").asInt()).isEqualTo(1);
      assertThat(freshet.get("api/v1/search?q=sequ%C3%ADa").path("total").asInt()).isEqualTo(1);
      freshet.stop();
      int asked = relay.asked.size();
      try (Program again = serve(relay.address())) {
        assertThat(again.page("")).contains("drought").doesNotContain("El gobierno anunció ayer");
        assertThat(relay.asked).hasSize(asked);
      }
    } finally {
      publisher.stop(0);
    }
  }
}
