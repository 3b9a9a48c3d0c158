package freshet.fetch;

import freshet.model.FeedUrl;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A question to an API, of whose answer everything counts: status, headers, body.
///
/// @param headers such as `Authorization`; sent to this address only, as no redirect is followed
/// @param body what to post, null to ask by GET
/// @param type of the body
public record Call(FeedUrl url, Map<String, String> headers, @Nullable String body, String type) {
  private static final String FORM = "application/x-www-form-urlencoded";

  public Call {
    headers = Map.copyOf(headers);
  }

  /// @param form what to post as a form, null to ask by GET
  public Call(FeedUrl url, Map<String, String> headers, @Nullable String form) {
    this(url, headers, form, FORM);
  }

  public static Call json(FeedUrl url, Map<String, String> headers, String body) {
    return new Call(url, headers, body, "application/json");
  }

  public static Call get(FeedUrl url) {
    return new Call(url, Map.of(), null);
  }

  /// Without headers and body, which may hold secrets, and without the query, which may too.
  @Override
  public String toString() {
    String s = url.shown();
    int query = s.indexOf('?');
    return query < 0 ? s : s.substring(0, query);
  }
}
