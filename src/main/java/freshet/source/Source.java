package freshet.source;

import freshet.fetch.CallOutcome.Answered;
import freshet.model.FeedUrl;
import java.time.Instant;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A kind of source: how its addresses look, what to ask, how to read the answers. It has no state
/// and opens no connection; [SourceFetcher] does the asking.
public interface Source {

  /// A word for it, which is also the name of its quota group.
  String name();

  /// The group's budget where the settings say nothing: calls in a time, such as `600/10m`.
  String budget();

  /// The address as Freshet keeps it, of whatever a person types or pastes; null if it is none of
  /// this kind. The kept form of an address is its own.
  @Nullable FeedUrl address(String typed);

  /// Whether every address of its form is one of this kind; false where another site may write its
  /// own addresses like that.
  default boolean isSure() {
    return true;
  }

  /// Whose calls are counted together: the sources of a group share one budget.
  default String group(FeedUrl address) {
    return name();
  }

  /// All groups of this kind that are known beforehand. Where there are several, an account of ours
  /// pays for each: sources are divided over them, and if one account is refused another one asks.
  default List<String> accounts() {
    return List.of();
  }

  /// The same call, paid by another of the [#accounts].
  default Ask paidBy(Ask ask, String account) {
    return ask;
  }

  /// Whether the API refuses the account that asked, not the call.
  default boolean refusesAccount(Answered answer, JsonNode body) {
    return false;
  }

  /// The first call of a poll.
  ///
  /// @param position what the last page of an earlier poll gave, null the first time
  Ask first(FeedUrl address, @Nullable String position);

  /// Reads a good answer.
  Page read(FeedUrl address, Ask asked, JsonNode answer);

  /// What an answer, good or not, says of the limit; null if calls are left.
  @Nullable Rest rest(Answered answer, JsonNode body, Instant now);

  /// Why the API refused, as a sentence for the user; null if the status says it all.
  @Nullable String refusal(Answered answer, JsonNode body);

  /// One call.
  ///
  /// @param note whatever the kind wants to know again when it reads the answer
  record Ask(FeedUrl url, Map<String, String> headers, @Nullable String note) {
    static Ask of(String url, @Nullable String note) {
      return new Ask(FeedUrl.of(url), Map.of(), note);
    }
  }

  /// One page of an answer.
  ///
  /// @param about who publishes, if the page says so
  /// @param next the call for what is still missing, null if nothing is
  /// @param position from where to ask next time, if no further page is read now
  /// @param top the same, if what is still missing is given up
  record Page(
      @Nullable About about,
      List<Post> posts,
      @Nullable Ask next,
      @Nullable String position,
      @Nullable String top) {}

  record About(
      @Nullable String title,
      @Nullable String home,
      @Nullable String description,
      @Nullable String icon) {}

  /// One entry, as far as the API tells it.
  ///
  /// @param html any HTML; it is cleaned like that of a feed
  /// @param published an instant, or a day if no more is known
  record Post(
      String id,
      @Nullable String url,
      @Nullable String title,
      String html,
      @Nullable Temporal published,
      @Nullable Instant updated,
      @Nullable String author,
      @Nullable String authorUrl,
      @Nullable String language,
      List<String> tags,
      @Nullable String image,
      List<Attachment> attachments) {}

  record Attachment(String url, @Nullable String type) {}

  /// The calls of the whole group are spent.
  ///
  /// @param reason for the user, as in "the group rests: …"
  record Rest(Instant until, String reason) {}
}
