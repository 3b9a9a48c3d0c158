package freshet.websub;

import freshet.text.Cut;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What to answer when a hub calls back, and what it means.
public final class Callback {
  private Callback() {}

  /// @param status and `body` (text/plain) for the hub
  /// @param now the subscription as it now stands, to be stored; null if nothing changed
  /// @param note a sentence for the log, or null
  public record Reply(
      int status, String body, @Nullable HubSubscription now, @Nullable String note) {}

  /// What a hub brought.
  public sealed interface Delivery {
    /// Genuine: to be read like a body that was fetched. Answer 202.
    record Genuine(byte[] body, @Nullable String contentType) implements Delivery {}

    /// Nobody's, or forged. Answer `status`; do not read it.
    record Ignored(int status, String note) implements Delivery {}
  }

  /// The hub asks by GET whether a request was really ours (WebSub, section 5.3). Only what we want
  /// is confirmed, so that nobody can subscribe or unsubscribe us.
  ///
  /// @param known the subscription with the id in the path, or null
  /// @param query the parameters, decoded
  public static Reply verify(
      @Nullable HubSubscription known, Map<String, String> query, Instant now) {
    String mode = query.getOrDefault("hub.mode", "");
    String topic = query.getOrDefault("hub.topic", "");
    String challenge = query.getOrDefault("hub.challenge", "");
    if (known == null || !known.topic().equals(topic))
      return refuse("asks about a topic of no one");
    if (mode.equals("denied")) {
      String why = query.getOrDefault("hub.reason", "no reason given");
      return new Reply(
          200, "", known.ended(), "The hub " + known.hub() + " declined: " + brief(why) + ".");
    }
    if (challenge.isEmpty() || challenge.length() > 2000) return refuse("sends no challenge");
    if (mode.equals("subscribe") && known.wanted()) {
      return new Reply(200, challenge, known.confirmed(now, lease(query)), null);
    }
    return refuse("asks to confirm '" + brief(mode) + "', which we did not ask for");
  }

  /// The hub brings content by POST (WebSub, section 7). A wrong signature is acknowledged like a
  /// right one, as the standard says, so that nobody can try signatures out; but it is not read.
  ///
  /// @param signature the header `X-Hub-Signature`
  public static Delivery receive(
      @Nullable HubSubscription known,
      @Nullable String signature,
      @Nullable String contentType,
      byte[] body) {
    if (known == null || !known.wanted()) {
      return new Delivery.Ignored(410, "A hub brought something that nobody subscribed to.");
    }
    if (!HubSignature.valid(signature, known.secret(), body)) {
      return new Delivery.Ignored(
          202, "What " + known.hub() + " brought for " + known.topic() + " is not signed right.");
    }
    return new Delivery.Genuine(body, contentType);
  }

  private static long lease(Map<String, String> query) {
    String text = query.getOrDefault("hub.lease_seconds", "");
    boolean number =
        !text.isEmpty() && text.length() < 12 && text.chars().allMatch(Callback::digit);
    return number ? Long.parseLong(text) : HubSubscription.LEASE.toSeconds();
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }

  private static Reply refuse(String what) {
    return new Reply(404, "", null, "A hub " + what + ".");
  }

  private static String brief(String s) {
    String clean = s.replaceAll("\\p{Cntrl}+", " ").strip();
    return Cut.to(clean, 100);
  }
}
