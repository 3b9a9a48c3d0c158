package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FirstPictureTest {
  @Test
  void theFirstPictureThatIsWorthShowingIsTaken() {
    assertThat(
            FirstPicture.of(
                "<p><img src=\"https://s.example/emoji/smile.png\" /><img width=\"16\""
                    + " src=\"https://a.example/dot.png\" /><img alt=\"\""
                    + " src=\"https://a.example/p.jpg?w&#61;640&amp;h&#61;3\" width=\"640\""
                    + " /></p>"))
        .isEqualTo("https://a.example/p.jpg?w=640&h=3");
  }

  @Test
  void textsWithoutOneHaveNone() {
    assertThat(FirstPicture.of(null)).isNull();
    assertThat(FirstPicture.of("<p>words</p>")).isNull();
    assertThat(FirstPicture.of("<img src=\"data:image/png;base64,AA\" />")).isNull();
    assertThat(FirstPicture.of("<img src=\"https://a.example/logo.svg\" />")).isNull();
    assertThat(FirstPicture.of("<img src=\"https://secure.gravatar.com/x\" />")).isNull();
  }
}
