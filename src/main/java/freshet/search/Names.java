package freshet.search;

import java.util.List;

/// Finds feeds and topics by what people call them: the index knows them by number only, so that a
/// new name needs no new index.
public interface Names {
  List<Long> feeds(String text);

  /// The feeds of crawls, by the crawl's number, a part of its name, or `all`.
  List<Long> crawls(String text);

  List<Long> topics(String text);
}
