package freshet.discover;

import java.util.Locale;

/// By what a feed was found.
public enum How {
  /// A page names it as its alternate, or the input is itself a feed.
  ALTERNATE,
  /// A link in a page's body leads to it.
  LINK,
  /// Nobody named it; feeds usually are there.
  GUESS,
  /// A sitemap names it, or is it.
  SITEMAP,
  /// A page or OPML file that lists feeds of others names it, on another site.
  DIRECTORY;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static How of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
