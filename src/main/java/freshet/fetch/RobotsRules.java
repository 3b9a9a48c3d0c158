package freshet.fetch;

import freshet.bound.Stop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What one robots.txt says to one robot (RFC 9309).
///
/// The standard leaves room, and files are written by people, so where they differ this follows
/// what the largest search engine's own parser is known to do, because that is what publishers test
/// their files with: missing colons, common misspellings, `Foo/1.0` and `Foo bar` meaning `foo`,
/// pieces of a byte order mark, `index.html` standing for its folder. Addresses are compared as
/// written: they come percent-encoded.
public final class RobotsRules {
  /// The rest of a longer line is ignored.
  private static final int LONGEST_LINE = 2083 * 8 - 1;

  /// Each of these is looked for in the whole of an address. Of those beyond, a rule that forbids
  /// forbids all that begins as it does up to its star, and one that allows does not count.
  static final int MOST_WITH_STARS = 1000;

  /// Up to here the search of the Java machine is faster than one that never looks back.
  private static final int SHORT_PIECE = 8;

  private static final double LONGEST_DELAY_MILLIS = 3_600_000;
  private static final int MOST_TIMES = 100;

  private static final List<String> USER_AGENT = List.of("user-agent", "useragent", "user agent");
  private static final List<String> DISALLOW =
      List.of("disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw");
  private static final List<String> SITEMAP = List.of("sitemap", "site-map");

  public static final RobotsRules ALLOW_ALL =
      new RobotsRules(new Rule[0], null, VisitTimes.ALWAYS, List.of());

  private record Rule(boolean allow, String pattern) {}

  private final Rule[] rules;
  private final @Nullable Duration crawlDelay;
  private final VisitTimes visitTimes;
  private final List<String> sitemaps;

  private RobotsRules(
      Rule[] rules, @Nullable Duration crawlDelay, VisitTimes visitTimes, List<String> sitemaps) {
    this.rules = rules;
    this.crawlDelay = crawlDelay;
    this.visitTimes = visitTimes;
    this.sitemaps = sitemaps;
  }

  /// @param agent the robot's name, such as `Freshet`
  public static RobotsRules parse(byte[] file, String agent) {
    return new Reader(agent).read(file);
  }

  /// Whether the robot may ask for an address (absolute, or path and query alone).
  public boolean allows(String url) {
    if (rules.length == 0) return true;
    String path = path(url);
    int best = 0;
    boolean allowed = true;
    for (Rule rule : rules) {
      int length = rule.pattern.length();
      if (length < best || (length == best && (allowed || !rule.allow))) continue;
      if (matches(path, rule.pattern)) {
        best = length;
        allowed = rule.allow;
      } else if (rule.allow) {
        String folder = folderOfIndex(rule.pattern);
        if (folder != null && folder.length() >= best && matches(path, folder)) {
          best = folder.length();
          allowed = true;
        }
      }
    }
    return allowed;
  }

  /// The time the publisher asks for between two requests, by `Crawl-delay` or by `Request-rate`;
  /// no standard, but widely used.
  public @Nullable Duration crawlDelay() {
    return crawlDelay;
  }

  /// In which hours the robot may come.
  VisitTimes visitTimes() {
    return visitTimes;
  }

  /// All sitemaps named in the file, as written.
  public List<String> sitemaps() {
    return sitemaps;
  }

  /// Roughly how many bytes this takes.
  int weight() {
    int sum = 200;
    for (Rule rule : rules) sum += 64 + rule.pattern.length();
    for (String sitemap : sitemaps) sum += 48 + sitemap.length();
    return sum;
  }

  /// `Allow: /a/index.html` also allows `/a/` itself.
  private static @Nullable String folderOfIndex(String pattern) {
    int slash = pattern.lastIndexOf('/');
    if (slash < 0 || !pattern.startsWith("/index.htm", slash)) return null;
    return pattern.substring(0, slash + 1) + "$";
  }

  /// Path, parameters and query, without the fragment; "/" if there is none.
  static String path(String url) {
    int host = url.startsWith("//") ? 2 : 0;
    int first = firstOf(url, host);
    int scheme = url.indexOf("://", host);
    // A "://" behind the first slash or question mark belongs to the path or query. (The slash
    // found first in "http://" is the scheme's own, one character further on.)
    int start = scheme >= 0 && (first < 0 || scheme < first) ? firstOf(url, scheme + 3) : first;
    int end = url.indexOf('#', host);
    if (end < 0) end = url.length();
    if (start < 0 || end < start) return "/";
    String path = url.substring(start, end);
    return path.charAt(0) == '/' ? path : "/" + path;
  }

