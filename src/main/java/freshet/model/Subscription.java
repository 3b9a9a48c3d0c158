package freshet.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// @param name the account's own name for it, or the feed's
/// @param ownTitle the account's own name for it
/// @param folder the first of its folders
/// @param further the others
/// @param hidden followed, but not shown among the others
/// @param unread entries of it
/// @param lastNew when something new last came, null if never
/// @param troubled whether its last poll failed
public record Subscription(
    long feed,
    String name,
    @Nullable String ownTitle,
    @Nullable String folder,
    List<String> further,
    boolean hidden,
    long unread,
    Instant addedAt,
    String address,
    @Nullable String link,
    @Nullable String icon,
    @Nullable Instant lastNew,
    boolean troubled) {

  /// Characters of a name that somebody gives a feed.
  public static final int LONGEST_TITLE = 500;

  /// Characters of a folder's name; programs that know labels alone have no other limit for tags.
  public static final int LONGEST_FOLDER = 200;

  /// All folders that it is in, the first first.
  public List<String> folders() {
    return folders(folder, further);
  }

  public static List<String> folders(@Nullable String folder, List<String> further) {
    if (folder == null) return List.of();
    if (further.isEmpty()) return List.of(folder);
    List<String> all = new ArrayList<>(List.of(folder));
    all.addAll(further);
    return all;
  }
}
