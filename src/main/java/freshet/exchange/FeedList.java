package freshet.exchange;

import freshet.model.FeedUrl;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A list of feeds as it was read from somebody's file.
///
/// @param leftOut what could not be taken, a sentence each, with its line where there is one
/// @param surelyFeeds whether the file says that these are feeds (OPML); else they may be sites
public record FeedList(List<Listed> feeds, List<String> leftOut, boolean surelyFeeds) {

  /// @param folders that it is in, the first first
  /// @param id what whoever made the list calls the feed, a key rather than a name
  /// @param list the selector of the links of a page that is followed for them
  /// @param link and `description`: what the list says of it
  public record Listed(
      FeedUrl url,
      @Nullable String title,
      List<String> folders,
      @Nullable String id,
      @Nullable String link,
      @Nullable String description,
      @Nullable String list) {

    /// A feed.
    public Listed(
        FeedUrl url,
        @Nullable String title,
        List<String> folders,
        @Nullable String id,
        @Nullable String link,
        @Nullable String description) {
      this(url, title, folders, id, link, description, null);
    }

    public static Listed of(
        FeedUrl url, @Nullable String title, @Nullable String folder, @Nullable String id) {
      return new Listed(url, title, folder == null ? List.of() : List.of(folder), id, null, null);
    }

    public @Nullable String folder() {
      return folders.isEmpty() ? null : folders.getFirst();
    }

    /// In the folders of another too.
    Listed with(Listed again) {
      List<String> all =
          Stream.concat(folders.stream(), again.folders.stream()).distinct().toList();
      return new Listed(url, title, all, id, link, description, list);
    }
  }
}
