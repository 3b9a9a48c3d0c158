package freshet.library;

import freshet.model.Account;
import freshet.search.IndexDamaged;
import freshet.search.IndexUnavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Why something an account asked for is not done. Thrown by the verbs of the library; each front
/// end says it in its own way, by [#reason], and has nothing to decide.
public final class Refusal extends RuntimeException {
  /// What stands in the way.
  public enum Reason {
    NO_FEED,
    NO_FOLDER,
    NO_ENTRY,
    NO_EVENT,
    NO_SITE,
    NO_SEARCH,
    NO_RULE,
    NO_TARGET,
    NO_ALERT,
    NO_DISCOVERY,
    NO_CRAWL,
    NO_JOB,
    NO_ACCOUNT,
    NO_TOKEN,
    /// What is given cannot be used; [Refusal#field] says which part.
    WRONG,
    /// Others follow the feed too, so only the administrator may change it.
    SHARED,
    ADMINISTRATOR_ONLY,
    NOT_FOLLOWED,
    PAUSED,
    /// The feed is filled by a crawl, which is to be asked instead.
    OF_A_CRAWL,
    TOO_MANY,
    /// There is no page behind the entry, or nobody to ask for it.
    NO_PAGE,
    /// More than is taken at once.
    TOO_LARGE,
    /// Guessed too often; [Refusal#wait] says how long to wait.
    WAIT,
    /// Another program did not take what it was sent.
    NOT_TAKEN,
    PASSWORD_FIRST,
    FIRST_ACCOUNT_STAYS,
    SEARCH_OFF,
    UNDERSTANDING_OFF,
    /// The index was damaged and is being built again.
    REBUILDING,
    /// The server that has the index does not answer.
    SEARCH_AWAY,
    /// Freshet is being stopped.
    STOPPING
  }

  public final Reason reason;

  /// Which of the things given is wrong, by its name in the APIs.
  public final @Nullable String field;

  /// How long to wait before the next try.
  public final @Nullable Duration wait;

  public Refusal(Reason reason, String sentence) {
    this(reason, null, null, sentence);
  }

  private Refusal(Reason reason, @Nullable String field, @Nullable Duration wait, String sentence) {
    super(sentence);
    this.reason = reason;
    this.field = field;
    this.wait = wait;
  }

  /// @param sentence goes on behind the name of the field: "must be …"
  public static Refusal wrong(String field, String sentence) {
    return new Refusal(Reason.WRONG, field, null, sentence);
  }

  public static Refusal wait(Duration span) {
    return new Refusal(Reason.WAIT, null, span, "Wait a while before the next");
  }

  public static void unlessAdministrator(Account who) {
    if (who.isAdministrator()) return;
    throw new Refusal(Reason.ADMINISTRATOR_ONLY, "Only the first account may do this");
  }

  static Refusal noEntry(long id) {
    return new Refusal(Reason.NO_ENTRY, "There is no entry " + id);
  }

  static Refusal of(IndexUnavailable e) {
    return e instanceof IndexDamaged
        ? new Refusal(Reason.REBUILDING, "It was damaged; nothing is lost. Try again in a moment")
        : new Refusal(Reason.SEARCH_AWAY, String.valueOf(e.getMessage()));
  }

  /// The message, which is never null.
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
