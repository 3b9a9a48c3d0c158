package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.FetchOutcome.Trouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class DecodingTest {
  private static final int LIMIT = 1_000_000;
  private static final byte[] TEXT =
      "<rss>päev</rss> ".repeat(500).getBytes(StandardCharsets.UTF_8);

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] body, boolean naked) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(6, naked);
    try (DeflaterOutputStream stream = new DeflaterOutputStream(out, deflater)) {
      stream.write(body);
    }
    deflater.end();
    return out.toByteArray();
  }

  private static void assertBytes(byte[] actual, byte[] expected) {
    assertThat(Arrays.equals(actual, expected)).isTrue();
  }

  private static void assertBroken(byte[] sent, String coding, Trouble trouble) {
    assertThatThrownBy(() -> Decoding.decode(sent, coding, LIMIT))
        .isInstanceOfSatisfying(BadBody.class, e -> assertThat(e.trouble).isEqualTo(trouble));
  }

  @Test
  void allCodingsThatWeAskForAreUndone() throws IOException {
    byte[] sample = HostileServerTest.resource("sample.xml");
    assertBytes(Decoding.decode(gzip(TEXT), "gzip", LIMIT), TEXT);
    assertBytes(Decoding.decode(gzip(TEXT), "X-GZIP", LIMIT), TEXT);
    assertBytes(Decoding.decode(deflate(TEXT, false), "deflate", LIMIT), TEXT);
    assertBytes(Decoding.decode(deflate(TEXT, true), "deflate", LIMIT), TEXT);
    assertBytes(Decoding.decode(HostileServerTest.resource("sample.xml.br"), "br", LIMIT), sample);
    assertBytes(Decoding.decode(TEXT, "identity", LIMIT), TEXT);
  }

  @Test
  void aCodingThatWasNotAskedForIsNamed() {
    assertThat(Decoding.ACCEPTED).doesNotContain("zstd");
    byte[] frame = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 1, 0, 0}; // an empty zstd frame
    assertThatThrownBy(() -> Decoding.decode(frame, "zstd", LIMIT))
        .isInstanceOfSatisfying(
            BadBody.class, e -> assertThat(e.trouble).isEqualTo(Trouble.BROKEN_ANSWER))
        .hasMessage("The answer is packed with 'zstd', which was not asked for and cannot be read");
  }

  @Test
  void codingsAreUndoneInReverse() throws IOException {
    assertBytes(Decoding.decode(gzip(deflate(TEXT, false)), "deflate, gzip", LIMIT), TEXT);
    assertBroken(TEXT, "gzip,gzip,gzip,gzip", Trouble.BROKEN_ANSWER);
  }

  @Test
  void whatIsNotPackedThoughItSaysSoIsTakenAsItIs() throws IOException {
    assertBytes(Decoding.decode(TEXT, "gzip", LIMIT), TEXT);
  }

  @Test
  void aStoredGzipFileIsUnpackedThoughNothingSaysSo() throws IOException {
    assertBytes(Decoding.decode(gzip(TEXT), "", LIMIT), TEXT);
    assertBytes(Decoding.decode(gzip(gzip(TEXT)), "gzip", LIMIT), TEXT);
  }

  @Test
  void severalGzipMembersAreOneBody() throws IOException {
    byte[] one = gzip(Arrays.copyOf(TEXT, 1000));
    byte[] two = gzip(Arrays.copyOfRange(TEXT, 1000, TEXT.length));
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    assertBytes(Decoding.decode(both, "gzip", LIMIT), TEXT);
  }

  @Test
  void aMissingTrailerAndJunkBehindItDoNotMatter() throws IOException {
    byte[] packed = gzip(TEXT);
    assertBytes(Decoding.decode(Arrays.copyOf(packed, packed.length - 8), "gzip", LIMIT), TEXT);
    assertBytes(Decoding.decode(Arrays.copyOf(packed, packed.length + 40), "gzip", LIMIT), TEXT);
  }

  @Test
  void aBodyOfExactlyTheLimitIsTaken() throws IOException {
    assertThat(Decoding.decode(gzip(new byte[LIMIT]), "gzip", LIMIT)).hasSize(LIMIT);
    assertBroken(gzip(new byte[LIMIT + 1]), "gzip", Trouble.TOO_LARGE);
    assertBroken(deflate(new byte[LIMIT + 1], true), "deflate", Trouble.TOO_LARGE);
  }

  @Test
  void truncationAndDamageAreNoticed() throws IOException {
    byte[] packed = gzip(HostileServerTest.resource("sample.xml"));
    assertBroken(Arrays.copyOf(packed, packed.length / 2), "gzip", Trouble.BROKEN_ANSWER);
    byte[] brotli = HostileServerTest.resource("sample.xml.br");
    assertBroken(Arrays.copyOf(brotli, brotli.length / 2), "br", Trouble.BROKEN_ANSWER);
    assertBroken(
        "hello, this is text".getBytes(StandardCharsets.UTF_8), "br", Trouble.BROKEN_ANSWER);
    assertBroken(
        "hello, this is text".getBytes(StandardCharsets.UTF_8), "deflate", Trouble.BROKEN_ANSWER);
  }

  @Test
  void noDamageMakesItThrowAnythingElse() throws IOException {
    byte[][] good = {gzip(TEXT), deflate(TEXT, false), HostileServerTest.resource("sample.xml.br")};
    String[] codings = {"gzip", "deflate", "br"};
    Random random = new Random(42);
    for (int i = 0; i < 5000; i++) {
      int which = random.nextInt(good.length);
      byte[] bad = good[which].clone();
      for (int k = random.nextInt(1, 6); k > 0; k--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      if (random.nextInt(4) == 0) bad = Arrays.copyOf(bad, random.nextInt(bad.length));
      try {
        assertThat(Decoding.decode(bad, codings[which], LIMIT).length).isLessThanOrEqualTo(LIMIT);
      } catch (BadBody e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }
}
