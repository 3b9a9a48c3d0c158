package freshet.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NormaliserTest {

  @Nested
  class TheRulesOfTheSourceSystem {
    @ParameterizedTest
    @CsvSource({
      "HTTP://www.Example.com/,                      http://www.example.com/",
      "http://www.example.com/default.asp,           http://www.example.com/",
      "http://www.example.com/a/index.html,          http://www.example.com/a/",
      "http://www.example.com/bar.html#section1,     http://www.example.com/bar.html",
      "http://www.example.com:80/bar.html,           http://www.example.com/bar.html",
      "https://www.example.com:443/bar.html,         https://www.example.com/bar.html",
      "http://www.example.com/../a/b/../c/./d.html,  http://www.example.com/a/c/d.html",
      "http://www.example.com/display?lang=en&article=fred, "
          + "http://www.example.com/display?article=fred&lang=en",
      "http://www.example.com/display?,              http://www.example.com/display",
    })
    void areObeyed(String given, String normal) {
      assertThat(Normaliser.normalise(given)).isEqualTo(normal);
    }
  }

  @Nested
  class TheRulesOfRfc3986 {
    @ParameterizedTest
    @CsvSource({
      "http://example.com,                  http://example.com/",
      "http://example.com?b=1,              http://example.com/?b=1",
      "http://example.com/%7euser/%2fa%c3%a9, http://example.com/~user/%2Fa%C3%A9",
      "http://example.com/%2e%2e/a/%2E/b,   http://example.com/a/b",
      "http://example.com/a/..,             http://example.com/",
      "http://example.com/a/b/.,            http://example.com/a/b/",
      "http://example.com/a/.../b,          http://example.com/a/.../b",
      "http://example.com/ä b,              http://example.com/%C3%A4%20b",
      "http://example.com/100%,             http://example.com/100%25",
      "http://EXAMPLE.com:/a,               http://example.com/a",
      "http://[2001:DB8::1]:8080/,          http://[2001:db8::1]:8080/",
      "http://user@Example.com/,            http://user@example.com/",
    })
    void areObeyed(String given, String normal) {
      assertThat(Normaliser.normalise(given)).isEqualTo(normal);
    }
  }

  @Nested
  class OurRules {
    @ParameterizedTest
    @CsvSource({
      "http://münchen.example/,             http://xn--mnchen-3ya.example/",
      "http://example.com./a,               http://example.com/a",
      "example.com/a,                       https://example.com/a",
      "example.com:8080/a,                  https://example.com:8080/a",
      "//example.com/a,                     https://example.com/a",
      "http:\\\\example.com\\a,             http://example.com/a",
      "http://my_blog.example.com/,         http://my_blog.example.com/",
      "http://example.com/a?b=2&&a=1&,      http://example.com/a?a=1&b=2",
      "http://example.com/a?b=2&a=3&b=1,    http://example.com/a?a=3&b=2&b=1",
      "http://example.com/index.php?id=3,   http://example.com/index.php?id=3",
      "http://example.com/index.xml,        http://example.com/index.xml",
    })
    void asBrowsersDo(String given, String normal) {
      assertThat(Normaliser.normalise(given)).isEqualTo(normal);
    }

    @ParameterizedTest
    @CsvSource({
      "http://e.com/a?utm_source=x&utm_medium=y&id=7, http://e.com/a?id=7",
      "http://e.com/?fbclid=IwAR0&gclid=1,            http://e.com/",
      "http://e.com/a;jsessionid=0A1B2C3D?x=1,        http://e.com/a?x=1",
      "http://e.com/a;v=2/b;jsessionid=ff00,          http://e.com/a;v=2/b",
      "http://e.com/(S(lit3py55t21z5v55vlm25s55))/a,  http://e.com/a",
      "http://e.com/a?PHPSESSID=abc&b=1,              http://e.com/a?b=1",
      "http://e.com/a?sid=4f3a9b2c8d7e6f10,           http://e.com/a",
      "http://e.com/a?sid=12,                         http://e.com/a?sid=12",
      "http://e.com/?s=cats,                          http://e.com/?s=cats",
      "http://e.com/index.html?utm_source=x,          http://e.com/",
    })
    void whatTracksOrNamesASessionIsDropped(String given, String normal) {
      assertThat(Normaliser.normalise(given)).isEqualTo(normal);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "mailto:a@b.example",
        "javascript:void(0)",
        "ftp://example.com/a",
        "http://",
        "http:///",
        "http://exa mple.com/",
        "http://a..b/",
        "http://example.com:99999/",
        "http://example.com:8o/",
        "http://[::1/",
        "http://[nonsense]/",
        "words without meaning",
        "data:text/html,hello",
        "http:example.com",
        "file:///etc/passwd"
      })
  void whatIsNoAddressIsRefusedWithASentence(String given) {
    assertThatThrownBy(() -> Normaliser.normalise(given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a web address: ");
  }

  @Test
  void anEndlessAddressIsRefused() {
    assertThatThrownBy(() -> Normaliser.normalise("http://e.com/" + "a".repeat(5000)))
        .hasMessageContaining("longer than 4096");
  }

  @ParameterizedTest
  @CsvSource({
    "http://e.com/a/b,    c,              http://e.com/a/c",
    "http://e.com/a/b?x,  ../c?d#e,       http://e.com/c?d",
    "http://e.com/a/b?x,  ?y=1,           http://e.com/a/b?y=1",
    "http://e.com/a/b,    /c,             http://e.com/c",
    "https://e.com/a/b,   //f.com/c,      https://f.com/c",
    "http://e.com,        c,              http://e.com/c",
    "http://e.com?q=/x/,  c,              http://e.com/c",
    "http://e.com/a/,     HTTP://F.com,   http://f.com/",
    "http://e.com/a/,     a:b/c,          ",
    "http://e.com/a/,     '#top',         ",
    "http://e.com/a/,     mailto:x@y.z,   ",
    "http://e.com/a/,     'javascript:a()', ",
    "http://e.com/a/,     http://,        ",
  })
  void linksAreResolvedAgainstTheirPage(String base, String href, String meant) {
    assertThat(Normaliser.resolve(base, href)).isEqualTo(meant);
  }

  @Test
  void normalisingTwiceChangesNothingAndNoInputBreaksIt() {
    Random random = new Random(5);
    String letters = "aZ09/.?&=#%:;@-_~ äß\\()[]{}|\t'\"";
    int good = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder s = new StringBuilder(random.nextBoolean() ? "http://e.com/" : "");
      for (int i = random.nextInt(30); i > 0; i--) {
        s.append(letters.charAt(random.nextInt(letters.length())));
      }
      try {
        String once = Normaliser.normalise(s.toString());
        assertThat(Normaliser.normalise(once)).as(s.toString()).isEqualTo(once);
        assertThat(java.net.URI.create(once).getScheme()).as(s.toString()).isNotNull();
        good++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("is not a web address");
      }
    }
    assertThat(good).isGreaterThan(5_000);
  }

  @Test
  void theHostIsReadOffANormalisedAddress() {
    assertThat(Normaliser.host("http://u:p@e.com:81/a@b")).isEqualTo("e.com:81");
    assertThat(Normaliser.host("http://e.com/")).isEqualTo("e.com");
  }

  @Test
  void aNumberThatOthersWouldReadDifferentlyIsNoHost() {
    for (String url : new String[] {"http://0300.0250.0.1/", "http://0x7f.1/", "http://127.1/"}) {
      assertThatThrownBy(() -> Normaliser.normalise(url))
          .as(url)
          .hasMessageContaining("is written like 192.0.2.1");
      assertThat(Normaliser.resolve("http://a.example/", url)).isNull();
    }
    assertThat(Normaliser.normalise("http://93.184.216.34/")).isEqualTo("http://93.184.216.34/");
  }
}
