package freshet.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.model.Answer;
import freshet.model.FeedUrl;
import freshet.model.FetchOutcome;
import freshet.model.FetchOutcome.Fetched;
import freshet.model.FetchOutcome.Trouble;
import freshet.model.FetchOutcome.Unchanged;
import freshet.model.FetchOutcome.Unreachable;
import freshet.model.Validators;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ConditionalTrustTest {
  private static final Validators KNOWN = new Validators("\"a\"", null);
  private static final Validators OTHER = new Validators("\"b\"", null);

  private static Answer answer(int status, Validators validators) {
    return new Answer(
        status,
        FeedUrl.of("http://a.example/"),
        null,
        validators,
        null,
        null,
        null,
        0,
        Instant.EPOCH,
        Duration.ZERO);
  }

  private static FetchOutcome notModified() {
    return new Unchanged(answer(304, KNOWN));
  }

  private static FetchOutcome body(Validators validators) {
    return new Fetched(new byte[1], null, 1, answer(200, validators));
  }

  private static ConditionalTrust quiet(ConditionalTrust trust) {
    while (!trust.toSend(KNOWN).isEmpty()) trust = trust.after(notModified(), KNOWN, KNOWN, false);
    return trust;
  }

  @Test
  void everyEighthPollAtFirstIsUnconditional() {
    ConditionalTrust trust = ConditionalTrust.NEW;
    for (int i = 0; i < 8; i++) {
      assertThat(trust.toSend(KNOWN)).isEqualTo(KNOWN);
      trust = trust.after(notModified(), KNOWN, KNOWN, false);
    }
    assertThat(trust.toSend(KNOWN)).isEqualTo(Validators.NONE);
  }

  @Test
  void checksBecomeRareWhileTheyFindNothing() {
    ConditionalTrust trust = ConditionalTrust.NEW;
    for (int expected : new int[] {8, 16, 32, 64, 64}) {
      assertThat(trust.patience()).isEqualTo(expected);
      trust = quiet(trust).after(new Unchanged(answer(200, KNOWN)), KNOWN, Validators.NONE, false);
    }
    assertThat(trust.lost()).isFalse();
  }

  @Test
  void newContentUnderTheOldValidatorsIsProof() {
    ConditionalTrust trust =
        quiet(ConditionalTrust.NEW).after(body(KNOWN), KNOWN, Validators.NONE, true);
    assertThat(trust.lost()).isTrue();
    assertThat(trust.toSend(KNOWN)).isEqualTo(Validators.NONE);
    assertThat(trust.after(notModified(), KNOWN, KNOWN, false).lost()).isTrue();
  }

  @Test
  void newContentUnderNewValidatorsIsProofTheSecondTime() {
    ConditionalTrust once =
        quiet(ConditionalTrust.NEW).after(body(OTHER), KNOWN, Validators.NONE, true);
    assertThat(once.lost()).isFalse();
    assertThat(quiet(once).after(body(KNOWN), OTHER, Validators.NONE, true).lost()).isTrue();
  }

  @Test
  void anHonestAnswerBetweenClearsTheSuspicion() {
    ConditionalTrust once =
        quiet(ConditionalTrust.NEW).after(body(OTHER), KNOWN, Validators.NONE, true);
    ConditionalTrust cleared = once.after(body(KNOWN), OTHER, OTHER, true);
    assertThat(quiet(cleared).after(body(OTHER), KNOWN, Validators.NONE, true).lost()).isFalse();
  }

  @Test
  void bytesThatDifferWithoutNewEntriesProveNothing() {
    assertThat(quiet(ConditionalTrust.NEW).after(body(KNOWN), KNOWN, Validators.NONE, false).lost())
        .isFalse();
  }

  @Test
  void failuresTeachNothing() {
    ConditionalTrust trust = quiet(ConditionalTrust.NEW);
    assertThat(trust.after(new Unreachable(Trouble.TIMEOUT, "x."), KNOWN, Validators.NONE, false))
        .isEqualTo(trust);
  }

  @Test
  void itFitsIntoANumber() {
    assertThat(ConditionalTrust.unpacked(0)).isEqualTo(ConditionalTrust.NEW);
    assertThat(ConditionalTrust.NEW.packed()).isZero();
    for (var trust :
        new ConditionalTrust[] {
          new ConditionalTrust(64, 64, 1, false),
          new ConditionalTrust(5, 16, 0, false),
          new ConditionalTrust(0, 8, 2, true)
        }) {
      assertThat(ConditionalTrust.unpacked(trust.packed())).isEqualTo(trust);
    }
    for (int nonsense : new int[] {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7fff}) {
      assertThat(ConditionalTrust.unpacked(nonsense).patience()).isBetween(8, 64);
    }
  }
}
