package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.store.Shards;
import org.junit.jupiter.api.Test;

final class ShardKeeperTest {
  @Test
  void allHaveEnoughForAll() {
    assertThat(ShardKeeper.part(1)).isEqualTo(Shards.COUNT);
    assertThat(ShardKeeper.part(3)).isEqualTo(22);
    assertThat(ShardKeeper.part(Shards.COUNT + 1)).isEqualTo(1);
  }

  /// One that stood still and wakes up looks once more before it notices.
  @Test
  void whoWasShutOutFindsNobody() {
    assertThat(ShardKeeper.part(0)).isEqualTo(Shards.COUNT);
  }
}
