package freshet.fetch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import okhttp3.Authenticator;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.Credentials;
import okhttp3.Dns;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// The one HTTP client of Freshet: proxy, TLS, time limits and the address guard are built in and
/// cannot be left out. It makes one exchange at a time and follows no redirect.
final class GuardedClient implements AutoCloseable {
  private static final int MOST_KEPT = 4_096;

  /// Added to a status that OkHttp must not see.
  private static final int HIDDEN = 10_000;

  private final FetchLimits limits;
  private final Dns resolver;
  private final UnaryOperator<OkHttpClient.Builder> finish;
  private volatile Way way;

  /// A way out, whole: whoever has begun on one ends on it.
  private record Way(
      OkHttpClient client,
      AddressGuard guard,
      @Nullable ProxySettings proxy,
      boolean namesGoThrough) {}

  GuardedClient(FetchLimits limits, Network network) {
    this(limits, network, Dns.SYSTEM, UnaryOperator.identity());
  }

  /// @param resolver and `finish` are where tests put another name service and their own
  ///   certificate
  GuardedClient(
      FetchLimits limits,
      Network network,
      Dns resolver,
      UnaryOperator<OkHttpClient.Builder> finish) {
    this.limits = limits;
    this.resolver = resolver;
    this.finish = finish;
    this.way = to(network);
  }

  /// Takes another way out, from the next request on.
  void change(Network network) {
    Way before = way;
    way = to(network);
    before.client.connectionPool().evictAll();
  }

  private Way to(Network network) {
    AddressGuard guard = new AddressGuard(resolver, network);
    ProxySettings proxy = network.proxy();
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .connectTimeout(limits.connect())
            .readTimeout(limits.firstByte())
            .writeTimeout(limits.firstByte())
            .callTimeout(limits.whole())
            .followRedirects(false)
            .followSslRedirects(false)
            .cookieJar(CookieJar.NO_COOKIES)
            .dns(guard)
            .socketFactory(guard)
            .addNetworkInterceptor(GuardedClient::hideFromOkHttp)
            // With HTTP/2 a server may send 16 MB into OkHttp's memory before anybody reads them.
            .protocols(List.of(Protocol.HTTP_1_1))
            // A host is asked for its feed once an hour: a kept connection would be stale by then.
            .connectionPool(
                new ConnectionPool(network.keepConnections() ? MOST_KEPT : 0, 5, TimeUnit.SECONDS))
            // A kept connection may be closed by the server just as we use it.
            .retryOnConnectionFailure(network.keepConnections())
            // Racing addresses takes a platform thread a connection; we try them in turn instead.
            .fastFallback(false)
            .proxy(Proxy.NO_PROXY);
    // Otherwise the guard's sockets speak to the proxy, and OkHttp does not know of it.
    if (proxy != null && network.namesGoThrough()) {
      builder.proxy(
          new Proxy(
              Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port())));
      builder.proxyAuthenticator(login(proxy));
    }
    return new Way(finish.apply(builder).build(), guard, proxy, network.namesGoThrough());
  }

  /// Sends one request. The caller closes the response.
  ///
  /// @param within for the whole exchange, to the last byte of the body
  Response send(Request request, Duration within) throws IOException {
    Way now = way;
    Permit.await();
    now.guard.check(request.url().host());
    Unclaimed.claim();
    Call call = now.client.newCall(request);
    call.timeout().timeout(Math.max(1, Permit.within(within).toNanos()), TimeUnit.NANOSECONDS);
    ProxySettings proxy = now.proxy;
    Response response =
        proxy == null ? call.execute() : ProxyWatch.execute(call, proxy, now.namesGoThrough);
    return response.code() < HIDDEN
        ? response
        : response.newBuilder().code(response.code() - HIDDEN).build();
  }

  /// After a 408 and a 503 OkHttp may ask again by itself, at once, and stumbles over a
  /// `Retry-After` of many digits. When to ask again is not its to decide.
  private static Response hideFromOkHttp(Interceptor.Chain chain) throws IOException {
    Permit.check();
    Response response = chain.proceed(chain.request());
    return response.code() == 408 || response.code() == 503
        ? response.newBuilder().code(response.code() + HIDDEN).build()
        : response;
  }

  private static Authenticator login(ProxySettings proxy) {
    String user = proxy.user();
    if (user == null) return Authenticator.NONE;
    String password = proxy.password();
    String basic = Credentials.basic(user, password == null ? "" : password);
    return (_, response) -> {
      Request asked = response.request();
      boolean refused = asked.header("Proxy-Authorization") != null;
      // Within the tunnel it is not the proxy that asks, but a server that wants its password.
      boolean tunnelled = asked.url().isHttps() && !asked.method().equals("CONNECT");
      return refused || tunnelled
          ? null
          : asked.newBuilder().header("Proxy-Authorization", basic).build();
    };
  }

  @Override
  public void close() {
    way.client.dispatcher().executorService().shutdown();
    way.client.connectionPool().evictAll();
  }
}
