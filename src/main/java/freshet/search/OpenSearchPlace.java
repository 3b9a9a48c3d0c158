package freshet.search;

import freshet.fetch.NamedServer.Access;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where an index in OpenSearch is, and how it is made.
///
/// @param addresses of the nodes, such as `http://10.0.0.7:9200`
/// @param index the name of ours there
/// @param shards into how many parts it is made
/// @param replicas how many copies of each part there are beside it
public record OpenSearchPlace(
    List<String> addresses, String index, Access access, int shards, int replicas) {

  /// What the setting begins with.
  public static final String PREFIX = "opensearch:";

  private static final Pattern WRITTEN = Pattern.compile("opensearch:(.+)/([^/]+)/?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,99}");

  /// @param written such as `opensearch:http://10.0.0.7:9200,http://10.0.0.8:9200/freshet`
  /// @throws IllegalArgumentException if it is not like that
  public static OpenSearchPlace of(String written, Access access, int shards, int replicas) {
    Matcher parts = WRITTEN.matcher(written);
    if (!parts.matches()) {
      throw new IllegalArgumentException("must be like opensearch:http://host:9200/freshet");
    }
    String index = parts.group(2);
    if (!NAME.matcher(index).matches()) {
      throw new IllegalArgumentException(
          "must end with the name of an index: small letters, digits, - and _");
    }
    List<String> addresses = new ArrayList<>();
    for (String address : parts.group(1).split(",", -1)) addresses.add(address(address.strip()));
    return new OpenSearchPlace(List.copyOf(addresses), index, access, shards, replicas);
  }

  private static String address(String written) {
    try {
      URI uri = new URI(written);
      if (uri.getRawUserInfo() != null) {
        throw new IllegalArgumentException(
            "must have no password in it: that is what search.user and search.password are for");
      }
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean bare = uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (web && bare && uri.getHost() != null) {
        return written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
      }
    } catch (URISyntaxException e) {
      // the sentence below says it
    }
    throw new IllegalArgumentException("must be like opensearch:http://host:9200/freshet");
  }

  /// What searches ask: of this version only, since others understand other words.
  String reading() {
    return index + "-v" + Fields.LAYOUT + "-" + OpenSearchDocuments.LAYOUT;
  }

  /// What entries are put into: the same, but while an index is built anew beside it.
  String writing() {
    return reading() + "-write";
  }

  /// The name of a new one.
  String made(long now) {
    return reading() + "-" + now;
  }

  /// Whether this is one of ours, of whatever version.
  boolean isOurs(String name) {
    return name.matches(Pattern.quote(index) + "-v\\w+-\\w+-\\d{13,}");
  }
}
