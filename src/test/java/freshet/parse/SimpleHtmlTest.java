package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The short way and the OWASP sanitiser must say the same wherever the short way says anything.
final class SimpleHtmlTest {
  private static final String[] PIECES = {
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<a href=\"https://a.example/x?y=1&amp;z=2\">",
    "</a>",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "text ",
    " & ",
    "&amp;",
    "&#8220;",
    "&nbsp;",
    "\n",
    "<br>",
    "<br />",
    "<br/>",
    "<img src=\"https://a.example/i.png\" alt=\"x\" width=\"9\">",
    "<img src=\"http://a.example/p.gif\" width=\"1\" height=\"1\" />",
    "<h2>",
    "</h2>",
    "<em>",
    "</em>",
    "<span class=\"x\">",
    "</span>",
    "<blockquote>",
    "</blockquote>",
    "<ol>",
    "</ol>",
    "<hr>",
    "a > b",
    "õ",
    "новости",
    "<a href=\"javascript:x\">",
    "<script>",
    "</script>",
    "<",
    "&",
    ";",
    "\"",
    "<p onclick=\"x\" title=\"a &quot; b\">",
    "<code>",
    "</code>",
    "<sup>",
    "</sup>",
    "<a name=\"n\">",
    "=",
    "'",
    "`",
    "{{",
    "@",
    "<!-- c -->",
    "<a title=\"x\" href=\"http://b.example/(1)\">"
  };

  private final SimpleHtml simple = new SimpleHtml();

  @Test
  void agreesWithTheFullSanitiserOnMadeUpFragments() {
    SplittableRandom random = new SplittableRandom(20261115);
    int answered = 0;
    for (int i = 0; i < 24_000; i++) {
      String html = i % 2 == 0 ? nested(random, 3) : pieces(random);
      String easy = simple.clean(html);
      if (easy == null) continue;
      answered++;
      assertThat(easy).as(html).isEqualTo(Sanitiser.thorough(html, null));
    }
    assertThat(answered).isGreaterThan(9_000);
  }

  @Test
  void givesUpOnAnythingItDoesNotKnow() {
    for (String html :
        new String[] {
          "<script>x</script>",
          "<p>a<p>b",
          "<b><p>x</p></b>",
          "<a href=\"javascript:x\">y</a>",
          "<img src=x onerror=y>",
          "<ul>x</ul>",
          "<p>&unknown;</p>",
          "<P>x</P>",
          "<p",
          "a<b",
          "<a href=\"https://x\" href=\"javascript:y\">z</a>",
          "\u0000",
          "<p>\u001b</p>"
        }) {
      assertThat(simple.clean(html)).as(html).isNull();
    }
  }

  private static String pieces(SplittableRandom random) {
    StringBuilder b = new StringBuilder();
    for (int n = 1 + random.nextInt(7); n > 0; n--) b.append(PIECES[random.nextInt(PIECES.length)]);
    return b.toString();
  }

  /// Well-nested markup, so that the short way is taken often, with a wrong piece now and then.
  private static String nested(SplittableRandom random, int depth) {
    StringBuilder b = new StringBuilder();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      switch (random.nextInt(depth > 0 ? 9 : 4)) {
        case 0, 1 -> b.append("words õ ");
        case 2 -> b.append("&#8220;a&rdquo; &amp; b");
        case 3 -> b.append(random.nextInt(40) == 0 ? PIECES[random.nextInt(PIECES.length)] : "\n");
        case 4 -> b.append("<p>").append(inline(random)).append("</p>");
        case 5 -> b.append("<div class=\"c\">").append(nested(random, depth - 1)).append("</div>");
        case 6 ->
            b.append("<ul>\n<li>")
                .append(nested(random, depth - 1))
                .append("</li>\n<li>")
                .append(inline(random))
                .append("</li></ul>");
        case 7 ->
            b.append("<blockquote>").append(nested(random, depth - 1)).append("</blockquote>");
        default -> b.append("<h3>").append(inline(random)).append("</h3>");
      }
    }
    return b.toString();
  }

  private static String inline(SplittableRandom random) {
    return switch (random.nextInt(7)) {
      case 0 -> "plain";
      case 1 -> "a <b>b <i>c</i></b> d";
      case 2 -> "<a href=\"https://a.example/?q=1&amp;r=2#f\" title=\"t\">link</a>";
      case 3 -> "<img src=\"https://a.example/i.png\" alt=\"a &amp; b\" width=\"600\" />";
      case 4 -> "x<br />y<br>z";
      case 5 -> "<span style=\"color:red\">s <code>c</code></span>";
      default -> "<em></em> <strong>x</strong>";
    };
  }
}
