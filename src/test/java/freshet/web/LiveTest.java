package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import freshet.account.Authenticator;
import freshet.change.Changes;
import freshet.http.Body;
import freshet.http.Door;
import freshet.http.Guard;
import freshet.http.ProgramManners;
import freshet.http.RequestGate;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.Made;
import freshet.model.Selection;
import freshet.store.Store;
import freshet.web.Samples.Text;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
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
        site.changes.publish(Made.change(own, List.of()));
        site.changes.publish(Made.change(own + 1, List.of(9L)));
        site.changes.publish(Made.change(own, List.of(7L, 8L)));
        assertThat(event(lines)).isEqualTo("news");
      }
    }
  }

  @Test
  void anOpenPageHearsOfMarksOfItsOwnAccountAndOfNoOther() throws Exception {
    try (Site site = new Site(folder, InstantSource.fixed(Instant.EPOCH.plusSeconds(1)));
        HttpClient client = HttpClient.newHttpClient();
        var lines = lines(client, site.base + "/live")) {
      assertThat(event(lines)).isEqualTo("hello");
      long feed = site.samples.feed("https://news.example/feed", null);
      Instant then = Instant.EPOCH;
      List<Long> two =
          site.samples.poll(
              feed, "News", then, Text.of("One", "1", then), Text.of("Two", "2", then));
      Account own = site.store.accounts().find(Account.FIRST).orElseThrow();
      Account other = site.store.accounts().add("other", null, then).orElseThrow();
      var marking = site.library.marking();
      FeedUrl url = FeedUrl.of("https://news.example/feed");
      site.store.feeds().add(other.id(), url, "news.example", null, null, then);
      marking.star(other, two, true);
      marking.star(own, List.of(two.getFirst(), 999L), true);
      assertThat(event(lines)).isEqualTo("marks");
      assertThat(lines.readLine()).isEqualTo("data: star:" + two.getFirst());
      marking.readAll(own, Selection.ALL, null, null);
      assertThat(event(lines)).isEqualTo("marks");
      assertThat(lines.readLine()).isEqualTo("data: ");
    }
  }

  @Test
  void anAccountCannotTakeTheConnectionsOfAllOthers() throws IOException, InterruptedException {
    try (Site site = new Site(folder, InstantSource.fixed(Instant.EPOCH.plusSeconds(1)));
        HttpClient client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(site.base + "/live")).build();
      List<InputStream> open = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        open.add(answer.body());
      }
      var refused = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(refused.statusCode()).isEqualTo(429);
      for (InputStream page : open) page.close();
    }
  }

  @Test
  void whoPolledWaitsForNoDatabaseAndNoPageStaysUntold() throws Exception {
    var changes = new Changes();
    var away = new CountDownLatch(1);
    var asked = new AtomicInteger();
    LongFunction<List<Long>> followers =
        _ -> {
          if (asked.incrementAndGet() == 1) {
            awaitQuietly(away);
            throw new IllegalStateException("the database is away");
          }
          return List.of(Account.FIRST);
        };
    Live live = new Live(changes, _ -> true, followers);
    Store store = Store.open(folder, null);
    var machine = new Authenticator(store, Authenticator.Rules.MACHINE, InstantSource.system());
    Javalin server =
        Javalin.create(
                c -> {
                  RequestGate.install(
                      c,
                      new Guard(true, Set.of()),
                      machine,
                      (_, e) -> {
                        throw e;
                      });
                  new Door(c, new ProgramManners())
                      .forAccount(HandlerType.GET, "/live", Body.NOTHING, live::announce);
                })
            .start("127.0.0.1", 0);
    try (store;
        HttpClient client = HttpClient.newHttpClient();
        var lines = lines(client, "http://127.0.0.1:" + server.port() + "/live")) {
      assertThat(event(lines)).isEqualTo("hello");
      changes.publish(Made.change(7, List.of(1L))); // returns, though the database hangs
      away.countDown();
      await().until(() -> asked.get() == 1);
      changes.publish(Made.change(7, List.of(2L)));
      assertThat(event(lines)).isEqualTo("news");
      live.close();
    } finally {
      live.close();
      server.stop();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static BufferedReader lines(HttpClient client, String address)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(address)).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  private static String event(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("event:")) return line.substring(6).strip();
    }
    return "the stream ended";
  }
}
