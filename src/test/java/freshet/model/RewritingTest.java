package freshet.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import freshet.model.Rewriting.Replacement;
import org.junit.jupiter.api.Test;

final class RewritingTest {
  @Test
  void aRuleALine() {
    Rewriting rules =
        Rewriting.of(" drop: .ad, .share \r\n\n replace: [Sponsored] => \ntitle: Daily: => D:\n");
    assertThat(rules.drop()).containsExactly(".ad, .share");
    assertThat(rules.texts()).containsExactly(new Replacement("[Sponsored]", ""));
    assertThat(rules.titles()).containsExactly(new Replacement("Daily:", "D:"));
    assertThat(Rewriting.of("").isNone()).isTrue();
  }

  @Test
  void whatIsNoRuleIsSaid() {
    for (String wrong : new String[] {"hello", "drop:", "replace: a", "title: => b", "cut: p"}) {
      assertThatThrownBy(() -> Rewriting.of("drop: p\n" + wrong)).hasMessageContaining(wrong);
    }
    assertThatThrownBy(() -> Rewriting.of("drop: p\n".repeat(60))).hasMessageContaining("50");
  }

  @Test
  void otherRulesHaveAnotherMark() {
    assertThat(Rewriting.of("drop: a").mark())
        .isEqualTo(Rewriting.of("drop:  a").mark())
        .isNotEqualTo(Rewriting.of("drop: b").mark());
  }
}
