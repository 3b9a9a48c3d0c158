package freshet.web;

import freshet.library.Browsing;
import freshet.model.Cursor;
import freshet.model.EntryBody;
import freshet.model.Selection;
import freshet.model.TopicCount;
import freshet.model.Tristate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The river: what was stored, newest first.
///
/// @param selection what it is narrowed to
/// @param before where this page begins; null for the first
/// @param name of the feed or event that the river is narrowed to
/// @param languages of the event that the river is narrowed to, with their stories, most first
/// @param older the address of the next page, if there is one
/// @param counts of this view
/// @param upTo the last entry there is: what comes later is not marked with all
/// @param isHidden whether the feed or topic that is chosen is left out of the whole river
/// @param state why a feed has nothing to show, if that is not as it should be
/// @param out the secret under which other programs read this view as a feed, if it has one
public record River(
    PageFrame frame,
    Sidebar sidebar,
    Selection selection,
    @Nullable Cursor before,
    @Nullable String name,
    Map<String, Integer> languages,
    List<EntryRow.Day> days,
    @Nullable String older,
    Browsing.Counts counts,
    long upTo,
    boolean isHidden,
    @Nullable Undo undo,
    @Nullable String state,
    @Nullable String out) {

  /// Days: what is older than one of them can be marked at once.
  public static final List<Integer> OLDER = List.of(1, 7, 30);

  /// What was just marked as read, and how to take it back.
  public record Undo(long entries, long batch) {}

  static River of(
      Browsing.River river,
      Browsing.Counts counts,
      Selection selection,
      @Nullable Cursor before,
      PageFrame frame,
      Sidebar sidebar,
      @Nullable Undo undo,
      @Nullable String state) {
    boolean whole = frame.look().view() == Preferences.View.EXPANDED;
    return new River(
        frame,
        sidebar,
        selection,
        before,
        name(river, selection),
        river.languages(),
        EntryRow.byDay(
            river.stories(),
            river.copies(),
            river.marks(),
            frame,
            frame.look().by() == Preferences.By.TOPIC && selection.topic() == null,
            whole ? id -> river.bodies().getOrDefault(id, EntryBody.EMPTY) : null),
        river.older() == null ? null : address(selection, river.older()),
        counts,
        river.newest(),
        river.hidden(),
        undo,
        state,
        river.shared());
  }

  private static @Nullable String name(Browsing.River river, Selection selection) {
    if (river.name() == null) return null;
    return selection.feed() == null
        ? SafeText.line(river.name(), 200)
        : SafeText.feedName(river.name());
  }

  private static String address(Selection selection, @Nullable Cursor before) {
    return before == null ? selection.view() : and(selection.view(), "before=" + before);
  }

  private static String and(String address, String parameter) {
    return address + (address.contains("?") ? "&" : "?") + parameter;
  }

  public String address() {
    return address(selection, before);
  }

  public String withLanguage(@Nullable String other) {
    return selection.withStarred(Tristate.ANY).withLanguage(other).view();
  }

  public String withTopic(@Nullable String other) {
    return selection.withStarred(Tristate.ANY).withTopic(other).withEvent(null).view();
  }

  /// The same without the wish for what is starred.
  public String addressOfAll() {
    return address(selection.withStarred(Tristate.ANY), before);
  }

  /// The address that names this view: that of its first page.
  public String view() {
    return selection.view();
  }

  public boolean isStarred() {
    return selection.starred() == Tristate.ONLY;
  }

  /// Unread entries of this view.
  public long unread() {
    return counts.unread();
  }

  public String unreadWords() {
    if (unread() == 0) return "";
    String number = frame.say("number", unread());
    return unread() == Browsing.MOST_COUNTED ? number + "+" : number;
  }

  /// The topics of this view, and the chosen one in any case.
  public List<TopicCount> topics() {
    String chosen = selection.topic();
    List<TopicCount> all = counts.topics();
    if (chosen == null || all.stream().anyMatch(t -> t.name().equals(chosen))) return all;
    return Stream.concat(Stream.of(new TopicCount(chosen, 0)), all.stream()).toList();
  }

  /// Who wants headlines opens what is hot by hand.
  public boolean opensHot() {
    return frame.look().view() != Preferences.View.HEADLINES && !panes();
  }

  /// Whether an entry opens beside the list, where the window is wide enough.
  public boolean panes() {
    return frame.look().view() == Preferences.View.PANES;
  }

  /// Whether it is narrowed by something else than a feed or a topic, which have links of their
  /// own.
  public boolean isNarrowed() {
    return !selection.withFeed(null).withTopic(null).isWhole();
  }

  /// What the page is called.
  public String title() {
    if (isStarred()) return frame.say("river.starred");
    if (name != null) return name;
    if (selection.tag() != null) return SafeText.line(selection.tag(), 80);
    if (selection.topic() != null) return frame.topic(selection.topic());
    if (selection.folder() != null) return FolderPage.words(selection.folder());
    if (selection.language() != null) return frame.texts().languageName(selection.language());
    return frame.say("river.title");
  }

  /// What is hot stands above everything, on its first page.
  public boolean showsHot() {
    return selection.isWhole() && isLive() && !sidebar.hot().isEmpty();
  }

  public static String ofFolder(String folder) {
    return Selection.ALL.withFolder(folder).view();
  }

  /// The address of what has a tag.
  public static String ofTag(String tag) {
    return Selection.ALL.withTag(tag).view();
  }

  /// The address of what is about a topic.
  public static String ofTopic(String topic) {
    return Selection.ALL.withTopic(topic).view();
  }

  /// The first page of a feed, a folder or everything goes on by itself.
  public boolean isLive() {
    return before == null && !isStarred() && !frame.look().isOldestFirst();
  }

  /// Whether there is nothing to show because all of it is read.
  public boolean isAllRead() {
    return state == null && !isStarred() && selection.unread() == Tristate.ONLY && upTo > 0;
  }

  /// Whether its feed was followed a moment ago.
  public boolean added() {
    return selection.feed() != null && frame.here().endsWith("&done=added");
  }

  /// Nothing is watched yet: the page helps with the first feed.
  public boolean isNew() {
    return sidebar.feeds() == 0;
  }
}
