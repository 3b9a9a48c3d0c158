package freshet.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whole numbers in texts of strangers: plain digits and nothing else, no sign, no blank.
public final class Whole {
  private Whole() {}

  /// @param digits at most so many, at most 18
  public static Optional<Long> of(@Nullable String text, int digits) {
    return text != null && isOne(text, digits)
        ? Optional.of(Long.parseLong(text))
        : Optional.empty();
  }

  /// A small one, or another in its place if the text is none.
  ///
  /// @param digits at most so many, at most 9
  public static int or(int otherwise, @Nullable String text, int digits) {
    return text != null && isOne(text, digits) ? Integer.parseInt(text) : otherwise;
  }

  private static boolean isOne(String text, int digits) {
    return !text.isEmpty()
        && text.length() <= digits
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
