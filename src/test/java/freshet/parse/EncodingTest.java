package freshet.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
  void aHeaderOfBlanksIsReadAtOnce() {
    String type = "text/xml; charset=" + " ".repeat(200_000) + "\"";
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    assertTimeoutPreemptively(
        Duration.ofSeconds(5), () -> assertThat(decode(bytes, type)).isEqualTo(TEXT));
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

  @Test
  void aScriptIsKnownByItsCommonLettersIfNobodyNamesTheEncoding() {
    String[][] texts = {
      {"windows-1255", "הגשם ירד על הגן כל הלילה ובבוקר פרחו השושנים"},
      {"windows-1256", "نزل المطر على الحديقة طوال الليل وفي الصباح تفتحت الورود"},
      {"x-windows-874", "ฝนตกในสวนตลอดคืน และตอนเช้าดอกกุหลาบก็บานสวยงามมาก"},
      {"ISO-8859-5", "Дождь шёл над садом всю ночь, а утром расцвели розы"},
      {"KOI8-R", "Дождь шёл над садом всю ночь, а утром расцвели розы"},
      {"Big5", "整夜花園裡下著雨，早上玫瑰都開了，大家都很高興。"},
      {"GB18030", "整夜花园里下着雨，早上玫瑰都开了，大家都很高兴。"},
      {"EUC-JP", "一晩中、庭に雨が降り、朝にはばらが咲きました。"},
    };
    for (String[] t : texts) {
      assertThat(decode(t[1].getBytes(Charset.forName(t[0])), null)).as(t[0]).isEqualTo(t[1]);
    }
  }

  @Test
  void latinLettersAreReadAsTheFeedsLanguageUsesThem() {
    String[][] texts = {
      {"windows-1250", "<language>cs-cz</language><a>Celou noc pršelo, růže kvetly ráno</a>"},
      {"windows-1254", "<a xml:lang='tr'>Bütün gece yağmur yağdı, sabah güller açtı</a>"},
      {"windows-1257", "<language>lv</language><a>Visu nakti lija, no rīta uzziedēja rozes</a>"},
      {"windows-1252", "<a>Aller à Paris</a>"},
      {"windows-1252", "<language>fr</language><a>Il a plu toute la nuit, à l’aube l’été</a>"},
    };
    for (String[] t : texts) {
      assertThat(decode(t[1].getBytes(Charset.forName(t[0])), null)).as(t[0]).isEqualTo(t[1]);
    }
  }
}
