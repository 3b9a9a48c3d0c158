package freshet.alert;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The server that takes our mail.
///
/// @param tls encrypted from the first byte; else STARTTLS is used where the server offers it
/// @param from the sender's address
public record MailServer(
    String host,
    int port,
    boolean tls,
    @Nullable String user,
    @Nullable String password,
    String from) {

  /// Reads `smtp://user:password@host:587` or `smtps://…`.
  ///
  /// @throws IllegalArgumentException with what it must be
  public static MailServer of(String address, String from) {
    try {
      URI uri = new URI(address.strip());
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      String host = uri.getHost();
      boolean tls = scheme.equals("smtps");
      if (host != null && (tls || scheme.equals("smtp"))) {
        String[] who = uri.getUserInfo() == null ? new String[0] : uri.getUserInfo().split(":", 2);
        int port = uri.getPort() > 0 ? uri.getPort() : tls ? 465 : who.length == 2 ? 587 : 25;
        return new MailServer(
            host.replaceAll("[\\[\\]]", ""),
            port,
            tls,
            who.length > 0 ? who[0] : null,
            who.length == 2 ? who[1] : null,
            from);
      }
    } catch (URISyntaxException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be like smtp://user:password@mail.example:587");
  }

  /// Whether this looks like one e-mail address. Whether somebody reads it only a mail can tell.
  public static boolean isMailAddress(String text) {
    return text.length() <= 254
        && text.matches("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");
  }

  boolean isHere() {
    return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("::1");
  }

  /// Without the password.
  @Override
  public String toString() {
    return (tls ? "smtps://" : "smtp://") + host + ":" + port;
  }
}
