package freshet.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import freshet.model.Article;
import freshet.model.Entry;
import freshet.model.FeedUrl;
import freshet.parse.PlainText;
import freshet.store.Outgoing;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// An entry as programs outside read it from the topic; docs/stream.md describes it. Components may
/// be added; those that are here keep their names and meaning.
///
/// @param id the same whenever this entry is sent
/// @param text plain
@JsonInclude(JsonInclude.Include.NON_NULL)
record StreamedEntry(
    int schema,
    long id,
    Instant stored,
    @Nullable Instant published,
    @Nullable String title,
    @Nullable String link,
    @Nullable String guid,
    From feed,
    @Nullable String language,
    @Nullable String topic,
    @Nullable Story story,
    @Nullable Event event,
    List<String> authors,
    List<String> categories,
    @Nullable String image,
    String text) {
  private static final int SCHEMA = 1;
  private static final int MOST_TEXT = 100_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Its feed.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record From(long id, String title, String address, @Nullable String site) {}

  /// @param first it was the first of its story when it was sent; all others are copies of it
  record Story(long id, boolean first) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Event(long id, @Nullable String title) {}

  /// Null if it is not for everybody: its feed is asked with a password.
  static @Nullable StreamedEntry of(Outgoing.Row row) {
    FeedUrl address = FeedUrl.stored(row.address());
    if (row.secret() || address.uri().getRawUserInfo() != null) return null;
    Entry e = row.entry();
    return new StreamedEntry(
        SCHEMA,
        e.id(),
        e.firstSeen(),
        e.published(),
        e.title(),
        e.link(),
        e.guid(),
        new From(e.feedId(), e.feedName(), address.toString(), row.site()),
        e.language(),
        row.topic(),
        row.story() == 0 ? null : new Story(row.story(), row.first()),
        row.event() == 0 ? null : new Event(row.event(), row.eventTitle()),
        e.authors(),
        e.categories(),
        e.image(),
        text(row));
  }

  private static String text(Outgoing.Row row) {
    Article article = row.body().article();
    if (article != null) return PlainText.ofArticle(article.html(), MOST_TEXT);
    String html = row.body().html();
    if (html != null) return PlainText.of(html, MOST_TEXT);
    String excerpt = row.entry().excerpt();
    return excerpt == null ? "" : excerpt;
  }

  /// What is of one story is in one partition, in order.
  String key() {
    return story == null ? "entry-" + id : "story-" + story.id;
  }

  byte[] json() {
    return JSON.writeValueAsBytes(this);
  }
}
