package freshet.discover;

import freshet.extract.HtmlPage;
import freshet.model.FeedUrl;

/// Keeps the search of one site out of traps.
final class SiteTraps {
  boolean refuses(FeedUrl url) {
    return false;
  }

  boolean isTrapped(FeedUrl url, HtmlPage page) {
    return false;
  }

  String report(String end) {
    return end;
  }
}
