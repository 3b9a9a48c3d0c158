package freshet.crawl;

import freshet.extract.HtmlPage;
import freshet.extract.Link;

/// Link-focused: follows every link. With words, it still says how much a page is about them.
public record EveryLink(TopicWords words) implements LinkPolicy {
  @Override
  public double look(Visit visit, HtmlPage page) {
    return words.isEmpty() ? 1 : words.relevance(page);
  }

  @Override
  public double priority(Link link, double relevance) {
    return 0.5;
  }

  @Override
  public String match(Link link) {
    return words.match(link);
  }
}
