package freshet.bench;

import com.rometools.rome.feed.synd.SyndFeed;
import com.rometools.rome.io.SyndFeedInput;
import com.rometools.rome.io.XmlReader;
import freshet.model.ParseOutcome;
import freshet.parse.FeedParser;
import freshet.parse.HtmlHandling;
import freshet.parse.ParseLimits;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/// Parsing to the full model, one thread: 200 feeds of 66 KB, 35 entries each, by Freshet and by
/// ROME in turn in the same run. Goals: 10 times ROME raw, 5 times sanitised, at most 6 MB
/// allocated a MB of feed.
public final class ParseBench {
  private static final int FEEDS = 200;
  private static final int ROUNDS = 7;
  private static final double MB = 1_000_000.0;
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private interface Candidate {
    int entries(byte[] feed) throws Exception;
  }

  /// The best round of one candidate.
  private record Figure(double feedsPerCpuSecond, double allocatedPerByte) {}

  private ParseBench() {}

  public static void main(String[] args) throws Exception {
    List<byte[]> feeds = GeneratedFeeds.make(FEEDS, 35, 66_000, 3);
    double bytes = feeds.stream().mapToLong(f -> f.length).sum();
    FeedParser parser = new FeedParser(ParseLimits.DEFAULT);
    URI address = URI.create("https://bench.example/feed");
    Candidate raw = f -> entries(parser.parse(f, null, address, HtmlHandling.RAW));
    Candidate clean = f -> entries(parser.parse(f, null, address, HtmlHandling.SANITISED));
    Candidate rome = ParseBench::rome;
    Figure o = measure(rome, feeds, bytes, 1);
    Figure r = measure(raw, feeds, bytes, 10);
    Figure c = measure(clean, feeds, bytes, 5);
    for (int round = 1; round < ROUNDS; round++) {
      o = better(o, measure(rome, feeds, bytes, 1));
      r = better(r, measure(raw, feeds, bytes, 10));
      c = better(c, measure(clean, feeds, bytes, 5));
    }
    System.out.printf(
        Locale.ROOT,
        "%d feeds, %.0f KB each, one thread, best of %d%n",
        FEEDS,
        bytes / FEEDS / 1e3,
        ROUNDS);
    System.out.printf(
        "%-20s %12s %10s %12s %10s%n", "", "feeds/cpu-s", "MB/cpu-s", "MB alloc/MB", "x ROME");
    print("ROME 2.1", o, o, bytes);
    print("Freshet raw", r, o, bytes);
    print("Freshet sanitised", c, o, bytes);
  }

  private static void print(String name, Figure f, Figure rome, double bytes) {
    System.out.printf(
        Locale.ROOT,
        "%-20s %12.0f %10.1f %12.1f %10.1f%n",
        name,
        f.feedsPerCpuSecond,
        f.feedsPerCpuSecond * bytes / FEEDS / MB,
        f.allocatedPerByte,
        f.feedsPerCpuSecond / rome.feedsPerCpuSecond);
  }

  private static Figure better(Figure a, Figure b) {
    return a.feedsPerCpuSecond >= b.feedsPerCpuSecond ? a : b;
  }

  private static Figure measure(Candidate candidate, List<byte[]> feeds, double bytes, int times)
      throws Exception {
    long thread = Thread.currentThread().threadId();
    long allocated = THREADS.getThreadAllocatedBytes(thread);
    long cpu = THREADS.getCurrentThreadCpuTime();
    int entries = 0;
    for (int i = 0; i < times; i++) for (byte[] feed : feeds) entries += candidate.entries(feed);
    double seconds = (THREADS.getCurrentThreadCpuTime() - cpu) / 1e9;
    allocated = THREADS.getThreadAllocatedBytes(thread) - allocated;
    if (entries != times * FEEDS * 35) throw new IllegalStateException("read " + entries);
    return new Figure(times * feeds.size() / seconds, allocated / bytes / times);
  }

  private static int entries(ParseOutcome outcome) {
    return switch (outcome) {
      case ParseOutcome.Parsed p -> p.feed().entries().size();
      case ParseOutcome.NotAFeed n -> throw new IllegalStateException(n.reason());
      case ParseOutcome.Stopped s -> throw new IllegalStateException(s.reason());
      case ParseOutcome.Broken b -> throw new IllegalStateException(b.reason());
    };
  }

  private static int rome(byte[] feed) throws Exception {
    SyndFeed read = new SyndFeedInput().build(new XmlReader(new ByteArrayInputStream(feed)));
    return read.getEntries().size();
  }
}
