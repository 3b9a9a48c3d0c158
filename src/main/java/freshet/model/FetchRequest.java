package freshet.model;

import java.util.Map;

/// One request for a feed (or page): what to ask, and what is known of the last answer.
///
/// @param validators of the last answer; [Validators#NONE] asks unconditionally
/// @param bodyHash hash of the last body (0: none), by which an unchanged body is told
/// @param headers of this feed alone, such as `Authorization`
public record FetchRequest(
    FeedUrl url, Validators validators, long bodyHash, Map<String, String> headers) {

  public FetchRequest {
    headers = Map.copyOf(headers);
  }

  public static FetchRequest of(FeedUrl url) {
    return new FetchRequest(url, Validators.NONE, 0, Map.of());
  }
}
