package freshet.model;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is to happen when a new entry fits a query.
///
/// @param id 0 for one that is not kept yet
/// @param target the web address or e-mail address to tell, null where the way needs none
/// @param secret signs a webhook, or is the token of a push server
/// @param frequency how often alerts are sent, gathered until then
/// @param added when it was first kept
/// @param tag the word that the action of this name puts on an entry
public record Rule(
    long id,
    String name,
    String query,
    Set<Action> actions,
    Way way,
    @Nullable String target,
    @Nullable String secret,
    Frequency frequency,
    boolean enabled,
    Instant added,
    @Nullable String tag) {

  public Rule {
    actions = Set.copyOf(actions);
  }

  public boolean daily() {
    return frequency == Frequency.DAILY;
  }

  public boolean weekly() {
    return frequency == Frequency.WEEKLY;
  }

  public enum Frequency {
    AT_ONCE,
    DAILY,
    WEEKLY;

    /// As it is stored and said in the API; the rarer one counts.
    public static Frequency of(boolean daily, boolean weekly) {
      if (weekly) return WEEKLY;
      return daily ? DAILY : AT_ONCE;
    }
  }

  /// In the order in which they are shown.
  public enum Action {
    ALERT,
    STAR,
    READ,
    HIDE,
    TAG;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How an alert is told; the first only stands in the list of alerts.
  public enum Way {
    LIST,
    WEBHOOK,
    NTFY,
    GOTIFY,
    EMAIL;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean alerts() {
    return actions.contains(Action.ALERT);
  }
}
