package freshet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapKeeperTest {
  private static final long MB = 1 << 20;
  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void oldObjectsAreLookedThroughWhenTheyHaveGrownByAThird() {
    assertThat(HeapKeeper.isDue(130 * MB, 90 * MB, SOON)).isTrue();
    assertThat(HeapKeeper.isDue(500 * MB, 400 * MB, SOON)).isFalse();
    assertThat(HeapKeeper.isDue(540 * MB, 400 * MB, SOON)).isTrue();
  }

  @Test
  void aSmallHeapIsLeftAloneAtFirst() {
    assertThat(HeapKeeper.isDue(30 * MB, 10 * MB, SOON)).isFalse();
    assertThat(HeapKeeper.isDue(31 * MB, 0, SOON)).isFalse();
  }

  @Test
  void whatHasGrownALittleIsLookedThroughLater() {
    Duration minute = Duration.ofSeconds(70);
    assertThat(HeapKeeper.isDue(78 * MB, 70 * MB, minute)).isTrue();
    assertThat(HeapKeeper.isDue(74 * MB, 70 * MB, minute)).isFalse();
  }

  @Test
  void aLargeHeapIsLookedThroughMoreRarely() {
    assertThat(HeapKeeper.isDue(540 * MB, 500 * MB, Duration.ofMinutes(5))).isFalse();
    assertThat(HeapKeeper.isDue(540 * MB, 500 * MB, Duration.ofMinutes(9))).isTrue();
  }
}
