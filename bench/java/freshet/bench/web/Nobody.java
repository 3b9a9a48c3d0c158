package freshet.bench.web;

import freshet.crawl.CrawlUser;
import freshet.crawl.PageRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;

/// Takes the pages of a crawl of which only the requests are counted.
public enum Nobody implements PageRobot.PageSink {
  TAKES;

  @Override
  public void page(Visit visit, HtmlPage page, double score) {}

  @Override
  public void trouble(Visit visit, String reason) {}

  @Override
  public void finished(int start, CrawlUser.Ending ending) {}
}
