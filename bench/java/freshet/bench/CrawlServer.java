package freshet.bench;

import freshet.bench.web.SiteWeb;
import freshet.bench.web.WebServer;
import java.io.IOException;

/// The synthetic web in a process of its own, so that its work is not counted as the crawler's.
/// Arguments: sites, pages a site, latency in milliseconds. Prints its port; a line on standard
/// input gets the number of requests so far; it ends with its input.
public final class CrawlServer {
  private CrawlServer() {}

  public static void main(String[] args) throws IOException {
    SiteWeb web = new SiteWeb(Integer.parseInt(args[0]), Integer.parseInt(args[1]), 5);
    try (WebServer server = new WebServer(web, Integer.parseInt(args[2]))) {
      web.at(server.port());
      System.out.println(server.port());
      while (true) {
        int c = System.in.read();
        if (c < 0) return;
        if (c == '\n') System.out.println(server.requests());
      }
    }
  }
}
