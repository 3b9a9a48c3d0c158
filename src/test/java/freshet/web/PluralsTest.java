package freshet.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PluralsTest {
  /// The sample numbers of CLDR's cardinal rules.
  @ParameterizedTest
  @CsvSource({
    "en, one, 1",
    "en, other, 0 2 16 100 1000 10000 100000 1000000 0.0 1.0 1.5 10.0 1000000.0",
    "de, one, 1",
    "de, other, 0 2 16 100 1000 1000000 0.0 1.0 1.5 10.0",
    "et, one, 1",
    "et, other, 0 2 16 100 1000 1000000 0.0 1.0 1.5 10.0",
    "tr, one, 1 1.0 1.00",
    "tr, other, 0 2 16 100 1000 1000000 0.0 0.9 1.1 1.6 10.0",
    "hr, one, 1 21 31 41 51 61 71 81 101 1001 0.1 1.1 2.1 3.1 10.1 100.1 1000.1",
    "hr, few, 2 4 22 24 32 34 62 102 1002 0.2 0.4 1.2 1.4 2.2 10.2 100.2 1000.2",
    "hr, other, 0 5 19 100 1000 10000 1000000 11 12 14 111 0.0 0.5 1.0 1.5 2.0 2.5 10.0 1000000.0",
    "ro, one, 1",
    "ro, few, 0 2 16 101 102 119 1001 0.0 1.5 10.0 100.0 1000000.0",
    "ro, other, 20 35 100 1000 10000 100000 1000000",
    "fr, one, 0 1 0.0 1.5",
    "fr, many, 1000000 2000000",
    "fr, other, 2 17 100 1000 10000 100000 2.0 3.5 10.0 100.0 1000000.0",
    "es, one, 1 1.0 1.00",
    "es, many, 1000000 2000000",
    "es, other, 0 2 16 100 1000 10000 100000 0.0 0.9 1.1 1.6 10.0",
    "ru, one, 1 21 31 41 51 61 71 81 101 1001",
    "ru, few, 2 4 22 24 32 34 42 44 52 54 62 102 1002",
    "ru, many, 0 5 19 11 12 14 100 111 1000 10000 100000 1000000",
    "ru, other, 0.0 1.5 10.0 100.0 1000.0 10000.0",
    "ar, zero, 0 0.0 0.00",
    "ar, one, 1 1.0 1.00",
    "ar, two, 2 2.0 2.00",
    "ar, few, 3 10 103 110 1003 3.0 4.0 9.0 10.0 103.0 1003.0",
    "ar, many, 11 26 111 1011 11.0 12.0 99.0 1011.0",
    "ar, other, 100 102 200 202 300 302 400 402 1000 10000 1000000 0.1 0.9 1.1 1.7 10.1 100.0",
  })
  void everyLanguageHasItsForms(String language, String form, String numbers) {
    for (String number : numbers.split(" ")) {
      assertThat(Plurals.form(Locale.of(language), new BigDecimal(number)))
          .as(language + " " + number)
          .isEqualTo(form);
    }
  }

  @Test
  void aNumberItselfGoesBeforeTheForms() {
    String pattern = "{0,plural,=0#none|=1#a|one#{0} x|few#{0} y|many#{0} z|other#{0} w} {1}";
    assertThat(Plurals.choose(pattern, Locale.of("ru"), 0, "!")).isEqualTo("none {1}");
    assertThat(Plurals.choose(pattern, Locale.of("ru"), 1L, "!")).isEqualTo("a {1}");
    assertThat(Plurals.choose(pattern, Locale.of("ru"), 21, "!")).isEqualTo("{0} x {1}");
    assertThat(Plurals.choose(pattern, Locale.of("ru"), 1.5, "!")).isEqualTo("{0} w {1}");
  }

  @Test
  void whatIsWithinBracesIsNotSplit() {
    String nested = "{0,plural,one#{1,choice,0#a|1#b}|other#{1,plural,one#c|other#d}s}";
    assertThat(Plurals.choose(nested, Locale.ENGLISH, 1, 1)).isEqualTo("{1,choice,0#a|1#b}");
    assertThat(Plurals.choose(nested, Locale.ENGLISH, 2, 1)).isEqualTo("cs");
    assertThat(Plurals.choose(nested, Locale.ENGLISH, 2, 2)).isEqualTo("ds");
  }

  @Test
  void aMistakeInATextIsSaid() {
    for (String wrong :
        new String[] {"{0,plural,one#a}", "{0,plural,a|other#b}", "{0,plural,other#a"}) {
      assertThatThrownBy(() -> Plurals.choose(wrong, Locale.ENGLISH, 2))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
