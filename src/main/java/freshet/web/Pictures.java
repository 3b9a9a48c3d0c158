package freshet.web;

import freshet.model.PublicAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which pictures of entries the reader's browser is told to load. One whose address lies on this
/// machine or in the reader's own network would be a request that a publisher makes there with the
/// reader's browser, to a router's page for example: those are left out.
///
/// @param all whether the settings allow private addresses
public record Pictures(boolean all) {
  /// In HTML as the sanitiser writes it: lower case, with double quotation marks.
  private static final Pattern LOADED =
      Pattern.compile(" (?:src|srcset|poster)=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

  private static final Pattern ADDRESS = Pattern.compile("(?:https?:)?//[^\\s,\"]+");

  /// The address of a picture, or null if it is left out.
  @Nullable String shown(@Nullable String address) {
    return address == null || all || isPublic(address) ? address : null;
  }

  /// A text without what would load something from a private address.
  String within(String html) {
    if (all || !html.contains("=\"")) return html;
    return LOADED
        .matcher(html)
        .replaceAll(m -> {
          String value = m.group(1).replace("&#61;", "=").replace("&amp;", "&");
          boolean good =
              ADDRESS.matcher(value).results().allMatch(address -> isPublic(address.group()));
          return good ? Matcher.quoteReplacement(m.group()) : "";
        });
  }

  private static boolean isPublic(String address) {
    try {
      String host = new URI(address.startsWith("//") ? "http:" + address : address).getHost();
      return host != null && !PublicAddress.isPrivateHost(host);
    } catch (URISyntaxException e) {
      return false; // a browser might read it otherwise than we do
    }
  }
}
