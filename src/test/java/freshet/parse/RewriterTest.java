package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Rewriting;
import org.junit.jupiter.api.Test;

final class RewriterTest {
  @Test
  void partsOfATextAreDroppedAndWordsReplaced() {
    Rewriting rules = Rewriting.of("drop: .ad, img[src*=pixel]\nreplace: Advertisement => Ad");
    assertThat(
            Rewriter.html(
                "<p>Advertisement: tea &amp; cake</p><div class=\"ad\">Buy</div>"
                    + "<img src=\"https://x.example/pixel.gif\">",
                rules))
        .isEqualTo("<p>Ad: tea &amp; cake</p>");
  }

  @Test
  void wordsNeverBecomeMarkup() {
    Rewriting rules = Rewriting.of("replace: tea => <script>alert(1)</script>");
    assertThat(Rewriter.html("<p>tea</p>", rules))
        .isEqualTo("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  }

  @Test
  void titlesHaveRulesOfTheirOwnAndNeverVanish() {
    Rewriting rules = Rewriting.of("title: The Paper: =>");
    assertThat(Rewriter.title("The Paper: Harbour closed", rules)).isEqualTo("Harbour closed");
    assertThat(Rewriter.title("The Paper:", rules)).isEqualTo("The Paper:");
    assertThat(Rewriter.html("<p>The Paper: x</p>", rules)).isEqualTo("<p>The Paper: x</p>");
  }

  @Test
  void rulesThatRepeatEachOthersWordsMakeNoMegabytes() {
    String line = "replace: e => " + "e".repeat(280) + "\n";
    Rewriting rules = Rewriting.of(line.repeat(5));
    assertThat(Rewriter.title("eeeee", rules)).hasSizeLessThanOrEqualTo(1_000);
    String html = Rewriter.html("<p>" + "e".repeat(1_000) + "</p><p>e</p>", rules);
    assertThat(html).hasSizeLessThanOrEqualTo(1_100_000);
    assertThat(Rewriter.html("<p>We see</p>", Rewriting.of("replace: ee => eee")))
        .isEqualTo("<p>We seee</p>");
  }

  @Test
  void aWrongSelectorIsSaid() {
    assertThat(Rewriter.problem("p >")).isNotNull();
    assertThat(Rewriter.problem("p:matches(a+)")).isNotNull();
    assertThat(Rewriter.problem("p:\\6d atches(a+)")).isNotNull();
    assertThat(Rewriter.problem("[alt~=(a+)+\\1b]")).isEqualTo("'~=' cannot be used here");
    assertThat(Rewriter.problem(".ad, p > a[href*=shop]")).isNull();
  }
}
