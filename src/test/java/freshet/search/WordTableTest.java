package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.search.Lexicon.Word;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WordTableTest {
  private static final int WORDS = 20_000;

  /// More words than a table begins with, some longer than a place of it, most of them twice.
  @ParameterizedTest
  @CsvSource({"en, abcdefghinorstuy", "ru, абвгдеилмнорстую", "tr, abcçdeğıilmnorşu", "xx, abcdé"})
  void givesTheTermsThatTheLexiconMakes(String language, String letters) {
    Lexicon lexicon = Lexicon.of(language);
    WordTable table = new WordTable(lexicon);
    Random random = new Random(11);
    for (int i = 0; i < WORDS; i++) {
      int length = i % 500 == 0 ? 40 : 1 + random.nextInt(i % 2 == 0 ? 3 : 12);
      StringBuilder word = new StringBuilder();
      while (word.length() < length) {
        word.append(letters.charAt(random.nextInt(letters.length())));
      }
      if (i % 7 == 0) word.setCharAt(0, Character.toUpperCase(word.charAt(0)));
      Word expected = lexicon.make(word.toString(), false);
      table.read("(" + word + ")", 1, 1 + word.length(), false);
      assertThat(table.exact()).as(word.toString()).isEqualTo(expected.exact());
      assertThat(table.root()).as(word.toString()).isEqualTo(expected.ownRoot());
    }
  }
}
