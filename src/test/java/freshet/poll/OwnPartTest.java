package freshet.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OwnPartTest {
  @Test
  void aShardIsTheSameInEveryVersionOnEveryMachine() {
    // Who changes these has two controllers of different versions poll the same feeds.
    assertThat(OwnPart.shard("example.org", "")).isEqualTo(31);
    assertThat(OwnPart.shard("bbc.co.uk", "")).isEqualTo(53);
    assertThat(OwnPart.shard("example.org", "graph")).isEqualTo(OwnPart.shard("other", "graph"));
  }

  @Test
  void guestsOfAPlatformAreInOneShard() {
    assertThat(OwnPart.shard("a.blogspot.com", ""))
        .isEqualTo(OwnPart.shard("b.blogspot.com", ""))
        .isEqualTo(OwnPart.shard("c.blogspot.com", ""));
  }

  @Test
  void sitesAreSpreadOverAllShards() {
    Set<Integer> shards = new HashSet<>();
    IntStream.range(0, 1_000).forEach(i -> shards.add(OwnPart.shard("site" + i + ".example", "")));
    assertThat(shards).hasSize(64);
  }

  @Test
  void whatIsOwnedIsKnown() {
    OwnPart part = new OwnPart();
    int shard = OwnPart.shard("example.org", "");
    assertThat(part.has("example.org", "")).isFalse();
    part.own(List.of(shard, 63));
    assertThat(part.has("example.org", "")).isTrue();
    assertThat(part.shards()).containsExactlyInAnyOrder(shard, 63);
    part.own(List.of());
    assertThat(part.has("example.org", "")).isFalse();
    assertThat(OwnPart.ALL.has("example.org", "graph")).isTrue();
  }
}
