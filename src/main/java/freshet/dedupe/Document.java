package freshet.dedupe;

import org.jspecify.annotations.Nullable;

/// A text that is compared with others, all parts as plain text.
///
/// @param text the longest that there is of it
/// @param summary what stands beside the text, such as a teaser; null if nothing does
/// @param link the address of its page, null if it has none
/// @param language its code, empty if it is not known
public record Document(
    String title, String text, @Nullable String summary, @Nullable String link, String language) {

  public Document(String title, String text, String language) {
    this(title, text, null, null, language);
  }
}
