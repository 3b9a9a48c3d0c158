package freshet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.cluster.Message.Here;
import freshet.cluster.Message.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KafkaPostTest {
  private static Here here(Role role, int most) {
    return new Here("a", role, "1", 0, most, 0, List.of());
  }

  @Test
  void controllersShareThePlacesOfTerminals() {
    Here controller = here(Role.CONTROLLER, 0);
    Here terminal = here(Role.TERMINAL, 100);
    assertThat(KafkaPost.most(List.of(controller))).isZero();
    assertThat(KafkaPost.most(List.of(controller, terminal))).isEqualTo(216);
    assertThat(KafkaPost.most(List.of(controller, terminal, terminal))).isEqualTo(416);
    assertThat(KafkaPost.most(List.of(controller, controller, terminal))).isEqualTo(116);
  }

  @Test
  void aTerminalThatSaysNothingOfItsPlacesHasOne() {
    assertThat(KafkaPost.most(List.of(here(Role.TERMINAL, 0)))).isEqualTo(18);
  }
}
