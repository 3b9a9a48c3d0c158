package freshet.parse.ns;

import freshet.model.ParsedFeed.Media;
import org.jspecify.annotations.Nullable;

/// A media object whose element is open.
public final class MediaDraft {
  public @Nullable String url;
  public @Nullable String type;
  public @Nullable String medium;
  public @Nullable Integer width;
  public @Nullable Integer height;
  public @Nullable String title;
  public @Nullable String description;
  public @Nullable String thumbnail;

  /// For a group: how many media objects there were before it.
  public int members;

  /// What a group says holds for each of its members that does not say otherwise.
  public void inherit(MediaDraft group) {
    if (title == null) title = group.title;
    if (description == null) description = group.description;
    if (thumbnail == null) thumbnail = group.thumbnail;
  }

  public @Nullable Media media() {
    if (url == null) return null;
    return new Media(url, type, medium, width, height, title, description, thumbnail);
  }
}
