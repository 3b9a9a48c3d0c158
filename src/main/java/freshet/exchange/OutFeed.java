package freshet.exchange;

import freshet.model.Entry;
import freshet.model.EntryBody;
import java.util.List;

/// A view of Freshet as a feed for other programs: a saved search, and whatever else is one.
///
/// @param home the page that shows the same
/// @param self the address of the feed itself
/// @param newest first
public record OutFeed(String title, String home, String self, List<OutEntry> newest) {
  public record OutEntry(Entry entry, EntryBody body) {}
}
