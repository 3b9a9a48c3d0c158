package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.web.Preferences.PicturesFrom;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  private static Pictures direct(boolean all) {
    return new Pictures(all, PicturesFrom.PUBLISHER, false, _ -> "s");
  }

  @Test
  void pictureOfTheReadersOwnNetworkAreNotAskedFor() {
    Pictures careful = direct(false);
    for (String address : INSIDE) {
      assertThat(careful.shown(address)).as(address).isNull();
      assertThat(direct(true).shown(address)).isEqualTo(address);
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
    Pictures careful = direct(false);
    String html =
        "<img src=\"https://a.example/1.png?x&#61;1&amp;y&#61;2\" /> <a"
            + " href=\"http://10.0.0.1/\">x</a> <img src=\"http://93.184.216.34/2\""
            + " srcset=\"https://b.example/3 2x\" />";
    assertThat(careful.within(html)).isEqualTo(html);
    assertThat(careful.shown("https://a.example/1.png")).isEqualTo("https://a.example/1.png");
    assertThat(careful.shown(null)).isNull();
  }

  @Test
  void whoWantsThemFromFreshetAsksNobodyElse() {
    Pictures own = new Pictures(false, PicturesFrom.FRESHET, false, a -> "s" + a.length());
    String address = "https://a.example/1.png?x=1&y=2";
    String through = "/image/s" + address.length() + "?of=" + encoded(address);
    assertThat(own.shown(address)).isEqualTo(through);
    assertThat(own.shown("http://192.168.0.1/reboot")).isNull();
    assertThat(
            own.within(
                "<p><img alt=\"=\" src=\"https://a.example/1.png?x&#61;1&amp;y&#61;2\" /> <video"
                    + " src=\"https://a.example/f.mp4\" poster=\"https://a.example/p.jpg\"></video>"
                    + "<img src=\"http://10.0.0.1/\" /></p>"))
        .isEqualTo(
            "<p><img alt=\"=\" src=\""
                + through
                + "\" /> <video src=\"https://a.example/f.mp4\" poster=\"/image/s23?of="
                + encoded("https://a.example/p.jpg")
                + "\"></video><img /></p>");
  }

  @Test
  void overHttpsOnlyThoseThatTheBrowserWouldNotShow() {
    Pictures secure = new Pictures(false, PicturesFrom.PUBLISHER, true, _ -> "s");
    assertThat(secure.shown("https://a.example/1")).isEqualTo("https://a.example/1");
    assertThat(secure.shown("http://a.example/1"))
        .isEqualTo("/image/s?of=" + encoded("http://a.example/1"));
    String html = "<img src=\"https://a.example/1\" /><img src=\"http://a.example/1\" />";
    assertThat(secure.within(html))
        .isEqualTo(
            "<img src=\"https://a.example/1\" /><img src=\"/image/s?of="
                + encoded("http://a.example/1")
                + "\" />");
  }

  @Test
  void whoWantsNoneGetsNone() {
    Pictures none = new Pictures(true, PicturesFrom.NOWHERE, true, _ -> "s");
    assertThat(none.shown("https://a.example/1")).isNull();
    assertThat(none.within("<img alt=\"a pier\" src=\"https://a.example/1\" />"))
        .isEqualTo("<img alt=\"a pier\" src=\"\" />");
  }

  private static String encoded(String address) {
    return URLEncoder.encode(address, StandardCharsets.UTF_8);
  }
}
