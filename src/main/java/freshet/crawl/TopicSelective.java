package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;

/// Topic-selective: follows a link only if its address or its text has one of the words.
public record TopicSelective(TopicWords words) implements LinkPolicy {
  @Override
  public double look(Visit visit, HtmlPage page) {
    return words.relevance(page);
  }

  @Override
  public double priority(Link link, double relevance) {
    return words.isIn(link.text()) || words.isIn(link.url()) ? 0.5 : NEVER;
  }

  @Override
  public String match(Link link) {
    return words.match(link);
  }
}
