package freshet.fetch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Handshake;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/// Follows one exchange through a proxy, to know whom a failure is to be blamed on: the proxy or
/// the server behind it.
final class ProxyWatch extends EventListener {
  private enum Stage {
    /// from the connection to the proxy until it has led us to the server
    REACHING,
    /// the handshake of TLS with the server
    SECURING,
    /// everything else
    TALKING
  }

  private static final String BAD_LOGIN = "Failed to authenticate with proxy";
  static final String BAD_STATUS = "Unexpected response code for CONNECT: ";

  private final ProxySettings proxy;
  private final boolean names;
  private Stage stage = Stage.TALKING;

  private ProxyWatch(ProxySettings proxy, boolean names) {
    this.proxy = proxy;
    this.names = names;
  }

  /// @param names whether OkHttp speaks with the proxy, and gives it names
  /// @throws ProxyTrouble if the proxy is to blame
  static Response execute(Call call, ProxySettings proxy, boolean names) throws IOException {
    ProxyWatch watch = new ProxyWatch(proxy, names);
    call.addEventListener(watch);
    Response response;
    try {
      response = call.execute();
    } catch (IOException e) {
      throw watch.isToBlame(e, call) ? watch.trouble(e, call.request().url().host()) : e;
    }
    if (response.code() == HttpURLConnection.HTTP_PROXY_AUTH && watch.isPlain(call)) {
      response.close();
      throw ProxyTrouble.login(proxy);
    }
    return response;
  }

  /// Whether our HTTP is spoken with the proxy itself, not through it.
  private boolean isPlain(Call call) {
    return names && !call.request().url().isHttps();
  }

  private boolean isToBlame(IOException e, Call call) {
    return switch (stage) {
      case REACHING -> !(e instanceof ForbiddenAddress) && !(e instanceof SSLException);
      case SECURING -> !(e instanceof InterruptedIOException) && hungUp(e);
      case TALKING ->
          e instanceof UnknownHostException
              ? names && !(e instanceof ForbiddenAddress) // no other name is looked up
              : isPlain(call) && !(e instanceof InterruptedIOException);
    };
  }

  private ProxyTrouble trouble(IOException e, String host) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof ProxyTrouble known) return known;
    }
    String message = e.getMessage() == null ? "" : e.getMessage();
    if (message.equals(BAD_LOGIN)) return ProxyTrouble.login(proxy);
    return new ProxyTrouble(
        proxy,
        switch (e) {
          case UnknownHostException _ -> "was not found: no server has its name";
          case InterruptedIOException _ -> "gave no answer in time";
          case ConnectException _ -> "refuses connections";
          case NoRouteToHostException _ -> "cannot be reached from here";
          case IOException _ when hungUp(e) -> "hung up when it was asked for " + host;
          case IOException _ when message.startsWith(BAD_STATUS) ->
              "does not lead to "
                  + host
                  + ": it answered with status "
                  + message.substring(BAD_STATUS.length())
                  + (names ? "" : " (one that wants names needs the setting proxy.resolves)");
          default -> "gave an answer that makes no sense (" + Failure.brief(message) + ")";
        });
  }

  private static boolean hungUp(IOException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof EOFException || t instanceof SocketException) return true;
    }
    return false;
  }

  @Override
  public void connectStart(Call call, InetSocketAddress at, Proxy through) {
    stage = Stage.REACHING;
  }

  @Override
  public void secureConnectStart(Call call) {
    stage = Stage.SECURING;
  }

  @Override
  public void secureConnectEnd(Call call, @Nullable Handshake handshake) {
    stage = Stage.TALKING;
  }

  @Override
  public void connectEnd(
      Call call, InetSocketAddress at, Proxy through, @Nullable Protocol protocol) {
    stage = Stage.TALKING;
  }
}
