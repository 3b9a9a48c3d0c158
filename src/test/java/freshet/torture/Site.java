package freshet.torture;

import freshet.torture.Origin.Host;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// A site of some pages that lead to each other, with a few feeds that are named deep inside.
final class Site {
  final String home;
  final Set<String> pages = new TreeSet<>();
  final Set<String> feeds = new TreeSet<>();

  Site(Host host, int pages, int feeds, Random random, Press press) {
    home = host.base + "/";
    for (int i = 0; i < pages; i++) {
      StringBuilder html = new StringBuilder("<html><head><title>Page ").append(i);
      html.append("</title>");
      int feed = i * feeds / pages;
      if (i > 0 && feeds > 0 && feed != (i - 1) * feeds / pages) {
        Press.Feed f = press.feed(host, "/feeds/" + feed + ".xml");
        for (int n = 0; n < 3; n++) press.publish(f);
        this.feeds.add(f.url);
        html.append("<link rel='alternate' type='application/rss+xml' href='");
        html.append(f.path).append("'>");
      }
      html.append("</head><body><h1>").append(press.words(4)).append("</h1><p>");
      html.append(press.words(60)).append("</p>");
      for (int child = 2 * i + 1; child <= 2 * i + 2 && child < pages; child++) link(html, child);
      link(html, random.nextInt(pages));
      String path = i == 0 ? "/" : "/page/" + i;
      host.put(path, "text/html; charset=utf-8", html.append("</body></html>").toString());
      this.pages.add(host.base + path);
    }
  }

  private static void link(StringBuilder html, int page) {
    html.append("<a href='").append(page == 0 ? "/" : "/page/" + page);
    html.append("'>Page ").append(page).append("</a> ");
  }
}
