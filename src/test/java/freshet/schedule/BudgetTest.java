package freshet.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BudgetTest {
  @Test
  void quotaGroupsAreReadByName() {
    assertThat(Budget.groups(" graph=600/10m, slow = 10/1h,"))
        .isEqualTo(
            Map.of(
                "graph", new Budget(600, Duration.ofMinutes(10), Budget.Spacing.EVEN),
                "slow", new Budget(10, Duration.ofHours(1), Budget.Spacing.EVEN)));
    assertThat(Budget.groups("")).isEmpty();
  }

  @Test
  void whatIsNoQuotaGroupIsNamed() {
    assertThatThrownBy(() -> Budget.groups("a=1/1m, 600/10m"))
        .hasMessage("'600/10m' is not a quota group: write name=calls/window");
    assertThatThrownBy(() -> Budget.groups("Big Group=1/1m")).hasMessageContaining("Big Group");
    assertThatThrownBy(() -> Budget.groups("a=1/1m,a=2/1m"))
        .hasMessage("The quota group 'a' is there twice");
    assertThatThrownBy(() -> Budget.groups("a=many")).hasMessageContaining("'many'");
  }
}
