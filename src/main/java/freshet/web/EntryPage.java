package freshet.web;

import freshet.library.Browsing;
import freshet.library.Saving;
import freshet.model.Article;
import freshet.model.Entry;
import freshet.model.EntryBody;
import freshet.model.ParsedFeed.Enclosure;
import freshet.model.Story;
import freshet.translate.TranslatedReading.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One entry to read.
///
/// @param html the text, already made safe by the parser; null if there is none
/// @param foreign null if there is no translation, nor will be
/// @param whole the page behind the entry
/// @param picture shown above the text if the text has no picture of its own
/// @param topic null if nobody looked
/// @param topics that a person may give to it
/// @param versions who else has it, and who had it first; empty if nobody
/// @param related other stories about the same
/// @param next the entry after this one in the river
/// @param saves where it can be saved
/// @param out the secret under which other programs read its story as a feed, if it has one
public record EntryPage(
    PageFrame frame,
    Entry entry,
    String title,
    String feed,
    @Nullable String link,
    @Nullable String html,
    @Nullable Foreign foreign,
    Whole whole,
    @Nullable String picture,
    List<String> authors,
    List<String> categories,
    List<Attached> attached,
    @Nullable String comments,
    @Nullable String copyright,
    @Nullable String topic,
    boolean topicGiven,
    List<String> topics,
    List<Version> versions,
    List<Related> related,
    @Nullable Long next,
    boolean unread,
    boolean starred,
    List<String> tags,
    Saves saves,
    @Nullable String out) {

  private static final int MOST_NAMES = 12;

  /// At which sound can be played.
  public static final List<String> SPEEDS = List.of("0.75", "1", "1.25", "1.5", "1.75", "2", "2.5");

  private static final Pattern BLOCK =
      Pattern.compile("<(?:p|br|div|li|pre|table|blockquote|h[1-6])[ >/]");

  /// The article, which stands on the page behind the entry.
  ///
  /// @param there whether it was kept, and `shown` whether it is what is read now
  /// @param word what became of it, if there is something to say
  /// @param canFetch whether it can be asked for now
  public record Whole(boolean there, boolean shown, @Nullable String word, boolean canFetch) {}

  /// An entry in another language.
  ///
  /// @param from and `into` are languages
  /// @param by who translated it, empty if it is not yet
  /// @param original whether it is shown as it was written
  /// @param soon whether a translation of what is missing has been asked for
  public record Foreign(
      String from, String into, String by, boolean original, boolean whole, boolean soon) {}

  /// The language that it is shown in.
  public @Nullable String shownIn() {
    return foreign == null || foreign.original || foreign.by.isEmpty()
        ? entry.language()
        : foreign.into;
  }

  /// For the `dir` attribute.
  public String direction() {
    return foreign == null || foreign.original || foreign.by.isEmpty()
        ? "auto"
        : Translated.direction(foreign.into);
  }

  /// Other programs that it can be saved to.
  ///
  /// @param done where it was just saved
  /// @param failed why it was not
  public record Saves(List<Saving.Offer> offers, @Nullable String done, @Nullable String failed) {}

  /// A file that comes with the entry.
  ///
  /// @param kind `audio`, `video`, `image` or `file`
  public record Attached(
      String kind, String url, String name, @Nullable String type, @Nullable String size) {}

  /// Another story.
  public record Related(long id, String title, String feed, @Nullable String language) {
    static Related of(Entry e, PageFrame frame) {
      return new Related(
          e.id(), EntryRow.title(e, frame), SafeText.feedName(e.feedName()), e.language());
    }
  }

  /// An entry of the same story.
  ///
  /// @param after how long after the first, in words; null for the first
  /// @param percent how much it is the same as the one that is read, in words
  /// @param differs whether there is anything to compare
  /// @param read whether it is that one
  public record Version(
      long id,
      long feedId,
      String feed,
      String title,
      String time,
      @Nullable String after,
      String percent,
      boolean differs,
      boolean read) {}

  /// @param unread whether it stays so though it is open
  /// @param ownText whether the reader wants the feed's own text
  /// @param original whether they want it as it was written
  static EntryPage of(
      Browsing.Opened opened,
      boolean unread,
      boolean ownText,
      boolean original,
      Saves saves,
      List<Related> related,
      PageFrame frame) {
    Story story = opened.story();
    Entry entry = story.entry();
    EntryBody body = opened.body();
    String title = SafeText.line(entry.title(), 1000);
    Article article = body.article();
    String html = ownText ? body.html() : body.shown();
    Text text = frame.translated().text(entry, html).orElse(null);
    if (text != null && !original) {
      if (text.title() != null) title = SafeText.line(text.title(), 1000);
      if (text.html() != null) html = text.html();
    }
    if (html != null) html = SafeText.ofEntry(entry.id(), frame.pictures().within(html));
    String image = SafeText.link(entry.image());
    if (image == null && article != null) image = SafeText.link(article.image());
    image = frame.pictures().shown(image);
    List<String> authors = lines(entry.authors());
    if (authors.isEmpty() && article != null && article.author() != null) {
      authors = lines(List.of(article.author()));
    }
    return new EntryPage(
        frame,
        entry,
        title.isEmpty() ? EntryRow.title(entry, frame) : title,
        SafeText.feedName(entry.feedName()),
        SafeText.link(entry.link()),
        html,
        foreign(text, original),
        whole(opened, ownText, frame),
        html == null || !html.contains("<img") ? image : null,
        authors,
        lines(entry.categories()),
        attached(body.enclosures()),
        SafeText.link(body.comments()),
        body.copyright() == null ? null : SafeText.line(body.copyright(), 300),
        story.topic(),
        story.topicGiven(),
        opened.topics(),
        versions(entry.id(), opened.versions(), frame),
        related,
        opened.next(),
        unread,
        opened.mark().starred(),
        opened.mark().tags().stream().sorted().toList(),
        saves,
        opened.shared());
  }

  private static @Nullable Foreign foreign(@Nullable Text text, boolean original) {
    if (text == null) return null;
    boolean there = text.title() != null || text.html() != null;
    return new Foreign(
        text.from(),
        text.into(),
        there ? SafeText.line(text.by(), 100) : "",
        original,
        text.whole(),
        text.soon());
  }

  private static Whole whole(Browsing.Opened opened, boolean ownText, PageFrame frame) {
    boolean there = opened.body().article() != null;
    Article.State state = opened.article().state();
    String word = null;
    if (!there && state != Article.State.NONE) word = frame.say("article.state-" + state.word());
    return new Whole(
        there,
        there && !ownText,
        word,
        !there && SafeText.link(opened.story().entry().link()) != null);
  }

  /// Whether its text begins with what stands for the title elsewhere.
  public boolean isUntitled() {
    return html != null && SafeText.line(entry.title(), 10).isEmpty();
  }

  /// Whether the text is no more than text, whose lines end where they end.
  public boolean plain() {
    return html != null && html.indexOf('\n') >= 0 && !BLOCK.matcher(html).find();
  }

  /// What stands over the versions.
  public String versionsTitle() {
    // The list is cut: of many versions the one that is read may not be among them.
    Stream<Long> own = Stream.of(entry.feedId());
    long feeds = Stream.concat(own, versions.stream().map(Version::feedId)).distinct().count();
    return frame.say("versions.title", feeds, versions.size());
  }

  /// Who printed a story when, the first first.
  private static List<Version> versions(long read, List<Browsing.Version> all, PageFrame frame) {
    if (all.size() < 2) return List.of();
    Instant first = all.getFirst().entry().placed();
    String title = "";
    for (Browsing.Version v : all) {
      if (v.entry().id() == read) title = EntryRow.title(v.entry(), frame);
    }
    List<Version> versions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Entry e = all.get(i).entry();
      Duration after = Duration.between(first, e.placed());
      versions.add(
          new Version(
              e.id(),
              e.feedId(),
              SafeText.feedName(e.feedName()),
              EntryRow.title(e, frame),
              frame.times().when(e.placed()),
              i == 0 ? null : frame.times().span(after),
              percent(all.get(i), frame),
              all.get(i).percent() < 100 || !EntryRow.title(e, frame).equals(title),
              e.id() == read));
    }
    return versions;
  }

  private static String percent(Browsing.Version v, PageFrame frame) {
    return v.teaser()
        ? frame.say("versions.teaser")
        : frame.say("versions.percent", frame.say("number", Math.round(v.percent())));
  }

  private static List<String> lines(List<String> texts) {
    return texts.stream()
        .map(text -> SafeText.line(text, 80))
        .filter(text -> !text.isEmpty())
        .distinct()
        .limit(MOST_NAMES)
        .toList();
  }

  private static List<Attached> attached(List<Enclosure> enclosures) {
    List<Attached> all = new ArrayList<>();
    for (Enclosure e : enclosures) {
      String url = SafeText.link(e.url());
      if (url == null || all.size() == MOST_NAMES) continue;
      String type = e.type() == null ? null : SafeText.line(e.type(), 60);
      Long length = e.length();
      String size = length == null || length <= 0 ? null : SafeText.bytes(length);
      all.add(new Attached(kind(type), url, fileName(url), type, size));
    }
    return all;
  }

  private static String kind(@Nullable String type) {
    if (type == null) return "file";
    for (String kind : new String[] {"audio", "video", "image"}) {
      if (type.startsWith(kind + "/")) return kind;
    }
    return "file";
  }

  private static String fileName(String url) {
    int end = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    String path = url.substring(0, end);
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? SafeText.host(url) : SafeText.line(name, 80);
  }
}
