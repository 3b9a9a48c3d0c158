package freshet.fetch;

import freshet.model.FetchRequest;
import freshet.model.Validators;
import freshet.text.Cut;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/// Writes requests: who asks, what it knows already, and secrets only to whom they belong.
public final class Asking {
  private static final String ACCEPT =
      "application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json,"
          + " application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7,"
          + " */*;q=0.5";

  /// Headers of a feed that another server may see too; all others may hold secrets.
  private static final Set<String> HARMLESS = Set.of("accept", "accept-language", "user-agent");

  private final String userAgent;

  Asking(String userAgent) {
    this.userAgent = userAgent;
  }

  Request ask(FetchRequest request, Trail trail) {
    Request.Builder ask =
        new Request.Builder()
            .url(trail.now())
            .header("User-Agent", userAgent)
            .header("Accept", ACCEPT)
            .header("Accept-Encoding", Decoding.ACCEPTED);
    Validators validators = request.validators();
    if (validators.etag() != null) ask.header("If-None-Match", validators.etag());
    if (validators.lastModified() != null) {
      ask.header("If-Modified-Since", validators.lastModified());
    }
    boolean home = trail.atHome();
    HttpUrl url = trail.now();
    HttpUrl secrets = url.username().isEmpty() && home ? trail.start() : url;
    if (!secrets.username().isEmpty()) {
      ask.header("Authorization", Credentials.basic(secrets.username(), secrets.password()));
    }
    for (Map.Entry<String, String> header : request.headers().entrySet()) {
      if (home || HARMLESS.contains(header.getKey().toLowerCase(Locale.ROOT))) {
        ask.header(header.getKey(), header.getValue());
      }
    }
    return ask.build();
  }

  /// Why a header cannot be sent, as a sentence for the user; null if it can.
  public static @Nullable String headerProblem(String name, String value) {
    try {
      Headers.of(name, value);
      return null;
    } catch (IllegalArgumentException e) {
      // Not with the value: it may be a password.
      return "The header '"
          + Cut.to(name.replaceAll("[^ -~]", "?"), 100)
          + "' that is set for this feed holds characters that cannot be sent.";
    }
  }
}
