package freshet.model;

import java.util.Set;

/// What an account made of an entry.
public record Mark(boolean unread, boolean starred, Set<String> tags) {
  public static final Mark NONE = new Mark(false, false, Set.of());

  /// Characters of a tag.
  public static final int LONGEST_TAG = Subscription.LONGEST_FOLDER;
}
