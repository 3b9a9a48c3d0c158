package freshet.web;

import freshet.text.Cut;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Text of strangers, made fit to stand in a line of ours. Escaping is the template's work; this is
/// about what stays dangerous or ugly after it: a megabyte of title, characters that turn the
/// reading direction of all that follows, towers of accents, addresses that run a script.
public final class SafeText {
  /// More accents than any script needs on one letter; the rest would cover the lines above.
  private static final int MOST_MARKS = 3;

  private static final Pattern MEDIA = Pattern.compile("<(audio|video)\\b([^>]*)>");
  private static final Pattern CONTROLS = Pattern.compile(" controls(?:=\"[^\"]*\")?");

  private SafeText() {}

  /// One line of at most `most` characters. Cut at a blank if one is near.
  public static String line(@Nullable String text, int most) {
    if (text == null) return "";
    StringBuilder out = new StringBuilder(Math.min(text.length(), most + 1));
    int marks = 0;
    boolean blank = true;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
        if (!blank) out.append(' ');
        blank = true;
        continue;
      }
      if (turnsDirection(c) || c == 0xFEFF || (c >= 0xD800 && c <= 0xDFFF)) continue;
      int type = Character.getType(c);
      boolean mark = type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
      marks = mark ? marks + 1 : 0;
      if (marks > MOST_MARKS) continue;
      out.appendCodePoint(c);
      blank = false;
      if (out.length() > most) return Cut.betweenWords(out.toString(), most);
    }
    return out.toString().stripTrailing();
  }

  /// Embeddings, overrides and isolates (UAX 9): they reach beyond the text that they stand in. The
  /// plain marks U+200E and U+200F do not, and stay.
  private static boolean turnsDirection(int c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  }

  /// The address if a browser may be sent there, else null.
  public static @Nullable String link(@Nullable String address) {
    if (address == null || address.length() > 8192) return null;
    String s = address.strip();
    String start = Cut.start(s, 8).toLowerCase(Locale.ROOT);
    return start.startsWith("http://") || start.startsWith("https://") ? s : null;
  }

  /// What to call a feed: its name, or its host if it has none. An address is never shown whole,
  /// since a name and password may stand in it.
  public static String feedName(String name) {
    String address = link(name);
    return line(address == null ? name : host(address), 80);
  }

  /// The host of an address, without `www.`; nothing if there is none.
  public static String host(@Nullable String address) {
    if (address == null) return "";
    try {
      String host = new URI(address).getHost();
      if (host == null) return "";
      return host.startsWith("www.") ? host.substring(4) : host;
    } catch (URISyntaxException e) {
      return "";
    }
  }

  /// A text as it is shown: its films and sounds load only when somebody plays them, and always can
  /// be played; its footnotes have the entry's number in their names: several entries may stand on
  /// a page, and each has a first one. See `parse/InnerLinks`.
  static String ofEntry(long entry, String text) {
    String html =
        MEDIA
            .matcher(text)
            .replaceAll(m ->
                Matcher.quoteReplacement(
                    "<"
                        + m.group(1)
                        + " controls preload=\"none\""
                        + CONTROLS.matcher(m.group(2)).replaceAll("")
                        + ">"));
    if (!html.contains(" id=\"fn-")) return html;
    return html.replace(" id=\"fn-", " id=\"fn-" + entry + "-")
        .replace(" href=\"#fn-", " href=\"#fn-" + entry + "-");
  }

  /// `1.4 MB`
  public static String bytes(long n) {
    if (n < 1000) return n + " B";
    if (n < 1_000_000) return Math.round(n / 1000.0) + " KB";
    return String.format(Locale.ROOT, "%.1f MB", n / 1_000_000.0);
  }
}
