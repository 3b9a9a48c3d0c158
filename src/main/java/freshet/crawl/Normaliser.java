package freshet.crawl;

import freshet.extract.Hrefs;
import freshet.model.FeedUrl;
import freshet.model.NumericHost;
import freshet.text.Cut;
import java.net.IDN;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes every address of the same page the same way, so that it is visited once: lower-case
/// scheme and host, no default port, no fragment, no `.` and `..` (RFC 3986, 5.2.4),
/// percent-encodings as RFC 3986, 6.2.2 wants them, no index page at the end, query variables
/// sorted by name and without the ones that only track or name a session (see [QueryNames]), no
/// empty `?`.
///
/// Works on strings alone: a page has fifty links, and `java.net.URI` would cost more than parsing
/// the page does.
public final class Normaliser {
  /// What servers show for the bare folder. Not `index.xml` and `index.rdf`: those are feeds.
  private static final Set<String> INDEX_PAGES =
      Set.of(
          "index.html",
          "index.htm",
          "index.shtml",
          "index.xhtml",
          "index.php",
          "index.php3",
          "index.php4",
          "index.php5",
          "index.asp",
          "index.aspx",
          "index.jsp",
          "index.jspx",
          "index.do",
          "index.cfm",
          "index.cgi",
          "index.pl",
          "default.asp",
          "default.aspx",
          "default.htm",
          "default.html",
          "default.php",
          "default.jsp");

  private Normaliser() {}

  /// @throws IllegalArgumentException with a sentence for the user, if it is no web address
  public static String normalise(String text) {
    String s = Hrefs.trimmed(text);
    if (s.isEmpty()) throw bad(text, "it is empty");
    if (s.startsWith("//")) s = "https:" + s;
    int colon = Hrefs.schemeEnd(s);
    boolean bare = colon < 0 || (s.indexOf("://") != colon && portFollows(s, colon));
    if (bare) {
      if (!looksLikeHost(s)) throw bad(text, "it names no scheme such as https://");
      s = "https://" + s;
      colon = 5;
    }
    return absolute(s, colon);
  }

