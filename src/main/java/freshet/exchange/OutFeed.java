package freshet.exchange;

import freshet.model.Entry;
import freshet.model.EntryBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A view of Freshet as a feed for other programs: a saved search, and whatever else is one.
///
/// @param home the page that shows the same
/// @param self the address of the feed itself
/// @param hub who tells of changes (WebSub), null if nobody does
/// @param newest first
public record OutFeed(
    String title, String home, String self, @Nullable String hub, List<OutEntry> newest) {

  public record OutEntry(Entry entry, EntryBody body) {}
}
