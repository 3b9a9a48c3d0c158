package freshet.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Passwords, tokens, attempts and trusted addresses.
final class AuthenticatorTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

  @Test
  void aPasswordIsKeptByArgon2idWithASaltOfItsOwn() {
    Passwords passwords = new Passwords();
    String one = passwords.hash("correct horse battery");
    assertThat(one).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
    assertThat(passwords.hash("correct horse battery")).isNotEqualTo(one);
    assertThat(passwords.matches("correct horse battery", one)).isTrue();
    assertThat(passwords.matches("correct horse batterz", one)).isFalse();
    assertThat(passwords.matches("correct horse battery", null)).isFalse();
    assertThat(passwords.matches("anything", "no hash at all")).isFalse();
    assertThat(passwords.matches("x".repeat(100_000), one)).isFalse();
  }

  @Test
  void shortAndEndlessPasswordsAreRefusedInASentence() {
    Passwords.check("pässwörd");
    assertThatThrownBy(() -> Passwords.check("1234567"))
        .hasMessageContaining("at least 8 characters");
    assertThatThrownBy(() -> Passwords.check("x".repeat(501)))
        .hasMessageContaining("at most 500 characters");
  }

  @Test
  void tokensAreUniqueAndForgiveHowTheyAreTyped() {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 1000; i++) all.add(Secrets.token());
    assertThat(all).hasSize(1000);
    String token = all.iterator().next();
    assertThat(token).matches("([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}");
    assertThat(Secrets.typed(" " + token.toUpperCase(java.util.Locale.ROOT).replace("-", "")))
        .isEqualTo(token);
    assertThat(Secrets.typed("something else")).isEqualTo("something else");
  }

  @Test
  void theFeverKeyIsTheMd5ThatClientsSend() {
    // md5("me:secret"), as md5sum says
    assertThat(Secrets.feverKey("me", "secret")).isEqualTo("5f67bbe865987f84db7ba3daea424dcf");
    assertThat(Secrets.feverKeys("Me", "ab-cd")).contains(Secrets.feverKey("me", "ABCD"));
  }

  @Test
  void tenWrongGuessesFromAnAddressAreEnoughForAWhile() {
    Attempts attempts = new Attempts();
    for (int i = 0; i < 10; i++) {
      assertThat(attempts.begin("192.0.2.1", "me", NOON.plusSeconds(i))).isEmpty();
    }
    assertThat(attempts.begin("192.0.2.1", "me", NOON.plusSeconds(60)))
        .contains(Duration.ofMinutes(9));
    assertThat(attempts.begin("192.0.2.1", "another", NOON.plusSeconds(60))).isPresent();
    assertThat(attempts.begin("192.0.2.2", "me", NOON.plusSeconds(60))).isEmpty();
    assertThat(attempts.begin("192.0.2.1", "me", NOON.plusSeconds(601))).isEmpty();
  }

  @Test
  void aTryCountsFromItsBeginningAndIsTakenBackIfItWasRight() {
    Attempts attempts = new Attempts();
    for (int i = 0; i < 100; i++) {
      assertThat(attempts.begin("192.0.2.1", "me", NOON)).isEmpty();
      attempts.takeBack("192.0.2.1", "me", NOON);
    }
    for (int i = 0; i < 10; i++) assertThat(attempts.begin("192.0.2.1", "me", NOON)).isEmpty();
    assertThat(attempts.begin("192.0.2.1", "me", NOON)).as("ten are under way").isPresent();
    attempts.takeBack("192.0.2.1", "me", NOON);
    assertThat(attempts.begin("192.0.2.1", "me", NOON)).isEmpty();
  }

  @Test
  void manyAddressesDoNotHelpToGuessOneName() {
    Attempts attempts = new Attempts();
    for (int i = 0; i < 50; i++) {
      assertThat(attempts.begin("192.0.2." + i, "Me", NOON)).isEmpty();
    }
    assertThat(attempts.begin("198.51.100.1", "me", NOON)).isPresent();
    assertThat(attempts.begin("198.51.100.1", "other", NOON)).isEmpty();
  }

  @Test
  void aWholeNetworkOfSixCountsAsOneAddressHoweverItIsWritten() {
    Attempts attempts = new Attempts();
    String[] forms = {
      "2001:db8:0:1:0:0:0:%x", "2001:db8:0:1::%x", "[2001:DB8:0:1::%x]", "[2001:db8::1:0:0:0:%x]:99"
    };
    for (int i = 0; i < 10; i++) {
      String from = String.format(java.util.Locale.ROOT, forms[i % forms.length], i + 1);
      assertThat(attempts.begin(from, "n" + i, NOON)).as(from).isEmpty();
    }
    assertThat(attempts.begin("2001:db8:0:1::ff", "x", NOON)).isPresent();
    assertThat(attempts.begin("2001:db8:0:2::ff", "x", NOON)).isEmpty();
    assertThat(attempts.begin("2001:db8:0:2::ff%eth0", "x", NOON)).isEmpty();
  }

  @Test
  void theSameWrongKeyIsOneMistakeHoweverOftenItIsSent() {
    Attempts attempts = new Attempts();
    for (int i = 0; i < 1000; i++) {
      assertThat(attempts.wrongKey("192.0.2.1:" + (1000 + i), "old", NOON)).isEmpty();
    }
    for (int i = 0; i < 9; i++) {
      assertThat(attempts.wrongKey("192.0.2.1", "guess" + i, NOON)).isEmpty();
    }
    assertThat(attempts.wrongKey("192.0.2.1", "another guess", NOON)).isPresent();
    assertThat(attempts.wrongKey("192.0.2.2", "another guess", NOON)).isEmpty();
  }

  @Test
  void trustedAddressesAreAddressesAndNetworksNeverNames() {
    TrustedAddresses some = TrustedAddresses.of("127.0.0.1, 10.0.0.0/8 fd00::/8");
    assertThat(some.contains("127.0.0.1")).isTrue();
    assertThat(some.contains("127.0.0.2")).isFalse();
    assertThat(some.contains("10.200.3.4")).isTrue();
    assertThat(some.contains("11.0.0.1")).isFalse();
    assertThat(some.contains("[fd12::1]")).isTrue();
    assertThat(some.contains("localhost")).isFalse();
    assertThat(TrustedAddresses.of("").contains("127.0.0.1")).isFalse();
    for (String bad : new String[] {"localhost", "10.0.0.0/33", "10.0.0.0/x", "::1/129"}) {
      assertThatThrownBy(() -> TrustedAddresses.of(bad))
          .as(bad)
          .hasMessageContaining("neither an address nor a network");
    }
  }

  @Test
  void namesOfAccountsAreShortAndPlain() {
    assertThat(AccountName.isOne("maia.õun@example+1")).isTrue();
    for (String bad : new String[] {"", " ", "a b", "a:b", "-a", "<b>", "a\n", "x".repeat(61)}) {
      assertThat(AccountName.isOne(bad)).as(bad).isFalse();
    }
  }
}
