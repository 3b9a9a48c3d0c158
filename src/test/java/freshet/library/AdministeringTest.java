package freshet.library;

import static freshet.library.TwoAccounts.assertRefused;
import static freshet.library.TwoAccounts.assertWrong;
import static org.assertj.core.api.Assertions.assertThat;

import freshet.account.Authenticator;
import freshet.account.TrustedAddresses;
import freshet.library.Refusal.Reason;
import freshet.model.Account;
import freshet.model.FeedUrl;
import freshet.model.Kept;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdministeringTest {
  @TempDir Path folder;
  private TwoAccounts two;
  private Administering administering;

  @BeforeEach
  void open() {
    two = new TwoAccounts(folder);
    administering = two.library.administering();
  }

  @AfterEach
  void close() {
    two.close();
  }

  private static final String HERE = "192.0.2.1";

  @Test
  void othersDoNotExistForThoseWhoDoNotLookAfterThem() {
    assertThat(administering.accounts(two.first)).extracting(Account::name).contains("second");
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> administering.accounts(two.second));
    assertRefused(Reason.NO_ACCOUNT, () -> administering.account(two.second, Account.FIRST));
    assertThat(administering.account(two.second, two.second.id()).name()).isEqualTo("second");
    assertThat(administering.account(two.first, two.second.id()).name()).isEqualTo("second");
    assertRefused(Reason.NO_ACCOUNT, () -> administering.account(two.first, 4711));
    assertRefused(Reason.NO_ACCOUNT, () -> administering.rename(two.second, Account.FIRST, "me"));
  }

  @Test
  void whatALimitWouldDeleteIsSaidBeforehandToTheAdministratorAlone() {
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> administering.kept(two.second, Kept.LIMITS));
    assertRefused(
        Reason.ADMINISTRATOR_ONLY, () -> administering.wouldGo(two.second, "entries.keep", "1s"));
    long entries =
        administering.kept(two.first, Kept.LIMITS).stream()
            .filter(k -> k.kind() == Kept.Kind.ENTRIES)
            .findAny()
            .orElseThrow()
            .count();
    assertThat(entries).isPositive();
    two.now = two.now.plus(Duration.ofDays(40));
    Kept going = administering.wouldGo(two.first, "entries.keep", "30d").orElseThrow();
    assertThat(going.older())
        .extracting(Kept.Older::limit, Kept.Older::count)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("30d", entries));
    for (String value : List.of("0", "50d", "soon")) {
      assertThat(administering.wouldGo(two.first, "entries.keep", value)).as(value).isEmpty();
    }
    assertThat(administering.wouldGo(two.first, "budget", "1s")).isEmpty();
  }

  @Test
  void onlyTheAdministratorAddsAccountsAndOnlyWithAPassword() {
    String password = TwoAccounts.PASSWORD;
    assertRefused(
        Reason.ADMINISTRATOR_ONLY, () -> administering.add(two.second, "third", password));
    assertWrong("name", () -> administering.add(two.first, "SECOND", password));
    assertWrong("name", () -> administering.add(two.first, "", password));
    assertWrong("password", () -> administering.add(two.first, "third", "short"));
    var open = new Account(Account.FIRST, "me", false, null, TwoAccounts.START, null);
    assertRefused(Reason.PASSWORD_FIRST, () -> administering.add(open, "third", password));
    assertThat(administering.rename(two.second, two.second.id(), "Second").name())
        .isEqualTo("Second");
    assertWrong("name", () -> administering.rename(two.second, two.second.id(), two.first.name()));
  }

  @Test
  void whereAProxyNamesPeopleNobodyRenamesThemselvesIntoSomebody() {
    var rules = new Authenticator.Rules(false, TrustedAddresses.NONE, "Remote-User", false, false);
    Libraries named = Libraries.offline(two.store, two, folder);
    named.authenticator = new Authenticator(two.store, rules, two);
    Administering behind = named.build().administering();
    assertRefused(
        Reason.ADMINISTRATOR_ONLY, () -> behind.rename(two.second, two.second.id(), "another"));
    assertThat(behind.rename(two.first, two.second.id(), "another").name()).isEqualTo("another");
  }

  @Test
  void ownPasswordsNeedTheOldOneAndGuessesAreCounted() {
    long own = two.second.id();
    assertWrong("password", () -> administering.setPassword(two.first, own, "", "short", HERE));
    assertRefused(
        Reason.NO_ACCOUNT,
        () -> administering.setPassword(two.second, Account.FIRST, "", "new password", HERE));
    for (int i = 0; i < 10; i++) {
      assertWrong(
          "old", () -> administering.setPassword(two.second, own, "guess", "new password", HERE));
    }
    assertRefused(
        Reason.WAIT,
        () ->
            administering.setPassword(two.second, own, TwoAccounts.PASSWORD, "new password", HERE));
    two.now = two.now.plus(Duration.ofMinutes(11));
    administering.setPassword(two.second, own, TwoAccounts.PASSWORD, "new password", HERE);
    administering.setPassword(two.first, own, "", "given password", HERE);
    assertWrong(
        "old",
        () -> administering.setPassword(two.second, own, "new password", "my password", HERE));
  }

  @Test
  void anAccountGoesWithWhatOnlyItFollows() {
    assertRefused(
        Reason.ADMINISTRATOR_ONLY, () -> administering.remove(two.second, two.second.id()));
    assertRefused(Reason.FIRST_ACCOUNT_STAYS, () -> administering.remove(two.first, Account.FIRST));
    administering.remove(two.first, two.second.id());
    assertThat(two.store.accounts().all()).hasSize(1);
    assertThat(two.store.feeds().find(two.breadFeed)).isEmpty();
    assertThat(two.library.feeds().find(two.first, two.lightFeed).url())
        .isEqualTo(FeedUrl.of("https://light.example/feed"));
  }

  @Test
  void tokensAreTheirOwnersAndAreCounted() {
    var made = administering.newToken(two.second, " phone ", false);
    assertThat(administering.tokens(two.second))
        .singleElement()
        .satisfies(t -> assertThat(t.name()).isEqualTo("phone"));
    assertThat(administering.tokens(two.first)).isEmpty();
    assertRefused(Reason.NO_TOKEN, () -> administering.revoke(two.first, made.id()));
    assertWrong("name", () -> administering.newToken(two.second, " ", false));
    assertWrong("name", () -> administering.newToken(two.second, "x".repeat(61), false));
    for (int i = 1; i < 100; i++) {
      var _ = administering.newToken(two.second, "token " + i, false);
    }
    assertRefused(Reason.TOO_MANY, () -> administering.newToken(two.second, "one more", false));
    administering.revoke(two.second, made.id());
    var _ = administering.newToken(two.second, "one more", false);
    assertThat(administering.sessions(two.second)).isEmpty();
    administering.logOutEverywhere(two.second);
  }

  @Test
  void settingsAreOnesOwn() {
    administering.setLook(two.second, Map.of("theme", "dark"));
    assertThat(administering.settings(two.second)).containsEntry("theme", "dark");
    assertThat(administering.settings(two.first)).doesNotContainKey("theme");
    assertWrong("budget", () -> administering.setLook(two.second, Map.of("budget", "1/1s")));
  }

  @Test
  void theInstallationIsTheAdministrators() {
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> administering.installation(two.second));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> administering.inForce(two.second));
    assertRefused(Reason.ADMINISTRATOR_ONLY, () -> administering.setUp(two.second, "port", "1"));
    assertThat(administering.installation(two.first)).isEmpty();
    assertWrong("unheard-of", () -> administering.setUp(two.first, "unheard-of", "1"));
  }
}
