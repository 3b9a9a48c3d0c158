import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;

/// The web of a chaos, worked out from its seed: which hosts there are, which feeds they have, what
/// those publish when. Origin and judge each work it out by themselves; of Freshet it knows
/// nothing.
final class Web {
  /// So many entries stand in a feed at a time.
  static final int SHOWN = 25;

  /// So many words an entry has.
  private static final int WORDS = 60;

  /// Every so many entries of a feed one is a text that others print, too.
  private static final int WIRE = 5;

  /// Texts of agencies that come at a time, and how long each is printed.
  private static final int AGENCIES = 40;

  private static final long WIRE_MS = 60_000;

  final long seed;
  final int feeds;
  final int hosts;

  /// When publishing begins and ends, milliseconds of the day's clock.
  final long begin;

  final long end;
  private final long meanMs;

  Web(long seed, int feeds, int hosts, long begin, long end, long meanMs) {
    this.seed = seed;
    this.feeds = feeds;
    this.hosts = hosts;
    this.begin = begin;
    this.end = end;
    this.meanMs = meanMs;
  }

  /// From what the origin was started with.
  static Web of(String[] args, int from) {
    return new Web(
        Long.parseLong(args[from]),
        Integer.parseInt(args[from + 1]),
        Integer.parseInt(args[from + 2]),
        Long.parseLong(args[from + 3]),
        Long.parseLong(args[from + 4]),
        Long.parseLong(args[from + 5]));
  }

  /// A number that is always the same for the same two.
  long dice(String what, long n) {
    long x = seed * 0x9E3779B97F4A7C15L + what.hashCode() * 0xC2B2AE3D27D4EB4FL + n;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return (x ^ (x >>> 31)) >>> 1;
  }

  /// The address of a host: each is one of this machine's own, so that nobody has to look up names.
  String address(int host) {
    return "127.20." + host / 250 + "." + (1 + host % 250);
  }

  /// The host at an address.
  static int host(byte[] address) {
    return (address[2] & 255) * 250 + (address[3] & 255) - 1;
  }

  int hostOf(int feed) {
    return feed % hosts;
  }

  String url(int feed, int port) {
    return "http://" + address(hostOf(feed)) + ":" + port + "/" + feed + ".xml";
  }

  /// What a feed's server does beside answering.
  enum Manner {
    PLAIN,
    /// Takes seconds.
    SLOW,
    /// Says nothing for longer than anybody waits, now and then.
    STALLS,
    /// Is at another host.
    MOVED,
    /// Asks to be left alone now and then.
    REFUSES,
    /// Hangs up in the middle now and then.
    CUTS,
    /// Gives titles only: the text is on a page.
    TEASERS
  }

  Manner manner(int feed) {
    int d = (int) (dice("manner", feed) % 200);
    if (d < 6) return Manner.SLOW;
    if (d < 8) return Manner.STALLS;
    if (d < 14) return Manner.MOVED;
    if (d < 16) return Manner.REFUSES;
    if (d < 18) return Manner.CUTS;
    if (d < 20) return Manner.TEASERS;
    return Manner.PLAIN;
  }

  /// Seconds between requests that a host's robots.txt asks for, 0 for no such line.
  int crawlDelay(int host) {
    return dice("delay", host) % 20 == 0 ? 3 : 0;
  }

  /// The host that a host's robots.txt leads to, or -1.
  int rulesAt(int host) {
    return dice("rules", host) % 8 == 0 ? (host + 11) % hosts : -1;
  }

  private long period(int feed) {
    return meanMs / 2 + dice("period", feed) % meanMs;
  }

  long published(int feed, int n) {
    return begin + dice("offset", feed) % period(feed) + (n - 1) * period(feed);
  }

  /// How many entries a feed has had by a time.
  int count(int feed, long now) {
    long since = Math.min(now, end) - begin - dice("offset", feed) % period(feed);
    return since < 0 ? 0 : (int) (since / period(feed)) + 1;
  }

  String guid(int feed, int n) {
    return "chaos-" + seed + "-" + feed + "-" + n;
  }

  /// The text that an entry shares with others, or -1.
  long wire(int feed, int n) {
    if (n % WIRE != 0 || manner(feed) == Manner.TEASERS) return -1;
    return published(feed, n) / WIRE_MS * AGENCIES + dice("agency", feed) % AGENCIES;
  }

  String title(int feed, int n) {
    long wire = wire(feed, n);
    return wire < 0 ? "Number " + n + " of " + feed : "Wire " + wire;
  }

  /// Words of no language, the same wherever they are printed.
  String text(int feed, int n) {
    long wire = wire(feed, n);
    Random random = new Random(wire < 0 ? dice("text" + feed, n) : dice("wire", wire));
    StringBuilder text = new StringBuilder(WORDS * 8);
    for (int w = 0; w < WORDS; w++) {
      for (int l = 3 + random.nextInt(6); l > 0; l--)
        text.append((char) ('a' + random.nextInt(26)));
      text.append(w % 12 == 11 ? ". " : " ");
    }
    return text.toString();
  }

  String rss(int feed, int count, String base) {
    boolean teasers = manner(feed) == Manner.TEASERS;
    StringBuilder rss = new StringBuilder("<rss version='2.0'><channel><title>Feed ");
    rss.append(feed).append("</title>");
    for (int n = count; n > Math.max(0, count - SHOWN); n--) {
      rss.append("<item><guid isPermaLink='false'>").append(guid(feed, n)).append("</guid><title>");
      rss.append(title(feed, n)).append("</title><link>").append(base).append("/p/").append(feed);
      rss.append('/').append(n).append("</link><pubDate>");
      rss.append(
          DateTimeFormatter.RFC_1123_DATE_TIME.format(
              Instant.ofEpochMilli(published(feed, n)).atOffset(ZoneOffset.UTC)));
      rss.append("</pubDate>");
      if (!teasers) rss.append("<description>").append(text(feed, n)).append("</description>");
      rss.append("</item>");
    }
    return rss.append("</channel></rss>").toString();
  }
}
