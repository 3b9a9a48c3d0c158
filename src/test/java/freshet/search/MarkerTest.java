package freshet.search;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Piece;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MarkerTest {
  private static final String LETTERS = "abcdef <&>猫ก\ud83d\ude00é ";

  private static Marker marker(String query) {
    return new Marker(SearchQuery.read(query, Instant.EPOCH, ZoneOffset.UTC));
  }

  /// `[...]` around what is marked.
  private static String shown(List<Piece> pieces) {
    StringBuilder out = new StringBuilder();
    for (Piece p : pieces) out.append(p.marked() ? "[" + p.text() + "]" : p.text());
    return out.toString();
  }

  @Test
  void wordsAreMarkedInWhateverFormTheyStand() {
    assertThat(shown(marker("house").whole("Two houses and a House.", "en")))
        .isEqualTo("Two [houses] and a [House].");
    assertThat(shown(marker("kass").whole("Kassid ja koerad", "et")))
        .isEqualTo("[Kassid] ja koerad");
    assertThat(shown(marker("harb* -old").whole("Old harbour, harbinger", "en")))
        .isEqualTo("Old [harbour], [harbinger]");
    assertThat(shown(marker("図書館").whole("新しい図書館です", "ja"))).isEqualTo("新しい[図書館]です");
    assertThat(shown(marker("猫").whole("黒い猫。猫カフェ", "ja"))).isEqualTo("黒い[猫]。[猫]カフェ");
  }

  @Test
  void smallWordsAreMarkedInPhrasesOnly() {
    String text = "The ferry and the harbour of the town, and then the end.";
    assertThat(shown(marker("the ferry and the harbour").whole(text, "en")))
        .isEqualTo("The [ferry] and the [harbour] of the town, and then the end.");
    assertThat(shown(marker("ferry \"the harbour of the\"").whole(text, "en")))
        .isEqualTo("The [ferry] and [the] [harbour] [of] [the] town, and then the end.");
    assertThat(shown(marker("ferry and harbour").whole("Ferry and harbour", null)))
        .isEqualTo("[Ferry] and [harbour]");
    assertThat(shown(marker("und hafen").whole("Fähre und Hafen", "de")))
        .isEqualTo("Fähre und [Hafen]");
  }

  @Test
  void smallWordsAreMarkedWhereNothingElseIsAskedForOrTheyAreMeant() {
    assertThat(shown(marker("the who").whole("Who are the Who?", "en")))
        .isEqualTo("[Who] are [the] [Who]?");
    assertThat(shown(marker("WHO vaccine").whole("The WHO has a vaccine.", "en")))
        .isEqualTo("The [WHO] has a [vaccine].");
    assertThat(shown(marker("\"to be or not\"").whole("Or, to be or not to be", "en")))
        .isEqualTo("Or, [to] [be] [or] [not] to be");
  }

  @Test
  void theExcerptIsThePartWithTheMostWords() {
    String filler = "Nothing of interest is said in this sentence. ".repeat(40);
    String text = filler + "The ferry left the harbour. " + filler + "A ferry. " + filler;
    String shown = shown(marker("ferry harbour").excerpt(text, "en"));
    assertThat(shown).startsWith("… ").endsWith(" …").contains("The [ferry] left the [harbour].");
    assertThat(shown.length()).isLessThan(330);
  }

  @Test
  void aTextWithoutTheWordsIsShownFromItsBeginning() {
    assertThat(shown(marker("ferry").excerpt("Only this.", "en"))).isEqualTo("Only this.");
    assertThat(shown(marker("ferry").excerpt("", null))).isEmpty();
  }

  @Test
  void nothingIsAddedToOrTakenFromATextByMarking() {
    Random random = new Random(5);
    Marker marker = marker("ab cd* \"e f\" 猫");
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(60); n > 0; n--)
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      StringBuilder whole = new StringBuilder();
      for (Piece p : marker.whole(text.toString(), "en")) whole.append(p.text());
      assertThat(whole.toString()).isEqualTo(text.toString());
      marker.excerpt(text.toString().repeat(20), "en");
    }
  }
}
