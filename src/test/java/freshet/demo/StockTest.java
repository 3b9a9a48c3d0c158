package freshet.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StockTest {

  @ParameterizedTest
  @ValueSource(strings = {"en", "et", "tr", "hr", "ro", "de", "fr", "es", "ru", "el", "ja", "ar"})
  void everySentenceOfALanguageCanBeSaid(String language) {
    Stock stock = Stock.read(language);
    assertThat(stock.happenings().keySet()).containsAll(Sites.TOPICS);
    assertThat(stock.topicNames().keySet()).containsAll(Sites.TOPICS);
    for (String word : List.of("latest", "more", "feed", "desk", "invented")) {
      assertThat(stock.word(word)).isNotBlank();
    }
    for (String topic : stock.happenings().keySet()) {
      for (long seed = 0; seed < 40; seed++) {
        StoryText text = new StoryText(stock, topic, seed, Sites.TOPICS.contains(topic));
        for (Alteration change : Alteration.values()) {
          StoryText.Version version = text.altered(change, seed);
          assertThat(version.title() + String.join(" ", version.sentences()))
              .doesNotContain("{", "}", "(", ")", "|", "  ");
        }
      }
    }
  }

  @Test
  void aStoryIsTheSameForTheSameSeedAndAnotherForAnother() {
    Stock stock = Stock.read("en");
    StoryText.Version first = new StoryText(stock, "sport", 5, true).altered(Alteration.NONE, 0);
    assertThat(new StoryText(stock, "sport", 5, true).altered(Alteration.NONE, 0)).isEqualTo(first);
    assertThat(new StoryText(stock, "sport", 6, true).altered(Alteration.NONE, 0))
        .isNotEqualTo(first);
  }

  @Test
  void anEditedCopyChangesSixToTenInAHundredWordsAndTheHeadline() {
    Stock stock = Stock.read("en");
    for (long seed = 0; seed < 50; seed++) {
      StoryText text = new StoryText(stock, "economy", seed, true);
      StoryText.Version first = text.altered(Alteration.NONE, 0);
      StoryText.Version edited = text.altered(Alteration.EDITED, seed + 1);
      int words = 0;
      int changed = 0;
      for (int i = 0; i < first.sentences().size(); i++) {
        words += Words.of(first.sentences().get(i)).size();
        changed += Words.changed(first.sentences().get(i), edited.sentences().get(i));
      }
      assertThat(100.0 * changed / words).isBetween(5.0, 10.0);
      assertThat(edited.title()).isNotEqualTo(first.title());
    }
  }

  @Test
  void aCutCopyLacksOneSentenceButKeepsTheLeadAndAnExtendedOneContainsTheWholeText() {
    StoryText text = new StoryText(Stock.read("et"), "politics", 11, true);
    List<String> first = text.altered(Alteration.NONE, 0).sentences();
    List<String> cut = text.altered(Alteration.CUT, 3).sentences();
    List<String> extended = text.altered(Alteration.EXTENDED, 3).sentences();
    assertThat(cut).hasSize(first.size() - 1).isSubsetOf(first);
    assertThat(cut.getFirst()).isEqualTo(first.getFirst());
    assertThat(extended).startsWith(first.toArray(String[]::new)).hasSizeGreaterThan(first.size());
  }

  @Test
  void aSentenceStartsWithACapitalByTheRulesOfItsLanguage() {
    Pattern pattern = Pattern.of("(ilk|ilk) söz");
    assertThat(pattern.choices()).isEqualTo(1);
    for (long seed = 0; seed < 60; seed++) {
      String title =
          new StoryText(Stock.read("tr"), "sport", seed, true).altered(Alteration.NONE, 0).title();
      assertThat(title.substring(0, 1))
          .isEqualTo(title.substring(0, 1).toUpperCase(Locale.of("tr")));
    }
  }

  @Test
  void aBrokenPatternIsRefusedWithTheSentenceItStandsIn() {
    assertThatThrownBy(() -> Pattern.of("a (b|c d"))
        .hasMessageContaining("'(' without ')' in: a (b|c d");
    assertThatThrownBy(() -> Pattern.of("a {b")).hasMessageContaining("'{' without '}'");
  }
}
