package freshet.web;

import freshet.model.ArticlePreview;
import freshet.model.FeedArticles;
import freshet.model.FeedArticles.Learned;
import freshet.model.FeedArticles.Mode;
import freshet.model.FeedArticles.Recipe;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// On the page of a feed: whether the pages behind its entries are fetched, and what is taken.
///
/// @param learned what was found out about the feed, in a sentence
/// @param preview what would be taken, if somebody asked, with its text as it is shown
/// @param found its sizes, in words
/// @param error why something was refused
public record ArticleForm(
    Mode mode,
    String learned,
    Recipe recipe,
    @Nullable ArticlePreview preview,
    @Nullable String found,
    @Nullable String error) {

  public static final List<Mode> MODES = List.of(Mode.NEEDED, Mode.ALWAYS, Mode.NEVER);

  static ArticleForm of(
      FeedArticles articles,
      @Nullable ArticlePreview preview,
      @Nullable String error,
      PageFrame frame) {
    Learned learned = articles.learned();
    return new ArticleForm(
        articles.mode(),
        frame.say(
            "article.learned-" + learned.verdict().word(),
            learned.more(),
            learned.more() + learned.same() + learned.closed(),
            learned.closed()),
        articles.recipe(),
        shown(preview, frame),
        preview == null
            ? null
            : frame.say("article.found", preview.letters(), preview.ownLetters(), preview.pages()),
        error);
  }

  private static @Nullable ArticlePreview shown(@Nullable ArticlePreview preview, PageFrame frame) {
    String html = preview == null ? null : preview.html();
    if (preview == null || html == null) return preview;
    return preview.withHtml(SafeText.ofEntry(preview.entry(), frame.pictures().within(html)));
  }

  static Mode mode(@Nullable String word, Mode otherwise) {
    for (Mode mode : MODES) if (mode.word().equals(word)) return mode;
    return otherwise;
  }

  /// Whether there is something to see in it.
  public boolean open() {
    return preview != null || error != null;
  }
}
