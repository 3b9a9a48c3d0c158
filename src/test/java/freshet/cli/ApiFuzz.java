package freshet.cli;

import freshet.account.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes requests to a running Freshet of any bytes. The first byte chooses the call, the rest of
/// the first line is its query, and what follows is its body. The program is started once and
/// serves all inputs of the process.
final class ApiFuzz {
  private static @Nullable ApiFuzz running;

  private record Call(String method, String path) {}

  private final Running freshet;
  private final String feverKey;
  private final List<Call> rest = new ArrayList<>();

  private static final List<Call> READER =
      List.of(
          new Call("GET", "subscription/list"),
          new Call("GET", "tag/list"),
          new Call("GET", "unread-count"),
          new Call("GET", "stream/items/ids"),
          new Call("GET", "stream/contents"),
          new Call("GET", "stream/contents/user%2F-%2Fstate%2Fcom.google%2Freading-list"),
          new Call("GET", "stream/contents/feed%2F1"),
          new Call("GET", "stream/items/contents"),
          new Call("POST", "stream/items/contents"),
          new Call("POST", "edit-tag"),
          new Call("POST", "mark-all-as-read"),
          new Call("POST", "rename-tag"),
          new Call("POST", "disable-tag"));

  private ApiFuzz() throws IOException, InterruptedException {
    freshet = new Running(Files.createTempDirectory("freshet-fuzz"));
    feverKey = Secrets.feverKey("me", freshet.first);
    var document = freshet.get("/api/v1/openapi.json", freshet.first).json();
    for (var path : document.get("paths").properties()) {
      for (var call : path.getValue().properties()) {
        String method = call.getKey().toUpperCase(Locale.ROOT);
        if (isHarmless(method, path.getKey())) rest.add(new Call(method, path.getKey()));
      }
    }
    Runtime.getRuntime().addShutdownHook(new Thread(freshet::close));
  }

  /// Nothing that asks servers elsewhere, takes the accounts away that we come with, or never ends.
  private static boolean isHarmless(String method, String path) {
    boolean reads = method.equals("GET");
    if (path.endsWith("/events")) return false;
    if (path.contains("/users") || path.contains("/tokens")) return reads;
    if (path.contains("/settings") || path.contains("password")) return reads;
    if (path.contains("/discover") || path.contains("/crawl") || path.contains("/opml")) {
      return reads;
    }
    return reads || !(path.endsWith("/feeds") || path.contains("/subscri"));
  }

  private static synchronized ApiFuzz here() {
    try {
      if (running == null) running = new ApiFuzz();
      return Objects.requireNonNull(running);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void rest(byte[] input) {
    ApiFuzz it = here();
    Call call = it.rest.get(chosen(input, it.rest.size()));
    String[] parts = parts(input);
    String path = call.path;
    for (String value : new String[] {"1", "2"}) {
      int open = path.indexOf('{');
      if (open < 0) break;
      // Now a number that exists, now whatever the input begins with.
      String filler = parts[0].startsWith("!") ? parts[0].substring(1) : value;
      if (filler.isBlank()) filler = value;
      path = path.substring(0, open) + escaped(filler) + path.substring(path.indexOf('}') + 1);
    }
    boolean body = !call.method.equals("GET") && !parts[1].isEmpty();
    it.ask(
        call.method,
        path + query(parts[0]),
        "Bearer " + it.freshet.first,
        "application/json",
        body ? parts[1] : null);
  }

  static void reader(byte[] input) {
    ApiFuzz it = here();
    Call call = READER.get(chosen(input, READER.size()));
    String[] parts = parts(input);
    it.ask(
        call.method,
        "/reader/api/0/" + call.path + query(parts[0]),
        "GoogleLogin auth=me/" + it.freshet.first,
        "application/x-www-form-urlencoded",
        call.method.equals("GET") ? null : query(parts[1]).replaceFirst("^\\?", ""));
  }

  static void fever(byte[] input) {
    ApiFuzz it = here();
    String[] parts = parts(input);
    it.ask(
        "POST",
        "/fever/" + (query(parts[0]).isEmpty() ? "?api" : query("api&" + parts[0])),
        null,
        "application/x-www-form-urlencoded",
        "api_key=" + it.feverKey + query("&" + parts[1]).replaceFirst("^\\?", ""));
  }

  private void ask(
      String method, String path, @Nullable String token, String type, @Nullable String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(freshet.base + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (token != null) request.header("Authorization", token);
    try {
      HttpResponse<String> said =
          freshet.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (said.statusCode() >= 500) {
        throw new AssertionError(method + " " + path + " → " + said.statusCode() + said.body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int chosen(byte[] input, int of) {
    return input.length == 0 ? 0 : (input[0] & 0xff) % of;
  }

  private static String[] parts(byte[] input) {
    String text =
        input.length == 0
            ? ""
            : new String(input, 1, Math.min(input.length, 6000) - 1, StandardCharsets.UTF_8);
    int end = text.indexOf('\n');
    return end < 0
        ? new String[] {text, ""}
        : new String[] {text.substring(0, end), text.substring(end + 1)};
  }

  /// With `=` and `&` as they are, and all else escaped.
  private static String query(String text) {
    if (text.isEmpty()) return "";
    StringBuilder out = new StringBuilder("?");
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i < text.length() && text.charAt(i) != '=' && text.charAt(i) != '&') continue;
      out.append(escaped(text.substring(from, i)));
      if (i < text.length()) out.append(text.charAt(i));
      from = i + 1;
    }
    return out.toString();
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
