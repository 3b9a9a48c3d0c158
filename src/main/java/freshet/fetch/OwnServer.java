package freshet.fetch;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// Asks the Freshet that runs on this machine: no proxy, no redirects, nothing of what strangers'
/// servers need.
public final class OwnServer {
  private static final OkHttpClient CLIENT =
      new OkHttpClient.Builder()
          .proxy(java.net.Proxy.NO_PROXY)
          .followRedirects(false)
          .connectTimeout(Duration.ofSeconds(5))
          .readTimeout(Duration.ofMinutes(10))
          .writeTimeout(Duration.ofMinutes(1))
          .build();

  private final String base;
  private final Map<String, String> headers;

  /// @param base such as `http://127.0.0.1:8080/`
  /// @param headers sent with each request
  public OwnServer(String base, Map<String, String> headers) {
    this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    this.headers = Map.copyOf(headers);
  }

  public record Answer(int status, byte[] body) {}

  /// @param path such as `/healthz`
  /// @param type the media type of the body
  /// @param body null for none
  public Answer call(String method, String path, String type, byte @Nullable [] body)
      throws IOException {
    Request.Builder request = new Request.Builder().url(base + path);
    headers.forEach(request::header);
    RequestBody sent = body == null ? null : RequestBody.create(body, MediaType.get(type));
    if (sent == null && (method.equals("POST") || method.equals("PUT"))) {
      sent = RequestBody.create(new byte[0], null);
    }
    try (Response response = CLIENT.newCall(request.method(method, sent).build()).execute()) {
      return new Answer(response.code(), response.body().bytes());
    }
  }
}
