package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapKeeperTest {
  private static final long MB = 1 << 20;

  @Test
  void oldObjectsAreLookedThroughWhenTheyHaveGrownByAThird() {
    assertThat(HeapKeeper.isDue(130 * MB, 90 * MB)).isTrue();
    assertThat(HeapKeeper.isDue(500 * MB, 400 * MB)).isFalse();
    assertThat(HeapKeeper.isDue(540 * MB, 400 * MB)).isTrue();
  }

  @Test
  void aSmallHeapIsLeftAlone() {
    assertThat(HeapKeeper.isDue(30 * MB, 10 * MB)).isFalse();
    assertThat(HeapKeeper.isDue(31 * MB, 0)).isFalse();
  }
}
