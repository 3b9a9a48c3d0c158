package freshet.parse;

import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Our feeds with their bytes changed, cut, doubled and swapped, and with their elements moved,
/// wrapped, left open and repeated without end; always the same ones for a seed.
///
/// `tools/fuzz mutate [INPUTS [SEED]]` reads a million of them. Whatever comes, an outcome goes
/// out, it can be written as JSON, no script survives, and none takes a second of a processor,
/// though some are a megabyte long.
public final class Mutations {
  private static final int LARGE = 1_000_000;
  private static final long MOST_NANOS = 1_000_000_000;
  private static final URI ADDRESS = URI.create("https://fuzz.example/f");

  private static final String[] TOKENS = {
    "<",
    ">",
    "&",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    "<item>",
    "</item>",
    "<entry>",
    "</channel>",
    "<script>alert(1)</script>",
    "&#0;",
    "&#x110000;",
    "&nbsp;",
    "<!DOCTYPE rss [",
    "<?xml ",
    " xmlns:x=\"\"",
    " xml:base=\"//\"",
    "\u0000",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "<title type=\"xhtml\">",
    "<content mode=\"base64\">",
    "<guid/>",
    "9999999999999999999",
    "\uFFFD",
    "<img src=x onerror=alert(1)>",
    "<a href=\"java\tscript:x\">",
    "&lt;a href=\"",
    "&lt;b title=\"x\" ",
    "<![CDATA[<p>",
    "&#1",
    "Thu, 99 Foo 0000 99:99:99 +9999"
  };

  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);
  private final List<byte[]> seeds;
  private final SplittableRandom random;
  private final int oneLargeIn;

  /// @param oneLargeIn how seldom an input is blown up to a megabyte
  Mutations(List<byte[]> seeds, long seed, int oneLargeIn) {
    this.seeds = seeds;
    this.random = new SplittableRandom(seed);
    this.oneLargeIn = oneLargeIn;
  }

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : FixturesTest.feeds().toList()) {
      byte[] seed = Files.readAllBytes(FixturesTest.FEEDS.resolve(name));
      if (seed.length < 8_000) seeds.add(seed);
    }
    return seeds;
  }

  /// Reads the next one.
  ///
  /// @return whether it was still a feed
  boolean read(String name) {
    byte[] input = next();
    ParseOutcome outcome = parser.parse(input, null, ADDRESS, HtmlHandling.SANITISED);
    if (FeedJson.line("fuzz", outcome).length == 0) throw new AssertionError(name + ": no JSON");
    return switch (outcome) {
      case ParseOutcome.Parsed p -> {
        for (ParsedEntry e : p.feed().entries()) {
          harmless(e.summary(), name);
          harmless(e.content(), name);
        }
        yield true;
      }
      case ParseOutcome.NotAFeed n -> {
        if (n.reason().contains("Exception")) throw new AssertionError(name + ": " + n.reason());
        yield false;
      }
      case ParseOutcome.Stopped s -> throw new AssertionError(name + ": " + s.reason());
      case ParseOutcome.Broken b -> throw new AssertionError(name + ": " + b.reason());
    };
  }

  private static void harmless(@Nullable String html, String name) {
    if (html == null) return;
    for (int at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      boolean bad =
          html.startsWith("<script", at)
              || html.startsWith("<iframe", at)
              || html.startsWith("<style", at);
      int end = html.indexOf('>', at);
      if (bad || (end > 0 && hasEvent(html, at, end))) {
        throw new AssertionError(name + ": " + html.substring(at, Math.max(at + 7, end)));
      }
    }
  }

  /// An attribute such as `onclick`, not a value that holds the word.
  private static boolean hasEvent(String html, int from, int to) {
    boolean quoted = false;
    for (int i = from; i + 3 < to; i++) {
      char c = html.charAt(i);
      if (c == '"') quoted = !quoted;
      if (!quoted && c == ' ' && html.startsWith("on", i + 1)) {
        int name = i + 3;
        while (name < to && Character.isLetter(html.charAt(name))) name++;
        if (name < to && html.charAt(name) == '=') return true;
      }
    }
    return false;
  }

  private byte[] next() {
    byte[] b = seeds.get(random.nextInt(seeds.size())).clone();
    for (int n = 1 + random.nextInt(4); n > 0 && b.length > 0; n--) {
      b = random.nextBoolean() ? bytes(b) : elements(b);
    }
    return random.nextInt(oneLargeIn) == 0 && b.length > 0 ? blownUp(b) : b;
  }

  private byte[] bytes(byte[] b) {
    int at = random.nextInt(b.length);
    int to = Math.min(b.length, at + 1 + random.nextInt(60));
    return switch (random.nextInt(7)) {
      case 0 -> {
        b[at] = (byte) random.nextInt(256);
        yield b;
      }
      case 1 -> Arrays.copyOf(b, at);
      case 2 -> joined(b, at, new byte[0], to);
      case 3 -> joined(b, to, Arrays.copyOfRange(b, at, to), to);
      case 4 -> joined(b, at, token(), at);
      case 5 -> joined(b, at, token(), to);
      default -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length);
        yield joined(b, at, Arrays.copyOfRange(other, from, other.length), b.length);
      }
    };
  }

  /// Changes that know where tags and strings begin and end.
  private byte[] elements(byte[] b) {
    int at = mark(b, random.nextInt(b.length));
    int to = mark(b, Math.min(b.length - 1, at + 1 + random.nextInt(400)));
    if (at >= to) return b;
    byte[] piece = Arrays.copyOfRange(b, at, to);
    return switch (random.nextInt(6)) {
      case 0 -> joined(b, at, new byte[0], to); // left out
      case 1 -> joined(b, to, piece, to); // twice
      case 2 -> joined(b, to, repeated(piece, 1 + random.nextInt(50)), to); // often
      case 3 -> { // moved
        byte[] without = joined(b, at, new byte[0], to);
        if (without.length == 0) yield b;
        int there = mark(without, random.nextInt(without.length));
        yield joined(without, there, piece, there);
      }
      case 4 -> joined(joined(b, to, token(), to), at, token(), at); // wrapped
      default -> { // of another feed
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = mark(other, random.nextInt(other.length));
        int end = mark(other, Math.min(other.length - 1, from + 1 + random.nextInt(400)));
        yield from < end ? joined(b, at, Arrays.copyOfRange(other, from, end), at) : b;
      }
    };
  }

  /// The next place where something begins.
  private static int mark(byte[] b, int from) {
    int i = from;
    while (i < b.length && b[i] != '<' && b[i] != '"' && b[i] != '{' && b[i] != ' ') i++;
    return i;
  }

  /// A piece of it repeated until it is a megabyte.
  private byte[] blownUp(byte[] b) {
    int at = mark(b, random.nextInt(b.length));
    int to = Math.min(b.length, at + 1 + random.nextInt(200));
    byte[] piece = random.nextBoolean() && at < to ? Arrays.copyOfRange(b, at, to) : token();
    return joined(b, at, repeated(piece, LARGE / piece.length), random.nextBoolean() ? at : to);
  }

  private static byte[] repeated(byte[] piece, int times) {
    byte[] out = new byte[piece.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(piece, 0, out, i * piece.length, piece.length);
    }
    return out;
  }

  private byte[] token() {
    return TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] b, int end, byte[] middle, int from) {
    int rest = Math.min(from, b.length);
    byte[] out = Arrays.copyOf(b, end + middle.length + b.length - rest);
    System.arraycopy(middle, 0, out, end, middle.length);
    System.arraycopy(b, rest, out, end + middle.length, b.length - rest);
    return out;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    long inputs = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20261117;
    List<byte[]> seeds = seeds();
    AtomicLong next = new AtomicLong();
    AtomicLong feeds = new AtomicLong();
    AtomicLong slowest = new AtomicLong();
    AtomicReference<String> failure = new AtomicReference<>("");
    List<Thread> threads = new ArrayList<>();
    int parallel = Runtime.getRuntime().availableProcessors();
    int part = 1000; // inputs of one seed
    for (int t = 0; t < parallel; t++) {
      Thread thread =
          new Thread(
              null,
              () -> {
                while ("".equals(failure.get())) {
                  long from = next.getAndAdd(part);
                  if (from >= inputs) return;
                  Mutations mutations = new Mutations(seeds, seed + from, 2000);
                  for (int i = 0; i < part && "".equals(failure.get()); i++) {
                    String name = "seed " + (seed + from) + " input " + i;
                    long begun = cpu();
                    try {
                      if (mutations.read(name)) feeds.incrementAndGet();
                    } catch (RuntimeException | Error e) {
                      failure.set(name + ": " + e);
                    }
                    long took = cpu() - begun;
                    if (slowest.accumulateAndGet(took, Math::max) == took && took > 200_000_000) {
                      System.out.println(took / 1_000_000 + " ms for " + name);
                    }
                    if (took > MOST_NANOS && from > 0) failure.set(name + " took too long");
                  }
                }
              },
              "mutations",
              4 << 20);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) thread.join();
    System.out.printf(
        "%d inputs of seed %d, %d still feeds, the slowest took %d ms%n",
        Math.min(inputs, next.get()), seed, feeds.get(), slowest.get() / 1_000_000);
    if (!"".equals(failure.get())) {
      System.out.println(failure.get());
      System.exit(1);
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
