package freshet.bench;

/// What a crawl costs and what it chooses. Without arguments all parts; or some of: `cost`,
/// `hosts`, `topics`, `frontier` (run that one with `FRESHET_BENCH_OPTS=-Xmx512m`), `commands`
/// (whole commands only, which `cost` has too).
public final class CrawlBench {
  private CrawlBench() {}

  public static void main(String[] args) throws Exception {
    String parts = args.length == 0 ? "cost hosts topics frontier" : String.join(" ", args);
    if (parts.contains("cost")) CrawlCost.measure();
    if (parts.contains("commands")) {
      try (CrawlSites sites = CrawlSites.serve(60, 300, 0)) {
        double _ = CrawlCommands.measure(sites);
      }
    }
    if (parts.contains("hosts")) CrawlHosts.measure();
    if (parts.contains("topics")) CrawlTopics.measure();
    if (parts.contains("frontier")) CrawlFrontier.measure();
  }
}
