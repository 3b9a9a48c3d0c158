package freshet.fetch;

import freshet.model.FeedUrl;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A question to an API, of whose answer everything counts: status, headers, body.
///
/// @param headers such as `Authorization`; sent to this address only, as no redirect is followed
/// @param form what to post as a form, null to ask by GET
public record Call(FeedUrl url, Map<String, String> headers, @Nullable String form) {

  public Call {
    headers = Map.copyOf(headers);
  }

  public static Call get(FeedUrl url) {
    return new Call(url, Map.of(), null);
  }

  /// Without headers and form, which may hold secrets, and without the query, which may too.
  @Override
  public String toString() {
    String s = url.shown();
    int query = s.indexOf('?');
    return query < 0 ? s : s.substring(0, query);
  }
}
