package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.pipeline.Telling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class LiveTest {
  @TempDir Path folder;

  @Test
  void anOpenPageHearsOfNewEntriesAndOnlyOfThose() throws IOException, InterruptedException {
    try (Site site = new Site(folder, InstantSource.fixed(Instant.EPOCH.plusSeconds(1)));
        HttpClient client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(site.base + "/live"))
              .header("Accept", "text/event-stream")
              .build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      assertThat(answer.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      try (var lines =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
        assertThat(event(lines)).isEqualTo("hello");
        long own = site.samples.feed("https://news.example/feed", null);
        Telling.tell(site.announcer, own, List.of());
        Telling.tell(site.announcer, own + 1, List.of(9L));
        Telling.tell(site.announcer, own, List.of(7L, 8L));
        assertThat(event(lines)).isEqualTo("news");
      }
    }
  }

  private static String event(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event:")) return line.substring(6).strip();
    }
    return "the stream ended";
  }
}