  /// The address a link means on a page, or null where it leads to no page: `mailto:`,
  /// `javascript:`, broken ones, and a mere `#fragment`.
  ///
  /// @param base absolute, of the page or of its `<base>`
  public static @Nullable String resolve(String base, String href) {
    String url = Hrefs.join(base, href);
    if (url == null) return null;
    try {
      return absolute(url, url.indexOf(':'));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// The host of a normalised address, with its port if it is not the usual one.
  public static String host(String normalised) {
    int from = normalised.indexOf("://") + 3;
    int to = normalised.indexOf('/', from);
    int at = normalised.lastIndexOf('@', to);
    return normalised.substring(at > from ? at + 1 : from, to);
  }

  private static String absolute(String s, int colon) {
    String scheme = s.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw bad(s, "only http and https can be read");
    }
    int hostStart = colon + 1;
    int slashes = 0;
    while (hostStart < s.length() && isSlash(s.charAt(hostStart))) {
      hostStart++;
      slashes++;
    }
    if (slashes < 2) throw bad(s, "'//' is missing after " + scheme + ":");
    int pathStart = end(s, hostStart, "/?#\\");
    int fragment = s.indexOf('#', pathStart);
    int end = fragment < 0 ? s.length() : fragment;
    int query = s.indexOf('?', pathStart);
    if (query < 0 || query > end) query = end;
    StringBuilder out = new StringBuilder(s.length() + 8).append(scheme).append("://");
    authority(s.substring(hostStart, pathStart), scheme, s, out);
    int path = out.length();
    Paths.append(s.substring(pathStart, query), out);
    int queryAt = out.length();
    if (query + 1 < end) QueryNames.append(s.substring(query + 1, end), out);
    if (out.length() == queryAt) dropIndexPage(out, path);
    if (out.length() > FeedUrl.MAX_LENGTH) {
      throw bad(s, "it is longer than " + FeedUrl.MAX_LENGTH + " characters");
    }
    return out.toString();
  }

  private static void authority(String authority, String scheme, String all, StringBuilder out) {
    int at = authority.lastIndexOf('@');
    if (at > 0) Paths.encode(authority.substring(0, at + 1), out);
    String host = authority.substring(at + 1);
    String port = "";
    int colon = host.lastIndexOf(':');
    if (colon > host.lastIndexOf(']')) {
      port = host.substring(colon + 1);
      host = host.substring(0, colon);
    }
    out.append(name(host, all));
    if (port.isEmpty()) return;
    int number = 0;
    for (int i = 0; i < port.length(); i++) {
      char c = port.charAt(i);
      if (c < '0' || c > '9' || number > 65535) throw bad(all, "its port is no port");
      number = number * 10 + c - '0';
    }
    if (number == 0 || number > 65535) throw bad(all, "its port is no port");
    if (number != (scheme.equals("https") ? 443 : 80)) out.append(':').append(number);
  }

  private static String name(String host, String all) {
    if (host.startsWith("[")) {
      boolean sound = host.endsWith("]") && host.indexOf(':') > 0 && host.length() < 64;
      for (int i = 1; sound && i < host.length() - 1; i++) {
        char c = host.charAt(i);
        sound = c == ':' || c == '.' || Character.digit(c, 16) >= 0;
      }
      if (!sound) throw bad(all, "its host is no IPv6 address");
      return host.toLowerCase(Locale.ROOT);
    }
    String name = host;
    if (name.indexOf('%') >= 0) name = Paths.decode(name);
    if (name.endsWith(".")) name = name.substring(0, name.length() - 1);
    boolean plain = true;
    boolean ascii = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      ascii &= c < 0x80;
      plain &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    }
    try {
      if (!ascii) name = IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      throw bad(all, "its host is no host name");
    }
    if (!plain) name = name.toLowerCase(Locale.ROOT);
    if (name.isEmpty()) throw bad(all, "it names no host");
    int label = 0;
    for (int i = 0; i <= name.length(); i++) {
      char c = i == name.length() ? '.' : name.charAt(i);
      if (c == '.') {
        if (label == 0 || label > 63) throw bad(all, "its host is no host name");
        label = 0;
      } else {
        boolean good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!good) throw bad(all, "its host is no host name");
        label++;
      }
    }
    if (name.length() > 253) throw bad(all, "its host is no host name");
    if (NumericHost.isAmbiguous(name)) {
      throw bad(all, "the number of a server is written like 192.0.2.1");
    }
    return name;
  }

  private static void dropIndexPage(StringBuilder out, int path) {
    int slash = out.lastIndexOf("/");
    if (slash < path || out.length() - slash > 16) return;
    String last = out.substring(slash + 1).toLowerCase(Locale.ROOT);
    if (INDEX_PAGES.contains(last)) out.setLength(slash + 1);
  }

  /// `example.com:8080/x` begins with a host, not with a scheme.
  private static boolean portFollows(String s, int colon) {
    int to = end(s, colon, "/?#");
    if (to == colon + 1) return false;
    for (int i = colon + 1; i < to; i++) if (!Character.isDigit(s.charAt(i))) return false;
    return true;
  }

  private static boolean looksLikeHost(String s) {
    String host = s.substring(0, end(s, 0, "/?#:\\"));
    return (host.indexOf('.') > 0 && host.indexOf(' ') < 0) || host.equalsIgnoreCase("localhost");
  }

  private static int end(String s, int from, String ends) {
    for (int i = from; i < s.length(); i++) if (ends.indexOf(s.charAt(i)) >= 0) return i;
    return s.length();
  }

  private static boolean isSlash(char c) {
    return c == '/' || c == '\\';
  }

  private static IllegalArgumentException bad(String text, String why) {
    return new IllegalArgumentException(
        "'" + Cut.to(text.strip(), 100) + "' is not a web address: " + why);
  }
}
