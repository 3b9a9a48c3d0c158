package freshet.understand;

import freshet.model.Article;
import freshet.model.EntryBody;
import freshet.parse.PlainText;
import org.jspecify.annotations.Nullable;

/// What is understood of an entry, as plain text. Everything that is found out about an entry is
/// found from this, and which text counts is decided here alone: whatever has most to say of what
/// the feed gave and what stands on the page behind it. Captions of pictures are no part of it:
/// papers that print the same text choose other pictures.
///
/// @param text the longest that there is of it
/// @param summary what the feed gives beside the text, null if nothing
public record EntryText(
    @Nullable String title, String text, @Nullable String summary, @Nullable String link) {

  public static EntryText of(@Nullable String title, @Nullable String link, EntryBody body) {
    Article article = body.article();
    return of(title, link, body.content(), body.summary(), article == null ? null : article.html());
  }

  /// @param content and `summary`, `article`: as HTML
  public static EntryText of(
      @Nullable String title,
      @Nullable String link,
      @Nullable String content,
      @Nullable String summary,
      @Nullable String article) {
    String own = plain(longer(content, summary));
    String page = plain(article);
    if (page.length() > own.length()) {
      return new EntryText(title, page, own.isEmpty() ? null : plain(first(summary, own)), link);
    }
    String beside = content == null || summary == null ? own : plain(summary);
    return new EntryText(title, own, beside.equals(own) ? null : beside, link);
  }

  private static String first(@Nullable String summary, String own) {
    return summary == null ? own : summary;
  }

  private static @Nullable String longer(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) return a == null ? b : a;
    return a.length() >= b.length() ? a : b;
  }

  private static String plain(@Nullable String html) {
    return html == null ? "" : PlainText.ofArticle(html, Understanding.MOST_TEXT);
  }
}
