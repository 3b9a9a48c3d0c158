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
  void aWrongSelectorIsSaid() {
    assertThat(Rewriter.problem("p >")).isNotNull();
    assertThat(Rewriter.problem("p:matches(a+)")).isNotNull();
    assertThat(Rewriter.problem(".ad, p > a[href*=shop]")).isNull();
  }
}
