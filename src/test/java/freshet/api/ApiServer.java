package freshet.api;

import freshet.account.Entrance;
import freshet.fetch.Fetcher;
import freshet.model.FetchOutcome;
import freshet.model.FetchRequest;
import freshet.parse.FeedParser;
import freshet.parse.ParseLimits;
import freshet.pipeline.Announcer;
import freshet.pipeline.Meters;
import freshet.pipeline.Watcher;
import freshet.schedule.Planner;
import freshet.schedule.PlannerSettings;
import freshet.store.Store;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Some calls of the API on a free port of loopback over a real store, and a client. Without a
/// token a request acts for the first account, as on a machine where nobody set a password.
final class ApiServer implements AutoCloseable {
  final String base;
  private final Javalin server;
  private final HttpClient client = HttpClient.newHttpClient();

  /// @param location empty if the answer names none
  record Said(int status, String text, String location) {
    JsonNode json() {
      return Api.MAPPER.readTree(text);
    }
  }

  /// Asks nobody: the watcher is not started.
  private static final class Nobody implements Fetcher {
    @Override
    public FetchOutcome fetch(FetchRequest request) {
      throw new AssertionError("nothing is fetched here");
    }

    @Override
    public @Nullable Instant restsUntil(String site) {
      return null;
    }
  }

  /// A watcher that does not poll.
  static Watcher watcher(Store store, InstantSource clock) {
    return new Watcher(
        store,
        new Nobody(),
        new FeedParser(ParseLimits.DEFAULT),
        null,
        new Planner(PlannerSettings.DEFAULT),
        new Meters(store),
        new Announcer(),
        null,
        Duration.ofMinutes(10),
        clock,
        1);
  }

  static Entrance entrance(Store store, InstantSource clock) {
    return new Entrance(store, Entrance.Rules.MACHINE, clock);
  }

  ApiServer(Store store, InstantSource clock, List<Consumer<JavalinConfig>> apis) {
    Entrance entrance = entrance(store, clock);
    Api rest = new Api(store, watcher(store, clock), null, new Meters(store));
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          ReaderApi.allowItsAddresses(config);
          config.routes.before("/api/v1/*", entrance::visitor);
          apis.forEach(api -> api.accept(config));
          rest.register(config);
        });
    server.start("127.0.0.1", 0);
    base = "http://127.0.0.1:" + server.port();
  }

  Said send(String method, String path, String body) throws IOException, InterruptedException {
    return send(method, path, body, null);
  }

  Said send(String method, String path, String body, @Nullable String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .method(method, BodyPublishers.ofString(body));
    if (token != null) request.header("Authorization", "Bearer " + token);
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    return new Said(
        answer.statusCode(), answer.body(), answer.headers().firstValue("Location").orElse(""));
  }

  @Override
  public void close() {
    client.close();
    server.stop();
  }
}
