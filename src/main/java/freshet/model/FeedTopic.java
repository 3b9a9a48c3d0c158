package freshet.model;

import org.jspecify.annotations.Nullable;

/// What people and texts say about a feed.
///
/// @param topic of all its entries, as a person said, or null
/// @param preferred its entry stands for a story
/// @param wrongLanguage how many entries are not in the declared language but, lately, in
///   `foundLanguage`
public record FeedTopic(
    @Nullable String topic, boolean preferred, long wrongLanguage, @Nullable String foundLanguage) {
  public static final FeedTopic NONE = new FeedTopic(null, false, 0, null);
}
