package freshet.web;

import freshet.model.PublicAddress;
import freshet.web.Preferences.PicturesFrom;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Which pictures of entries the reader's browser is told to load, and whom it asks for them. One
/// whose address lies on this machine or in the reader's own network would be a request that a
/// publisher makes there with the reader's browser, to a router's page for example: those are left
/// out.
///
/// @param all whether the settings allow private addresses
/// @param from whom the reader wants them from
/// @param secure whether pages come over https, where browsers show no picture that does not
/// @param signature of an address that goes through Freshet
public record Pictures(
    boolean all, PicturesFrom from, boolean secure, UnaryOperator<String> signature) {
  /// In HTML as the sanitiser writes it: lower case, with double quotation marks.
  private static final Pattern LOADED =
      Pattern.compile(" (?:src|srcset|poster)=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

  private static final Pattern ADDRESS = Pattern.compile("(?:https?:)?//[^\\s,\"]+");

  /// Sound and film come from their publishers in any case: they are large, and asked for in parts.
  private static final Pattern SHOWN =
      Pattern.compile("(<img\\b[^>]*? src=\"|<video\\b[^>]*? poster=\")([^\"]*)\"");

  private static final Pattern REFERENCE = Pattern.compile("&(?:#(\\d{1,7})|amp|lt|gt|quot);");

  /// The address of a picture as the browser gets it, or null if it is left out.
  @Nullable String shown(@Nullable String address) {
    if (address == null || from == PicturesFrom.NOWHERE) return null;
    if (!all && !isPublic(address)) return null;
    return isOwn(address) ? through(address) : address;
  }

  /// A text with its pictures as the browser gets them.
  String within(String html) {
    if (!html.contains("=\"")) return html;
    String open = all ? html : withoutPrivate(html);
    if (from == PicturesFrom.PUBLISHER && !secure) return open;
    return SHOWN
        .matcher(open)
        .replaceAll(m -> {
          String address = plain(m.group(2));
          String way = from == PicturesFrom.NOWHERE ? "" : m.group(2);
          if (from != PicturesFrom.NOWHERE && isOwn(address)) way = through(address);
          return Matcher.quoteReplacement(m.group(1) + way + "\"");
        });
  }

  private static String withoutPrivate(String html) {
    return LOADED
        .matcher(html)
        .replaceAll(m -> {
          String value = m.group(1).replace("&#61;", "=").replace("&amp;", "&");
          boolean good =
              ADDRESS.matcher(value).results().allMatch(address -> isPublic(address.group()));
          return good ? Matcher.quoteReplacement(m.group()) : "";
        });
  }

  /// Whether Freshet fetches it: because the reader wants that, or as the browser would not.
  private boolean isOwn(String address) {
    String start = address.substring(0, Math.min(8, address.length())).toLowerCase(Locale.ROOT);
    boolean plain = start.startsWith("http://");
    if (!plain && !start.startsWith("https://")) return false;
    return from == PicturesFrom.FRESHET || (secure && plain);
  }

  private String through(String address) {
    return "/image/"
        + signature.apply(address)
        + "?of="
        + URLEncoder.encode(address, StandardCharsets.UTF_8);
  }

  /// What stands in an attribute that the sanitiser wrote.
  private static String plain(String attribute) {
    return REFERENCE
        .matcher(attribute)
        .replaceAll(m -> {
          String text =
              switch (m.group()) {
                case "&amp;" -> "&";
                case "&lt;" -> "<";
                case "&gt;" -> ">";
                case "&quot;" -> "\"";
                default -> {
                  int code = Integer.parseInt(m.group(1));
                  yield Character.isValidCodePoint(code) ? Character.toString(code) : "";
                }
              };
          return Matcher.quoteReplacement(text);
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
