package freshet.jobs;

import freshet.article.PageKind;
import freshet.crawl.CrawlPlan;
import freshet.crawl.CrawlUser;
import freshet.crawl.LinkLines;
import freshet.crawl.PageLines;
import freshet.crawl.RssRobot;
import freshet.crawl.Visit;
import freshet.extract.HtmlPage;
import freshet.extract.Link;
import freshet.jobs.CrawlCorpus.Taken;
import freshet.model.Feed;
import freshet.model.Validators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Writes down what a crawl meets: pages and links in its folder, pages and articles as entries too
/// if they are to be found.
final class CrawlKeeper implements CrawlPlan.PageSink, AutoCloseable {
  private static final long MOST_LINK_BYTES = 500_000_000;

  private final Crawl crawl;
  private final @Nullable CrawlCorpus corpus;
  private final PageFile pages;
  private final @Nullable Feed feed;
  private final PageLines lines = new PageLines();
  private final Writer feeds;
  private final Writer links;
  private volatile long linkBytes; // written by the keeper alone

  /// @param corpus and `feed`: null if the pages are kept in the folder alone
  CrawlKeeper(Crawl crawl, @Nullable CrawlCorpus corpus, PageFile pages, @Nullable Feed feed)
      throws IOException {
    this.crawl = crawl;
    this.corpus = corpus;
    this.pages = pages;
    this.feed = feed;
    feeds = appended(crawl.feedsFile());
    linkBytes = Files.exists(crawl.linksFile()) ? Files.size(crawl.linksFile()) : 0;
    links = appended(crawl.linksFile());
    if (linkBytes == 0) write(links, LinkLines.HEADING);
  }

  private static Writer appended(Path file) throws IOException {
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public void page(Visit visit, HtmlPage page, double score) {
    ObjectNode line = lines.page(visit, page, score);
    if (corpus != null && feed != null) {
      Taken taken = corpus.read(feed, visit, page, crawl.plan().upkeep().everyPage());
      boolean left = taken.kind() != PageKind.ARTICLE && !crawl.plan().upkeep().everyPage();
      if (left) line.put("leftOut", taken.kind().word());
      visit.afterwards(() -> corpus.keep(feed, taken));
    }
    keep(visit, line);
  }

  @Override
  public void article(RssRobot.Article article) {
    if (corpus != null && feed != null) {
      Taken taken = corpus.read(feed, article);
      article.visit().afterwards(() -> corpus.keep(feed, taken));
    }
    keep(article.visit(), lines.article(article));
  }

  /// A page that is visited again has its line already.
  private void keep(Visit visit, ObjectNode line) {
    if (visit.isAgain()) return;
    crawl.gathered().write(pages, line);
  }

  @Override
  public void seen(Visit visit) {
    if (corpus != null && feed != null) visit.afterwards(() -> corpus.seen(feed, visit));
  }

  @Override
  public @Nullable Validators validators(String url) {
    if (corpus == null || feed == null) return Validators.NONE;
    return corpus.validators(feed, Visit.key(url));
  }

  @Override
  public boolean wantsLinks() {
    return linkBytes < MOST_LINK_BYTES;
  }

  @Override
  public synchronized void link(Visit visit, Link link, boolean followed, String match) {
    String line = LinkLines.line(visit, link, followed, match);
    linkBytes += line.length();
    write(links, line);
  }

  @Override
  public void feed(String url) {
    write(feeds, url + "\n");
  }

  private void write(Writer to, String text) {
    synchronized (this) {
      try {
        to.write(text);
        if (!to.equals(links)) to.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("The pages of " + crawl + " cannot be kept", e);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try (pages;
        feeds;
        links) {
      links.flush();
    }
  }

  @Override
  public void trouble(Visit visit, String reason) {
    trouble(visit.url(), reason);
  }

  @Override
  public void trouble(String url, String reason) {
    crawl.trouble(url + ": " + reason);
  }

  @Override
  public void finished(int start, CrawlUser.Ending ending) {}
}
