package freshet.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class WordMemoryTest {
  private record Made(long key, String word) implements WordMemory.Word {}

  @Test
  void aWordIsMadeOnceWhereverItStands() {
    AtomicInteger made = new AtomicInteger();
    WordMemory<Made> memory =
        new WordMemory<>((word, key) -> {
          made.incrementAndGet();
          return new Made(key, word);
        });
    String text = "ferry in, ferry out";
    assertThat(memory.at(text, 0, 5)).isSameAs(memory.at(text, 10, 15));
    assertThat(memory.at(text, 6, 8).word()).isEqualTo("in");
    assertThat(made).hasValue(2);
  }

  @Test
  void moreWordsThanPlacesAreStillTheRightOnes() {
    WordMemory<Made> memory = new WordMemory<>((word, key) -> new Made(key, word));
    RootMemory roots = new RootMemory(word -> word.toLowerCase(Locale.ROOT));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 3 * WordMemory.PLACES; i++) {
        String word = "Word" + i;
        assertThat(memory.at(word, 0, word.length()).word()).isEqualTo(word);
        assertThat(roots.at(word, 0, word.length())).isEqualTo(("word" + i).hashCode());
      }
    }
  }

  @Test
  void aWordWithoutMeaningHasNoRoot() {
    RootMemory roots = new RootMemory(word -> word.equals("the") ? "" : word);
    for (int round = 0; round < 2; round++) {
      assertThat(roots.at("the", 0, 3)).isZero();
      assertThat(roots.at("ferry", 0, 5)).isNotZero();
    }
  }
}
