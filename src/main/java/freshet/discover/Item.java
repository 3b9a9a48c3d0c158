package freshet.discover;

import freshet.model.FeedUrl;

/// Something to look at.
///
/// @param from the page that led to it
/// @param words of the link that did; "" if there were none
/// @param depth links from the input
/// @param chain pages of one suspicious pattern that led to it, one after the other
record Item(Kind kind, FeedUrl url, How how, FeedUrl from, String words, int depth, int chain) {

  Item(Kind kind, FeedUrl url, How how, FeedUrl from, String words, int depth) {
    this(kind, url, how, from, words, depth, 0);
  }

  /// In the order in which they are looked at: what is surely a feed, what probably is one, what
  /// lists some, what might be one, pages.
  enum Kind {
    START,
    ANNOUNCED,
    LINKED,
    SITEMAP,
    GUESS,
    PROMISING,
    /// a guess that seldom is right: pages that promise feeds are looked at before
    RARE_GUESS,
    PAGE,
    /// a feed of readers' comments: every entry of many sites has one
    COMMENTS,
    /// of a shape that sites make without end
    SUSPICIOUS,
    OUTSIDE;

    boolean isGuess() {
      return this == GUESS || this == RARE_GUESS;
    }

    boolean isPage() {
      return this == PROMISING || this == PAGE || this == SUSPICIOUS || this == OUTSIDE;
    }
  }
}
