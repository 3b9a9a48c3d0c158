package freshet.bound;

import freshet.crawl.Normaliser;
import freshet.crawl.Sitemap;
import freshet.exchange.FeedListReader;
import freshet.exchange.SiteListReader;
import freshet.extract.HtmlPage;
import freshet.fetch.RobotsRules;
import freshet.parse.ByteDecoder;
import freshet.parse.FeedJson;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Reads every nasty shape as the program would: `tools/fuzz measure [BYTES]` prints how long each
/// took.
public final class NastyMeasure {
  private static final FeedParser PARSER = new FeedParser(ParseLimits.DEFAULT);
  private static final String PATH = "http://a.example/" + "a".repeat(2000);

  private NastyMeasure() {}

  @FunctionalInterface
  interface Work {
    void on(byte[] bytes);
  }

  static void feed(byte[] bytes) {
    FeedJson.line(
        "x", PARSER.parse(bytes, null, URI.create("http://a.example/f"), HtmlHandling.SANITISED));
  }

  static void page(byte[] bytes) {
    HtmlPage page = HtmlPage.parse(bytes, "text/html", "http://a.example/p");
    int _ =
        page.title().length()
            + page.mainText().length()
            + page.linksInContext().size()
            + page.alternates().size()
            + page.images().size()
            + page.fullXml().length()
            + page.reducedXml().length();
    var _ = page.published();
    var _ = page.author();
    var _ = page.canonical();
    var _ = page.sendsTo();
    for (var link : page.links()) {
      var _ = Normaliser.resolve(page.base(), link.url());
    }
  }

  static void type(byte[] bytes) {
    String type = new String(bytes, StandardCharsets.UTF_8);
    byte[] body = "<p>x".getBytes(StandardCharsets.UTF_8);
    var _ = ByteDecoder.decode(body, type);
    var _ = HtmlPage.declaredEncoding(body, type);
  }

  static void robots(byte[] bytes) {
    RobotsRules rules = RobotsRules.parse(bytes, "Freshet");
    for (int i = 0; i < 20; i++) {
      boolean _ = rules.allows(PATH + i);
    }
  }

  static void list(byte[] bytes) {
    var _ = FeedListReader.read(bytes);
    var _ = SiteListReader.read(bytes);
  }

  static void sitemap(byte[] bytes) {
    var _ = Sitemap.read(bytes);
  }

  public static void main(String[] arguments) {
    int size = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    String only = arguments.length < 2 ? "" : arguments[1];
    measure(size, only, Nasty.feeds(), NastyMeasure::feed);
    measure(size, only, Nasty.pages(), NastyMeasure::page);
    measure(size, only, Nasty.sitemaps(), NastyMeasure::sitemap);
    measure(size, only, Nasty.lists(), NastyMeasure::list);
    measure(size, only, Nasty.types(), NastyMeasure::type);
    measure(size, only, Nasty.robots(), NastyMeasure::robots);
  }

  private static void measure(int size, String only, Map<String, Nasty.Shape> shapes, Work work) {
    shapes.forEach((name, shape) -> {
      if (!name.contains(only)) return;
      byte[] bytes = shape.apply(size);
      Thread thread =
          new Thread(
              null,
              () -> {
                String how = "";
                long from = cpu();
                try {
                  work.on(bytes);
                } catch (Throwable e) {
                  how = " " + e;
                }
                System.out.printf(
                    "%8.0f ms  %10d  %s%s%n", (cpu() - from) / 1e6, bytes.length, name, how);
              },
              "measure",
              2 << 20);
      thread.setDaemon(true);
      thread.start();
      try {
        thread.join(60_000);
        if (thread.isAlive()) System.out.println("more than a minute: " + name);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  /// Of the processor on this thread.
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
