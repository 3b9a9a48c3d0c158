package freshet.web;

import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.store.Entries;
import freshet.store.Store;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The river: what was stored, newest first.
///
/// @param feedName of the feed that the river is narrowed to
/// @param older the address of the next page, if there is one
public record River(
    Frame frame,
    Shelf shelf,
    Choice choice,
    @Nullable String feedName,
    List<Item.Day> days,
    @Nullable String older) {

  /// What the river is narrowed to; null means all.
  public record Choice(
      @Nullable Long feed,
      @Nullable String folder,
      @Nullable String language,
      Entries.@Nullable Cursor before) {

    /// Whether everything is shown, whatever the page.
    public boolean isAll() {
      return feed == null && folder == null && language == null;
    }

    /// The address of this choice on another page, or with one thing changed.
    public String address() {
      StringBuilder query = new StringBuilder();
      add(query, "feed", feed);
      add(query, "folder", folder);
      add(query, "lang", language);
      add(query, "before", before);
      return "/" + query;
    }

    public String withLanguage(@Nullable String other) {
      return new Choice(feed, folder, other, null).address();
    }

    public String withView(Look.View view) {
      String here = address();
      return here + (here.contains("?") ? "&" : "?") + "view=" + view.word();
    }

    private static void add(StringBuilder query, String name, @Nullable Object value) {
      if (value == null) return;
      query
          .append(query.isEmpty() ? '?' : '&')
          .append(name)
          .append('=')
          .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
  }

  static River read(Store store, Frame frame, Shelf shelf, Choice choice, @Nullable String feed) {
    int size = frame.look().view().size;
    Entries.Filter filter = new Entries.Filter(choice.feed, choice.language, null, choice.before);
    List<Entry> entries = store.entries().page(filter, choice.folder, size + 1);
    String older = null;
    if (entries.size() > size) {
      entries = entries.subList(0, size);
      Entries.Cursor end = Entries.Cursor.after(entries.getLast());
      older = new Choice(choice.feed, choice.folder, choice.language, end).address();
    }
    LongFunction<EntryBody> bodies =
        frame.look().view() == Look.View.EXPANDED ? store.entries()::body : null;
    return new River(frame, shelf, choice, feed, Item.byDay(entries, frame, bodies), older);
  }

  /// What the page is called.
  public String title() {
    if (feedName != null) return feedName;
    if (choice.folder != null) return Plain.line(choice.folder, 80);
    if (choice.language != null) return frame.texts().languageName(choice.language);
    return frame.say("river.title");
  }

  public static String ofFolder(String folder) {
    return new Choice(null, folder, null, null).address();
  }

  /// The first page of a feed, a folder or everything goes on by itself.
  public boolean isLive() {
    return choice.before == null;
  }

  /// Nothing is watched yet: the page helps with the first feed.
  public boolean isNew() {
    return shelf.feeds() == 0;
  }
}
