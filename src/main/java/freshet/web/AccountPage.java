package freshet.web;

import freshet.model.Account;
import freshet.model.Session;
import freshet.model.Token;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of an account.
///
/// @param provider of OpenID, which can say who one is; null if none is set
/// @param linked whether it says so of this account
/// @param others accounts that this one looks after; empty for all but the first
/// @param said what was just done, or why it was not
/// @param failed whether it was not
/// @param token just made, to be seen this once
/// @param serverZone in which times are said to who has not chosen another
public record AccountPage(
    PageFrame frame,
    String name,
    boolean first,
    boolean hasPassword,
    @Nullable String provider,
    boolean linked,
    List<Token> tokens,
    List<Session> sessions,
    List<Account> others,
    List<String> hiddenTopics,
    @Nullable String said,
    boolean failed,
    @Nullable String token,
    String serverZone) {

  /// The zones that people know by a place.
  public static final List<String> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .filter(zone ->
              zone.contains("/") && !zone.startsWith("Etc/") && !zone.startsWith("SystemV/"))
          .sorted()
          .toList();

  /// One thing about the pages that a reader chooses.
  ///
  /// @param name of the setting, and of its texts
  public record Choosing(
      String name, List<? extends Preferences.Choice> all, Preferences.Choice chosen) {}

  /// What can be chosen about the pages.
  public List<Choosing> choices() {
    Preferences look = frame.look();
    return List.of(
        new Choosing("theme", List.of(Preferences.Theme.values()), look.theme()),
        new Choosing("view", List.of(Preferences.View.values()), look.view()),
        new Choosing("density", List.of(Preferences.Density.values()), look.density()),
        new Choosing("font", List.of(Preferences.Font.values()), look.font()),
        new Choosing("size", List.of(Preferences.Size.values()), look.size()),
        new Choosing("width", List.of(Preferences.Width.values()), look.width()),
        new Choosing("pictures", List.of(Preferences.PicturesFrom.values()), look.pictures()),
        new Choosing("order", List.of(Preferences.Order.values()), look.order()),
        new Choosing("reads", List.of(Preferences.Reads.values()), look.reads()),
        new Choosing("hours", List.of(Preferences.Hours.values()), look.hours()),
        new Choosing("week", List.of(Preferences.Week.values()), look.week()));
  }
}
