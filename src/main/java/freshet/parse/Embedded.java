package freshet.parse;

import freshet.text.Html;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Films and sound that a text frames from elsewhere. A frame would load by itself and tell that
/// place who reads, so a link to the same stands where it was.
final class Embedded {
  private static final Pattern SOURCE =
      Pattern.compile(
          "\\b(?:data-)?src\\s*=\\s*(?:\"([^\"]{1,2000})\"|'([^']{1,2000})'|([^\\s>\"']{1,2000}))",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)(?:https?:)?//([a-z0-9.-]{4,100})(/[^\\s\"'<>]*)");
  private static final Pattern YOUTUBE =
      Pattern.compile("(?:www\\.)?youtube(?:-nocookie)?\\.com/embed/([A-Za-z0-9_-]{6,20}).*");
  private static final Pattern VIMEO = Pattern.compile("player\\.vimeo\\.com/video/(\\d+).*");

  /// Places of films and sound, and addresses that say what they are.
  private static final Pattern MEDIA =
      Pattern.compile(
          "(?:[a-z0-9.-]+\\.)?(?:youtube\\.com|youtube-nocookie\\.com|vimeo\\.com|dailymotion\\.com"
              + "|soundcloud\\.com|bandcamp\\.com|spotify\\.com|mixcloud\\.com|twitch\\.tv|ted\\.com"
              + "|archive\\.org|podcasts\\.apple\\.com|simplecast\\.com|podbean\\.com|audioboom\\.com"
              + "|acast\\.com|ardmediathek\\.de|arte\\.tv|rumble\\.com|odysee\\.com)/.*"
              + "|[a-z0-9.-]+/(?:.*/)?(?:embed|player)/.*");

  private Embedded() {}

  /// A link to what a frame shows; empty if that is neither film nor sound.
  ///
  /// @param tag the frame's tag with its attributes
  static String link(String tag) {
    Matcher source = SOURCE.matcher(tag);
    if (!source.find()) return "";
    String written = source.group(1) != null ? source.group(1) : source.group(2);
    if (written == null) written = source.group(3);
    Matcher address = ADDRESS.matcher(written.replace("&amp;", "&").strip());
    if (!address.matches()) return "";
    String place = address.group(1) + address.group(2);
    if (!MEDIA.matcher(place).matches()) return "";
    Matcher youtube = YOUTUBE.matcher(place);
    if (youtube.matches()) place = "www.youtube.com/watch?v=" + youtube.group(1);
    Matcher vimeo = VIMEO.matcher(place);
    if (vimeo.matches()) place = "vimeo.com/" + vimeo.group(1);
    StringBuilder link = new StringBuilder("<a rel=\"embed\" href=\"https://");
    for (int i = 0; i < place.length(); i++) {
      char c = place.charAt(i);
      String safe = Html.inAttribute(c);
      if (safe.isEmpty()) link.append(c);
      else link.append(safe);
    }
    String host = place.substring(0, place.indexOf('/')).replaceFirst("^www\\.", "");
    return link.append("\">").append(host).append("</a>").toString();
  }
}
