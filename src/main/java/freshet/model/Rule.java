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
/// @param daily gathered and told once a day
/// @param tag the word that the action of this name puts on an entry
/// @param weekly gathered and told once a week
public record Rule(
    long id,
    String name,
    String query,
    Set<Action> actions,
    Way way,
    @Nullable String target,
    @Nullable String secret,
    boolean daily,
    boolean enabled,
    Instant added,
    @Nullable String tag,
    boolean weekly) {

  public Rule {
    actions = Set.copyOf(actions);
  }

  /// Without a tag, and not once a week.
  public Rule(
      long id,
      String name,
      String query,
      Set<Action> actions,
      Way way,
      @Nullable String target,
      @Nullable String secret,
      boolean daily,
      boolean enabled,
      Instant added) {
    this(id, name, query, actions, way, target, secret, daily, enabled, added, null, false);
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
