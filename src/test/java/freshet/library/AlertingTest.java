package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.library.FeedFilters.Kind;
import freshet.library.Refusal.Reason;
import freshet.model.Rule;
import freshet.model.Rule.Action;
import freshet.model.Rule.Frequency;
import freshet.model.Rule.Way;
import freshet.poll.Polling;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private FeedFilters filters() {
    return alerting.filters(new FollowedFeeds(two.store, Polling.NONE));
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

  /// Each of these alone once meant everything, in a rule as in the search box.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lang:klingon",
        "from:someday",
        "age:3days",
        "topic:",
        "😀",
        "%",
        "*",
        "?",
        "\"\"",
        "()",
        "AND",
        "-",
        "-😀",
        "title:😀",
        "#",
        "½",
        "translate:no",
        "lighthouse lang:saksa",
        "lighthouse -lang:klingon",
        "lighthouse 😀"
      })
  void aSearchThatIsNotUnderstoodIsNoRule(String query) {
    two.indexed();
    assertWrong("query", () -> alerting.save(two.first, rule(0, query, Way.LIST)));
    assertWrong("query", () -> alerting.tryOut(two.first, query));
    assertWrong("query", () -> filters().add(two.first, two.lightFeed, Kind.HIDE, query));
    assertThat(alerting.rules(two.first)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rock & roll", "Tallinn – Riga", "lang:et", "feed:light -bread", "cats \"\""})
  void oddSignsBetweenWordsAreNoMistake(String query) {
    assertThat(alerting.save(two.first, rule(0, query, Way.LIST)).query()).isEqualTo(query);
  }

  @Test
  void aFilterStaysWithinItsFeed() {
    FeedFilters filters = filters();
    long feed = two.lightFeed;
    for (String words : List.of("foo) OR bar", "foo) bar", "(a) OR (b)", "\"a", "a:) b")) {
      for (Kind kind : Kind.values()) {
        Rule rule = filters.add(two.first, feed, kind, words);
        assertThat(alerting.understood(rule.query()).understood())
            .as(rule.query())
            .startsWith("feed:" + feed + " ")
            .matches(all -> kind != Kind.ONLY || all.matches("feed:\\d+ -(\\S+|\\(.*\\))"));
        assertThat(filters.of(two.first, feed))
            .as(rule.query())
            .filteredOn(f -> f.rule() == rule.id())
            .singleElement()
            .satisfies(f -> assertThat(f.kind()).isEqualTo(kind))
            .satisfies(f ->
                assertThat(filters.add(two.first, feed, kind, f.words()).query())
                    .as("added again")
                    .isEqualTo(rule.query()));
      }
    }
    Rule everywhere = alerting.save(two.first, rule(0, "feed:" + feed + " (a) OR (b)", Way.LIST));
    assertThat(filters.of(two.first, feed)).noneMatch(f -> f.rule() == everywhere.id());
  }

  @Test
  void theNameOfAFilterIsCutBetweenCharacters() {
    String words = "a".repeat(140) + "😀😀😀😀😀 b".repeat(3) + "b";
    String name = filters().add(two.first, two.lightFeed, Kind.HIDE, "x" + words).name();
    assertThat(name.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
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
