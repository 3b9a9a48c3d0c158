package freshet.fetch;

import freshet.model.FeedUrl;
import java.util.Map;

/// Something to tell a server: a subscription to a hub, a message to a webhook.
///
/// @param headers besides the usual ones, such as a signature
public record PostRequest(
    FeedUrl url, String contentType, byte[] body, Map<String, String> headers) {

  public PostRequest {
    headers = Map.copyOf(headers);
  }
}
