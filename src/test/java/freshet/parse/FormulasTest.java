package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FormulasTest {
  private static final String ROOT = "https://a.example/";

  @Test
  void aFormulaIsKeptAsTheBrowserPresentsIt() {
    String formula =
        "<p>Solve <math"
            + " display=\"block\"><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi></mrow><msqrt><msup><mi>a</mi><mn>2</mn></msup></msqrt></mfrac></math>"
            + " by hand.</p>";
    assertThat(Sanitiser.safe(formula, ROOT)).isEqualTo(formula);
  }

  @Test
  void whatAFormulaMeansIsNoTextOfIt() {
    assertThat(
            Sanitiser.safe(
                "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics><mi>x</mi>"
                    + "<annotation encoding=\"application/x-tex\">\\alpha</annotation>"
                    + "<annotation-xml><b>y</b></annotation-xml></semantics></math>",
                ROOT))
        .isEqualTo("<math><semantics><mi>x</mi></semantics></math>");
  }

  @Test
  void aMeaningThatNobodyClosesTakesNothingAlong() {
    for (String open :
        new String[] {
          "<annotation encoding=\"t\">y",
          "<annotation-xml><b>y",
          "<annotation-xml><math><mi>y</mi></math>"
        }) {
      assertThat(
              Sanitiser.safe(
                  "<div><p>A <math><semantics><mi>x</mi>"
                      + open
                      + "</p><p>The rest</p></div><p>more</p>",
                  ROOT))
          .as(open)
          .contains("<mi>x</mi>", "The rest", "more")
          .doesNotContain("y");
    }
  }

  @Test
  void aFormulaWithinAMeaningIsNoTextEither() {
    assertThat(
            Sanitiser.safe(
                "<math><semantics><mi>x</mi><annotation-xml><math><mi>y</mi></math><mi>z</mi>"
                    + "</annotation-xml></semantics></math> and",
                ROOT))
        .isEqualTo("<math><semantics><mi>x</mi></semantics></math> and");
  }

  @Test
  void aFormulaHidesNothing() {
    for (String hostile :
        new String[] {
          "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1"
              + " onerror=alert(1)&gt;\">",
          "<math href=\"javascript:alert(1)\"><mi xlink:href=\"javascript:alert(1)\">x</mi></math>",
          "<math><maction actiontype=\"statusline#http://a.example\">x</maction></math>",
          "<math><annotation-xml"
              + " encoding=\"text/html\"><script>alert(1)</script></annotation-xml></math>",
          "<math><mi><![CDATA[<img src=x onerror=alert(1)>]]></mi></math>",
          "<math><mtext><svg><style><img src=x onerror=alert(1)></style></svg></mtext></math>"
        }) {
      assertThat(Sanitiser.safe(hostile, ROOT))
          .doesNotContainIgnoringCase("<script", "javascript:", "<style", "<![", "<!--", "<svg")
          .doesNotContainPattern("<[^>\"]*\\son[a-z]+=");
    }
  }
}
