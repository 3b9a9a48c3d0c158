package freshet.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ImageTypeTest {
  private static byte[] begins(String head) {
    return Arrays.copyOf(head.getBytes(StandardCharsets.ISO_8859_1), 64);
  }

  @Test
  void picturesAreKnownByHowTheyBegin() {
    assertThat(ImageType.of(begins("\u0089PNG\r\n\u001a\n"))).contains(ImageType.PNG);
    assertThat(ImageType.of(begins("\u00ff\u00d8\u00ff\u00e0"))).contains(ImageType.JPEG);
    assertThat(ImageType.of(begins("GIF89a"))).contains(ImageType.GIF);
    assertThat(ImageType.of(begins("RIFF\0\0\0\0WEBPVP8 "))).contains(ImageType.WEBP);
    assertThat(ImageType.of(begins("\0\0\0 ftypavif"))).contains(ImageType.AVIF);
    assertThat(ImageType.of(begins("\0\0\1\0\2\0"))).contains(ImageType.ICO);
  }

  @Test
  void nothingElseIsAPicture() {
    for (String head :
        new String[] {
          "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
          "<!doctype html>",
          "RIFF\0\0\0\0WAVEfmt ",
          "\0\0\1\0\0\0",
          "\0\0\0 ftypisom",
          "%PDF-1.7",
          "  GIF89a",
        }) {
      assertThat(ImageType.of(begins(head))).as(head).isEmpty();
    }
    assertThat(ImageType.of(new byte[0])).isEmpty();
    assertThat(ImageType.of("GIF89a".getBytes(StandardCharsets.US_ASCII))).isEmpty();
  }
}
