package freshet.web;

import freshet.model.EntryBody;
import freshet.model.Story;
import freshet.store.Entries;
import freshet.store.OutViews;
import freshet.store.Sight;
import freshet.store.Store;
import freshet.store.Stories;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// The river: what was stored, newest first.
///
/// @param name of the feed or event that the river is narrowed to
/// @param older the address of the next page, if there is one
/// @param upTo the last entry there is: what comes later is not marked with all
/// @param out the secret under which other programs read this view as a feed, if it has one
public record River(
    Frame frame,
    Shelf shelf,
    Choice choice,
    @Nullable String name,
    List<Item.Day> days,
    @Nullable String older,
    Stories.Reader reader,
    long upTo,
    @Nullable Undo undo,
    @Nullable String out) {

  /// What was just marked as read, and how to take it back.
  public record Undo(long entries, long batch) {}

  private static final int MOST_COPIES = 2000;

  /// What the river is narrowed to; null means all.
  public record Choice(
      @Nullable Long feed,
      @Nullable String folder,
      @Nullable String language,
      @Nullable String topic,
      @Nullable Long event,
      Entries.@Nullable Cursor before,
      @Nullable String tag) {

    public static Choice ofFeed(long feed) {
      return new Choice(feed, null, null, null, null, null, null);
    }

    /// Whether everything is shown, whatever the page.
    public boolean isAll() {
      return feed == null
          && folder == null
          && language == null
          && topic == null
          && event == null
          && tag == null;
    }

    /// Whether it is narrowed by something else than a topic, which the topics above it undo.
    public boolean isNarrowed() {
      return folder != null || language != null || event != null || tag != null;
    }

    /// The address of this choice on another page, or with one thing changed.
    public String address() {
      StringBuilder query = new StringBuilder();
      add(query, "feed", feed);
      add(query, "folder", folder);
      add(query, "lang", language);
      add(query, "topic", topic);
      add(query, "event", event);
      add(query, "tag", tag);
      add(query, "before", before);
      return "/" + query;
    }

    /// The address of its first page, which names the view.
    public String view() {
      return new Choice(feed, folder, language, topic, event, null, tag).address();
    }

    public String withLanguage(@Nullable String other) {
      return new Choice(feed, folder, other, topic, event, null, tag).address();
    }

    public String withTopic(@Nullable String other) {
      return new Choice(feed, folder, language, other, null, null, tag).address();
    }

    public String withView(Look.View view) {
      return with("view=" + view.word());
    }

    public String withShow(Look.Show show) {
      return with("shown=" + show.word());
    }

    public String withBy(Look.By by) {
      return with("by=" + by.word());
    }

    private String with(String wish) {
      String here = address();
      return here + (here.contains("?") ? "&" : "?") + wish;
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

  static River read(
      Store store,
      Frame frame,
      Shelf shelf,
      Stories.Reader reader,
      Choice choice,
      @Nullable String name,
      @Nullable Undo undo) {
    int size = frame.look().view().size;
    Stories.Filter filter =
        new Stories.Filter(
            choice.topic,
            choice.feed,
            choice.folder,
            choice.language,
            choice.event,
            null,
            choice.before,
            choice.tag);
    List<Story> stories = store.stories().page(filter, reader, size + 1);
    String older = null;
    if (stories.size() > size) {
      stories = stories.subList(0, size);
      Entries.Cursor end = Entries.Cursor.after(stories.getLast().entry());
      older =
          new Choice(
                  choice.feed,
                  choice.folder,
                  choice.language,
                  choice.topic,
                  choice.event,
                  end,
                  choice.tag)
              .address();
      if (reader.starred()) older = older.replaceFirst("^/", "/starred");
    }
    LongFunction<EntryBody> bodies =
        frame.look().view() == Look.View.EXPANDED ? store.entries()::body : null;
    boolean byTopic = frame.look().by() == Look.By.TOPIC && choice.topic == null;
    return new River(
        frame,
        shelf,
        choice,
        name,
        Item.byDay(
            stories,
            copies(store, store.subscriptions().sight(reader.account()), stories),
            store
                .reading()
                .marks(reader.account(), stories.stream().map(s -> s.entry().id()).toList()),
            frame,
            byTopic,
            bodies),
        older,
        reader,
        store.streams().newest(),
        undo,
        store
            .outViews()
            .ofView(reader.account(), viewOf(reader, choice))
            .map(OutViews.Row::secret)
            .orElse(null));
  }

  private static String viewOf(Stories.Reader reader, Choice choice) {
    String view = choice.view();
    return reader.starred() ? "/starred" + view.substring(1) : view;
  }

  /// The address that names this view.
  public String view() {
    return viewOf(reader, choice);
  }

  /// Who else has each of some stories.
  static Map<Long, List<Stories.Copy>> copies(Store store, Sight sight, List<Story> stories) {
    List<Long> folded =
        stories.stream().filter(s -> s.entries() > 1).map(Story::story).distinct().toList();
    return store.stories().copies(sight, folded, MOST_COPIES);
  }

  /// What the page is called.
  public String title() {
    if (reader.starred()) return frame.say("river.starred");
    if (name != null) return name;
    if (choice.tag != null) return Plain.line(choice.tag, 80);
    if (choice.topic != null) return frame.topic(choice.topic);
    if (choice.folder != null) return Plain.line(choice.folder, 80);
    if (choice.language != null) return frame.texts().languageName(choice.language);
    return frame.say("river.title");
  }

  /// What is hot stands above everything, on its first page.
  public boolean showsHot() {
    return choice.isAll() && choice.before == null && !reader.starred() && !shelf.hot().isEmpty();
  }

  /// Whether the feed or topic that is chosen is left out of the whole river.
  public boolean isHidden() {
    if (choice.topic != null) return reader.hiddenTopics().contains(choice.topic);
    if (choice.feed == null) return false;
    return java.util.stream.Stream.concat(
            shelf.loose().stream(), shelf.folders().stream().flatMap(f -> f.feeds().stream()))
        .anyMatch(f -> f.id() == choice.feed && f.hidden());
  }

  public static String ofFolder(String folder) {
    return new Choice(null, folder, null, null, null, null, null).address();
  }

  /// The address of what has a tag.
  public static String ofTag(String tag) {
    return new Choice(null, null, null, null, null, null, tag).address();
  }

  /// The first page of a feed, a folder or everything goes on by itself.
  public boolean isLive() {
    return choice.before == null && !reader.starred();
  }

  /// Nothing is watched yet: the page helps with the first feed.
  public boolean isNew() {
    return shelf.feeds() == 0;
  }
}
