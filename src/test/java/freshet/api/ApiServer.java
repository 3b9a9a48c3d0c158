package freshet.api;

import freshet.account.Authenticator;
import freshet.change.Changes;
import freshet.http.Guard;
import freshet.http.Json;
import freshet.http.RequestGate;
import freshet.library.Libraries;
import freshet.library.Library;
import freshet.poll.Meters;
import freshet.poll.Readings;
import freshet.poll.Timetable;
import freshet.poll.Watcher;
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
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Some calls of the API on a free port of loopback over a real store, and a client. Without a
/// token a request acts for the first account, as on a machine where nobody set a password.
public final class ApiServer implements AutoCloseable {
  public final String base;
  private final Javalin server;
  private final HttpClient client = HttpClient.newHttpClient();

  /// @param location empty if the answer names none
  public record Said(int status, String text, String location) {
    public JsonNode json() {
      return Json.MAPPER.readTree(text);
    }
  }

  /// A watcher that does not poll.
  public static Watcher watcher(Store store, InstantSource clock) {
    return new Watcher(
        store,
        _ -> {
          throw new AssertionError("nothing is fetched here");
        },
        Readings.unrecorded(),
        null,
        new Timetable(new Planner(PlannerSettings.DEFAULT), clock),
        new Meters(store),
        new Changes(),
        null,
        clock,
        1);
  }

  public static Authenticator authenticator(Store store, InstantSource clock) {
    return new Authenticator(store, Authenticator.Rules.MACHINE, clock);
  }

  public ApiServer(Store store, InstantSource clock, List<Consumer<JavalinConfig>> apis) {
    Authenticator authenticator = authenticator(store, clock);
    Watcher watcher = watcher(store, clock);
    Libraries libraries = Libraries.offline(store, clock, Path.of("target", "nothing"));
    libraries.polling = watcher;
    Library library = libraries.build();
    Api rest = new Api(library.reporting(), library.sharing());
    server =
        Javalin.create(config -> {
          config.startup.showJavalinBanner = false;
          config.concurrency.useVirtualThreads = true;
          RequestGate.install(
              config,
              new Guard(true, Set.of()),
              authenticator,
              (_, e) -> {
                throw e;
              });
          apis.forEach(api -> api.accept(config));
          rest.register(config);
        });
    server.start("127.0.0.1", 0);
    base = "http://127.0.0.1:" + server.port();
  }

  public Said send(String method, String path, String body)
      throws IOException, InterruptedException {
    return send(method, path, body, null);
  }

  public Said send(String method, String path, String body, @Nullable String token)
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
