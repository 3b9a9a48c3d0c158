package freshet.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The first picture of a text that is worth showing in a list: none that is an icon, a smiley, a
/// badge or a face. The text is sanitised, so attributes are in double quotation marks.
final class FirstPicture {
  private static final Pattern IMAGE = Pattern.compile("<img ([^>]{1,4000})>");
  private static final Pattern SOURCE = Pattern.compile("\\bsrc=\"(https?:[^\"\\s]+)\"");
  private static final Pattern SIZE = Pattern.compile("\\b(?:width|height)=\"(\\d{1,6})(?:px)?\"");
  private static final Pattern TRIFLE =
      Pattern.compile(
          "emoji|smil(?:ey|ies)|gravatar|/avatars?/|/icons?/|badge|shields\\.io|\\.svg");

  /// Smaller ones look worse than none.
  private static final int SMALLEST = 80;

  private static final int MOST = 10;

  private FirstPicture() {}

  static @Nullable String of(@Nullable String html) {
    if (html == null || !html.contains("<img ")) return null;
    Matcher image = IMAGE.matcher(html);
    for (int i = 0; i < MOST && image.find(); i++) {
      Matcher source = SOURCE.matcher(image.group(1));
      if (source.find() && !isSmall(image.group(1))) {
        String address = source.group(1).replace("&amp;", "&").replace("&#61;", "=");
        if (!TRIFLE.matcher(address.toLowerCase(Locale.ROOT)).find()) return address;
      }
    }
    return null;
  }

  private static boolean isSmall(String attributes) {
    Matcher size = SIZE.matcher(attributes);
    while (size.find()) if (Integer.parseInt(size.group(1)) < SMALLEST) return true;
    return false;
  }
}
