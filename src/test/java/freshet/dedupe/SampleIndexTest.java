package freshet.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SampleIndexTest {

  private static Set<Integer> found(SampleIndex index, int hash) {
    Set<Integer> found = new TreeSet<>();
    index.find(hash, found::add);
    return found;
  }

  @Test
  void everythingThatWasAddedIsFoundAndNothingElse() {
    Random random = new Random(3);
    SampleIndex index = new SampleIndex();
    Map<Integer, TreeSet<Integer>> truth = new HashMap<>();
    for (int entry = 0; entry < 60_000; entry++) {
      int hash = entry % 7 == 0 ? random.nextInt(2000) << 8 : random.nextInt();
      if (truth.computeIfAbsent(hash, _ -> new TreeSet<>()).size() < 30) {
        truth.get(hash).add(entry);
        index.add(hash, entry);
      }
    }
    truth.forEach((hash, entries) -> assertThat(found(index, hash)).isEqualTo(entries));
    for (int i = 0; i < 2000; i++) {
      int hash = random.nextInt();
      assertThat(found(index, hash)).isEqualTo(truth.getOrDefault(hash, new TreeSet<>()));
    }
    index.renumber(entry -> entry < 20_000 ? -1 : entry - 20_000);
    truth.forEach((hash, entries) -> {
      TreeSet<Integer> left = new TreeSet<>();
      entries.tailSet(20_000).forEach(e -> left.add(e - 20_000));
      assertThat(found(index, hash)).isEqualTo(left);
    });
  }

  @Test
  void aPhraseOfATemplateIsNotKeptWithoutEnd() {
    SampleIndex index = new SampleIndex();
    for (int entry = 0; entry < 10_000; entry++) index.add(42, entry);
    assertThat(found(index, 42)).hasSizeBetween(32, 64);
    assertThat(index.bytes()).isLessThan(10_000);
  }
}
