package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The order in which the encoding is asked; the fixtures `encoding-*` show the rest.
final class EncodingTest {
  private static final String TEXT = "<a>\u010desk\u00fd \u00fas\u011bk</a>";

  private static String decode(byte[] bytes, @Nullable String contentType) {
    return ByteDecoder.decode(bytes, contentType).text();
  }

  @Test
  void theServersCharsetIsBelievedIfTheDocumentSaysNothing() {
    byte[] bytes = TEXT.getBytes(Charset.forName("windows-1250"));
    assertThat(decode(bytes, "text/xml; charset=windows-1250")).isEqualTo(TEXT);
    assertThat(decode(bytes, "text/xml; charset=\"Windows-1250\"; x=y")).isEqualTo(TEXT);
  }

  @Test
  void theServersCharsetBeatsTheDeclaration() {
    String document = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>" + TEXT;
    byte[] bytes = document.getBytes(Charset.forName("windows-1250"));
    assertThat(decode(bytes, "application/xml; charset=windows-1250")).isEqualTo(document);
  }

  @Test
  void aServersDefaultOfLatin1DoesNotBeatTheDeclaration() {
    String document = "<?xml version=\"1.0\" encoding=\"windows-1250\"?>" + TEXT;
    byte[] bytes = document.getBytes(Charset.forName("windows-1250"));
    assertThat(decode(bytes, "text/xml; charset=ISO-8859-1")).isEqualTo(document);
  }

  @Test
  void utf8BeatsEveryLie() {
    String document = "<?xml version=\"1.0\" encoding=\"windows-1250\"?>" + TEXT;
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    assertThat(decode(bytes, "text/xml; charset=ISO-8859-1")).isEqualTo(document);
  }

  @Test
  void aCharsetNobodyKnowsIsIgnored() {
    assertThat(decode(TEXT.getBytes(StandardCharsets.UTF_8), "text/xml; charset=martian"))
        .isEqualTo(TEXT);
    assertThat(decode(TEXT.getBytes(StandardCharsets.UTF_8), "text/xml; charset=")).isEqualTo(TEXT);
  }

  @Test
  void latin1IsReadAsTheWindowsOneThatIsMeant() {
    String document = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>\u201cx\u201d \u20ac</a>";
    byte[] bytes = document.getBytes(Charset.forName("windows-1252"));
    assertThat(decode(bytes, null)).isEqualTo(document);
  }

  @Test
  void encodingsGoByManyNames() {
    String text = "<a>\u0416\u0443\u043a</a>";
    for (String name : new String[] {"ms-cyrl", "MS_CYRL", "cp1251", "x-cp1251", "windows_1251"}) {
      String document = "<?xml version=\"1.0\" encoding=\"" + name + "\"?>" + text;
      byte[] bytes = document.getBytes(Charset.forName("windows-1251"));
      assertThat(decode(bytes, null)).as(name).isEqualTo(document);
    }
  }
}
