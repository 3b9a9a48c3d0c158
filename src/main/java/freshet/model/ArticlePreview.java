package freshet.model;

import org.jspecify.annotations.Nullable;

/// What would be taken from the page behind an entry.
///
/// @param html already made safe
/// @param letters of the article, and `ownLetters` of what the feed gave
/// @param pages how many the article has
/// @param problem a sentence if there would be no article
public record ArticlePreview(
    long entry,
    @Nullable String html,
    @Nullable String title,
    @Nullable String author,
    @Nullable String image,
    int letters,
    int ownLetters,
    int pages,
    @Nullable String problem) {

  public ArticlePreview withHtml(String html) {
    return new ArticlePreview(
        entry, html, title, author, image, letters, ownLetters, pages, problem);
  }
}