  private static int firstOf(String url, int from) {
    for (int i = from; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c == '/' || c == '?' || c == ';') return i;
    }
    return -1;
  }

  /// `*` stands for any characters, a `$` at the end for the end; otherwise a prefix suffices. Each
  /// piece between stars is looked for once, from the left, so no pattern takes exponential time.
  static boolean matches(String path, String pattern) {
    boolean anchored = pattern.endsWith("$");
    int end = pattern.length() - (anchored ? 1 : 0);
    int at = 0;
    int from = 0;
    while (true) {
      int star = pattern.indexOf('*', from);
      boolean last = star < 0 || star >= end;
      String piece = pattern.substring(from, last ? end : star);
      if (from == 0) {
        if (!path.startsWith(piece)) return false;
        if (last) return !anchored || piece.length() == path.length();
        at = piece.length();
      } else if (last && anchored) {
        return path.length() - piece.length() >= at && path.endsWith(piece);
      } else {
        int found = find(path, piece, at);
        if (found < 0) return false;
        if (last) return true;
        at = found + piece.length();
      }
      from = star + 1;
    }
  }

  /// Where a piece stands in a path, from a place on, in time that grows with their lengths and not
  /// with the product of them (Knuth, Morris and Pratt).
  private static int find(String path, String piece, int from) {
    int length = piece.length();
    if (length <= SHORT_PIECE || length > path.length() - from) return path.indexOf(piece, from);
    int[] back = new int[length]; // how much of the piece's start ends here
    for (int i = 1, same = 0; i < length; i++) {
      while (same > 0 && piece.charAt(i) != piece.charAt(same)) same = back[same - 1];
      if (piece.charAt(i) == piece.charAt(same)) same++;
      back[i] = same;
    }
    for (int i = from, same = 0; i < path.length(); i++) {
      while (same > 0 && path.charAt(i) != piece.charAt(same)) same = back[same - 1];
      if (path.charAt(i) == piece.charAt(same)) same++;
      if (same == length) return i - length + 1;
    }
    return -1;
  }

  /// Reads a file line by line. Several groups for one robot count as one; rules for `*` count only
  /// if no group names the robot. A line that is no rule does not end a group.
  private static final class Reader {
    private final String agent;
    private final List<Rule> own = new ArrayList<>();
    private final List<Rule> general = new ArrayList<>();
    private final List<String> sitemaps = new ArrayList<>();
    private @Nullable Duration ownDelay;
    private @Nullable Duration generalDelay;
    private final List<VisitTimes.Span> ownTimes = new ArrayList<>();
    private final List<VisitTimes.Span> generalTimes = new ArrayList<>();
    private boolean namedEver;
    private boolean inOwn;
    private boolean inGeneral;
    private boolean rulesBegun;
    private int withStars;

    Reader(String agent) {
      this.agent = agent;
    }

    RobotsRules read(byte[] file) {
      int start = afterByteOrderMark(file);
      for (int i = start; i <= file.length; i++) {
        if (i < file.length && file[i] != '\n' && file[i] != '\r') continue;
        Stop.check();
        int length = Math.min(i - start, LONGEST_LINE);
        line(new String(file, start, length, StandardCharsets.ISO_8859_1));
        start = i + 1;
      }
      List<Rule> rules = namedEver ? own : general;
      Duration delay = namedEver ? ownDelay : generalDelay;
      List<VisitTimes.Span> times = namedEver ? ownTimes : generalTimes;
      boolean nothing = rules.isEmpty() && delay == null && times.isEmpty() && sitemaps.isEmpty();
      if (nothing) return ALLOW_ALL;
      return new RobotsRules(
          rules.toArray(Rule[]::new),
          delay,
          new VisitTimes(List.copyOf(times)),
          List.copyOf(sitemaps));
    }

    private static int afterByteOrderMark(byte[] file) {
      byte[] mark = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
      int i = 0;
      while (i < mark.length && i < file.length && file[i] == mark[i]) i++;
      return i;
    }

    private void line(String line) {
      int comment = line.indexOf('#');
      String text = strip(comment < 0 ? line : line.substring(0, comment));
      int colon = text.indexOf(':');
      if (colon < 0) {
        // "disallow /x": two words may do without the colon.
        colon = blank(text, 0);
        if (colon < 0 || blank(strip(text.substring(colon)), 0) >= 0) return;
      }
      String key = strip(text.substring(0, colon)).toLowerCase(Locale.ROOT);
      String value = strip(text.substring(colon + 1));
      if (key.isEmpty()) return;
      if (begins(key, USER_AGENT)) userAgent(value);
      else if (key.startsWith("allow")) rule(true, value);
      else if (begins(key, DISALLOW)) rule(false, value);
      else if (begins(key, SITEMAP)) sitemaps.add(value);
      else if (key.equals("crawl-delay")) delay(seconds(value));
      else if (key.equals("request-rate")) delay(secondsOfRate(value));
      else if (key.equals("visit-time")) visitTime(value);
    }

    private void userAgent(String value) {
      if (rulesBegun) inOwn = inGeneral = rulesBegun = false;
      if (value.startsWith("*") && (value.length() == 1 || isBlank(value.charAt(1)))) {
        inGeneral = true;
        return;
      }
      int end = 0;
      while (end < value.length() && Identity.tokenCharacter(value.charAt(end))) end++;
      if (value.substring(0, end).equalsIgnoreCase(agent)) namedEver = inOwn = true;
    }

    private void rule(boolean allow, String value) {
      if (!inOwn && !inGeneral) return;
      rulesBegun = true;
      int star = value.indexOf('*');
      String pattern = value;
      if (star >= 0 && ++withStars > MOST_WITH_STARS) {
        if (allow) return;
        pattern = value.substring(0, star);
      }
      // An empty value is a rule that matches nothing.
      if (!pattern.isEmpty()) (inOwn ? own : general).add(new Rule(allow, escaped(pattern)));
    }

    /// What two lines ask for is the longer of both.
    private void delay(double seconds) {
      if (!(seconds >= 0)) return;
      Duration asked = Duration.ofMillis((long) Math.min(seconds * 1000, LONGEST_DELAY_MILLIS));
      if (inOwn) ownDelay = longer(ownDelay, asked);
      else if (inGeneral) generalDelay = longer(generalDelay, asked);
    }

    private static Duration longer(@Nullable Duration a, Duration b) {
      return a == null || a.compareTo(b) < 0 ? b : a;
    }

    /// NaN if it is no number.
    private static double seconds(String value) {
      try {
        return Double.parseDouble(value);
      } catch (NumberFormatException e) {
        return Double.NaN;
      }
    }

    /// `1/5`, `3/10m`: pages in a time, in seconds unless it says otherwise. Hours for which alone
    /// it is meant (`1/5 0900-1700`) are not looked at: at others it does no harm.
    private static double secondsOfRate(String value) {
      String rate = value.split("\\s", 2)[0];
      int slash = rate.indexOf('/');
      if (slash < 0) return Double.NaN;
      String time = rate.substring(slash + 1).toLowerCase(Locale.ROOT);
      double unit = time.endsWith("h") ? 3600 : time.endsWith("m") ? 60 : 1;
      boolean named = time.endsWith("h") || time.endsWith("m") || time.endsWith("s");
      double pages = seconds(rate.substring(0, slash));
      double span = seconds(named ? time.substring(0, time.length() - 1) : time) * unit;
      return pages > 0 ? span / pages : Double.NaN;
    }

    private void visitTime(String value) {
      VisitTimes.Span span = VisitTimes.span(value);
      if (span == null) return;
      List<VisitTimes.Span> times = inOwn ? ownTimes : generalTimes;
      if ((inOwn || inGeneral) && times.size() < MOST_TIMES) times.add(span);
    }

    private static boolean begins(String key, List<String> names) {
      for (String name : names) if (key.startsWith(name)) return true;
      return false;
    }

    /// Bytes beyond ASCII percent-encoded, and percent-encodings in upper case.
    private static String escaped(String value) {
      StringBuilder out = new StringBuilder(value.length());
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c >= 0x80) {
          out.append('%').append(hex(c >> 4)).append(hex(c & 15));
        } else if (c == '%'
            && i + 2 < value.length()
            && Character.digit(value.charAt(i + 1), 16) >= 0
            && Character.digit(value.charAt(i + 2), 16) >= 0) {
          out.append(value.substring(i, i + 3).toUpperCase(Locale.ROOT));
          i += 2;
        } else {
          out.append(c);
        }
      }
      return out.toString();
    }

    private static char hex(int digit) {
      return "0123456789ABCDEF".charAt(digit);
    }

    private static int blank(String s, int from) {
      for (int i = from; i < s.length(); i++)
        if (s.charAt(i) == ' ' || s.charAt(i) == '\t') return i;
      return -1;
    }

    /// Only ASCII blanks: 0x85 and 0xa0 are parts of characters here.
    private static String strip(String s) {
      int from = 0;
      int to = s.length();
      while (from < to && isBlank(s.charAt(from))) from++;
      while (to > from && isBlank(s.charAt(to - 1))) to--;
      return s.substring(from, to);
    }

    private static boolean isBlank(char c) {
      return c == ' ' || (c >= '\t' && c <= '\r');
    }
  }
}
