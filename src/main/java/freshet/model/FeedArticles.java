package freshet.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether the pages behind a feed's entries are fetched, and what is taken from them.
public record FeedArticles(Mode mode, Learned learned, Recipe recipe) {

  public static final FeedArticles USUAL =
      new FeedArticles(Mode.NEEDED, Learned.NOTHING, Recipe.USUAL);

  public enum Mode {
    NEVER,
    ALWAYS,
    /// If the feed gives teasers, which Freshet finds out.
    NEEDED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException if there is no such mode
    public static Mode of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  public enum Verdict {
    UNKNOWN,
    /// The pages say more than the entries.
    TEASERS,
    /// The entries say what there is to say.
    WHOLE,
    /// The pages are behind a wall.
    CLOSED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What was found out about a feed from its entries and the pages behind them.
  ///
  /// @param more of its pages said more than its entries, `same` said no more, `closed` were behind
  ///   a wall; old counts fade
  public record Learned(Verdict verdict, int more, int same, int closed) {
    public static final Learned NOTHING = new Learned(Verdict.UNKNOWN, 0, 0, 0);
  }

  /// What is taken from a page: CSS selectors, null for what Freshet finds by itself.
  ///
  /// @param take the parts that are the article
  /// @param drop the parts that are not
  /// @param next the link to the next page of the same article: a selector, or `rel=next`; null: an
  ///   article has one page
  public record Recipe(@Nullable String take, @Nullable String drop, @Nullable String next) {
    public static final Recipe USUAL = new Recipe(null, null, null);
  }
}
