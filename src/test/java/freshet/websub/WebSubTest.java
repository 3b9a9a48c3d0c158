package freshet.websub;

import static org.assertj.core.api.Assertions.assertThat;

import freshet.websub.Callback.Delivery;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class WebSubTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final String TOPIC = "https://a.example/feed?x=1&y=ä";
  private static final byte[] BODY = "<feed/>".getBytes(StandardCharsets.UTF_8);

  private final HubSubscription subscription =
      HubSubscription.to("https://hub.example/", TOPIC, new SecureRandom());

  private static String sign(String algorithm, String prefix, String secret) {
    return prefix + "=" + HexFormat.of().formatHex(HubSignature.hmac(algorithm, secret, BODY));
  }

  @Test
  void aSubscriptionIsAskedForInAForm() {
    var request = HubRequest.of(subscription, "https://freshet.example/websub");
    assertThat(request.url()).hasToString("https://hub.example/");
    assertThat(request.contentType()).isEqualTo("application/x-www-form-urlencoded");
    assertThat(new String(request.body(), StandardCharsets.US_ASCII))
        .startsWith(
            "hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.example%2Ffeed%3Fx%3D1%26y%3D%C3%A4&")
        .contains("hub.callback=https%3A%2F%2Ffreshet.example%2Fwebsub%2F" + subscription.id())
        .contains("hub.lease_seconds=864000")
        .contains("hub.secret=" + subscription.secret());
  }

  @Test
  void idsAndSecretsAreNeverTheSameAndNeverLogged() {
    HubSubscription other = HubSubscription.to("https://hub.example/", TOPIC, new SecureRandom());
    assertThat(other.id()).hasSize(32).isNotEqualTo(subscription.id());
    assertThat(other.secret()).hasSize(64).isNotEqualTo(subscription.secret());
    assertThat(other.toString()).doesNotContain(other.secret()).doesNotContain(other.id());
  }

  @Test
  void whatWeAskedForIsConfirmedWithTheHubsLease() {
    var reply =
        Callback.verify(
            subscription,
            Map.of(
                "hub.mode",
                "subscribe",
                "hub.topic",
                TOPIC,
                "hub.challenge",
                "c",
                "hub.lease_seconds",
                "3600"),
            NOW);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("c");
    HubSubscription confirmed = Objects.requireNonNull(reply.now());
    assertThat(confirmed.leaseEnd()).isEqualTo(NOW.plusSeconds(3600));
    assertThat(confirmed.active(NOW)).isTrue();
    assertThat(confirmed.active(NOW.plusSeconds(3600))).isFalse();
  }

  @Test
  void whatWeDidNotAskForIsNotConfirmed() {
    var unsubscribe = Map.of("hub.mode", "unsubscribe", "hub.topic", TOPIC, "hub.challenge", "c");
    assertThat(Callback.verify(subscription, unsubscribe, NOW).status()).isEqualTo(404);
    assertThat(Callback.verify(subscription.ended(), unsubscribe, NOW).status()).isEqualTo(404);
    var other =
        Map.of("hub.mode", "subscribe", "hub.topic", "https://b.example/", "hub.challenge", "c");
    assertThat(Callback.verify(subscription, other, NOW).status()).isEqualTo(404);
    assertThat(Callback.verify(null, unsubscribe, NOW).status()).isEqualTo(404);
    assertThat(Callback.verify(subscription, Map.of(), NOW).status()).isEqualTo(404);
    var noChallenge = Map.of("hub.mode", "subscribe", "hub.topic", TOPIC);
    assertThat(Callback.verify(subscription, noChallenge, NOW).status()).isEqualTo(404);
  }

  @Test
  void aDenialEndsTheSubscription() {
    var reply =
        Callback.verify(
            subscription,
            Map.of("hub.mode", "denied", "hub.topic", TOPIC, "hub.reason", "too\nmany"),
            NOW);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(Objects.requireNonNull(reply.now()).wanted()).isFalse();
    assertThat(reply.note()).isEqualTo("The hub https://hub.example/ declined: too many.");
  }

  @Test
  void nonsenseForALeaseIsOurOwnLeaseAndAYearIsTheMost() {
    for (var lease :
        Map.of("soon", 864_000L, "-5", 864_000L, "1", 60L, "99999999999", 365L * 86_400)
            .entrySet()) {
      var reply =
          Callback.verify(
              subscription,
              Map.of(
                  "hub.mode",
                  "subscribe",
                  "hub.topic",
                  TOPIC,
                  "hub.challenge",
                  "c",
                  "hub.lease_seconds",
                  lease.getKey()),
              NOW);
      assertThat(Objects.requireNonNull(reply.now()).leaseEnd())
          .isEqualTo(NOW.plusSeconds(lease.getValue()));
    }
  }

  @Test
  void allFourSignaturesAreUnderstood() {
    String[][] kinds = {
      {"HmacSHA1", "sha1"},
      {"HmacSHA256", "sha256"},
      {"HmacSHA384", "SHA384"},
      {"HmacSHA512", "sha512"}
    };
    for (String[] kind : kinds) {
      String header = sign(kind[0], kind[1], subscription.secret());
      assertThat(Callback.receive(subscription, header, "application/atom+xml", BODY))
          .as(kind[1])
          .isInstanceOf(Delivery.Genuine.class);
    }
  }

  @Test
  void aKnownSignatureComesOut() {
    // RFC 4231, test case 2
    byte[] data = "what do ya want for nothing?".getBytes(StandardCharsets.US_ASCII);
    String header = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assertThat(HubSignature.valid(header, "Jefe", data)).isTrue();
    assertThat(HubSignature.valid(header.replace('5', '6'), "Jefe", data)).isFalse();
  }

  @Test
  void whatIsNotSignedRightIsAcknowledgedAndNotRead() {
    String[] wrong = {
      null,
      "",
      "sha256",
      "sha256=",
      "sha256=zz",
      "md5=00",
      "=",
      sign("HmacSHA256", "sha256", "another secret"),
      sign("HmacSHA256", "sha512", subscription.secret())
    };
    for (String header : wrong) {
      var delivery = Callback.receive(subscription, header, null, BODY);
      assertThat(delivery).as(header).isInstanceOf(Delivery.Ignored.class);
      assertThat(((Delivery.Ignored) delivery).status()).isEqualTo(202);
    }
  }

  @Test
  void whatNobodySubscribedToIsGone() {
    var delivery = Callback.receive(null, null, null, BODY);
    assertThat(((Delivery.Ignored) delivery).status()).isEqualTo(410);
  }

  @Test
  void renewalComesWellBeforeTheEnd() {
    HubSubscription tenDays = subscription.confirmed(NOW, 864_000);
    assertThat(tenDays.renewAt(NOW)).isEqualTo(NOW.plus(Duration.ofDays(8)));
    HubSubscription threeHours = subscription.confirmed(NOW, 3 * 3600);
    assertThat(threeHours.renewAt(NOW)).isEqualTo(NOW.plus(Duration.ofHours(2)));
    HubSubscription tenMinutes = subscription.confirmed(NOW, 600);
    assertThat(tenMinutes.renewAt(NOW)).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
    assertThat(subscription.renewAt(NOW)).isEqualTo(NOW);
  }
}
