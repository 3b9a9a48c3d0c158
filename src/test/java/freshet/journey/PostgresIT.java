package freshet.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.store.Postgres;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.FormBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The whole way on PostgreSQL: the demo is read, searched and marked from a phone, and all of it
/// is there after a restart.
final class PostgresIT {
  private static final String STATE = "user/-/state/com.google/";

  @TempDir Path folder;
  private final String database = "--db=" + Postgres.database();
  private final OkHttpClient phone = new OkHttpClient();

  private Program demo() {
    return Program.start(folder, "demo", "--data=d", database, "--port=0", "--speed=60");
  }

  private String send(String token, Request.Builder request) throws IOException {
    request.header("Authorization", "GoogleLogin auth=me/" + token);
    try (Response answer = phone.newCall(request.build()).execute()) {
      assertThat(answer.code()).isEqualTo(200);
      return answer.body().string();
    }
  }

  private void mark(Program program, String token, String item, String as) throws IOException {
    FormBody form = new FormBody.Builder().add("i", item).add("a", STATE + as).build();
    String said =
        send(
            token,
            new Request.Builder().url(program.address() + "reader/api/0/edit-tag").post(form));
    assertThat(said).isEqualTo("OK");
  }

  /// The numbers of what is starred or read.
  private String marked(Program program, String token, String as) throws IOException {
    String query = as.equals("read") ? "it=" + STATE + "read" : "s=" + STATE + as;
    return send(
        token,
        new Request.Builder()
            .url(program.address() + "reader/api/0/stream/items/ids?n=1000&" + query));
  }

  private static long found(Program program, String title) {
    String words = URLEncoder.encode('"' + title + '"', StandardCharsets.UTF_8);
    return program.get("api/v1/search?q=" + words).get("total").longValue();
  }

  private static int entries(Program program) {
    return program.get("api/v1/entries?limit=500").get("entries").size();
  }

  @Test
  void theDemoIsReadSearchedMarkedAndThereAfterARestart() throws IOException {
    String token;
    String id;
    String title;
    int before;
    try (Program demo = demo()) {
      demo.address();
      token =
          Program.start(folder, "account", "token", "--data=d", database, "me", "phone")
              .outAtEnd()
              .strip();
      await().atMost(Duration.ofSeconds(60)).until(() -> entries(demo) > 50);
      JsonNode entry = demo.get("api/v1/entries?limit=1&language=en").get("entries").get(0);
      id = entry.get("id").asString();
      title = entry.get("title").stringValue();
      assertThat(demo.page("")).contains("<article").doesNotContain("status-number");
      assertThat(demo.page("entry/" + id)).contains("<h1").doesNotContain("status-number");
      await().atMost(Duration.ofSeconds(30)).until(() -> found(demo, title) > 0);
      assertThat(demo.page("search?q=" + URLEncoder.encode(title, StandardCharsets.UTF_8)))
          .contains("/entry/");
      mark(demo, token, id, "starred");
      mark(demo, token, id, "read");
      assertThat(demo.page("starred")).contains("/entry/" + id);
      before = entries(demo);
      demo.stop();
      assertThat(demo.err()).isEmpty();
    }
    assertThat(folder.resolve("d/freshet.db")).doesNotExist();
    try (Program demo = demo()) {
      assertThat(entries(demo)).isGreaterThanOrEqualTo(before);
      // Apps know entries by numbers of sixteen digits.
      String known = "\"1" + "0".repeat(15 - id.length()) + id + '"';
      assertThat(marked(demo, token, "starred")).contains(known);
      assertThat(marked(demo, token, "read")).contains(known);
      assertThat(demo.page("starred")).contains("/entry/" + id);
      await().atMost(Duration.ofSeconds(30)).until(() -> found(demo, title) > 0);
      demo.stop();
      assertThat(demo.err()).isEmpty();
    }
  }
}
