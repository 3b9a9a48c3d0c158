package freshet.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// @param outside who they are at another service, if they log in through it
/// @param seenAt when they were last here, to the hour
public record Account(
    long id,
    String name,
    boolean hasPassword,
    @Nullable String outside,
    Instant addedAt,
    @Nullable Instant seenAt) {
  /// The account that is there from the start, and looks after the installation.
  public static final long FIRST = 1;

  private static final String NAME_AT_FIRST = "me";

  /// Who may do what concerns everybody: the first account. Nothing else decides this.
  public static boolean isAdministrator(long account) {
    return account == FIRST;
  }

  public boolean isAdministrator() {
    return isAdministrator(id);
  }

  /// Whether nobody can log in to it.
  public boolean isFree() {
    return !hasPassword && outside == null;
  }

  /// Whether it is the one that is there from the start, as it was then.
  public boolean isUntaken() {
    return id == FIRST && isFree() && name.equals(NAME_AT_FIRST);
  }
}
