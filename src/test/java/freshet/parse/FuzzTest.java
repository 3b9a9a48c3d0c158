package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Feeds with bytes changed, cut, doubled and swapped: whatever comes, an outcome goes out, it can
/// be written as JSON, and no script survives.
final class FuzzTest {
  private static final int INPUTS = 21_000;
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
    "Thu, 99 Foo 0000 99:99:99 +9999"
  };

  private final FeedParser parser = new FeedParser(ParseLimits.DEFAULT);

  @Test
  void mutatedFeedsAlwaysComeToAnOutcome() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (String name : FixturesTest.feeds().toList()) {
      byte[] seed = Files.readAllBytes(FixturesTest.FEEDS.resolve(name));
      if (seed.length < 8_000) seeds.add(seed);
    }
    SplittableRandom random = new SplittableRandom(3);
    int parsed = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = mutated(seeds, random);
      ParseOutcome outcome =
          parser.parse(input, null, URI.create("https://fuzz.example/f"), Reading.SANITISED);
      assertThat(FeedJson.line("fuzz", outcome)).isNotEmpty();
      switch (outcome) {
        case ParseOutcome.Parsed p -> {
          parsed++;
          for (ParsedEntry e : p.feed().entries()) {
            assertHarmless(e.summary(), i);
            assertHarmless(e.content(), i);
          }
        }
        case ParseOutcome.NotAFeed n ->
            assertThat(n.reason())
                .as("input " + i)
                .doesNotContain("Exception", "could not be read");
      }
    }
    assertThat(parsed).as("feeds still read").isGreaterThan(INPUTS / 2);
  }

  private static void assertHarmless(@Nullable String html, int input) {
    if (html == null) return;
    assertThat(html).as("input " + input).doesNotContain("<script", "<iframe", "<style");
    assertThat(html).as("input " + input).doesNotContainPattern("<[a-z][^<>]*\\son[a-z]+=");
  }

  private static byte[] mutated(List<byte[]> seeds, SplittableRandom random) {
    byte[] b = seeds.get(random.nextInt(seeds.size())).clone();
    for (int n = 1 + random.nextInt(4); n > 0 && b.length > 0; n--) {
      int at = random.nextInt(b.length);
      int to = Math.min(b.length, at + 1 + random.nextInt(60));
      b =
          switch (random.nextInt(7)) {
            case 0 -> flipped(b, at, random);
            case 1 -> Arrays.copyOf(b, at);
            case 2 -> joined(b, at, new byte[0], to);
            case 3 -> joined(b, to, Arrays.copyOfRange(b, at, to), to);
            case 4 -> joined(b, at, token(random), at);
            case 5 -> joined(b, at, token(random), to);
            default -> {
              byte[] other = seeds.get(random.nextInt(seeds.size()));
              int from = random.nextInt(other.length);
              yield joined(b, at, Arrays.copyOfRange(other, from, other.length), b.length);
            }
          };
    }
    return b;
  }

  private static byte[] flipped(byte[] b, int at, SplittableRandom random) {
    b[at] = (byte) random.nextInt(256);
    return b;
  }

  private static byte[] token(SplittableRandom random) {
    return TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] b, int end, byte[] middle, int from) {
    byte[] out = Arrays.copyOf(b, end + middle.length + b.length - from);
    System.arraycopy(middle, 0, out, end, middle.length);
    System.arraycopy(b, from, out, end + middle.length, b.length - from);
    return out;
  }
}
