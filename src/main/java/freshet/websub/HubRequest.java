package freshet.websub;

import freshet.fetch.PostRequest;
import freshet.model.FeedUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What is posted to a hub (WebSub, section 5.1).
public final class HubRequest {
  private HubRequest() {}

  /// Begins or renews a subscription. None is ended: a hub that brings what nobody wants any more
  /// is told so.
  ///
  /// @param callbackBase where hubs reach us, such as `https://freshet.example/websub/`
  /// @throws IllegalArgumentException if the hub's address is none
  public static PostRequest of(HubSubscription subscription, String callbackBase) {
    StringBuilder form = new StringBuilder();
    add(form, "hub.mode", "subscribe");
    add(form, "hub.topic", subscription.topic());
    add(form, "hub.callback", callback(subscription, callbackBase));
    add(form, "hub.lease_seconds", String.valueOf(HubSubscription.LEASE.toSeconds()));
    add(form, "hub.secret", subscription.secret());
    return new PostRequest(
        FeedUrl.of(subscription.hub()),
        "application/x-www-form-urlencoded",
        form.toString().getBytes(StandardCharsets.US_ASCII),
        Map.of());
  }

  static String callback(HubSubscription subscription, String base) {
    return base + (base.endsWith("/") ? "" : "/") + subscription.id();
  }

  private static void add(StringBuilder form, String name, String value) {
    if (!form.isEmpty()) form.append('&');
    form.append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }
}
