package freshet.websub;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// One feed's subscription at its hub.
///
/// @param id unguessable; the last part of the callback's address
/// @param topic the feed's own name for itself at the hub (its `self` link)
/// @param secret shared with the hub, which signs what it sends with it
/// @param wanted false once the hub has declined or ended it, or nobody wants it any more
/// @param leaseEnd until when the hub promised to send; null while it has not confirmed
public record HubSubscription(
    String id,
    String hub,
    String topic,
    String secret,
    boolean wanted,
    @Nullable Instant leaseEnd) {

  /// What we ask for. Hubs shorten it as they like; ten days is what many give.
  public static final Duration LEASE = Duration.ofDays(10);

  /// How rarely a subscribed feed is polled nevertheless: hubs lose things, and vanish.
  public static final Duration SAFETY_NET = Duration.ofHours(12);

  private static final Duration LONGEST_LEASE = Duration.ofDays(365);

  /// A new one, with an id and a secret that nobody can guess.
  public static HubSubscription to(String hub, String topic, SecureRandom random) {
    byte[] bytes = new byte[48];
    random.nextBytes(bytes);
    HexFormat hex = HexFormat.of();
    return new HubSubscription(
        hex.formatHex(bytes, 0, 16), hub, topic, hex.formatHex(bytes, 16, 48), true, null);
  }

  public boolean active(Instant now) {
    return wanted && leaseEnd != null && leaseEnd.isAfter(now);
  }

  /// When to ask the hub again: with a fifth of the lease left, at least an hour before its end.
  public Instant renewAt(Instant confirmedAt) {
    if (leaseEnd == null) return confirmedAt;
    Duration lease = Duration.between(confirmedAt, leaseEnd);
    if (lease.compareTo(Duration.ofHours(2)) < 0) return confirmedAt.plus(lease.dividedBy(2));
    Duration left = lease.dividedBy(5);
    if (left.compareTo(Duration.ofHours(1)) < 0) left = Duration.ofHours(1);
    return leaseEnd.minus(left);
  }

  /// With the lease the hub confirmed.
  HubSubscription confirmed(Instant now, long leaseSeconds) {
    long seconds = Math.clamp(leaseSeconds, 60, LONGEST_LEASE.toSeconds());
    return new HubSubscription(id, hub, topic, secret, wanted, now.plusSeconds(seconds));
  }

  public HubSubscription ended() {
    return new HubSubscription(id, hub, topic, secret, false, null);
  }

  /// Without the secret: subscriptions are logged.
  @Override
  public String toString() {
    return "subscription to " + topic + " at " + hub;
  }
}
