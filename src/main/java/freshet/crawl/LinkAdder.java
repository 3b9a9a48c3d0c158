package freshet.crawl;

import freshet.model.FetchOutcome.Fetched;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Puts the links of a visited page into the frontier, except for those that traps are made of.
/// Under the crawler's lock.
final class LinkAdder {
  private final CrawlSettings settings;
  private final Frontier frontier;
  private final TrapWatch traps;

  LinkAdder(CrawlSettings settings, Frontier frontier, TrapWatch traps) {
    this.settings = settings;
    this.frontier = frontier;
    this.traps = traps;
  }

  void follow(HostVisits.Result result, Instant now) {
    Frontier.Taken taken = result.taken();
    boolean unlike = true;
    if (result.outcome() instanceof Fetched f && !result.known()) {
      String host = Normaliser.host(taken.url());
      if (result.words() != null) {
        unlike = traps.visited(taken.host(), host, taken.shape(), result.words());
      }
      if (!result.finalUrl().equals(taken.url())) {
        frontier.addVisited(
            result.finalUrl(), taken.start(), taken.depth(), now.getEpochSecond(), f.bodyHash());
      }
    }
    if (taken.depth() < settings.limits().depth()) {
      // A start page leads somewhere even if it says what another one said.
      links(result.links().followed(), taken, unlike || taken.depth() == 0);
    }
  }

  private void links(List<Links.Followed> followed, Frontier.Taken from, boolean unlike) {
    boolean first = settings.order() == CrawlSettings.Order.DEPTH_FIRST;
    Set<String> sessions = traps.sessionNames(from.host(), Sessions.names(followed));
    // Depth first, the first link of a page is to be the first one visited.
    for (int i = 0; i < followed.size(); i++) {
      Links.Followed link = followed.get(first ? followed.size() - 1 - i : i);
      String url = link.trusted() ? link.url() : Sessions.without(link.url(), sessions);
      long hash = url.equals(link.url()) ? link.hash() : AddressLog.hash(url);
      if (frontier.knows(hash)) {
        if (!link.trusted()) frontier.raise(hash, url, link.level(), first, link.note());
      } else if (!add(hash, url, link, from, unlike, first)) {
        continue;
      }
      mapped(hash, link);
    }
  }

  private boolean add(
      long hash,
      String url,
      Links.Followed link,
      Frontier.Taken from,
      boolean unlike,
      boolean first) {
    int chain = Frontier.TRUSTED;
    int level = link.level();
    if (!link.trusted()) {
      Shapes.Shape shape = Shapes.of(url);
      int host = shape.isSuspicious() ? frontier.host(url) : 0;
      chain = traps.chain(from.shape(), from.chain(), unlike, host, url, shape);
      if (chain < 0) return false;
      chain = Math.min(Frontier.TRUSTED - 1, chain);
      if (shape.isSuspicious()) level = 0;
    }
    frontier.add(hash, url, from.start(), from.depth() + 1, level, chain, first, link.note());
    return true;
  }

  private void mapped(long hash, Links.Followed link) {
    Sitemap.Page page = link.mapped();
    if (page == null) return;
    long modified = page.modified() == null ? 0 : page.modified().getEpochSecond();
    frontier.sitemap(hash, page.frequency(), modified);
  }
}
