package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PicturesTest {
  private static final List<String> INSIDE =
      List.of(
          "http://192.168.0.1/reboot",
          "https://10.0.0.1/",
          "http://127.0.0.1:8080/x.png",
          "http://0177.0.0.1/",
          "http://2130706433/",
          "http://[::1]/",
          "http://[fe80::1]/",
          "http://localhost/x",
          "http://router/x",
          "http://fritz.box.local/x",
          "//192.168.0.1/x",
          "http://exa mple/");

  @Test
  void pictureOfTheReadersOwnNetworkAreNotAskedFor() {
    Pictures careful = new Pictures(false);
    for (String address : INSIDE) {
      assertThat(careful.shown(address)).as(address).isNull();
      assertThat(new Pictures(true).shown(address)).isEqualTo(address);
      for (String attribute : List.of("src", "srcset", "poster")) {
        String html = "<p>a <img alt=\"b\" %s=\"%s\" /> c</p>".formatted(attribute, address);
        if (address.contains(" ")) continue;
        assertThat(careful.within(html)).as(html).isEqualTo("<p>a <img alt=\"b\" /> c</p>");
      }
    }
    String set =
        "<img srcset=\"https://a.example/1 1x, http://10.0.0.1/2 2x\" src=\"https://a.example/1\""
            + " />";
    assertThat(careful.within(set)).isEqualTo("<img src=\"https://a.example/1\" />");
  }

  @Test
  void allOthersAre() {
    Pictures careful = new Pictures(false);
    String html =
        "<img src=\"https://a.example/1.png?x&#61;1&amp;y&#61;2\" /> <a"
            + " href=\"http://10.0.0.1/\">x</a> <img src=\"http://93.184.216.34/2\""
            + " srcset=\"https://b.example/3 2x\" />";
    assertThat(careful.within(html)).isEqualTo(html);
    assertThat(careful.shown("https://a.example/1.png")).isEqualTo("https://a.example/1.png");
    assertThat(careful.shown(null)).isNull();
  }
}
