package freshet.fetch;

import freshet.model.FeedUrl;
import java.util.Map;

/// Something to tell a server: a subscription to a hub, a message to a webhook.
///
/// @param method POST, unless somebody asks for another
/// @param headers besides the usual ones, such as a signature
public record PostRequest(
    String method, FeedUrl url, String contentType, byte[] body, Map<String, String> headers) {

  public PostRequest(FeedUrl url, String contentType, byte[] body, Map<String, String> headers) {
    this("POST", url, contentType, body, headers);
  }

  public PostRequest {
    headers = Map.copyOf(headers);
  }
}
