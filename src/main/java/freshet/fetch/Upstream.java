package freshet.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.Okio;
import okio.Source;
import org.jspecify.annotations.Nullable;

/// Hands requests on to another program of the same installation, as they are: no redirect is
/// followed, nothing is unpacked. Its address comes from the installation's own database, so it may
/// be anywhere.
public final class Upstream implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(3);

  /// Open pages hear something every 20 s; a long list of feeds may take a minute to be read.
  private static final Duration SILENCE = Duration.ofMinutes(5);

  /// Less than it takes the other end to close what nobody uses.
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final OkHttpClient client =
      new OkHttpClient.Builder()
          .connectTimeout(TO_CONNECT)
          .readTimeout(SILENCE)
          .writeTimeout(SILENCE)
          .callTimeout(Duration.ZERO)
          .followRedirects(false)
          .followSslRedirects(false)
          // A connection that the other end has closed meanwhile is noticed when it is used. What
          // has a body is one-shot, and never sent twice.
          .retryOnConnectionFailure(true)
          .connectionPool(new ConnectionPool(16, KEPT.toSeconds(), TimeUnit.SECONDS))
          .protocols(List.of(Protocol.HTTP_1_1))
          .cookieJar(CookieJar.NO_COOKIES)
          .proxy(Proxy.NO_PROXY)
          .build();

  /// A line of a head.
  public record Header(String name, String value) {}

  /// What came back; to be closed.
  public static final class Reply implements AutoCloseable {
    private final Response response;

    private Reply(Response response) {
      this.response = response;
    }

    public int status() {
      return response.code();
    }

    public List<Header> headers() {
      List<Header> all = new ArrayList<>();
      response.headers().forEach(h -> all.add(new Header(h.getFirst(), h.getSecond())));
      return all;
    }

    public InputStream body() {
      return response.body().byteStream();
    }

    @Override
    public void close() {
      response.close();
    }
  }

  /// @param body null if there is none
  /// @param length -1 if it is not known
  /// @throws IOException if nobody answers there
  /// @throws IllegalArgumentException if that is no address, or no request that can be made
  public Reply send(
      String method, String address, List<Header> headers, @Nullable InputStream body, long length)
      throws IOException {
    Request.Builder request =
        new Request.Builder()
            .url(address)
            .method(method, body == null ? null : passing(body, length));
    // Otherwise packed answers would be asked for, and unpacked.
    if (headers.stream().noneMatch(h -> h.name.equalsIgnoreCase("Accept-Encoding"))) {
      request.header("Accept-Encoding", "identity");
    }
    for (Header h : headers) request.addHeader(h.name, h.value);
    return new Reply(client.newCall(request.build()).execute());
  }

  private static RequestBody passing(InputStream body, long length) {
    return new RequestBody() {
      @Override
      public @Nullable MediaType contentType() {
        return null; // it is among the headers
      }

      @Override
      public long contentLength() {
        return length;
      }

      @Override
      public boolean isOneShot() {
        return true;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        try (Source source = Okio.source(body)) {
          sink.writeAll(source);
        }
      }
    };
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
