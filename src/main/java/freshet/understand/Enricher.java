package freshet.understand;

import freshet.language.Declared;
import freshet.language.Found;
import freshet.model.Article;
import freshet.model.EntryBody;
import freshet.model.NewEntry;
import freshet.model.ParsedEntry;
import freshet.parse.PlainText;
import freshet.store.Entries;
import freshet.text.Cut;
import org.jspecify.annotations.Nullable;

/// Makes an entry that was read ready for the store, wherever it came from: a poll, a hub or a
/// crawl. Its language, topic and signature are found from its text.
///
/// @param understanding null to believe what is declared
/// @param entries those that are stored, for what is known of one that was edited
public record Enricher(@Nullable Understanding understanding, Entries entries) {
  private static final int EXCERPT = 300;

  /// @param knownId the stored entry that this one edits, or 0 if it is new
  /// @param usual the language that is declared for all entries of its feed, null if none is
  public NewEntry enrich(long feed, ParsedEntry e, long knownId, @Nullable String usual) {
    return enrich(feed, e, knownId, usual, null);
  }

  /// @param topic as somebody has put it into a list, null if it is to be found out
  public NewEntry enrich(
      long feed, ParsedEntry e, long knownId, @Nullable String usual, @Nullable String topic) {
    String declared = e.language() != null ? e.language() : usual;
    if (understanding == null) {
      String html = EntryBody.of(e).opening();
      String text = html == null ? "" : PlainText.of(html, EXCERPT + 1);
      return new NewEntry(e, knownId, excerpt(text), code(declared));
    }
    Article article = knownId == 0 ? null : entries.body(knownId).article();
    EntryText text =
        EntryText.of(
            e.title(), e.link(), e.content(), e.summary(), article == null ? null : article.html());
    String start = text.summary() == null ? text.text() : text.summary();
    Found found =
        understanding.language(e.title(), article == null ? start : text.text(), declared);
    String language = found.isKnown() ? found.language() : code(declared);
    return new NewEntry(
        e,
        knownId,
        excerpt(start),
        language,
        understanding.insight(text, found, declared, language, feed, e.categories(), topic));
  }

  private static @Nullable String excerpt(String text) {
    return text.isEmpty() ? null : Cut.betweenWords(text, EXCERPT);
  }

  private static @Nullable String code(@Nullable String declared) {
    String code = declared == null ? "" : Declared.code(declared);
    return code.isEmpty() ? null : code;
  }
}
