package freshet.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of any answer of a server, besides its body.
///
/// @param finalUrl the address that answered, after redirects
/// @param movedTo where permanent redirects (301, 308) alone lead to, or null
/// @param validators to ask with next time
/// @param freshFor how long the server says its answer stays fresh (Cache-Control, Expires)
/// @param hub and `self` from `Link` headers (WebSub)
/// @param wireBytes bytes that crossed the network
/// @param links of all `Link` headers
/// @param server what the server calls itself, or null
public record Answer(
    int status,
    FeedUrl finalUrl,
    @Nullable FeedUrl movedTo,
    Validators validators,
    @Nullable Duration freshFor,
    @Nullable String hub,
    @Nullable String self,
    long wireBytes,
    Instant at,
    Duration took,
    List<LinkHeader> links,
    @Nullable String server) {

  public Answer {
    requireNonNull(finalUrl, "finalUrl");
    requireNonNull(validators, "validators");
    requireNonNull(at, "at");
    requireNonNull(took, "took");
    requireNonNull(links, "links");
  }

  /// Without links, from a server that does not name itself.
  public Answer(
      int status,
      FeedUrl finalUrl,
      @Nullable FeedUrl movedTo,
      Validators validators,
      @Nullable Duration freshFor,
      @Nullable String hub,
      @Nullable String self,
      long wireBytes,
      Instant at,
      Duration took) {
    this(
        status,
        finalUrl,
        movedTo,
        validators,
        freshFor,
        hub,
        self,
        wireBytes,
        at,
        took,
        List.of(),
        null);
  }
}
