package freshet.fetch;

import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Ban;
import freshet.model.FetchOutcome.Forbidden;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unreachable;
import freshet.text.Cut;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.internal.http2.StreamResetException;
import org.jspecify.annotations.Nullable;

/// Turns what went wrong on the network into an outcome with a sentence for the user.
final class Failure {
  private Failure() {}

  static FetchOutcome of(IOException e, String host, FetchLimits limits) {
    return switch (e) {
      case BadBody bad -> new Unreachable(bad.trouble, bad.getMessage() + ".");
      case ForbiddenAddress _ -> privateAddress(host);
      case UnknownHostException _ ->
          new Unreachable(
              Trouble.NAME_NOT_FOUND,
              "No server named "
                  + host
                  + " was found. Is the address spelt right, and is this machine online?");
      case SSLPeerUnverifiedException _ ->
          new Unreachable(
              Trouble.TLS,
              "The certificate that "
                  + host
                  + " shows is made out to another name, so nobody knows who answered.");
      case SSLException tls -> new Unreachable(Trouble.TLS, tls(tls, host));
      case SocketTimeoutException timeout when saysConnect(timeout) ->
          new Unreachable(
              Trouble.TIMEOUT,
              host + " did not accept a connection within " + show(limits.connect()) + ".");
      case SocketTimeoutException _ ->
          new Unreachable(
              Trouble.TIMEOUT, host + " sent nothing for " + show(limits.firstByte()) + ".");
      case InterruptedIOException _ ->
          new Unreachable(
              Trouble.TIMEOUT, host + " was not done within " + show(limits.whole()) + ".");
      case ConnectException refused ->
          new Unreachable(Trouble.NO_CONNECTION, noConnection(refused, host));
      case NoRouteToHostException _ ->
          new Unreachable(Trouble.NO_CONNECTION, "There is no way to " + host + " from here.");
      case ProtocolException broken ->
          new Unreachable(
              Trouble.BROKEN_ANSWER,
              host + " did not answer in HTTP (" + brief(broken.getMessage()) + ").");
      case EOFException _ ->
          new Unreachable(Trouble.BROKEN_ANSWER, host + " hung up before its answer was complete.");
      case StreamResetException _ ->
          new Unreachable(Trouble.BROKEN_ANSWER, host + " broke off its answer.");
      default -> other(e, host);
    };
  }

  /// What the user is told of an outcome that is a failure of this kind.
  static String sentence(FetchOutcome failure) {
    return switch (failure) {
      case Unreachable(_, String reason) -> reason;
      case Forbidden f -> f.reason();
      default -> throw new AssertionError(failure);
    };
  }

  static Forbidden privateAddress(String host) {
    return new Forbidden(
        Ban.PRIVATE_ADDRESS,
        host
            + " is an address within a private network, which Freshet does not connect to unless"
            + " the settings allow it.");
  }

  private static FetchOutcome other(IOException e, String host) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    // OkHttp wraps the true cause of an early hang-up.
    if (e.getCause() instanceof EOFException || message.startsWith("unexpected end of stream")) {
      return new Unreachable(
          Trouble.BROKEN_ANSWER, host + " hung up before its answer was complete.");
    }
    if (message.toLowerCase(Locale.ROOT).contains("reset")) {
      return new Unreachable(Trouble.BROKEN_ANSWER, host + " broke the connection.");
    }
    return new Unreachable(
        Trouble.NO_CONNECTION,
        "The connection to " + host + " failed (" + brief(e.getMessage()) + ").");
  }

  private static String noConnection(ConnectException e, String host) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      // OkHttp puts its own exception around it.
      if (t instanceof ProxyTrouble) return t.getMessage() + ".";
    }
    return host + " refuses connections: no server runs there, or it is down.";
  }

  private static String tls(SSLException e, String host) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    if (message.contains("PKIX") || message.contains("certification path")) {
      return "The certificate of "
          + host
          + " was not issued by anybody known here, so nobody knows who answered.";
    }
    return "No secure connection to " + host + " came about (" + brief(message) + ").";
  }

  private static boolean saysConnect(IOException e) {
    String message = e.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("connect");
  }

  static String brief(@Nullable String message) {
    if (message == null) return "no reason given";
    String clean = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return Cut.to(clean, 120);
  }

  private static String show(Duration d) {
    return d.toMillis() % 1000 == 0 ? d.toSeconds() + " s" : d.toMillis() + " ms";
  }

  /// How long a server may still be at a request that was broken off: as long as it had, and no
  /// less than it usually has. It had less if redirects, or waiting to be begun, had used up the
  /// time.
  static Duration patience(FetchLimits limits, long begun) {
    Duration had = Duration.ofNanos(System.nanoTime() - begun);
    Duration usual =
        limits.firstByte().compareTo(limits.whole()) < 0 ? limits.firstByte() : limits.whole();
    return had.compareTo(usual) > 0 ? had : usual;
  }

  static boolean isBrokenOff(@Nullable FetchOutcome outcome) {
    return outcome instanceof Unreachable u && u.trouble() == Trouble.TIMEOUT;
  }
}
