package freshet.model;

import freshet.text.Cut;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An address that Freshet can ask: absolute, http or https, with a host. One that exists is valid.
public record FeedUrl(URI uri) {
  private static final Pattern WITH_USER =
      Pattern.compile("^(https?://)[^/?#\\s]*@", Pattern.CASE_INSENSITIVE);

  /// Longer addresses are refused by many servers and are nearly always traps.
  public static final int MAX_LENGTH = 4096;

  public FeedUrl {
    String scheme = uri.getScheme();
    if (scheme == null || hostOf(uri) == null) {
      throw new IllegalArgumentException(
          "'" + Cut.to(uri.toString(), 100) + "' is not a web address");
    }
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "'"
              + Cut.to(uri.toString(), 100)
              + "' is not a web address: only http and https can be read");
    }
  }

  /// Reads what people type or paste: blanks around, no scheme, `feed:` links, international names.
  ///
  /// @throws IllegalArgumentException with a sentence for the user, if it cannot be an address, or
  ///   if its host is a number in an unusual form
  public static FeedUrl of(String text) {
    FeedUrl url = stored(text);
    if (!NumericHost.isAmbiguous(url.host())) return url;
    throw new IllegalArgumentException(
        "'"
            + Cut.to(text.strip(), 100)
            + "' is not a web address: the number of a server is written like 192.0.2.1");
  }

  /// The same for what was taken once: earlier versions took numbers in every form. Such a feed can
  /// still be read and removed, but nobody asks its server (`fetch/AddressGuard`).
  public static FeedUrl stored(String text) {
    String s = text.strip();
    if (s.isEmpty()) throw new IllegalArgumentException("The address is empty");
    if (s.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The address is longer than " + MAX_LENGTH + " characters: '" + Cut.to(s, 100) + "'");
    }
    if (s.regionMatches(true, 0, "feed://", 0, 7)) s = "http://" + s.substring(7);
    else if (s.regionMatches(true, 0, "feed:", 0, 5)) s = s.substring(5);
    if (s.startsWith("//")) s = "https:" + s;
    if (!s.contains("://")) {
      if (s.matches("(?i)(mailto|javascript|data|file|about|tel|urn|news):.*")) {
        throw new IllegalArgumentException(
            "'" + Cut.to(s, 100) + "' is not a web address: only http and https can be read");
      }
      s = "https://" + s;
    }
    try {
      return new FeedUrl(clean(s));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "'" + Cut.to(text.strip(), 100) + "' is not a web address", e);
    }
  }

  public String host() {
    return Objects.requireNonNull(hostOf(uri));
  }

  /// java.net.URI knows no host with an underscore, though the web does (`my_blog.example.com`).
  private static @Nullable String hostOf(URI uri) {
    String authority = uri.getRawAuthority();
    if (uri.getHost() != null || authority == null) return uri.getHost();
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    int colon = host.lastIndexOf(':');
    String name = colon < 0 ? host : host.substring(0, colon);
    String port = colon < 0 ? "" : host.substring(colon + 1);
    boolean sound =
        !name.isEmpty()
            && name.indexOf('_') >= 0
            && name.chars().allMatch(c -> c == '_' || c == '-' || c == '.' || letterOrDigit(c))
            && port.length() <= 5
            && port.chars().allMatch(c -> c >= '0' && c <= '9');
    return sound ? name : null;
  }

  private static boolean letterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  /// The address without any user name and password in it, for pages and logs.
  public String shown() {
    String s = uri.toString();
    String authority = uri.getRawAuthority();
    int at = authority == null ? -1 : authority.lastIndexOf('@');
    return at < 0 ? s : s.replace(Objects.requireNonNull(authority).substring(0, at + 1), "");
  }

  /// A feed's name: one that has none is called by its address, without a password in it.
  public static String shownName(String name) {
    return WITH_USER.matcher(name).replaceFirst("$1");
  }

  @Override
  public String toString() {
    return uri.toString();
  }

  private static URI clean(String s) throws URISyntaxException {
    int hash = s.indexOf('#');
    if (hash >= 0) s = s.substring(0, hash);
    int hostStart = s.indexOf("://") + 3;
    if (hostStart < 3) throw new URISyntaxException(s, "no host before the fragment");
    int hostEnd = hostStart;
    while (hostEnd < s.length() && "/?\\".indexOf(s.charAt(hostEnd)) < 0) hostEnd++;
    String scheme = s.substring(0, hostStart - 3).toLowerCase(Locale.ROOT);
    String authority = s.substring(hostStart, hostEnd);
    int at = authority.lastIndexOf('@');
    String user = at < 0 ? "" : escape(authority.substring(0, at + 1));
    String host = authority.substring(at + 1);
    if (!host.startsWith("[")) {
      int colon = host.lastIndexOf(':');
      String port = colon < 0 ? "" : host.substring(colon);
      String name = colon < 0 ? host : host.substring(0, colon);
      try {
        name = IDN.toASCII(name, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
      } catch (IllegalArgumentException e) {
        throw new URISyntaxException(host, "not a host name");
      }
      if (port.equals(":") || port.equals(scheme.equals("https") ? ":443" : ":80")) port = "";
      host = name + port;
    }
    String rest = s.substring(hostEnd);
    if (rest.isEmpty() || rest.startsWith("?")) rest = "/" + rest;
    URI uri = new URI(scheme + "://" + user + host + escape(rest.replace('\\', '/')));
    return host.indexOf('_') >= 0 ? uri : uri.parseServerAuthority();
  }

  /// Percent-encodes what java.net.URI does not accept and browsers do.
  private static String escape(String s) {
    StringBuilder out = null;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      int next = i + Character.charCount(c);
      boolean bad = c <= ' ' || c >= 0x7f || "\"<>\\^`{|}[]".indexOf(c) >= 0;
      boolean barePercent =
          c == '%'
              && !(i + 2 < s.length()
                  && Character.digit(s.charAt(i + 1), 16) >= 0
                  && Character.digit(s.charAt(i + 2), 16) >= 0);
      if (bad || barePercent) {
        if (out == null) out = new StringBuilder(s.length() + 16).append(s, 0, i);
        byte[] bytes =
            new String(Character.toChars(c)).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (byte b : bytes) out.append('%').append(String.format("%02X", b & 0xff));
      } else if (out != null) {
        out.appendCodePoint(c);
      }
      i = next;
    }
    return out == null ? s : out.toString();
  }
}
