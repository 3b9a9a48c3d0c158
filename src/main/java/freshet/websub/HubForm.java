package freshet.websub;

import freshet.model.FeedUrl;
import freshet.text.Whole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What somebody asks of our hub (WebSub, section 5.1), and what is asked back (5.3).
///
/// @param subscribe false to end it
/// @param secret null if what is sent need not be signed
public record HubForm(
    boolean subscribe, String topic, FeedUrl callback, @Nullable String secret, Duration lease) {
  private static final int LONGEST = 2000;
  private static final Duration SHORTEST_LEASE = Duration.ofMinutes(1);
  private static final Duration USUAL_LEASE = Duration.ofDays(10);
  private static final Duration LONGEST_LEASE = Duration.ofDays(30);

  /// @throws IllegalArgumentException with a sentence for whoever asks
  public static HubForm of(Map<String, String> form) {
    String mode = form.getOrDefault("hub.mode", "");
    if (!mode.equals("subscribe") && !mode.equals("unsubscribe")) {
      throw new IllegalArgumentException("hub.mode must be subscribe or unsubscribe");
    }
    String topic = form.getOrDefault("hub.topic", "");
    String callback = form.getOrDefault("hub.callback", "");
    if (topic.isEmpty() || topic.length() > LONGEST) {
      throw new IllegalArgumentException("hub.topic must be the address of a feed");
    }
    if (!callback.matches("(?i)https?://.*") || callback.length() > LONGEST) {
      throw new IllegalArgumentException("hub.callback must be a web address");
    }
    String secret = form.getOrDefault("hub.secret", "");
    if (secret.getBytes(StandardCharsets.UTF_8).length >= 200) {
      throw new IllegalArgumentException("hub.secret must be less than 200 bytes");
    }
    return new HubForm(
        mode.equals("subscribe"),
        topic,
        FeedUrl.of(callback),
        secret.isEmpty() ? null : secret,
        lease(form.getOrDefault("hub.lease_seconds", "")));
  }

  private static Duration lease(String text) {
    Duration lease = Whole.of(text, 12).map(Duration::ofSeconds).orElse(USUAL_LEASE);
    if (lease.compareTo(SHORTEST_LEASE) < 0) return SHORTEST_LEASE;
    return lease.compareTo(LONGEST_LEASE) > 0 ? LONGEST_LEASE : lease;
  }

  /// Where to ask whether it was really them.
  public FeedUrl verification(String challenge) {
    String base = callback.toString();
    StringBuilder url = new StringBuilder(base).append(base.contains("?") ? '&' : '?');
    url.append("hub.mode=").append(subscribe ? "subscribe" : "unsubscribe");
    url.append("&hub.topic=").append(URLEncoder.encode(topic, StandardCharsets.UTF_8));
    url.append("&hub.challenge=").append(challenge);
    if (subscribe) url.append("&hub.lease_seconds=").append(lease.toSeconds());
    return FeedUrl.of(url.toString());
  }
}
