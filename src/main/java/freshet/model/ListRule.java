package freshet.model;

import java.time.Instant;

/// Which links of a page are followed, where the page has no feed.
///
/// @param selector the CSS selector that names them
/// @param since when it was set: what the page has at the first visit after that is believed
public record ListRule(String selector, Instant since) {
  public static final int LONGEST = 300;
}
