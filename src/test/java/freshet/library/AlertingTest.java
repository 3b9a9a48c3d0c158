package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.Refusal.Reason;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AlertingTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Alerting alerting;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    alerting = two.library.alerting();
  }

  @AfterEach
  void close() {
    two.close();
  }

  private static Rule rule(long id, String query, Way way) {
    return new Rule(
        id,
        "Rule",
        query,
        Set.of(Action.ALERT),
        way,
        null,
        null,
        Frequency.AT_ONCE,
        true,
        Instant.EPOCH,
        null);
  }

  @Test
  void aRuleIsItsOwners() {
    Rule kept = alerting.save(two.first, rule(0, "lighthouse", Way.LIST));
    assertThat(kept.added()).isEqualTo(two.instant());
    assertThat(alerting.rules(two.second)).isEmpty();
    assertRefused(Reason.NO_RULE, () -> alerting.rule(two.second, kept.id()));
    assertRefused(
        Reason.NO_RULE, () -> alerting.save(two.second, rule(kept.id(), "bread", Way.LIST)));
    assertRefused(Reason.NO_RULE, () -> alerting.remove(two.second, kept.id()));
    assertThat(alerting.rule(two.first, kept.id()).query()).isEqualTo("lighthouse");
    alerting.remove(two.first, kept.id());
    assertThat(alerting.rules(two.first)).isEmpty();
  }

  @Test
  void whatIsWrongWithARuleIsNamed() {
    assertWrong("query", () -> alerting.save(two.first, rule(0, " ", Way.LIST)));
    assertWrong("query", () -> alerting.save(two.first, rule(0, "q".repeat(1001), Way.LIST)));
    assertWrong("target", () -> alerting.save(two.first, rule(0, "q", Way.WEBHOOK)));
    assertWrong("query", () -> alerting.tryOut(two.first, ""));
  }

  @Test
  void aTrialIsOnWhatTheAccountMaySee() {
    two.indexed();
    assertThat(alerting.tryOut(two.first, "lighthouse").matched()).isEqualTo(1);
    assertThat(alerting.tryOut(two.second, "lighthouse").matched()).isEqualTo(0);
  }

  @Test
  void thereIsNothingToTryAgain() {
    assertRefused(Reason.NO_ALERT, () -> alerting.retry(two.first, 1));
    assertThat(alerting.retryDead(two.first)).isEqualTo(0);
    assertThat(alerting.alerts(two.first, null, null, 10)).isEmpty();
  }

  @Test
  void rulesNeedTheSearch() {
    Alerting off = two.plain.alerting();
    assertThat(off.isOn()).isFalse();
    assertRefused(Reason.SEARCH_OFF, () -> off.save(two.first, rule(0, "x", Way.LIST)));
    assertRefused(Reason.SEARCH_OFF, () -> off.tryOut(two.first, "x"));
    assertRefused(Reason.SEARCH_OFF, () -> off.retryDead(two.first));
  }
}
