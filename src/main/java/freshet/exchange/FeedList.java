package freshet.exchange;

import freshet.model.FeedUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of feeds as it was read from somebody's file.
///
/// @param leftOut what could not be taken, a sentence each, with its line where there is one
public record FeedList(List<Listed> feeds, List<String> leftOut) {

  public record Listed(FeedUrl url, @Nullable String title, @Nullable String folder) {}
}
