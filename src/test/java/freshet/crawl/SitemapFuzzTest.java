package freshet.crawl;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;
import java.nio.charset.StandardCharsets;

/// Any bytes as a sitemap, and as a link.
final class SitemapFuzzTest {
  private static void read(byte[] input) {
    Sitemap map = Sitemap.read(input);
    if (map != null && map.pages().size() > 50_000) throw new AssertionError("too many");
    String text = new String(input, StandardCharsets.UTF_8);
    String url = Normaliser.resolve("https://fuzz.example/a/", text);
    if (url == null) return;
    String again = Normaliser.resolve("https://fuzz.example/a/", url);
    if (!url.equals(again)) throw new AssertionError("'" + url + "' becomes '" + again + "'");
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
