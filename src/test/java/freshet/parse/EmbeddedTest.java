package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What a text frames from elsewhere leaves a link.
final class EmbeddedTest {
  private static String clean(String html) {
    return Sanitiser.safe(html, "https://a.example/");
  }

  @Test
  void filmsAndSoundLeaveALink() {
    assertThat(
            clean(
                "<p>See</p><iframe width=560"
                    + " src=\"https://www.youtube-nocookie.com/embed/abc_DEF-123?rel=0\""
                    + " allowfullscreen></iframe>"))
        .contains("href=\"https://www.youtube.com/watch?v=abc_DEF-123\"", ">youtube.com</a>")
        .contains("rel=\"embed\"")
        .doesNotContain("iframe");
    assertThat(clean("<iframe src='//player.vimeo.com/video/7654321?h=1'></iframe>"))
        .contains("href=\"https://vimeo.com/7654321\"");
    assertThat(clean("<iframe src=https://bandcamp.com/EmbeddedPlayer/album=1/></iframe>"))
        .contains(">bandcamp.com</a>");
    assertThat(clean("<iframe src='https://tube.example/videos/embed/9'>old</iframe>"))
        .contains(">tube.example</a>", "old");
  }

  @Test
  void otherFramesAndAttacksLeaveNothing() {
    for (String frame :
        new String[] {
          "<iframe src='http://evil'></iframe>",
          "<iframe src='javascript:alert(1)//youtube.com/embed/abcdefg'></iframe>",
          "<iframe src='https://ads.example/banner'></iframe>",
          "<iframe></iframe>",
          "<iframe srcdoc='<script>1</script>'></iframe>"
        }) {
      assertThat(clean("<p>a</p>" + frame)).as(frame).isEqualTo("<p>a</p>");
    }
    assertThat(clean("<iframe src='https://youtube.com/embed/x&quot;onload=1'></iframe>"))
        .doesNotContain("\"onload");
  }
}
