package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;
import java.util.List;

/// The selection policy of a crawl: which links are followed, in which order, and how much a page
/// is what was looked for.
///
/// Called by several threads at once, for different hosts.
public interface LinkPolicy {
  /// Of a link that is not followed.
  double NEVER = -1;

  /// Looks at a page before its links are asked for.
  ///
  /// @return how much it is what was looked for, 0 to 1
  double look(Visit visit, HtmlPage page);

  /// How soon a link is to be followed, 0 to 1, or [#NEVER].
  ///
  /// @param relevance of the page it is on, as [#look] told
  double priority(Link link, double relevance);

  /// The word by which a link is on the topic; "" if it is not, or no words are looked for.
  default String match(Link link) {
    return "";
  }

  /// What to remember of the link until its page is looked at ([Visit#note]).
  default String note(Link link, double relevance) {
    return "";
  }

  /// How soon it is to be followed by what is known now, asked once more when its turn has come; if
  /// that is less than before, it waits on.
  ///
  /// @param note what [#note] said
  default double priorityNow(String url, String note, double before) {
    return before;
  }

  /// The links of a page that are asked about: with the text around them only where that is read.
  default List<Link> links(HtmlPage page) {
    return page.links();
  }
}
