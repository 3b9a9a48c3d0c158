package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.words.Stemmer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RootsTest {
  private static String root(String language, String word) {
    return Roots.of(language, Stemmer.of(language), word);
  }

  @ParameterizedTest
  @CsvSource({
    "fi, Virtanen, Virtasen, Virtaselle",
    "fi, kaupunki, kaupungin, kaupungissa",
    "fi, hallitus, hallituksen, hallituksessa",
    "et, inimene, inimesed, inimesega",
    "et, president, presidendi, presidendile",
    "nl, huis, huizen, huizen",
    "pl, dom, domach, domu",
    "uk, вибори, виборах, виборами",
    "lv, Rīga, Rīgas, Rigas",
    "ar, وزير, الوزير, الوزير",
    "en, university, universities, universities"
  })
  void formsOfAWordMeet(String language, String one, String two, String three) {
    assertThat(Stream.of(two, three).map(w -> root(language, w))).containsOnly(root(language, one));
  }

  @ParameterizedTest
  @CsvSource({
    "news, new",
    "university, universe",
    "organization, organic",
    "general, generation",
    "marketing, market",
    "policy, police"
  })
  void differentWordsOfEnglishStayApart(String one, String other) {
    assertThat(root("en", one)).isNotEqualTo(root("en", other));
  }
}
