package freshet.change;

import java.util.List;

/// What an account has just made of entries, by whatever page, app or program.
///
/// @param mark how, as a form of the pages says it: `read`, `unread`, `star`, `unstar` or `tag`
/// @param entries which ones; none if they are too many to be named
public record MarkChange(long accountId, String mark, List<Long> entries) {
  public static MarkChange ofMany(long account) {
    return new MarkChange(account, "", List.of());
  }
}
