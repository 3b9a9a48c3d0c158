package freshet.extract;

import com.code_intelligence.jazzer.junit.FuzzTest;
import freshet.bound.Fuzzed;

/// Any bytes as a page.
final class PageFuzzTest {
  private static void read(byte[] input) {
    HtmlPage page = HtmlPage.parse(input, "text/html", "https://fuzz.example/p");
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
    var _ = page.declaredLanguage();
    boolean _ = page.noIndex() || HtmlPage.looksLikeHtml(input, null);
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
