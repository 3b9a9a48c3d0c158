package freshet.discover;

import freshet.model.FeedUrl;

/// Something to look at.
///
/// @param from the page that led to it
/// @param words of the link that did; "" if there were none
/// @param depth links from the input
record Item(Kind kind, FeedUrl url, How how, FeedUrl from, String words, int depth) {

  /// In the order in which they are looked at: what is surely a feed, what probably is one, what
  /// lists some, what might be one, pages.
  enum Kind {
    START,
    ANNOUNCED,
    LINKED,
    SITEMAP,
    GUESS,
    PROMISING,
    PAGE,
    OUTSIDE;

    boolean isPage() {
      return this == PROMISING || this == PAGE || this == OUTSIDE;
    }
  }
}
