package freshet.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A feed that Freshet watches, as the store knows it.
///
/// @param siteKey what shares one server's patience: feeds with the same key are asked one at a
///   time
/// @param givenTitle what a user called it
/// @param language as the feed declares it
/// @param crawl the number of the crawl that fills it, which nobody polls; null for all others
public record Feed(
    long id,
    FeedUrl url,
    String siteKey,
    @Nullable String givenTitle,
    @Nullable String title,
    @Nullable String link,
    @Nullable String description,
    @Nullable String language,
    @Nullable String format,
    @Nullable String icon,
    State state,
    Instant added,
    Asking asking,
    Plan plan,
    Health health,
    long entries,
    @Nullable Integer crawl) {

  public enum State {
    /// Polled by the schedule.
    ACTIVE,
    /// Left alone until a user says otherwise.
    PAUSED,
    /// The publisher took it away (410): looked at again only rarely.
    RETIRED
  }

  /// What to ask with next time.
  ///
  /// @param bodyHash of the last body, 0 if there was none
  /// @param conditionalTrust how far "not modified" of this server can be believed
  /// @param list the links that are followed, if it is a page without a feed
  /// @param movedTo where the server says the feed moved, `movedSeen` times in a row
  public record Asking(
      Validators validators,
      long bodyHash,
      int conditionalTrust,
      @Nullable String movedTo,
      int movedSeen,
      @Nullable String hub,
      Map<String, String> headers,
      @Nullable ListRule list) {

    public static final Asking FRESH =
        new Asking(Validators.NONE, 0, 0, null, 0, null, Map.of(), null);
  }

  /// When it was and will be polled.
  ///
  /// @param fixedInterval set by a user; overrides the learned rhythm
  /// @param hint what feed and server ask for, such as `ttl=60`
  /// @param lastAnswer the last poll that a feed came back from: what is new since is waiting
  /// @param notBefore no poll earlier than this, because of `heldBy`
  /// @param nextPoll when the schedule expects to poll it
  /// @param why it was polled last, in a sentence
  public record Plan(
      @Nullable Duration fixedInterval,
      @Nullable String quotaGroup,
      @Nullable String hint,
      @Nullable Instant lastPoll,
      @Nullable Instant lastAnswer,
      @Nullable Instant lastNew,
      Instant notBefore,
      @Nullable String heldBy,
      @Nullable Instant nextPoll,
      @Nullable String why) {

    public static final Plan NEW =
        new Plan(null, null, null, null, null, null, Instant.EPOCH, null, null, null);
  }

  /// How the last poll went.
  ///
  /// @param outcome a word of [PollRecord], null before the first poll
  /// @param message a sentence for the user, if there is something to say
  public record Health(@Nullable String outcome, @Nullable String message, int failures) {
    public static final Health UNKNOWN = new Health(null, null, 0);
  }

  /// Whether it ever had an entry, though all may be gone by now.
  public boolean hasHadEntries() {
    return entries > 0 || plan.lastNew != null;
  }

  /// The address of a crawl's feed. Nothing answers there: names that end so never lead anywhere
  /// (RFC 6761).
  public static FeedUrl addressOfCrawl(int crawl) {
    return FeedUrl.of("https://crawl-" + crawl + ".invalid/");
  }

  /// Whether an address is that of a crawl's feed.
  public static boolean isOfCrawl(FeedUrl url) {
    return url.host().matches("crawl-\\d+\\.invalid");
  }

  /// What to call it on a page.
  public String name() {
    if (givenTitle != null && !givenTitle.isBlank()) return givenTitle;
    if (title != null && !title.isBlank()) return title;
    return url.host();
  }
}
