package freshet.parse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;
import freshet.model.ParseOutcome;
import freshet.model.ParsedEntry;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Any bytes as a feed.
final class FeedFuzzTest {
  private static final FeedParser PARSER = new FeedParser(ParseLimits.DEFAULT);

  private static void read(byte[] input) {
    ParseOutcome outcome =
        PARSER.parse(input, null, URI.create("https://fuzz.example/f"), HtmlHandling.SANITISED);
    if (FeedJson.line("fuzz", outcome).length == 0) throw new AssertionError("no JSON");
    switch (outcome) {
      case ParseOutcome.Parsed p -> {
        for (ParsedEntry e : p.feed().entries()) {
          harmless(e.summary());
          harmless(e.content());
        }
      }
      case ParseOutcome.NotAFeed _ -> {}
      case ParseOutcome.Stopped s -> throw new AssertionError(s.reason());
      case ParseOutcome.Broken b -> throw new AssertionError(b.reason());
    }
  }

  static void harmless(@Nullable String html) {
    if (html == null) return;
    for (String bad : new String[] {"<script", "<iframe", "<style", "<object", "<embed"}) {
      if (html.contains(bad)) throw new AssertionError(bad + " in " + html);
    }
  }

  /// For Jazzer's own driver, which `tools/fuzz` uses.
  public static void fuzzerTestOneInput(byte[] input) {
    Fuzzed.within(() -> read(input));
  }

  @FuzzTest
  void comesToAnOutcome(byte[] input) {
    fuzzerTestOneInput(input);
  }
}
